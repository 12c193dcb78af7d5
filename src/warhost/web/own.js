// What a rulebook brings along for this page: a module of its own, fetched when one of its games is opened.
import { placed } from "./place.js";

const NOTHING = { makers: {}, casting: () => null, sourceWords: () => null };

const PAUSE = 400, // milliseconds, twice as long each time
  LONGEST_PAUSE = 8000,
  LATE = 6000; // after which it is fetched anew, as in a tunnel where nobody hangs up

const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A browser fetches a module once under each name, and waits as long as that takes: so it has another one, which its
    parts bear as well. */
const renamed = (address, tries) => (tries > 1 ? address.replace(/(?=\/[^/]*$)/, `~${tries}`) : address);

/** Makers of orders by their form, and how some of its choices are shown. Without such a module all of it is usual. It is
    fetched until it is there. */
export async function ownOf(address, tries = 1) {
  if (!address) return NOTHING;
  const found = import(placed(renamed(address, tries))).then((own) => ({ ...NOTHING, ...own })),
    anew = () => ownOf(address, tries + 1);
  return Promise.any([
    found,
    Promise.race([found, after(LATE)]).then((own) => own ?? anew(), () => after(Math.min(LONGEST_PAUSE, PAUSE * 2 ** (tries - 1))).then(anew)),
  ]);
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
