// Who or what is meant by a few typed words: their beginnings are enough where nothing else begins like that.
import { spoken } from "../html.js";
import { things } from "../picker.js";

const ARTICLES = new Set(["the", "a", "an", "my"]);
const NEVER = 9;

/** The words of a text as they are compared: small letters, no articles, no marks around them. */
export const wordsOf = (text) =>
  spoken(text)
    .toLowerCase()
    .split(/[\s,;:()"“”«»]+/)
    .map((word) => word.replace(/^[.!?'’]+|[.!?'’]+$/g, ""))
    .filter((word) => word && !ARTICLES.has(word));

/** How well typed words fit a name: 0 it is the name, 1 its beginning, 2 beginnings of some of its words. */
function fit(typed, name) {
  const own = wordsOf(name);
  if (!typed.length) return NEVER;
  if (typed.join(" ") === own.join(" ")) return 0;
  if (own.join(" ").startsWith(typed.join(" "))) return 1;
  let at = 0;
  for (const word of typed) {
    while (at < own.length && !own[at].startsWith(word)) at++;
    if (at++ >= own.length) return NEVER;
  }
  return 2;
}

/** Those that fit best: each has `names`, the one players use first; names of the rules count a little less. */
export function named(typed, candidates) {
  const words = Array.isArray(typed) ? typed : wordsOf(typed);
  const scored = candidates.map((one) => [
    Math.min(...one.names.map((name, at) => fit(words, name) + (at ? 0.5 : 0))),
    one,
  ]);
  const best = Math.min(...scored.map(([score]) => score));
  return best < NEVER ? scored.filter(([score]) => score === best).map(([, one]) => one) : [];
}

/** Whether one of the names is exactly that. */
export const exactly = (typed, candidates) =>
  candidates.find((one) => one.names.some((name) => fit(wordsOf(typed), name) === 0)) ?? null;

/** Whom a line begins with, by as many of its words as name one alone, and what else it says; null if nobody. */
export function leading(words, candidates) {
  for (let count = words.length; count > 0; count--) {
    const found = named(words.slice(0, count), candidates);
    if (found.length === 1) return { who: found[0], rest: words.slice(count) };
  }
  return null;
}

/** Everybody on the table, and every unit. */
export function everybody(desk) {
  const view = desk.view.value,
    all = new Map([...view.units, ...things(view)].map((one) => [one.id, one]));
  return [...all.values()].map(({ id, title, side }) => ({ id, title, side, names: [title, id] }));
}

export const whichOf = (found) => `Which of these: ${found.map((one) => one.title ?? one.names[0]).join(", ")}?`;
