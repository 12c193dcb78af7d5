// What the words on a piece's card mean: asked of the server as the card is opened.
import { html, signal, useEffect } from "./html.js";
import { sideSheet } from "./sheet.js";

const known = signal({}); // {the address of a sheet: its terms}

async function ask(address) {
  const reply = await fetch(address, { headers: { Accept: "application/json" } });
  if (reply.ok) known.value = { ...known.value, [address]: (await reply.json()).terms };
}

const LETTER = "[\\p{L}\\p{N}]",
  within = (name) => new RegExp(`(?<!${LETTER})${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!${LETTER})`, "iu");

/** The terms that are named there; "spear" is not meant where it only stands in "long spear". */
export function termsIn(words, terms) {
  const text = words.join("\n"),
    named = terms.filter(({ name }) => within(name).test(text)),
    longer = (name) => named.filter((other) => other.name.length > name.length && within(name).test(other.name));
  return named.filter(({ name }) => within(name).test(longer(name).reduce((rest, other) => rest.replace(new RegExp(within(other.name), "giu"), ""), text)));
}

/** Each word unfolds to what it means. */
export function Meanings({ game, side, words }) {
  const address = sideSheet(game, side);
  useEffect(() => {
    ask(address).catch(() => {}); // what was unknown yet may be known now
  }, [address]);
  const named = termsIn(words, known.value[address] ?? []);
  if (!named.length) return null;
  return html`<div class="meanings" role="group" aria-label="What the words mean">${named.map(({ name, text }) => html`<details key=${name}>
    <summary>${name}</summary><p class="fine">${text}</p></details>`)}</div>`;
}
