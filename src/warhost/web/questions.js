// Every kind of question, put in words, with its choices, their odds, and the rule behind it.
import { html, useState, useEffect, classes, plural, upper, spoken } from "./html.js";
import { verdictWords } from "./ghost.js";
import { RuleLink } from "./rules.js";
import { preset, dismissed } from "./prefs.js";
import { gameOf } from "./games/games.js";

/** "The Bridge Watch: Which piece moves next? [tp.move.phase]" without whom and which rule, both shown elsewhere. */
export function plainText(question, view) {
  const text = question.text.replace(/\s*\[[\w.]+\]\s*$/, "");
  const whom = view?.sides.find((side) => text.startsWith(`${side}: `));
  return whom ? text.slice(whom.length + 2) : text.replace(/^Player \d: /, "");
}

export function QuestionCard({ desk }) {
  const { session } = desk,
    question = session.question.value,
    view = desk.view.value;
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from the new question.
    if (document.activeElement === document.body) document.getElementById("asked")?.focus({ preventScroll: true });
  }, [question?.number]);
  if (session.state.value?.result) return html`<${Over} desk=${desk} />`;
  if (!question) return html`<${Waiting} desk=${desk} />`;
  const Body = BODIES[question.kind] ?? Unknown;
  return html`<section class="card question" aria-labelledby="asked" key=${question.number}
    data-number=${question.number}>
    <h2 id="asked" tabindex="-1" aria-live="polite">${plainText(question, view)}</h2>
    <span class="fine"><${RuleLink} rule=${question.rule}>Why am I asked this?<//></span>
    <${Guide} desk=${desk} question=${question} />
    <${Body} desk=${desk} question=${question} />
    <${HintShown} desk=${desk} question=${question} />
    <${Notice} session=${session} />
  </section>`;
}

function Waiting({ desk }) {
  const { session } = desk,
    state = session.state.value,
    sides = desk.view.value?.sides ?? [];
  const whom = (state?.waiting ?? []).map((one) => sides[one.side] ?? "the other side");
  return html`<section class="card question waiting" role="status">
    <h2>${state ? `Waiting for ${[...new Set(whom)].join(" and ") || "the next step"} …` : "Taking a seat …"}</h2>
    <p class="fine">${session.watching ? "You are watching." : "The table follows by itself."}</p>
    <${Notice} session=${session} />
  </section>`;
}

