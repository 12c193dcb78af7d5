// Which rulebooks have a small module of their own on this page; all others are played from their questions alone.
import * as magnamund from "./magnamund.js";
import * as threeplains from "./threeplains.js";

const GAMES = { magnamund, threeplains };
const PLAIN = { phases: [], instant: [], starter: null, hints: {} };

export const gameOf = (rulebook) => ({ ...PLAIN, ...GAMES[rulebook] });

/** Somebody who turns drags into the order that is asked for, or null. */
export function makerFor(rulebook, question, view) {
  return gameOf(rulebook).maker?.(question, view) ?? null;
}
