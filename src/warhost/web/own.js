// What a rulebook brings along for this page: a module of its own, fetched when one of its games is opened.
import { placed } from "./place.js";

const NOTHING = { makers: {}, casting: () => null, sourceWords: () => null };

/** Makers of orders by their form, and how some of its choices are shown. Without such a module all of it is usual. */
export async function ownOf(address) {
  return address ? { ...NOTHING, ...(await import(placed(address))) } : NOTHING;
}

export const USUAL = NOTHING;

/** The option that says "enough" of a choice, with its title, and all others. */
export function sorted({ options, manner }) {
  const titles = manner?.enough ?? {},
    enough = options.find((option) => titles[option.answer]);
  return {
    enough: enough && { answer: enough.answer, title: titles[enough.answer] },
    others: options.filter((option) => option !== enough),
  };
}
