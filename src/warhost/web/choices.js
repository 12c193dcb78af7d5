// Choices from a list: one of them, or several; spells stand under the wizard who could cast them.
import { html, useEffect, useState, classes, plural, upper, spoken } from "./html.js";
import { gameOf, sorted } from "./games/games.js";
import { chanceWords } from "./plan.js";

const MANY = 12,
  FEW = 5; // where spells stand below

// --- one of a list -------------------------------------------------------------------------------------------

export function Choose({ desk, question }) {
  const { session, picker } = desk,
    game = gameOf(session.game.value?.rulebook);
  const { enough, others } = sorted(question, game);
  const puttingOff = others.filter((option) => game.last.includes(option.answer)),
    acting = others.filter((option) => !game.casting(option) && !puttingOff.includes(option));
  const [all, setAll] = useState(false);
  const shown = all ? acting : acting.slice(0, acting.length < others.length ? FEW : MANY);
  const row = (option) =>
    html`<${Option} key=${option.answer} desk=${desk} option=${option} number=${others.indexOf(option) + 1} />`;
  return html`<div class="options" role="group" aria-label="Choices">
    ${shown.map(row)}
    ${
      acting.length > shown.length &&
      html`<button class="option more" onClick=${() => setAll(true)}>
      ${acting.length - shown.length} more …</button>`
    }
    ${wizards(others, game).map(
      ([who, spells]) => html`<section class="wizard" key=${who}>
      <h3>${desk.titleOf(who)}</h3>${spells.map(row)}</section>`,
    )}
    ${puttingOff.map(row)}
    ${
      picker.picked.value &&
      html`<button class="primary" onClick=${() => session.answer(picker.picked.value)}>
      Confirm: ${labelOf(question, picker.picked.value)} <kbd>Enter</kbd></button>`
    }
    ${
      enough &&
      html`<button class="option finish" disabled=${session.busy.value}
        onClick=${() => session.answer(enough.answer)}>
      <strong>${enough.title}</strong> <kbd>F</kbd>
      ${enough.answer === "done" && html`<span class="odds">${acting.length ? `${plural(acting.length, "piece")} could still act` : "nobody else can act"}</span>`}</button>`
    }
  </div>`;
}

/** [[wizard, his options], …] in the order in which they are offered. */
function wizards(options, game) {
  const found = new Map();
  for (const option of options) {
    const who = game.casting(option)?.who;
    if (who) found.set(who, [...(found.get(who) ?? []), option]);
  }
  return [...found];
}

const labelOf = (question, answer) => question.options.find((option) => option.answer === answer)?.label ?? answer;

function Option({ desk, option, number }) {
  const { session, picker } = desk,
    chosen = picker.picked.value === option.answer,
    spell = gameOf(session.game.value?.rulebook).casting(option);
  const hinted = session.hint.value?.answer === option.answer,
    odds = spell ? spell.odds : option.odds || desk.chances.words(option.answer);
  const over = (on) => () => {
    desk.named.value = on ? [spell?.who ?? option.answer] : [];
  };
  return html`<div class="option-row">
    <button class=${classes("option", chosen && "chosen", hinted && "hinted")} disabled=${session.busy.value}
      data-answer=${option.answer} onClick=${() => session.answer(option.answer)}
      onMouseEnter=${over(true)} onMouseLeave=${over(false)} onFocus=${over(true)} onBlur=${over(false)}>
      <span>${spell?.title ?? upper(spokenLabel(desk, option))}</span>
      ${odds && html`<span class="odds">${odds}</span>`}
      ${number < 10 && html`<kbd aria-hidden="true">${number}</kbd>`}
    </button>
    <${Reasons} why=${option.why} title=${spell ? `What ${spell.title} does` : "Where the numbers come from"}
      word=${spell ? "what?" : "why"} />
  </div>`;
}

/** "guard: Bridge Guard, 21 models at (36.0, 33.0)": the name by which the rules know a piece is no news. */
export function spokenLabel(desk, { answer, label }) {
  const text = String(label ?? answer);
  return desk.knows(answer) && text.startsWith(`${answer}: `)
    ? text.slice(String(answer).length + 2)
    : spoken(desk.titled(text));
}

function Reasons({ why, title, word }) {
  if (!why?.length) return null;
  return html`<details class="why"><summary aria-label=${title}>${word}</summary>
    <pre>${Array.isArray(why) ? why.join("\n") : why}</pre></details>`;
}

// --- several of a list ---------------------------------------------------------------------------------------

export function ChooseSome({ desk, question }) {
  const { session, picker } = desk,
    some = picker.some.value,
    game = gameOf(session.game.value?.rulebook),
    enough = some.length >= question.least && some.length <= question.most,
    verdict = useVerdict(session, question, enough ? some : null);
  const right = enough && verdict?.ok !== false;
  const wanted = question.least === question.most ? question.least : `${question.least} to ${question.most}`;
  return html`<fieldset class="options"><legend class="fine">Choose ${wanted}; ${some.length} chosen.</legend>
    ${question.options.map((option) => {
      const source = game.sourceWords?.(option, question, (name) => desk.titleOf(name));
      return html`<label class="option check" key=${option.answer}>
      <input type="checkbox" checked=${some.includes(option.answer)} onChange=${() => picker.toggle(option.answer)}
        />
      <span>${source?.title ?? upper(spoken(option.label ?? option.answer))}</span>
      ${source?.odds && html`<span class="odds">${source.odds}</span>`}</label>`;
    })}
    <p class="promised" role="status">${verdict && upper(verdict.ok ? chanceWords(verdict.chances) : verdict.why)}</p>
    <button class="primary" disabled=${!right || session.busy.value}
      onClick=${() => session.answer(some)}>${some.length ? "Choose these" : html`None of these <kbd>F</kbd>`}</button>
  </fieldset>`;
}

/** What the referee says of the choices made so far: whether they go together, and what dice make of them. */
function useVerdict(session, question, some) {
  const [verdict, setVerdict] = useState(null);
  useEffect(() => {
    let here = true;
    setVerdict(null);
    if (!some) return undefined;
    session.check(some).then(
      (found) => here && setVerdict(found),
      () => here && setVerdict(null),
    );
    return () => {
      here = false;
    };
  }, [question.number, some]);
  return verdict;
}
