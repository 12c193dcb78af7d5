// Looking at the table in words: where somebody is, who is near, what has happened, what can be done.
import { upper } from "../html.js";
import { things } from "../picker.js";
import { placeOf } from "../keys.js";
import { asText } from "../log.js";
import { otherWords } from "../outlook.js";
import { phaseWords } from "../phase.js";
import { bearing, placeWords } from "../words.js";
import { everybody, named, whichOf } from "./naming.js";

const SOME = 4,
  NEAREST = 3,
  MOST_LINES = 40;

/** The pieces that a name stands for, {pieces, title}, or {why}. Without a name it is whoever is asked about. */
function meant(desk, text) {
  const about = desk.session.question.value?.about || desk.selected.value;
  const found = text ? named(text, everybody(desk)) : everybody(desk).filter((one) => one.id === about);
  if (!found.length) return { why: text ? `Nobody here is called "${text}".` : "Whom do you mean?" };
  if (found.length > 1) return { why: whichOf(found) };
  const [{ id, title }] = found;
  return { title, pieces: things(desk.view.value).filter((piece) => piece.id === id || piece.unit === id) };
}

export function where(desk, text) {
  const view = desk.view.value,
    { title, pieces, why } = meant(desk, text);
  if (why) return [why];
  if (!pieces.length) {
    const host = view.blocks.find((block) => block.bases.some((base) => base.title === title));
    return [host ? `${title} is with ${host.title}.` : `${title} is not on the table.`];
  }
  desk.find(pieces[0].id);
  const lines = pieces.slice(0, SOME).map((piece) => {
    const states = piece.marks.length ? ` ${upper(piece.marks.join(", "))}.` : "";
    return `${piece.title}: ${placeWords(view, piece)}.${states}`;
  });
  return pieces.length > SOME ? [...lines, `And ${pieces.length - SOME} more.`] : lines;
}

// --- who is near ---------------------------------------------------------------------------------------------

const far = (a, b) => {
  const [[x, y], [u, v]] = [placeOf(a), placeOf(b)];
  return Math.hypot(x - u, y - v);
};

/** On a board, those of its own unit are no news to a piece. */
const fellow = (other, piece) => Boolean(piece.squares && other.unit === piece.unit);

/** From where somebody stands, or from where the order in the making would leave him. */
export async function near(desk, text) {
  const { pieces, title, why } = meant(desk, text);
  if (why || !pieces.length) return [why ?? `${title} is not on the table.`];
  const { piece, order } = asOrdered(desk, pieces[0]);
  const look = (what, to) =>
    desk.session.look(what, piece.id, to, order).catch((failed) => ({ ok: false, why: failed.why }));
  const outlook = await look("outlook", null);
  if (!outlook.ok) return [upper(outlook.why)];
  const others = things(desk.view.value)
    .filter((other) => other.id !== piece.id && placeOf(other))
    .sort((a, b) => far(piece, a) - far(piece, b));
  const foes = others.filter((other) => other.side !== piece.side).slice(0, NEAREST),
    friends = others.filter((other) => other.side === piece.side && !fellow(other, piece)).slice(0, NEAREST);
  const said = [order ? `From where ${piece.title} would stand:` : `Near ${piece.title}:`],
    refusals = new Set();
  for (const other of [...foes, ...friends]) {
    const measured = await look("distance", other.id),
      seen = outlook.others.find((one) => one.id === other.id);
    if (!measured.ok) refusals.add(upper(measured.why));
    said.push(nearWords(desk, piece, other, measured.ok ? measured.text : "", seen));
  }
  return [...said, ...refusals];
}

function asOrdered(desk, piece) {
  const { hand } = desk,
    shown = hand.draft.value && hand.shown.value,
    ghost = [...(shown?.blocks ?? []), ...(shown?.pieces ?? [])].find((one) => one.id === piece.id);
  return ghost ? { piece: ghost, order: hand.said(hand.draft.value) } : { piece, order: null };
}

function nearWords(desk, piece, other, distance, seen) {
  const whose = other.side === piece.side ? "friend" : "enemy";
  const { distance: known, ...sight } = seen ?? {}; // it is said once
  const place = [whose, distance, bearing(piece, other)].filter(Boolean).join(", ");
  return `${other.title}, ${place}.${seen ? ` ${desk.titled(otherWords(sight, desk.view.value.table))}` : ""}`;
}

// --- what has happened ---------------------------------------------------------------------------------------

export function log(desk, text) {
  const count = Math.min(Number(text) || 5, MOST_LINES),
    lines = desk.session.lines.value.filter((line) => line.text).slice(-count);
  return lines.length ? asText(lines).split("\n") : ["Nothing has happened yet."];
}

export function dice(desk) {
  const thrown = desk.session.lines.value.filter((line) => line.dice?.some((one) => one?.faces?.length)).slice(-NEAREST);
  const words = thrown.map((line) => ({ ...line, text: upper(line.text || line.dice[0].purpose) }));
  return thrown.length ? asText(words).split("\n") : ["No dice have been thrown yet."];
}

export function phase(desk) {
  const { session } = desk,
    state = session.state.value;
  if (state?.result) return [upper(state.result.why)];
  const sides = desk.view.value.sides,
    others = (state?.waiting ?? []).map((one) => sides[one.side]).filter(Boolean);
  const waiting = session.question.value ? "You are asked." : others.length ? `Waiting for ${others.join(" and ")}.` : "";
  return [`${phaseWords(desk)}.`, waiting].filter(Boolean);
}

