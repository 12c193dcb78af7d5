// A whole army in a link: its text, packed small, behind the # where no server sees it. And the army as plain words.
import { inFull } from "../place.js";

export const MOST = 60_000; // characters of a roster, as the server has it

const packed = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const unpacked = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function through(bytes, stream) {
  const out = new Blob([bytes]).stream().pipeThrough(stream).getReader(),
    parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await out.read();
    if (done) break;
    size += value.length;
    if (size > 4 * MOST) throw new Error("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function linkOf(book, text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return inFull(`/#/build/${encodeURIComponent(book)}?list=${packed(bytes)}`);
}

/** The text of a roster out of a link; nothing where the link was cut or altered, or no server would read it. */
export async function textOf(list) {
  try {
    const bytes = await through(unpacked(list), new DecompressionStream("deflate-raw")),
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.length > MOST ? null : text;
  } catch {
    return null;
  }
}

/** The army as one would write it into a letter. */
export function plainText(roster, title, money, bill) {
  const line = (one) =>
    `${one.models > 1 ? `${one.models} ` : ""}${one.title}${one.detail ? ` (${one.detail})` : ""}: ${one.points}`;
  return [
    roster.name,
    `${title}, ${bill.points} of ${bill.limit} ${money}`,
    ...(roster.story ? [roster.story] : []),
    "",
    ...bill.lines.map(line),
    "",
  ].join("\n");
}
