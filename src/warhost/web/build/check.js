// What an army costs, what is wrong with it and what mends it, and all that can be done with it when it is done.
import { html, classes, plural, upper, useState } from "../html.js";
import { copied } from "../copy.js";
import { ownRosters } from "../prefs.js";
import { RuleLink } from "../rules.js";
import { calledIn, entryAt } from "./draft.js";
import { linkOf, plainText } from "./share.js";

/** One line that is always in sight: spent of how much, and whether it is lawful. */
export function Standing({ desk }) {
  const { roster, palette } = desk,
    told = desk.stale ? null : desk.told, // a server that is away or slow has not counted the last click
    wrong = told ? told.breaches.length + told.faults.length : 0,
    spent = told?.bill?.points ?? 0;
  const state = !told ? "counting" : wrong ? "wrong" : "lawful";
  return html`<div class=${`army-standing ${state}`} role="status" aria-live="polite">
    <strong><span class="spent">${told?.bill ? spent : "…"}</span> of ${roster.points} ${palette.money}</strong>
    <progress max=${roster.points} value=${Math.min(spent, roster.points)} aria-label=${`${spent} of ${roster.points} spent`}></progress>
    <span class="army-verdict">${!told ? "Counting …" : wrong ? plural(wrong, "breach", "breaches") : "Lawful"}</span></div>`;
}

export function Check({ desk }) {
  const { told } = desk;
  if (!told) return html`<section class="check" aria-label="Is it lawful?"><h2>Is it lawful?</h2><p class="fine">Counting …</p></section>`;
  return html`<section class="check" aria-label="Is it lawful?"><h2>Is it lawful?</h2>
    ${desk.stale && html`<p class="notice">Counting … This is how it stood before the last change.</p>`}
    ${told.faults.length > 0 && html`<ul class="breaches">${told.faults.map((fault) => html`<li key=${fault} class="notice refused">${fault}</li>`)}</ul>`}
    ${!told.faults.length && !told.breaches.length && html`<p class="notice fine-army">It is lawful as it stands.</p>`}
    <ul class="breaches">${told.breaches.map((one, at) => html`<${BreachLine} key=${at} desk=${desk} breach=${one} />`)}</ul>
    ${told.bill && html`<${Measures} bill=${told.bill} />`}</section>`;
}

/** What is wrong with a whole list of the roster is read under the title that it has here. */
const PLACES = { character: "Characters", group: "Troops", points: "The army" };

function BreachLine({ desk, breach }) {
  const entry = breach.key && entryAt(desk.roster, breach.key),
    where = entry ? calledIn(desk.palette, entry) : (PLACES[breach.where] ?? upper(breach.where));
  return html`<li class="notice refused breach"><strong>${where}:</strong> ${breach.why}.
    <br /><span class="mend">${upper(breach.mend)}.</span>
    <span class="row"><${RuleLink} rule=${breach.rule}>Rule<//>
      ${entry && html`<button class="link" type="button" onClick=${() => desk.show(breach.key)}>Show it</button>`}</span></li>`;
}

function Measures({ bill }) {
  if (!bill.measures.length) return null;
  return html`<table class="bars measures"><caption>Allowance</caption><tbody>${bill.measures.map(
    (one, at) => html`<tr key=${at} class=${kept(one) ? "" : "wrong"}><th scope="row"><${RuleLink} rule=${one.rule}>${upper(one.name)}<//></th>
      <td>${round(one.spent)}${kept(one) ? "" : " ✗"}</td><td class="fine">${limits(one)}</td></tr>`,
  )}</tbody></table>`;
}

const round = (number) => Math.round(number * 100) / 100;
const kept = ({ spent, least, most }) => (least === null || spent >= least) && (most === null || spent <= most);
const limits = ({ least, most }) => {
  if (least !== null && least === most) return `exactly ${round(least)}`;
  return [least !== null && `at least ${round(least)}`, most !== null && `at most ${round(most)}`].filter(Boolean).join(", ");
};

// --- what can be done with it --------------------------------------------------------------------------------

const isKept = (desk) => ownRosters.value[desk.roster.name]?.text === desk.told?.text;

/** Whether another army, of this game or not, bears the name of this one. */
const another = ({ roster, told, draft }) => {
  const other = ownRosters.value[roster.name];
  return other && (other.book !== roster.rulebook || (other.text !== told?.text && draft.own !== roster.name));
};

/** Armies are kept by their names; another one with the same name stays, unless that is meant (`sure`). */
export function keep(desk, sure = false) {
  const { roster, told } = desk;
  if (another(desk) && !sure) return `Another army of yours is called ${roster.name}: give this one a name of its own.`;
  ownRosters.value = { ...ownRosters.value, [roster.name]: { book: roster.rulebook, text: told.text } };
  desk.save();
  return "";
}

/** Saves; where that would replace another army, only at the second press. */
function Save({ desk, disabled }) {
  const { roster } = desk,
    [sure, setSure] = useState(false);
  const press = () => {
    const why = keep(desk, sure);
    setSure(Boolean(why));
    if (why) desk.say(`${why.slice(0, -1)}, or press once more to replace it.`);
  };
  return html`<button disabled=${disabled || !roster.name} class=${classes(sure && "refused")} onBlur=${() => setSure(false)}
    onClick=${press}>${sure ? "Replace the other" : isKept(desk) ? "Saved" : "Save"}</button>`;
}

export function Deeds({ desk, lead, sheet, expert }) {
  const [shared, setShared] = useState({}),
    [uncopied, setUncopied] = useState(""),
    { told, roster, palette } = desk,
    read = Boolean(told?.text && desk.fresh), // not what it was before the last click
    good = Boolean(read && told.bill);
  const copy = async (text, words) => {
    const done = await copied(text);
    setUncopied(done ? "" : text);
    desk.say(done ? words : "This browser does not let pages copy; mark the text below and copy it yourself.");
  };
  const share = async () => {
    const link = await linkOf(roster.rulebook, told.text);
    setShared({ link, text: told.text });
    await copy(link, "The link is copied. It holds the whole army.");
  };
  const link = shared.text === told?.text && shared.link; // not of what it was before
  return html`<section class="deeds-of-army" aria-label="What to do with it"><h2>Take it along</h2>
    <p class="row"><button class="primary big" disabled=${!good || told.breaches.length > 0} onClick=${lead}>${desk.task ? "Hand it in for good" : "Lead it into battle"}</button></p>
    <p class="row">
      <${Save} desk=${desk} disabled=${!read} />
      <button disabled=${!good} onClick=${sheet}>Sheet and print</button>
      <button disabled=${!good} onClick=${() => copy(plainText(roster, palette.title, palette.money, told.bill), "The army is copied as text.")}>Copy as text</button>
      <button disabled=${!read} onClick=${share}>Share by link</button>
      <button onClick=${expert}>Expert view (TOML)</button></p>
    ${link && html`<label>The link<input class="shared" readonly value=${link} onFocus=${(event) => event.target.select()} /></label>`}
    ${uncopied && uncopied !== shared.link && html`<label>The army as text<textarea readonly rows="8" onFocus=${(event) => event.target.select()}>${uncopied}</textarea></label>`}</section>`;
}
