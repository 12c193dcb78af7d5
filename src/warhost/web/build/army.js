// The two lists of the builder: what the army list offers, and what the army has of it.
import { html, useState, plural, upper } from "../html.js";
import { About, EntryEditor } from "./entry.js";
import { added, calledIn, countIn, duplicated, entriesOf, kindOf, removed, picksOf } from "./draft.js";

export function Offers({ desk }) {
  const { palette, roster } = desk,
    sections = [...new Set(palette.kinds.map((kind) => kind.section))];
  return html`<section class="offers" aria-label="What may be taken"><h2>Add</h2>
    <p class="fine">${palette.text}</p>
    ${sections.map((section) => html`<div key=${section}><h3>${section}</h3><ul class="kinds">${palette.kinds
      .filter((kind) => kind.section === section)
      .map((kind) => html`<${KindLine} key=${kind.profile} desk=${desk} kind=${kind} roster=${roster} />`)}</ul></div>`)}</section>`;
}

function KindLine({ desk, kind, roster }) {
  const [open, setOpen] = useState(false);
  const list = kind.character ? "character" : "group",
    own = roster[list].filter((entry) => entry.profile === kind.profile),
    number = own.reduce((sum, entry) => sum + (entry.models ?? 1), 0);
  const add = () => {
    const { roster: more, key } = added(roster, kind);
    desk.change(more, key);
    desk.say(`${kind.title} added.`);
  };
  return html`<li><div class="kind-line"><button class="line-name" type="button" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>
      <strong>${kind.title}</strong>
      <span class="fine">${priceWords(kind, desk.palette.money)}${kind.most ? `, up to ${kind.most}` : ""}</span></button>
      ${own.length > 0 && html`<span class="chip" title="in your army">${number}</span>`}
      <button type="button" class="add" aria-label=${`Add ${kind.title}`} onClick=${add}>+</button></div>
    ${open && html`<${About} palette=${desk.palette} kind=${kind} />`}</li>`;
}

function priceWords({ points, each, start }, money) {
  if (each !== null && start.models > 1) return `${points} ${money} for ${start.models}, ${each} each`;
  return `${points} ${money}${start.models > 1 ? ` for ${start.models}` : ""}`;
}

// --- the army ------------------------------------------------------------------------------------------------

export function Army({ desk }) {
  const places = entriesOf(desk.roster);
  const part = (title, list) => {
    const own = places.filter((place) => place.list === list);
    return own.length > 0 && html`<h3>${title}</h3><ul class="entries">${own.map(
      (place) => html`<${EntryLine} key=${place.key} desk=${desk} place=${place} />`,
    )}</ul>`;
  };
  return html`<section class="army" aria-label="Your army"><h2>Your army</h2>
    ${!places.length && html`<p class="notice">Nobody serves in it yet. Add characters and troops from the list.</p>`}
    ${part("Characters", "character")}${part("Troops", "group")}</section>`;
}

function EntryLine({ desk, place }) {
  const { key, entry } = place,
    open = desk.open === key,
    cost = desk.told?.entries.find((one) => one.key === key)?.points,
    wrong = (desk.told?.breaches ?? []).filter((one) => one.key === key);
  const called = calledIn(desk.palette, entry);
  const leave = () => {
    desk.change(removed(desk.roster, key), null);
    desk.say(`${called} removed.`);
  };
  return html`<li class=${`entry ${open ? "open" : ""} ${wrong.length ? "wrong" : ""}`} data-key=${key}>
    <div class="entry-line"><button class="line-name" type="button" aria-expanded=${String(open)} onClick=${() => desk.show(open ? null : key)}>
      <strong>${entry.models > 1 ? `${entry.models} ` : ""}${called}</strong>
      <span class="fine">${summary(desk.palette, entry)}</span>
      ${wrong.map((one, at) => html`<span class="wrong-words" key=${at}>${upper(one.why)}</span>`)}</button>
      <span class="cost">${cost ?? "…"}</span></div>
    ${open && html`<${EntryEditor} desk=${desk} place=${place} />
      <p class="row"><button type="button" onClick=${() => desk.change(duplicated(desk.roster, key))}>Duplicate</button>
        <button type="button" onClick=${leave}>Remove</button>
        <button type="button" class="primary" onClick=${() => desk.show(null)}>Done</button></p>`}</li>`;
}

/** What it is and what was bought for it. */
function summary(palette, entry) {
  const kind = kindOf(palette, entry);
  const bought = (kind?.offers ?? []).flatMap((offer) =>
    picksOf(palette, offer)
      .map((pick) => [pick, countIn(entry, offer, pick)])
      .filter(([, count]) => count)
      .map(([pick, count]) => (count > 1 ? pick.many.replace("{}", count) || `${count} × ${pick.title}` : pick.title)),
  );
  const own = entry.name ? [kind?.title ?? entry.profile] : [];
  return [...new Set([...own, ...bought])].join(", ") || (kind ? plural(entry.models ?? 1, "model") : "not in this list");
}
