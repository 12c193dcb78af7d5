// Orders in words: what the rulebook makes of them; tools and numbers beside the ghost; orders that lie ready.
import { upper } from "../html.js";
import { verdictWords } from "../ghost.js";
import { things } from "../picker.js";
import { placeWords } from "../words.js";
import { everybody, leading, named, whichOf, wordsOf } from "./naming.js";

const STAY = ["stay", "hold", "halt", "stand"];
const YES = ["yes", "on", "true"];

const isHandy = (maker) => Boolean(maker?.drag || maker?.aim); // there is a ghost that words can move
const isEmpty = (answer) => typeof answer === "object" && answer !== null && !Object.keys(answer).length;

/** A line that goes on with the order in the making says so: "then pivot left 30". */
const GOES_ON = /^(then|and|also)\s+/i;

/** A line without the verb that only introduces it; `strange` is a verb of another question. */
export function introduced(desk, words) {
  const own = desk.session.question.value.manner.verbs,
    all = desk.session.game.value?.verbs ?? [];
  if (own.includes(words[0])) return { words: words.slice(1), strange: false };
  return { words, strange: all.includes(words[0]) };
}

/** Whom a part of an order is about: {words} without the name, {who} if one piece of several, or {why}. */
function addressed(desk, words) {
  const { about, words: ownWords } = desk.session.question.value,
    maker = desk.hand.maker.value;
  const plain = words.length > 1 ? introduced(desk, words).words : words,
    found = leading(plain, everybody(desk).filter((one) => one.side === desk.view.value.you || one.id === about));
  if (!found || /^\d/.test(plain[0]) || ownWords.includes(plain[0])) return { words: plain };
  if (found.who.id === about) return { words: found.rest };
  if (maker?.movable(found.who.id)) return { words: found.rest, who: found.who.id };
  if (!found.rest.length && plain === words) return { words };
  return { why: `Now it is about ${desk.titleOf(about)}, not ${found.who.title}.` };
}

/** What a line makes of the order that is asked for: {draft}, {answer}, {why}, or null if it says nothing of the kind. */
export async function ordered(desk, line) {
  const more = GOES_ON.test(line),
    [first, ...rest] = line.replace(GOES_ON, "").split(/(?=\s*;|,\s+|\s+then\s)/i);
  const { words, who, why } = addressed(desk, wordsOf(first));
  if (why) return { why };
  if (!words.length) return { why: "And what shall they do? Type help for the words." };
  const said = `${more ? "then " : ""}${who ? `${who} ` : ""}${words.join(" ")}${rest.join("")}`;
  return (await told(desk, said, more || who)) || tooled(desk.hand, words) || offered(desk, words);
}

/** What the rulebook's own grammar makes of it: a ghost where there is one, otherwise an answer. */
async function told({ session, hand }, said, more) {
  const maker = hand.maker.value,
    handy = isHandy(maker),
    order = handy ? maker.answer(more ? hand.current : (maker.afresh?.(hand.current) ?? hand.current)) : null;
  const heard = await session.speak(said, order).catch(({ why }) => ({ understood: true, answer: null, why }));
  if (!heard.understood) return null;
  if (heard.answer === null) return { why: upper(`${heard.why}.`.replace(/([.!?])\.$/, "$1")) };
  const draft = handy ? maker.read(heard.answer) : null;
  return draft ? { draft } : { answer: heard.answer, label: heard.label };
}

/** A tool of the order by its label, or one of its numbers and ticks: "models that go 5". */
function tooled(hand, words) {
  const maker = hand.maker.value;
  if (!isHandy(maker)) return null;
  const tools = (maker.tools?.(hand.current) ?? []).map((tool) => ({ ...tool, names: [tool.label, tool.id] })),
    found = named(words, tools);
  if (found.length > 1) return { why: whichOf(found.map((tool) => ({ title: tool.label, names: [] }))) };
  if (found.length) return { draft: found[0].change(hand.current) };
  const controls = (maker.controls?.(hand.current) ?? []).map((control) => ({ ...control, names: [control.label] })),
    set = leading(words, controls);
  return set && controlled(hand, set.who, set.rest.join(" "));
}

function controlled(hand, control, text) {
  if (control.kind === "tick") return { draft: control.change(hand.current, YES.includes(text) || text === "") };
  const value = Number(text);
  if (control.kind === "number" && (!Number.isInteger(value) || value < control.least || value > control.most))
    return { why: `${control.label}: ${control.least} to ${control.most}.` };
  if (control.kind === "choice") {
    const option = control.options.find(([, label]) => label.toLowerCase() === text);
    return option ? { draft: control.change(hand.current, option[0]) } : null;
  }
  return { draft: control.change(hand.current, value) };
}

/** The orders that lie ready, as they can be called: the one to stay by more than its label. */
export const offers = (desk) =>
  (desk.session.question.value.suggestions ?? []).map(({ answer, label }) => {
    const title = upper(desk.titled(label));
    return { answer, title, names: isEmpty(answer) ? [title, ...STAY] : [title] };
  });

function offered(desk, words) {
  const all = offers(desk),
    number = /^\d+$/.test(words.join(" ")) ? Number(words[0]) : 0,
    found = number ? all.slice(number - 1, number) : named(words, all);
  if (found.length > 1) return { why: whichOf(found) };
  if (!found.length) return number ? { why: `There is no ready order ${number}; there are ${all.length}.` } : null;
  const [{ answer }] = found,
    draft = desk.hand.maker.value?.read?.(answer);
  return draft ? { draft } : { answer };
}

/** What the referee says of the ghost, and if it may be, where it would stand. */
export function ghostWords(desk) {
  const { hand } = desk,
    shown = hand.shown.value,
    ghosts = [...(shown?.blocks ?? []), ...(shown?.pieces ?? [])],
    lead = ghosts.find((one) => one.id === hand.draft.value?.lead) ?? ghosts[0];
  const stands = things(desk.view.value).find((one) => one.id === lead?.id),
    place = lead && placeWords(desk.view.value, lead),
    stays = stands && placeWords(desk.view.value, stands) === place;
  const then = lead && !stays ? `${lead.title} would be at ${place}.` : "";
  const verdict = upper(desk.titled(verdictWords(hand)));
  return hand.ready ? [verdict, then, "Enter gives the order."].filter(Boolean).join(" ") : `Not allowed: ${verdict}`;
}
