// Orders of Battle for Magnamund in words: squares and quarter turns, for a whole unit or one of its pieces.
import { WAY_WORDS, led, phrase } from "../command/phrases.js";

const FARTHEST = 60; // squares
const FACINGS = ["north", "east", "south", "west"],
  TURNS = ["turn", "face", "pivot", "wheel", "rotate"];

/** By question: words with which a player says what somebody shall do; they only introduce the name. */
export const verbs = {
  place: ["place"],
  fire: ["fire", "shoot"],
  shots: ["fire", "shoot"],
  move: ["move", "march"],
  march: ["move", "march"],
  "attack with": ["attack"],
  test: ["test"],
};

export const sayings = [
  ["4 forward", "squares; the others of the unit go the same way as far as they can"],
  ["forward left 2", "two squares aslant"],
  ["left 3, back 2", "squares to that side; the shortest way is found"],
  ["turn left, turn about", "a quarter, or half a turn"],
  ["face north", "north is up the board"],
  ["to 9,12", "the leading piece to that column and row"],
  ["spearmen-3 2 forward", "one piece alone"],
];
export const orderWords = [...WAY_WORDS, "turn", "about", "face", "to", ...FACINGS];

/** What words make of a draft: {draft}, {why} if they make nothing of it, null if they say nothing of the kind. */
export function told(maker, draft, parts, more, who) {
  const goesOn = more || maker.begins || who;
  let now = goesOn ? draft : { ...maker.start(), whole: draft.whole };
  if (who) now = { ...now, lead: who, whole: false, ...(!more && now.paths && { paths: without(now.paths, who) }) };
  for (const words of parts) {
    const found = one(maker, now, words);
    if (!found?.draft) return found;
    now = found.draft;
  }
  return { draft: { ...now, whole: draft.whole } };
}

const without = (paths, who) => Object.fromEntries(Object.entries(paths).filter(([name]) => name !== who));

function one(maker, draft, words) {
  const said = phrase(words);
  const compass = FACINGS.findIndex((name) => words.includes(name));
  if (said.verb === "about" || TURNS.includes(said.verb) || compass >= 0) return turning(maker, draft, said, compass);
  if (said.verb) return null;
  if (said.numbers.length === 2 && !said.ways.length) return stepped(maker, draft, placed(maker, draft), said.numbers);
  if (!said.ways.length || said.numbers.length > 1) return null;
  if (draft.paths && String(said.ways) === "forward") return marched(maker, draft, said.numbers[0] ?? 1);
  const from = placed(maker, draft),
    [dx, dy] = onBoard(led(said), facingOf(maker, draft));
  return stepped(maker, draft, from, [from[0] + dx, from[1] + dy]);
}

const placed = (maker, draft) => (draft.at ? draft.at[draft.lead] : maker.at(draft, draft.lead).squares.at(-1));
const facingOf = (maker, draft) => "NESW".indexOf(draft.at ? maker.facing : maker.at(draft, draft.lead).facing);

/** From how a piece looks (across, ahead) to columns and rows. */
const onBoard = ([across, ahead], facing) =>
  [
    [across, ahead],
    [ahead, -across],
    [-across, -ahead],
    [-ahead, across],
  ][facing];

/** Straight on, be it possible or not: the referee has the better reason. */
function marched(maker, draft, far) {
  const path = `${draft.paths[draft.lead] ?? ""}${"F".repeat(Math.min(Math.max(Math.round(far), 0), FARTHEST))}`;
  return { draft: maker.led(draft, draft.lead, path) };
}

function stepped(maker, draft, from, to) {
  const found = maker.drag(draft, draft.lead, from, to);
  return found ? { draft: found } : { why: "There is no way to that square." };
}

function turning(maker, draft, said, compass) {
  if (!maker.turn) return { why: "They face as the encounter has it." };
  const about = [said.verb, ...said.more].some((word) => ["about", "around", "round"].includes(word));
  const sideways = said.ways.includes("left") ? 3 : 1;
  const quarters =
    compass >= 0
      ? (compass - facingOf(maker, draft) + 4) % 4
      : about || said.ways.includes("back")
        ? 2
        : sideways * Math.max(1, Math.round((said.numbers[0] ?? 90) / 90));
  let now = draft;
  for (let turn = 0; turn < quarters % 4; turn++) now = maker.turn(now, 90);
  return { draft: now };
}
