// Lines of the log, gathered: what the models of a unit did one after the other is one deed of the unit, and a blow is one
// with its dice and what it does.
import { html, upper } from "./html.js";

/** What many models do one by one, as it is said of the unit. */
const MASS = { move: "move", flee: "flee", vanish: "leave the table", appear: "take their places", face: "turn", form: "form up" };
/** What one of them does in the midst of that is part of it. */
const BESIDES = new Set(["charge", "note"]);
const NUMBERED = /-\d+$/;
/** What somebody does, with the dice for it, and what it does to others. */
const DEEDS = new Set(["shot", "blow", "spell", "check", "flee", "pursue", "lay"]),
  EFFECTS = new Set(["hurt", "fall", "heal"]);

const PICTURES = {
  turn: "M-5 7V-7H6L3-3.5 6 0H-5",
  phase: "M-5 7V-7H6L3-3.5 6 0H-5",
  end: "M-5 7V-7H6L3-3.5 6 0H-5",
  dice: "M-6-6H6V6H-6ZM-3-3h.1M3 3h.1M3-3h.1M-3 3h.1",
  check: "M-6 0L-2 4 6-5",
  failed: "M-5-5L5 5M5-5L-5 5",
  appear: "M0-6V6M-6 0H6",
  vanish: "M-6 0H6",
  move: "M-6 0H6M2-4L6 0 2 4",
  charge: "M-7-4L-3 0-7 4M-2-4L2 0-2 4M3-4L7 0 3 4",
  pursue: "M-7-4L-3 0-7 4M-2-4L2 0-2 4M3-4L7 0 3 4",
  flee: "M6 0H-6M-2-4L-6 0-2 4",
  face: "M5 3A6 6 0 1 1 5-3M5-6V-2H1",
  form: "M-6-4H6M-6 0H6M-6 4H6",
  shot: "M-3-7Q5-4 5 0T-3 7M-3-7V7M-7 0H5",
  blow: "M-6 6L6-6M-6-6L6 6M-6 2L-2 6M6 2L2 6",
  spell: "M0-7L1.8-1.8 7 0 1.8 1.8 0 7-1.8 1.8-7 0-1.8-1.8Z",
  lay: "M-6 0A6 6 0 1 0 6 0 6 6 0 1 0-6 0",
  hurt: "M0-7C-5 0-5 6 0 6S5 0 0-7Z",
  fall: "M0-7V7M-4-3H4",
  heal: "M0-6V6M-6 0H6",
  change: "M0-6L5 6H-5Z",
  note: "M-1 0H1",
};

const POINT = /(?:,? (?:to|[Aa]t))? \(\d+(?:\.\d+)?, \d+(?:\.\d+)?\)(?:, facing \d+ degrees)?/,
  // A square has a name; but where somebody came to stand on a board, and how, is seen as well.
  STAND = / (?:to|between \(\d+,\d+\) and) \(\d+,\d+\), facing \w+/g,
  ZONE = /\bx \d+ to \d+, y \d+ to \d+/;

/** A deed without its point on the table and its degrees: those are seen. */
export const placeless = (text) => text.replace(new RegExp(POINT, "g"), "").replace(STAND, "");

const NOTHING = /^\.?$/,
  AGAIN = /\b([a-z]+)(?:, \1\b)+/g; // "go, go": by way of a point; but not "Risen 2, 2.4″ nearer"

/** What is advised, without its points: if it is nothing else, it is seen on the table. */
export const advised = (text) => placeless(` ${text}`).trim().replace(AGAIN, "$1").replace(NOTHING, "as it lies on the table now");

/** What is said besides a question, without the sentences that say in figures where on the table something is. */
export const unmeasured = (text) =>
  text
    .split(/(?<=[.?!])\s+/)
    .filter((sentence) => !POINT.test(sentence) && !ZONE.test(sentence))
    .join(" ");

/** The kind of deed, as a small picture. */
export function Picture({ play }) {
  const deed = play?.deed ?? "note",
    name = deed === "check" && play.success === false ? "failed" : deed;
  return html`<svg class=${`picture of-${name}`} viewBox="-9 -9 18 18" aria-hidden="true"><path d=${PICTURES[name] ?? PICTURES.note} /></svg>`;
}

/** The unit of which a line tells what a single model did. */
function unitIn(line, units) {
  const [id, ...others] = line.play?.who ?? [];
  if (!id || others.length) return null;
  return units.get(id) ?? (NUMBERED.test(id) ? id.replace(NUMBERED, "") : null);
}

/** Lines as they come, put together to deeds. */
class Gathering {
  constructor(units) {
    Object.assign(this, { units, found: [], dice: [] }); // dice that were thrown for what is told next
  }

  take(line) {
    const deed = line.play?.deed ?? "note",
      last = this.#lastIn(line.step);
    if (this.dice.length && this.dice[0].step !== line.step) this.flush();
    if (deed === "dice") {
      if (last?.head && !this.dice.length && !last.lines.some(({ dice }) => dice?.length)) last.lines.push(line);
      else this.dice.push(line);
    } else if (last?.head && (EFFECTS.has(deed) || (deed === "note" && !line.play?.who?.length))) last.lines.push(...this.#thrown(), line);
    else if (DEEDS.has(deed)) this.found.push({ head: line, lines: [...this.#thrown(), line] });
    else {
      this.flush();
      this.#massed(line, deed, this.#lastIn(line.step));
    }
  }

  #massed(line, deed, last) {
    const unit = unitIn(line, this.units);
    if (unit && last?.unit === unit && (MASS[deed] || BESIDES.has(deed))) last.lines.push(line);
    else this.found.push(unit && MASS[deed] ? { unit, lines: [line] } : { line });
  }

  #lastIn(step) {
    const last = this.found.at(-1);
    return last?.lines?.[0].step === step ? last : null;
  }

  #thrown() {
    return this.dice.splice(0);
  }

  flush() {
    this.found.push(...this.#thrown().map((line) => ({ line })));
  }
}

/** Lines, and runs of lines that are one deed: {line}, of the models of a unit {unit, lines}, with its dice {head, lines}. */
export function gathered(lines, view) {
  const all = new Gathering(new Map((view?.pieces ?? []).map((piece) => [piece.id, piece.unit])));
  for (const line of lines) all.take(line);
  all.flush();
  return all.found.map((one) => (one.lines?.length === 1 ? { line: one.lines[0] } : one));
}

/** "Throws 37: a miss." beside the die itself is a miss. */
const FACE = /^Throws \d+: /;

/** What came of a deed: who fell, otherwise what was lost, otherwise what the dice say. */
export function cameOf({ head, lines }) {
  const after = lines.slice(lines.indexOf(head) + 1).filter(({ text }) => text),
    those = (deed) => after.filter(({ play }) => play.deed === deed);
  const told = [...["fall", "heal", "hurt"].map(those), after.filter(({ text }) => FACE.test(text))].find((some) => some.length) ?? [];
  return told.map(({ text }) => upper(text.replace(FACE, ""))).join(" ");
}

/** "Swordsmen: 12 move" */
export function massWords({ unit, lines }, desk) {
  const counts = new Map();
  for (const { play } of lines) counts.set(play.deed, (counts.get(play.deed) ?? 0) + 1);
  counts.delete("note");
  const deeds = [...counts].map(([deed, count]) => `${count} ${MASS[deed] ?? deed}`);
  return `${desk.titleOf?.(unit) ?? unit}: ${deeds.join(", ")}`;
}
