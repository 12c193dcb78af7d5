// What a rulebook brings along for this page: a module of its own, fetched when one of its games is opened.
import { placed } from "./place.js";

const NOTHING = { makers: {}, casting: () => null, sourceWords: () => null };

const TRIES = 7,
  PAUSE = 400; // milliseconds, twice as long each time

/** Makers of orders by their form, and how some of its choices are shown. Without such a module all of it is usual. */
export async function ownOf(address, tries = 1) {
  if (!address) return NOTHING;
  try {
    return { ...NOTHING, ...(await import(placed(tries > 1 ? `${address}?${tries}` : address))) }; // what failed is not fetched again under its name
  } catch (failed) {
    if (tries === TRIES) throw failed;
    await new Promise((done) => setTimeout(done, PAUSE * 2 ** (tries - 1)));
    return ownOf(address, tries + 1);
  }
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
