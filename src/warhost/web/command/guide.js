// What can be said here: all words with what they mean, and the choices of the open question.
import { plainText } from "../questions.js";
import { choices } from "./answers.js";
import { offers } from "./ordering.js";

export const NO_QUESTION = "Nothing is asked of you now.";
const ANSWERS = [
  "Answer a question with the name or number of a choice; its beginning is enough.",
  "Several of a list: with commas between. Who at whom: archers at orcs; riders at goblins.",
];
const SECOND_ENTER =
  "An order is shown and judged first; Enter on the empty line gives it. A line that begins with then goes on with it.";
const LOOKS = [
  ["where …", "where somebody is and how he faces"],
  ["who is near …", "the nearest enemies and friends: how far, on which side, whether they are seen"],
  ["what can I do", "what is asked, and all choices by number"],
  ["phase", "whose turn it is, and which phase"],
  ["log 5", "the last things that happened"],
  ["dice", "the last dice"],
  ["undo, hint, reset", "take back; the tactician's advice; the order from the start"],
];

export function help(desk) {
  const asked = desk.session.question.value?.sayings ?? [],
    sayings = asked.length ? asked : (desk.session.game.value?.sayings ?? []),
    line = ([words, meaning]) => `${words}: ${meaning}.`,
    orders = sayings.length ? ["Orders, with or without a name before them:", ...sayings.map(line)] : [];
  return [...ANSWERS, ...LOOKS.map(line), ...orders, SECOND_ENTER];
}

/** What is asked, and every choice there is, by its number where it has one. */
export function options(desk) {
  const question = desk.session.question.value;
  if (!question) return [NO_QUESTION];
  const numbered = (one, at) => `${at + 1}: ${one.told || one.title}`;
  const found = { assign: targets, order: orders }[question.kind] ?? (() => choices(desk, question).map(numbered));
  return [plainText(question, desk.view.value), ...found(desk, question, numbered)];
}

function targets(desk, question, numbered) {
  const names = (ids) => ids.map((id) => desk.titleOf(id)).join(" or "),
    who = Object.entries(question.options).map(([actor, ids]) => `${desk.titleOf(actor)} at ${names(ids)}`);
  return [...assignments(desk).map(numbered), ...who, question.none_allowed && "Or nobody."];
}

/** The ready assignments in which somebody does something. */
export const assignments = (desk) => offers(desk).filter((one) => Object.keys(one.answer).length);

function orders(desk, question, numbered) {
  const { hand } = desk,
    tools = (hand.maker.value?.tools?.(hand.current) ?? []).map((tool) => tool.label);
  return [...offers(desk).map(numbered), tools.length && `Also: ${tools.join(", ")}.`];
}
