// Orders of Three Plains in words: how far, which way, how to turn, how wide the front; in inches and degrees.
import { away, fromFrame, turned } from "../formation.js";
import { WAY_WORDS, led, phrase } from "../command/phrases.js";

const INCH = 1000;
const TURNS = ["pivot", "wheel", "turn", "face", "rotate"],
  ABOUT = ["flip", "about"],
  FRONTS = ["front", "files", "wide"];
const OWN_ORDER = "A shift sideways or back is an order of its own: nothing goes before or after it.",
  AT_THE_END = "Turning about comes last in an order.";

/** By question: words with which a player says what somebody shall do; they only introduce the name. */
export const verbs = {
  deploy: ["place", "deploy"],
  place: ["place", "deploy"],
  charges: ["charge"],
  move: ["move", "march"],
  shooter: ["shoot", "fire"],
  target: ["shoot", "fire"],
  check: ["check"],
};

export const sayings = [
  ["4 forward", "inches straight ahead"],
  ["left 30 4", "4 inches on, 30 degrees to the left; a group turns that way"],
  ["left 3, back 2", "shift without turning: for groups an order of its own, with a check"],
  ["pivot left 30", "or wheel, turn: degrees about the middle of the front"],
  ["flip", "turn about"],
  ["front 6", "so many models wide"],
  ["to 30.5 22", "to a point: inches from the left and up the table"],
  ["4 forward, pivot left 30", "one thing after the other"],
];
export const orderWords = [...WAY_WORDS, ...TURNS.slice(0, 4), "flip", "front", "narrow", "to"];

/** What words make of a draft: {draft}, {why} if they make nothing of it, null if they say nothing of the kind. */
export function told(maker, draft, parts, more) {
  const goesOn = more || maker.begins || draft.split || draft.merge || draft.places;
  let now = goesOn ? draft : { ...maker.start(), first: draft.first ?? [] };
  for (const words of parts) {
    const found = one(maker, now, words);
    if (!found?.draft) return found;
    now = found.draft;
  }
  return { draft: now };
}

const made = (draft, why) => (draft ? { draft } : { why });

function one(maker, draft, words) {
  const said = phrase(words);
  if (TURNS.includes(said.verb) && maker.turn && !said.more.some((word) => ["about", "around", "round"].includes(word)))
    return turning(maker, draft, said);
  if (ABOUT.includes(said.verb) || (TURNS.includes(said.verb) && said.more.length)) return about(maker, draft);
  if (FRONTS.includes(said.verb)) return fronting(maker, draft, said);
  if (said.verb === "narrow" && maker.pose) return { draft: { ...draft, narrow: true } };
  if (said.verb) return null;
  if (words.includes("to") || words.includes("at")) return pointed(maker, draft, said);
  return said.ways.length ? going(maker, draft, said) : null;
}

function turning(maker, draft, { ways, numbers }) {
  if (ways.includes("back")) return about(maker, draft);
  if (!ways.length && !numbers.length) return { why: "Turn left or right, and by how many degrees? pivot left 30" };
  const degrees = numbers[0] ?? 90;
  return made(maker.turn(draft, ways.includes("left") ? -degrees : degrees), "It cannot turn.");
}

/** A group turns about on its own ground; whoever may face anywhere simply looks the other way. */
function about(maker, draft) {
  const flips = maker.pose && !maker.single && !draft.split && !draft.merge && !draft.places;
  if (flips) return { draft: { ...draft, last: ["flip"] } };
  return maker.turn ? made(maker.turn(draft, 180), "It cannot turn.") : null;
}

function fronting(maker, draft, { numbers }) {
  if (!maker.widen) return { why: "Its front cannot be changed." };
  const [least, most] = maker.question.order?.files ?? [1, "as many as there are"];
  return made(maker.widen(draft, numbers[0]), `Its front can be ${least} to ${most} models wide: front ${least}`);
}

/** To a point of the table, in inches. */
function pointed(maker, draft, { numbers }) {
  if (numbers.length !== 2) return null;
  const point = numbers.map((part) => Math.round(part * INCH));
  if (maker.pose) return legged(maker, draft, point);
  if (draft.at) return { draft: { ...draft, at: point } };
  return draft.middle ? { draft: { ...draft, middle: point } } : null;
}

function going(maker, draft, said) {
  if (!maker.nudge) return null;
  if (said.ways.includes("forward") && !said.numbers.length) return { why: "How far? 4 forward" };
  const marches = maker.pose && !draft.split && !draft.merge && !draft.places;
  if (!marches) return nudged(maker, draft, said);
  const { front, facing } = maker.pose(draft);
  if (said.numbers.length === 2) {
    const [degrees, far] = said.numbers;
    const way = turned(facing, degrees * (said.ways.includes("left") ? -100 : 100));
    return legged(maker, draft, away(front, way, 0, far * INCH));
  }
  const [across, ahead] = led(said).map((part) => part * INCH),
    point = away(front, facing, across, ahead);
  if (maker.single || (ahead > 0 && !across)) return legged(maker, draft, point);
  if (draft.legs.length || draft.facing !== null) return { why: OWN_ORDER };
  return { draft: { ...draft, sideways: true, legs: [point] } };
}

/** What is put somewhere, or parts and single models, by inches as it looks. */
function nudged(maker, draft, said) {
  const facing = draft.facing ?? maker.block?.facing ?? 0;
  const by = fromFrame(led(said).map((part) => part * INCH), facing);
  return made(maker.nudge(draft, ...by.map(Math.round)), "It cannot be moved.");
}

/** One leg more; a group that has turned goes on where it looks, which is a leg in that direction. */
function legged(maker, draft, point) {
  if (draft.sideways) return { why: OWN_ORDER };
  if (draft.last) return { why: AT_THE_END };
  return { draft: { ...draft, legs: [...draft.legs, point], facing: maker.single ? draft.facing : null } };
}
