// Orders: the ghost's tools and numbers, the orders that lie ready, and the order as the rules write it.
import { html, same, useState, classes, plural, upper } from "./html.js";
import { empty, nothingOf } from "./foot.js";
import { OutlookWords } from "./outlook.js";
import { chanceWords } from "./plan.js";
import { ownRosters, sightlines } from "./prefs.js";
import { book } from "./rules.js";

/** The orders that lie ready, apart from that to do nothing, which has its own place. */
export const readyOrders = (question) => (question.suggestions ?? []).filter(({ answer }) => !empty(answer));

/** Who may not stay where he is, and has no place yet: it may be hard to find a way, so those that lie ready are shown. */
export const mustGo = ({ hand }, question) =>
  question.kind === "order" && !hand.maker.value?.begins && !nothingOf(question) && readyOrders(question).length > 0;

/** A fold that has been opened is not left under the edge. */
export const unfolded = ({ currentTarget: fold }) => fold.open && fold.scrollIntoView({ block: "nearest" });

/** A ready order is taken into the hand, to be looked at, changed and given. */
export function takeReady(desk, { answer }) {
  if (!desk.hand.suggest(answer)) desk.session.answer(answer);
}

/** An answer in one's own words: a name. */
function OwnWords({ desk, question }) {
  const [text, setText] = useState(String(question.usual ?? "")),
    give = (event) => {
      event.preventDefault();
      desk.session.answer(text.trim());
    };
  return html`<form class="options own-words" onSubmit=${give}><label>In your own words
    <input value=${text} maxlength=${question.order.most} spellcheck="false" onInput=${(event) => setText(event.target.value)} /></label>
    <button class="primary" disabled=${desk.session.busy.value || !text.trim()}>Say so</button></form>`;
}

/** A whole document: one that lies ready, one of one's own rosters, or what is written here. */
function OwnDocument({ desk, question }) {
  const [text, setText] = useState(""),
    own = Object.entries(ownRosters.value).filter(([, one]) => one.book === book.value),
    busy = desk.session.busy.value,
    give = (event) => {
      event.preventDefault();
      desk.session.answer(text.trim());
    };
  return html`<form class="options own-document" onSubmit=${give}>
    ${readyOrders(question).map(
      (offer) => html`<button type="button" class="option" key=${offer.label} disabled=${busy}
      onClick=${() => desk.session.answer(offer.answer)}>${upper(offer.label)}</button>`,
    )}
    ${own.length > 0 && html`<p class="row">${own.map(([name, one]) => html`<button type="button" key=${name} disabled=${busy} onClick=${() => setText(one.text)}>${name} (yours)</button>`)}</p>`}
    <label>Or as it is written<textarea rows="6" maxlength=${question.order.most} spellcheck="false" value=${text}
      onInput=${(event) => setText(event.target.value)}></textarea></label>
    <button class="primary" disabled=${busy || !text.trim()}>Bring this</button></form>`;
}

export function OrderBody({ desk, question }) {
  if (question.order?.lines) return html`<${OwnDocument} desk=${desk} question=${question} />`;
  if (question.order?.form === "text") return html`<${OwnWords} desk=${desk} question=${question} />`;
  return html`<${TableOrder} desk=${desk} question=${question} />`;
}

function TableOrder({ desk, question }) {
  const { session, hand } = desk,
    handy = hand.handmade,
    offers = readyOrders(question);
  return html`<div class="options">
    ${handy && html`<${Tools} desk=${desk} />`}
    <div class="folded">${offers.length > 0 && html`<details class="by-hand" onToggle=${unfolded}
      open=${!handy || mustGo(desk, question)}><summary>${plural(offers.length, "ready order")}</summary>
      ${offers.map(
        (offer, at) => html`
        <button key=${offer.label}
          class=${classes("option", same(session.hint.value?.answer, offer.answer) && "hinted", hand.offered && same(hand.draft.value?.ready, offer.answer) && "chosen")}
          disabled=${session.busy.value} onClick=${() => takeReady(desk, offer)}>
          <span>${upper(desk.titled(offer.label))}${offer.chances?.length > 0 && html`<span class="promise">${chanceWords(offer.chances)}</span>`}</span> ${at < 9 && html`<kbd aria-hidden="true">${at + 1}</kbd>`}</button>`,
      )}
    </details>`}
    <${Typed} desk=${desk} /></div>
  </div>`;
}

/** What can be done to the ghost besides dragging it. */
function Tools({ desk }) {
  const { hand } = desk,
    maker = hand.maker.value;
  const tools = maker.tools?.(hand.current) ?? [],
    files = maker.filesOf?.(hand.current);
  return html`<div class="row tools" role="group" aria-label="Turn and shape">
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
      ${
        hand.onTable &&
        html`<button aria-pressed=${sightlines.value} title="What would be seen from there" onClick=${() => {
          sightlines.value = !sightlines.value;
        }}>Lines of sight <kbd>L</kbd></button>`
      }
    </div>
    <${Controls} hand=${hand} controls=${maker.controls?.(hand.current) ?? []} />
    <${OutlookWords} desk=${desk} />`;
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
  const written = draft && hand.maker.value ? JSON.stringify(hand.said(draft)) : "";
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
