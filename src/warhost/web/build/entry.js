// One entry of an army: how many, how wide, what it carries and what each of that costs.
import { html, classes, useState, upper } from "../html.js";
import { RuleLink } from "../rules.js";
import { calledIn, changed, countIn, entriesOf, joined, kindOf, picked, picksOf, soldTo, takenIn, within } from "./draft.js";

const LONG = 12; // picks before a shelf gets a search field

export function EntryEditor({ desk, place }) {
  const { roster, palette } = desk,
    { entry, key } = place,
    kind = kindOf(palette, entry);
  const set = (part) => desk.change(changed(roster, key, part));
  return html`<div class="entry-body">
    <label>Name<input value=${entry.name} maxlength="120" placeholder=${kind?.title ?? entry.profile}
      onInput=${(event) => set({ name: event.target.value })} /></label>
    ${kind && html`<${About} palette=${palette} kind=${kind} />`}
    ${place.list === "group" && html`<div class="row">
      <${Stepper} title="Models" value=${entry.models} least=${1} most=${Math.max(kind?.size[1] ?? 100, entry.models)}
        hint=${kind && kind.size[1] > 1 ? `${kind.size[0]} to ${kind.size[1]}` : ""} set=${(models) => set({ models })} />
      ${kind?.files && html`<${Stepper} title="Files" value=${entry.files} least=${0} most=${entry.models}
        hint=${entry.files ? "wide" : "as usual"} set=${(files) => set({ files })} />`}</div>`}
    ${(kind?.offers ?? []).filter((offer) => soldTo(palette, offer, roster, entry)).map((offer, at) => html`<${OfferPicks} key=${at} desk=${desk} entry=${entry} offer=${offer} set=${set} />`)}
    <${Joins} desk=${desk} place=${place} kind=${kind} />
  </div>`;
}

/** Its values and what it is, in words. */
export function About({ palette, kind }) {
  return html`<div class="about">
    ${kind.row.length > 0 && html`<div class="scroll-x" tabindex="0" role="region" aria-label=${`Values of ${kind.title}`}><table
      class="values"><thead><tr>${palette.columns.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
      <tbody><tr>${kind.row.map((value, at) => html`<td key=${at}>${value}</td>`)}</tr></tbody></table></div>`}
    <p class="fine">${kind.notes.filter(Boolean).map((note) => `${upper(note.replace(/\.$/, ""))}.`).join(" ")}${kind.rule && html` <${RuleLink} rule=${kind.rule}>Rule<//>`}</p></div>`;
}

function Stepper({ title, value, least, most, hint, set }) {
  const to = (number) => set(Math.min(most, Math.max(least, Math.round(number) || least)));
  return html`<div class="stepper" role="group" aria-label=${title}><span>${title}</span>
    <button type="button" aria-label=${`${title}: one less`} disabled=${value <= least} onClick=${() => to(value - 1)}>−</button>
    <input type="number" inputmode="numeric" aria-label=${title} min=${least} max=${most} value=${value}
      onChange=${(event) => to(Number(event.target.value))} />
    <button type="button" aria-label=${`${title}: one more`} disabled=${value >= most} onClick=${() => to(value + 1)}>+</button>
    ${hint && html`<span class="fine">${hint}</span>`}</div>`;
}

// --- picks ---------------------------------------------------------------------------------------------------

function OfferPicks({ desk, entry, offer, set }) {
  const [words, setWords] = useState("");
  const all = picksOf(desk.palette, offer).filter((pick) => within(entry, pick)),
    taken = takenIn(entry, offer.key),
    long = all.length > LONG;
  if (!all.length) return null;
  const own = taken.filter((id) => all.some((pick) => pick.id === id)),
    [had, others] = [true, false].map((has) => all.filter((pick) => taken.includes(pick.id) === has));
  const shown = long ? [...had, ...others.filter((pick) => pick.title.toLowerCase().includes(words.toLowerCase()))] : all;
  const limit = offer.most > 1 ? html` <span class="fine">${own.length} of ${offer.most}</span>` : "";
  const take = (pick, count) => set(picked(desk.palette, entry, offer, pick.id, count));
  const one = (pick) => html`<${OnePick} key=${`${pick.id} ${pick.needs}`} desk=${desk} offer=${offer} pick=${pick}
    count=${countIn(entry, offer, pick)} take=${take} name=${`${desk.open} ${offer.title}`} />`;
  return html`<fieldset class="offer"><legend>${offer.title}${limit}</legend>
    ${long && html`<label class="hidden-label">Look for ${offer.title.toLowerCase()} (${all.length})<input type="search" value=${words}
      placeholder="a part of the name" onInput=${(event) => setWords(event.target.value)} /></label>`}
    <div class=${classes("picks", long && "shelf")}>${offer.most === 1 && !long && html`<${Nothing} offer=${offer} own=${own} name=${`${desk.open} ${offer.title}`}
      clear=${() => set(picked(desk.palette, entry, offer, "", 0))} />`}
      ${shown.map(one)}</div></fieldset>`;
}

/** None of them, where one may be taken. */
function Nothing({ offer, own, name, clear }) {
  if (offer.must) return null;
  return html`<label class="pick"><input type="radio" name=${name} checked=${!own.length} onChange=${clear} />
    <span>${upper(offer.usual || "none")}</span></label>`;
}

function OnePick({ desk, offer, pick, count, take, name }) {
  const single = offer.most === 1,
    price = priceOf(desk, offer, pick, count);
  const change = (event) => take(pick, single || event.target.checked ? 1 : 0);
  return html`<div class="pick-line"><label class=${`pick ${count ? "taken" : ""}`}>
    <input type=${single && !offer.shelf ? "radio" : "checkbox"} name=${single && !offer.shelf ? name : undefined} checked=${count > 0}
      onChange=${single && offer.shelf ? (event) => take(pick, event.target.checked ? 1 : 0) : change} />
    <span>${upper(pick.title)} ${price && html`<span class="price">${price}</span>`}
      ${pick.text && html`<span class="fine">${pick.text}</span>`}</span></label>
    ${offer.repeat > 1 && count > 0 && html`<${Stepper} title=${upper(pick.title)} value=${count} least=${1} most=${Math.max(count, offer.repeat)}
      set=${(number) => take(pick, number)} />`}</div>`;
}

/** '+4 each', or what it adds to this very entry where that hangs on the rest. */
function priceOf(desk, offer, pick, count) {
  if (pick.points !== null) return pick.points ? `${signed(pick.points)}${pick.each ? " each" : ""}` : "";
  const difference = desk.told?.prices?.[`${offer.key}:${pick.id}`];
  if (difference === undefined) return "";
  return signed(count ? -difference : difference);
}

const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

// --- company -------------------------------------------------------------------------------------------------

function Joins({ desk, place, kind }) {
  const { roster, palette, ids } = desk,
    hosts = entriesOf(roster).filter((one) => one.list === "group" && one.key !== place.key && kind?.joins.includes(one.entry.profile));
  if (!hosts.length && !place.entry.with) return null;
  const chosen = hosts.find((one) => (one.entry.id || ids[one.key]) === place.entry.with);
  return html`<label>Stands with<select value=${chosen?.key ?? ""}
    onChange=${(event) => desk.change(joined(roster, place.key, event.target.value, ids))}>
    <option value="">nobody</option>
    ${hosts.map((one) => html`<option key=${one.key} value=${one.key}>${calledIn(palette, one.entry)}</option>`)}</select></label>`;
}