function Over({ desk }) {
  const { result } = desk.session.state.value,
    sides = desk.view.value.sides;
  const who =
    result.winner === null ? "A draw" : `${sides[result.winner]} win${/s$/.test(sides[result.winner]) ? "" : "s"}`;
  return html`<section class="card question over" role="status">
    <h2>${who}</h2>
    <p>${result.why}</p>
    <p class="fine"><${RuleLink} rule=${result.rule}>How victory is counted<//></p>
    <p class="row"><a class="button primary" href=${`#/report/${desk.session.id}`}>Report of the battle</a>
      <a class="button" href=${`#/replay/${desk.session.id}`}>Watch it again</a></p>
  </section>`;
}

export function Notice({ session }) {
  const notice = session.notice.value;
  if (!notice) return null;
  return html`<p class=${`notice ${notice.kind}`}
    role="alert"><strong>${notice.kind === "refused" ? "Not allowed: " : ""}</strong>
    ${upper(notice.why)} ${notice.rule && html`<${RuleLink} rule=${notice.rule}>Why?<//>`}</p>`;
}

/** A hint for those who play guided; each can be sent away for ever. */
function Guide({ desk, question }) {
  const words = gameOf(desk.session.game.value?.rulebook).hints[question.what];
  if (!words || preset.value !== "guided" || dismissed.value.includes(question.what)) return null;
  return html`<p class="guide"><span>${words}</span>
    <button class="small" title="Do not show this tip again" onClick=${() => {
      dismissed.value = [...dismissed.value, question.what];
    }}>Got it</button></p>`;
}

function HintShown({ desk }) {
  const hint = desk.session.hint.value;
  if (!hint) return null;
  return html`<p class="guide hint"
    role="status"><span><strong>The tactician would:</strong> ${desk.titled(hint.label)}</span>
    <button class="small" onClick=${() => desk.session.answer(hint.answer)}>Do that</button></p>`;
}

// --- one of a list -------------------------------------------------------------------------------------------

const MANY = 12;

function Choose({ desk, question }) {
  const { session, picker } = desk;
  const enough = question.options.find((option) => option.answer === "done");
  const others = question.options.filter((option) => option !== enough);
  const [all, setAll] = useState(false);
  const shown = all ? others : others.slice(0, MANY);
  return html`<div class="options" role="group" aria-label="Choices">
    ${shown.map((option, at) => html`<${Option} key=${option.answer} desk=${desk} option=${option} number=${at + 1} />`)}
    ${
      others.length > shown.length &&
      html`<button class="option more" onClick=${() => setAll(true)}>
      ${others.length - shown.length} more …</button>`
    }
    ${
      picker.picked.value &&
      html`<button class="primary" onClick=${() => session.answer(picker.picked.value)}>
      Confirm: ${labelOf(question, picker.picked.value)} <kbd>Enter</kbd></button>`
    }
    ${
      enough &&
      html`<button class="option finish" disabled=${session.busy.value} onClick=${() => session.answer("done")}>
      <strong>Finish this phase</strong> <kbd>F</kbd>
      <span class="odds">${others.length ? `${plural(others.length, "piece")} could still act` : "nobody else can act"}</span></button>`
    }
  </div>`;
}

const labelOf = (question, answer) => question.options.find((option) => option.answer === answer)?.label ?? answer;

function Option({ desk, option, number }) {
  const { session, picker } = desk,
    chosen = picker.picked.value === option.answer;
  const hinted = session.hint.value?.answer === option.answer;
  const over = (on) => () => {
    desk.named.value = on ? [option.answer] : [];
  };
  return html`<div class="option-row">
    <button class=${classes("option", chosen && "chosen", hinted && "hinted")} disabled=${session.busy.value}
      data-answer=${option.answer} onClick=${() => session.answer(option.answer)}
      onMouseEnter=${over(true)} onMouseLeave=${over(false)} onFocus=${over(true)} onBlur=${over(false)}>
      <span>${upper(spokenLabel(option))}</span>
      ${option.odds && html`<span class="odds">${option.odds}</span>`}
      ${number < 10 && html`<kbd aria-hidden="true">${number}</kbd>`}
    </button>
    <${Reasons} why=${option.why} />
  </div>`;
}

/** "guard: Bridge Guard, 21 models at (36.0, 33.0)": the name by which the rules know a piece is no news. */
function spokenLabel({ answer, label }) {
  const text = String(label ?? answer);
  return text.startsWith(`${answer}: `) && text.length > String(answer).length + 4
    ? text.slice(String(answer).length + 2)
    : spoken(text);
}

function Reasons({ why }) {
  if (!why?.length) return null;
  return html`<details class="why"><summary aria-label="Where the numbers come from">why</summary>
    <pre>${Array.isArray(why) ? why.join("\n") : why}</pre></details>`;
}

// --- several of a list ---------------------------------------------------------------------------------------

function ChooseSome({ desk, question }) {
  const { session, picker } = desk,
    some = picker.some.value;
  const right = some.length >= question.least && some.length <= question.most;
  const wanted = question.least === question.most ? question.least : `${question.least} to ${question.most}`;
  return html`<fieldset class="options"><legend class="fine">Choose ${wanted}; ${some.length} chosen.</legend>
    ${question.options.map(
      (option) => html`<label class="option check" key=${option.answer}>
      <input type="checkbox" checked=${some.includes(option.answer)} onChange=${() => picker.toggle(option.answer)}
        />
      <span>${upper(spoken(option.label ?? option.answer))}</span></label>`,
    )}
    <button class="primary" disabled=${!right || session.busy.value}
      onClick=${() => session.answer(some)}>Choose these</button>
  </fieldset>`;
}

// --- who does what to whom -----------------------------------------------------------------------------------

function Assign({ desk, question }) {
  const { session, picker } = desk,
    given = picker.given.value;
  const count = Object.keys(given).length;
  const named =
    ({ answer }) =>
    () => {
      desk.named.value = [...Object.keys(answer), ...Object.values(answer)];
    };
  const unnamed = () => {
    desk.named.value = [];
  };
  return html`<div class="options">
    ${(question.suggestions ?? [])
      .filter(({ answer }) => Object.keys(answer).length)
      .slice(0, 6)
      .map(
        (offer) => html`
      <button class=${classes("option", same(session.hint.value?.answer, offer.answer) && "hinted")}
        key=${offer.label}
        disabled=${session.busy.value} onClick=${() => session.answer(offer.answer)} onMouseEnter=${named(offer)} onMouseLeave=${unnamed}
        onFocus=${named(offer)} onBlur=${unnamed}>${upper(desk.titled(offer.label))}</button>`,
      )}
    <details class="by-hand"
      open=${Object.keys(question.options).length < 7}><summary>Choose for each piece (or click it, then its target)</summary>
      ${Object.entries(question.options).map(
        ([actor, targets]) => html`<label class="assign" key=${actor}>
        <span>${desk.titled(desk.titleOf(actor))}</span>
        <select value=${given[actor] ?? ""} onFocus=${() => {
          picker.actor.value = actor;
        }}
          onChange=${(event) => give(picker, actor, event.target.value)}>
          <option value="">nobody</option>
          ${targets.map((target) => html`<option value=${target}>${desk.titleOf(target)}</option>`)}
        </select></label>`,
      )}
    </details>
    ${
      count > 0 &&
      html`<button class="primary" disabled=${session.busy.value} onClick=${() => session.answer(given)}>
      Do this: ${Object.entries(given)
        .map(([actor, target]) => `${desk.titled(desk.titleOf(actor))} → ${desk.titleOf(target)}`)
        .join(", ")}</button>`
    }
    ${
      question.none_allowed &&
      html`<button class="option finish" disabled=${session.busy.value} onClick=${() => session.answer({})}>
      <strong>Nobody</strong> <kbd>F</kbd></button>`
    }
  </div>`;
}

function give(picker, actor, target) {
  const { [actor]: gone, ...rest } = picker.given.value;
  picker.given.value = target ? { ...rest, [actor]: target } : rest;
}

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// --- orders --------------------------------------------------------------------------------------------------

function Order({ desk, question }) {
  const { session, hand } = desk,
    maker = hand.maker.value,
    offers = question.suggestions ?? [];
  const stay = offers.find(({ answer }) => empty(answer));
  return html`<div class="options">
    ${maker?.drag && html`<${Judgement} desk=${desk} />`}
    ${
      stay &&
      html`<button class="option finish" disabled=${session.busy.value}
        onClick=${() => session.answer(stay.answer)}>
      <strong>${upper(stay.label)}</strong></button>`
    }
    <div class="folded"><details class="by-hand"
      open=${!maker?.drag}><summary>${plural(offers.length, "ready order")}</summary>
      ${offers
        .filter((offer) => offer !== stay)
        .map(
          (offer) => html`
        <button key=${offer.label}
          class=${classes("option", same(session.hint.value?.answer, offer.answer) && "hinted")}
          disabled=${session.busy.value} onClick=${() => {
            if (!hand.suggest(offer.answer)) session.answer(offer.answer);
          }}>
          ${upper(desk.titled(offer.label))}</button>`,
        )}
    </details>
    <${Typed} desk=${desk} /></div>
  </div>`;
}

const empty = (answer) =>
  Array.isArray(answer) ? !answer.length : answer && typeof answer === "object" && !Object.keys(answer).length;

/** What the referee says of the ghost, and the tick that gives the order. */
function Judgement({ desk }) {
  const { session, hand } = desk,
    maker = hand.maker.value,
    draft = hand.draft.value,
    verdict = hand.verdict.value;
  const tools = maker.tools?.(hand.current) ?? [];
  const mood = !draft ? "idle" : !verdict ? "unsure" : verdict.ok ? "yes" : "no";
  return html`<div class=${`judgement ${mood}`}>
    <p aria-live="polite"><span class="light"
      aria-hidden="true">${{ yes: "✓", no: "✕", unsure: "…", idle: "↔" }[mood]}</span>
      <span>${draft ? upper(desk.titled(verdictWords(hand))) || "Looking …" : "Drag the piece, or use the arrow keys."}
      ${verdict && !verdict.ok && verdict.rule ? html` <${RuleLink} rule=${verdict.rule}>Why?<//>` : ""}</span></p>
    <div class="row">
      <button class="primary grow commit" disabled=${!hand.ready || session.busy.value}
        onClick=${() => hand.commit()}>✓ Give the order <kbd>Enter</kbd></button>
      <button disabled=${!draft} onClick=${() => hand.cancel()}>Reset <kbd>Esc</kbd></button>
    </div>
    <div class="row tools" role="group" aria-label="Turn and shape">
      ${
        maker.turn &&
        html`<span class="pair"><button aria-label="Turn left"
          onClick=${() => hand.change("turn", -15)}>⟲ <kbd>Q</kbd></button>
        <span>turn</span><button aria-label="Turn right"
          onClick=${() => hand.change("turn", 15)}>⟳ <kbd>E</kbd></button></span>`
      }
      ${
        maker.widen &&
        html`<span class="pair"><button aria-label="Narrower front"
          onClick=${() => hand.change("widen", maker.filesOf(hand.current) - 1)}>− <kbd>[</kbd></button>
        <span>front ${maker.filesOf(hand.current)}</span><button aria-label="Wider front"
          onClick=${() => hand.change("widen", maker.filesOf(hand.current) + 1)}>+ <kbd>]</kbd></button></span>`
      }
      ${tools.map(
        (tool) => html`<button key=${tool.id} onClick=${() => hand.put(tool.change(hand.current))}>
        ${tool.label} ${tool.key ? html`<kbd>${tool.key.toUpperCase()}</kbd>` : ""}</button>`,
      )}
    </div>
  </div>`;
}

/** The order as the rules write it, for those who know: everything the rulebook allows can be said here. */
function Typed({ desk }) {
  const { hand, session } = desk,
    draft = hand.draft.value;
  const written = draft && hand.maker.value ? JSON.stringify(hand.maker.value.answer(draft)) : "";
  const [text, setText] = useState(""),
    [said, setSaid] = useState("");
  const give = async (event) => {
    event.preventDefault();
    try {
      const answer = JSON.parse(text);
      const verdict = await session.check(answer);
      if (verdict.ok) session.answer(answer);
      else setSaid(verdict.why);
    } catch (wrong) {
      setSaid(wrong.why ?? "That is not JSON.");
    }
  };
  return html`<details class="by-hand typed"><summary>Write the order</summary>
    <form onSubmit=${give}><label>As the rules write it, in JSON
      <input value=${text} placeholder=${written} onInput=${(event) => setText(event.target.value)}
        spellcheck="false" /></label>
      <button disabled=${!text}>Check and give</button></form>
    ${said && html`<p class="notice refused" role="alert">${said}</p>`}</details>`;
}

// --- dice typed in -------------------------------------------------------------------------------------------

function Dice({ desk, question }) {
  const [faces, setFaces] = useState(() => Array(question.count).fill(""));
  useEffect(() => setFaces(Array(question.count).fill("")), [question.number]);
  const right = faces.every((face) => Number.isInteger(Number(face)) && face >= 1 && face <= question.sides);
  return html`<form class="options dice-typed" onSubmit=${(event) => {
    event.preventDefault();
    desk.session.answer(faces.map(Number));
  }}>
    <div class="row">${faces.map(
      (face, at) => html`<label key=${at}>Die ${at + 1}
      <input type="number" inputmode="numeric" min="1" max=${question.sides} value=${face} required
        onInput=${(event) => setFaces(faces.map((one, place) => (place === at ? event.target.value : one)))} /></label>`,
    )}</div>
    <button class="primary" disabled=${!right}>These are the dice</button>
  </form>`;
}

const Unknown = ({ question }) =>
  html`<p class="notice error">This page cannot put a question of the kind "${question.kind}".</p>`;

const BODIES = { choose: Choose, choose_some: ChooseSome, assign: Assign, order: Order, dice: Dice };
