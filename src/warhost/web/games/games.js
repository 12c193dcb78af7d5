// Which rulebooks have a small module of their own on this page; all others are played from their questions alone.
import * as magnamund from "./magnamund.js";
import * as threeplains from "./threeplains.js";

const GAMES = { magnamund, threeplains };
const PLAIN = {
  phases: [],
  instant: [],
  last: [],
  reactions: [],
  starter: null,
  hints: {},
  casting: () => null,
  verbs: {}, // words that introduce an order in words, words within one, examples of them, and what they make of a draft
  orderWords: [],
  sayings: [],
  told: () => null,
};
/** Answers that end a phase or a question, and what they are called. */
const ENOUGH = { done: "Finish this phase" };

export const gameOf = (rulebook) => ({ ...PLAIN, ...GAMES[rulebook] });

/** The option that says "enough" of a choice, with its title, and all others. */
export function sorted(question, game) {
  const titles = { ...ENOUGH, ...game.enough };
  const enough = question.options.find((option) => titles[option.answer]);
  return {
    enough: enough && { answer: enough.answer, title: titles[enough.answer] },
    others: question.options.filter((option) => option !== enough),
  };
}

/** Somebody who turns drags into the order that is asked for, or null. */
export function makerFor(rulebook, question, view) {
  return gameOf(rulebook).maker?.(question, view) ?? null;
}
