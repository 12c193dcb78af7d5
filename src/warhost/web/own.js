// What a rulebook brings along for this page: a module of its own, fetched when one of its games is opened.
import { signal } from "./html.js";
import { placed } from "./place.js";

const NOTHING = { makers: {}, casting: () => null, sourceWords: () => null };

const PAUSE = 400, // milliseconds, twice as long each time
  LONGEST_PAUSE = 8000,
  LATE = 6000; // after which it is fetched anew, as in a tunnel where nobody hangs up; each time so much longer

/** A browser fetches a module once under each name, and waits as long as that takes: so it has another one, which its
    parts bear as well. */
const renamed = (address, tries) => (tries > 1 ? address.replace(/(?=\/[^/]*$)/, `~${tries}`) : address);

const never = () => new Promise(() => {});

/** Makers of orders by their form, and how some of its choices are shown, on their way to this page. */
export class Own {
  #left = new AbortController();

  constructor() {
    this.late = signal(false); // whether it was fetched in vain so far
    this.now = () => {}; // the next attempt is made at once
    addEventListener("online", () => this.now(), { signal: this.#left.signal });
  }

  /** Fetched until it is there, or nobody waits for it any more. Without such a module all of it is usual. */
  async fetched(address, tries = 1) {
    if (!address) return NOTHING;
    const found = import(placed(renamed(address, tries))).then((own) => ({ ...NOTHING, ...own })),
      pause = Math.min(LONGEST_PAUSE, PAUSE * 2 ** (tries - 1));
    const anew = () => {
      this.late.value = true;
      return this.#left.signal.aborted ? never() : this.fetched(address, tries + 1);
    };
    return Promise.any([found, Promise.race([found, this.#after(LATE * tries)]).then((own) => own ?? anew(), () => this.#after(pause).then(anew))]);
  }

  #after(milliseconds) {
    return new Promise((done) => {
      setTimeout(done, milliseconds);
      this.now = done;
    });
  }

  close() {
    this.#left.abort();
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
