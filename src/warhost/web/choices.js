// Choices from a list: one of them, or several; spells stand under the wizard who could cast them.
import { html, useState, classes, upper, spoken } from "./html.js";
import { Aftermath, Expected } from "./expect.js";
import { RuleLink } from "./rules.js";
import { sorted } from "./own.js";

const MANY = 12,
  FEW = 5, // where spells stand below
  SQUARE = / at \(\d+,\d+\)$/; // the table shows where a piece is, with the number it has in the list

// --- one of a list -------------------------------------------------------------------------------------------

export function Choose({ desk, question }) {
  const own = desk.session.own.value;
  const { others } = sorted(question);
  const puttingOff = others.filter((option) => question.manner.last.includes(option.answer)),
    lots = headed(question, others),
    acting = others.filter((option) => !own.casting(option) && !question.lots?.[option.answer] && !puttingOff.includes(option));
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
    ${wizards(others, own).map(
      ([who, spells]) => html`<section class="wizard" key=${who}>
      <h3>${desk.titleOf(who)}</h3>${spells.map(row)}</section>`,
    )}
    ${lots.map(
      ([heading, some]) => html`<details class="lot" key=${heading} open=${others.length <= MANY}>
      <summary>${heading} <span class="fine">${some.length}</span></summary>${some.map(row)}</details>`,
    )}
    ${puttingOff.map(row)}
  </div>`;
}

/** [[heading, its options], …], where there are so many that they stand under headings. */
function headed({ lots = {} }, options) {
  const found = new Map();
  for (const option of options) {
    const heading = lots[option.answer];
    if (heading) found.set(heading, [...(found.get(heading) ?? []), option]);
  }
  return [...found];
}

/** [[wizard, his options], …] in the order in which they are offered. */
function wizards(options, own) {
  const found = new Map();
  for (const option of options) {
    const who = own.casting(option)?.who;
    if (who) found.set(who, [...(found.get(who) ?? []), option]);
  }
  return [...found];
}

function Option({ desk, option, number }) {
  const { session, picker } = desk,
    chosen = picker.picked.value === option.answer,
    spell = session.own.value.casting(option);
  const hinted = session.hint.value?.answer === option.answer,
    odds = spell ? spell.odds : option.odds || desk.chances.words(option.answer);
  const over = (on) => () => {
    desk.named.value = on ? [spell?.who ?? option.answer] : [];
  };
  return html`<div class="option-row">
    <button class=${classes("option", chosen && "chosen", hinted && "hinted")} disabled=${session.busy.value}
      data-answer=${option.answer} onClick=${() => session.answer(option.answer)}
      onMouseEnter=${over(true)} onMouseLeave=${over(false)} onFocus=${over(true)} onBlur=${over(false)}>
      <span class="words"><span>${spell?.title ?? upper(spokenLabel(desk, option))}</span>
      ${odds && html`<span class="odds">${odds}</span>`}</span>
      ${number < 10 && html`<kbd aria-hidden="true">${number}</kbd>`}
    </button>
    <${Expected} desk=${desk} expected=${desk.expecting.of(option.answer)} />
    <${Aftermath} desk=${desk} answer=${option.answer} />
    <${Reasons} why=${option.why} title=${spell ? `What ${spell.title} does` : "Where the numbers come from"}
      word=${spell ? "what?" : "why"} />
    ${option.rule && html`<span class="fine meant"><${RuleLink} rule=${option.rule}>What does it do?<//></span>`}
  </div>`;
}

/** "guard: Bridge Guard, 21 models at (36.0, 33.0), 1.1 models on average": the name by which the rules know a piece is
 * no news, the table shows where it is, and what is promised stands beside it. */
export function spokenLabel(desk, { answer, label, odds }) {
  const text = desk.knows(answer) ? String(label ?? answer).replace(SQUARE, "") : String(label ?? answer);
  if (!desk.knows(answer) || !text.startsWith(`${answer}: `)) return spoken(desk.titled(text));
  const known = text.slice(String(answer).length + 2).replace(/ at \(\d+\.\d, \d+\.\d\)/, "");
  return odds ? known.replace(`, ${odds.split("; ")[0]}`, "") : known;
}

function Reasons({ why, title, word }) {
  if (!why?.length) return null;
  return html`<details class="why"><summary aria-label=${title}>${word}</summary>
    <pre>${Array.isArray(why) ? why.join("\n") : why}</pre></details>`;
}

// --- several of a list ---------------------------------------------------------------------------------------

export function ChooseSome({ desk, question }) {
  const { session, picker } = desk,
    some = picker.some.value;
  return html`<fieldset class="options"><legend class="hidden-text">${plainCount(question)}</legend>
    ${question.options.map((option, at) => {
      const source = session.own.value.sourceWords(option, question, (name) => desk.titleOf(name));
      return html`<label class="option check" key=${option.answer}>
      <input type="checkbox" checked=${some.includes(option.answer)} onChange=${() => picker.toggle(option.answer)}
        />
      <span class="grow">${source?.title ?? upper(spoken(option.label ?? option.answer))}</span>
      ${source?.odds && html`<span class="odds">${source.odds}</span>`}
      ${at < 9 && html`<kbd aria-hidden="true">${at + 1}</kbd>`}</label>`;
    })}
  </fieldset>`;
}

const plainCount = ({ least, most }) => `Choose ${least === most ? least : `${least} to ${most}`}`;
