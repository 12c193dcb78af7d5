// Dice as they fell: small in the log, and large in the tray at the edge of the table, with what they needed.
import { html, useLayoutEffect, useState, classes, upper } from "./html.js";
import { Sum } from "./sum.js";
import { RuleLink } from "./rules.js";
import { placeless } from "./telling.js";

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

const MOST_SIDES = 100;

/** Not a place that was drawn by lot: that is seen on the table. */
export const isDice = ({ sides }) => sides <= MOST_SIDES;

const MANY = 10; // more dice than this are counted by their faces in the tray

/** Each die is held against the need: so much or more if `over`, otherwise so much or less. */
function luckOf(thrown) {
  const need = thrown.need ?? null;
  if (need === null) return () => "";
  return (face) => ((thrown.over ? face >= need : face <= need) ? "met" : "missed");
}

/** "4+", "≤ 23" */
export const needWords = ({ need, over }) => (need === null || need === undefined ? "" : over ? `${need}+` : `≤ ${need}`);

/** By line, the one in which dice of it were thrown again: the later one says how many throws back the first was. */
export function thrownAgain(lines) {
  const rolled = [],
    found = new Map();
  for (const line of lines) {
    const [thrown] = line.dice ?? [];
    if (!thrown) continue;
    if (thrown.again && rolled.length >= thrown.back) found.set(rolled.at(-thrown.back), line);
    rolled.push(line);
  }
  return found;
}

/** The places of the dice that were thrown again. */
export const struckOf = (again) => again?.again ?? [];

/** A throw of which a hand changed some dice, as two: as they fell, and those that took the place of others. */
export function fellFirst(thrown) {
  const was = thrown.was ?? [],
    loose = thrown.faces.length - was.length,
    again = was.flatMap((face, at) => (face ? [loose + at] : []));
  if (!again.length) return [thrown];
  const faces = thrown.faces.map((face, at) => was[at - loose] || face);
  return [{ ...thrown, faces }, { ...thrown, faces: again.map((at) => thrown.faces[at]), again }];
}

function Die({ face, sides, met }) {
  if (sides > 6) return html`<span class=${classes("die many", met)}>${face}</span>`;
  return html`<svg class=${classes("die", met)} viewBox="-10 -10 20 20" role="img" aria-label=${String(face)}>
    <rect x="-9" y="-9" width="18" height="18" rx="4" />
    ${PIPS[face].map(([x, y]) => html`<circle cx=${x * 4.6} cy=${y * 4.6} r="1.9" />`)}
    ${met?.includes("struck") && html`<path class="strike" d="M-9 9L9-9" />`}</svg>`;
}

/** In the order in which they fell, or sorted with what succeeded first. */
export function Dice({ thrown, struck = [], sorted = false }) {
  const luck = luckOf(thrown),
    dice = thrown.faces.map((face, at) => ({ face, at, met: classes(luck(face), struck.includes(at) && "struck") }));
  const down = thrown.need === null || thrown.over ? -1 : 1;
  if (sorted) dice.sort((a, b) => down * (a.face - b.face) || a.at - b.at);
  if (sorted && dice.length > MANY) return html`<${Counted} dice=${dice} sides=${thrown.sides} />`;
  return html`<span class="dice">${dice.map(
    ({ face, at, met }, place) => html`
    <${Die} key=${at} face=${face} sides=${thrown.sides} met=${classes(met, sorted && place > 0 && dice[place - 1].face !== face && "next-face")} />`,
  )}</span>`;
}

function Counted({ dice, sides }) {
  const lots = new Map();
  for (const die of dice) lots.set(die.face, [...(lots.get(die.face) ?? []), die]);
  return html`<span class="dice">${[...lots].map(
    ([face, all]) => html`<span key=${face} class="lot"><${Die} face=${face} sides=${sides} met=${all[0].met} />× ${all.length}</span>`,
  )}</span>`;
}

// --- the tray ------------------------------------------------------------------------------------------------

/** How many succeeded, or what they make together. */
function outcome(throws) {
  const [first] = throws;
  if (first.need === null) {
    const struck = struckOf(throws[1]),
      lie = [...first.faces.filter((_, at) => !struck.includes(at)), ...(throws[1]?.faces ?? [])];
    return { large: lie.reduce((all, face) => all + face, 0), small: lie.length > 1 ? "in all" : "" };
  }
  const struck = struckOf(throws[1]),
    luck = luckOf(first);
  const kept = first.faces.filter((_, at) => !struck.includes(at)),
    met = [...kept, ...(throws[1]?.faces ?? [])].filter((face) => luck(face) === "met").length;
  return { large: met, small: `of ${first.faces.length}` };
}

/** What came of it: the first sentence after the dice. */
function effectOf(lines, line) {
  const at = lines.findLastIndex((one) => one === line || (one.step === line.step && one.text === line.text && one.rule === line.rule));
  return at < 0 ? "" : (lines.slice(at + 1).find((one) => one.text && !one.dice?.length && one.step === line.step)?.text ?? "");
}

/** The dice that fell last, until others fall. */
export function Tray({ desk }) {
  const [open, setOpen] = useState(false),
    found = desk.thrown.value,
    lies = Boolean(found);
  useLayoutEffect(() => desk.camera?.roomChanges(), [lies]); // on a phone it lies over the table
  if (!found) return null;
  const { line, first } = found,
    throws = first ? [first, line].map(({ dice }) => dice[0]) : fellFirst(line.dice[0]);
  const [begun] = throws,
    { large, small } = outcome(throws),
    need = needWords(begun),
    alone = throws.length === 1 && begun.faces.length === 1 && !need, // it says itself what it makes
    numbers = [...(first?.numbers ?? []), ...line.numbers].filter((number) => number.steps?.length);
  const effect = desk.session ? effectOf(desk.session.lines.value, line) : "";
  return html`<section class=${`tray side-${begun.side}`} aria-label="The last dice">
    <div class="tray-head">${need && html`<span class="need" title="needed">${need}</span> `}<span class="who">${desk.view.value?.sides[begun.side] ?? ""}</span> <span class="why" title=${upper(begun.purpose)}>${upper(begun.purpose)}</span>
      <span class="tray-keys"><button class="small unfold" aria-expanded=${open} onClick=${() => setOpen(!open)}>${open ? "Less" : "Why?"}</button>
      <button class="small" aria-label="Put the dice away" onClick=${() => {
        desk.thrown.value = null;
      }}>×</button></span></div>
    <div class=${classes("tray-dice", alone && "alone")} key=${`${line.step} ${line.key ?? line.text}`}>${!alone && html`<strong class="count">${large}<small> ${small}</small></strong>`}
      <span class="throws">${throws.map((thrown, at) => html`<${Dice} key=${at} thrown=${thrown} struck=${at ? [] : struckOf(throws[1])} sorted />`)}</span></div>
    ${effect && html`<p class="effect" title=${effect}>${placeless(effect)}</p>`}
    ${open && html`<div class="reasons"><p>${line.text} ${line.rule && html`<${RuleLink} rule=${line.rule}>rule<//>`}</p>
      ${numbers.map((number, at) => html`<${Sum} key=${at} number=${number} />`)}</div>`}
  </section>`;
}
