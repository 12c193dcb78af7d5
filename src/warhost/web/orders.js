// Orders: the ghost's verdict, its tools and numbers, the orders that lie ready, and the order as the rules write it.
import { html, same, useState, classes, plural, upper } from "./html.js";
import { verdictWords } from "./ghost.js";
import { RuleLink } from "./rules.js";
import { OutlookWords } from "./outlook.js";
import { sightlines } from "./prefs.js";

export function OrderBody({ desk, question }) {
  const { session, hand } = desk,
    maker = hand.maker.value,
    offers = question.suggestions ?? [];
  const handy = Boolean(maker?.drag || maker?.aim); // there is a ghost to lay hands on
  const stay = offers.find(({ answer }) => empty(answer));
  return html`<div class="options">
    ${handy && html`<${Judgement} desk=${desk} />`}
    ${
      stay &&
      html`<button class="option finish" disabled=${session.busy.value}
        onClick=${() => session.answer(stay.answer)}>
      <strong>${upper(stay.label)}</strong></button>`
    }
    <div class="folded"><details class="by-hand"
      open=${!handy}><summary>${plural(offers.length, "ready order")}</summary>
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
  const tools = maker.tools?.(hand.current) ?? [],
    files = maker.filesOf?.(hand.current);
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
        html`<${Pair} title="turn" less=${["⟲", "Q", "Turn left", () => hand.change("turn", -15)]}
          more=${["⟳", "E", "Turn right", () => hand.change("turn", 15)]} />`
      }
      ${
        maker.widen &&
        html`<${Pair} title=${`front ${files}`}
          less=${["−", "[", "Narrower front", () => hand.change("widen", files - 1)]}
          more=${["+", "]", "Wider front", () => hand.change("widen", files + 1)]} />`
      }
      ${tools.map(
        (tool) => html`<button key=${tool.id} onClick=${() => hand.put(tool.change(hand.current))}>
        ${tool.label} ${tool.key ? html`<kbd>${tool.key.toUpperCase()}</kbd>` : ""}</button>`,
      )}
      <button aria-pressed=${sightlines.value} title="What would be seen from there" onClick=${() => {
        sightlines.value = !sightlines.value;
      }}>Lines of sight <kbd>L</kbd></button>
    </div>
    <${Controls} hand=${hand} controls=${maker.controls?.(hand.current) ?? []} />
    <${OutlookWords} desk=${desk} />
  </div>`;
}

/** Less and more of something: [sign, key, what it does, the deed]. */
function Pair({ title, less, more }) {
  const button = ([sign, key, words, deed]) => html`<button onClick=${deed}>
    <span class="hidden-text">${words}</span><span aria-hidden="true">${sign}</span>
    <kbd aria-hidden="true">${key}</kbd></button>`;
  return html`<span class="pair">${button(less)}<span>${title}</span>${button(more)}</span>`;
}

/** Numbers and ticks of an order that hands cannot set. */
function Controls({ hand, controls }) {
  if (!controls.length) return null;
  const put = (control, value) => {
    const draft = control.change(hand.current, value);
    if (draft) hand.put(draft);
  };
  const counted = (control) => (event) => {
    const value = Math.round(Number(event.target.value));
    if (value >= control.least && value <= control.most) put(control, value);
  };
  const fields = {
    number: (control) => html`<input type="number" inputmode="numeric" min=${control.least} max=${control.most}
      value=${control.value} onInput=${counted(control)} />`,
    tick: (control) => html`<input type="checkbox" checked=${control.value}
      onChange=${(event) => put(control, event.target.checked)} />`,
    choice: (control) => html`<select value=${String(control.value)}
      onChange=${(event) => put(control, event.target.value)}>
      ${control.options.map(([value, label]) => html`<option key=${value} value=${String(value)}>${label}</option>`)}</select>`,
  };
  return html`<div class="controls">${controls.map(
    (control) => html`<label key=${control.id} class=${`control ${control.kind}`}>
      <span>${control.label}</span>${fields[control.kind](control)}</label>`,
  )}</div>`;
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
