// Answers to the open question in words: by what its choices are called, by their numbers, in lists and pairs.
import { upper } from "../html.js";
import { spokenLabel } from "../choices.js";
import { chanceWords } from "../plan.js";
import { sorted } from "../own.js";
import { everybody, named, whichOf } from "./naming.js";

const NOTHING = ["nobody", "none", "nothing", "no one"];
const AT = /\s+(?:at|against|on|to)\s+|\s*(?:->|→|>)\s*/;

/** The choices of a question as they can be called: {answer, title, names}. */
export function choices(desk, question) {
  const own = desk.session.own.value;
  if (question?.kind === "choose") {
    const { enough, others } = sorted(question);
    const last = enough && { answer: enough.answer, title: enough.title };
    return [
      ...others.map((option) => choice(desk, own, option)),
      ...(last ? [{ ...last, names: [last.title, last.answer, "finish", ...NOTHING.slice(0, 1)] }] : []),
    ];
  }
  if (question?.kind === "choose_some") {
    return question.options.map((option) => {
      const source = own.sourceWords(option, question, (name) => desk.titleOf(name));
      return source ? { ...choice(desk, own, option), title: source.title } : choice(desk, own, option);
    });
  }
  return [];
}

function choice(desk, own, option) {
  const spell = own.casting(option),
    label = spell ? `${spell.title} of ${desk.titleOf(spell.who)}` : spokenLabel(desk, option);
  const title = desk.knows(option.answer) ? desk.titleOf(option.answer) : label.split(": ")[0];
  return {
    answer: option.answer,
    title,
    told: [upper(label), spell ? spell.odds : option.odds].filter(Boolean).join(", "),
    names: [title, label, desk.titled(String(option.answer)), String(option.answer)],
  };
}

/** One choice of a list by its name or number: {answer, title}, {why} if it is not clear which, or null. */
export function chosen(desk, question, text) {
  const all = choices(desk, question),
    number = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  if (number) return all[number - 1] ?? { why: `There is no choice ${number}; there are ${all.length}.` };
  const whole = named(text, all),
    found = whole.length ? whole : named(text.replace(/^(at|to|against) /, ""), all);
  return found.length > 1 ? { why: whichOf(found) } : (found[0] ?? null);
}

/** Several of a list, with commas or "and" between: {some} or {why}. */
export function several(desk, question, text) {
  const said = text.trim().toLowerCase();
  if (NOTHING.includes(said)) return { some: [] };
  if (said === "all") return { some: question.options.map((option) => option.answer) };
  const some = [];
  for (const part of text.split(/\s*,\s*|\s+and\s+/).filter(Boolean)) {
    const found = chosen(desk, question, part);
    if (found?.answer === undefined) return found ?? null;
    some.push(found.answer);
  }
  return { some };
}

// --- who does what to whom -----------------------------------------------------------------------------------

const called = (desk, id) => everybody(desk).find((one) => one.id === id) ?? { id, title: desk.titleOf(id), names: [id] };

/** "archers at orcs; riders at goblins": {given}, {why}, or null if there is no pair in it. */
export function pairs(desk, question, text) {
  if (NOTHING.includes(text.trim().toLowerCase())) return { given: {} };
  const given = {};
  for (const part of text.split(/\s*[;,]\s*|\s+and\s+/).filter(Boolean)) {
    const [who, target, ...more] = ` ${part}`.split(AT);
    if (target === undefined || more.length) return null;
    const found = pair(desk, question, who.trim(), target);
    if (found.why) return found;
    Object.assign(given, found);
  }
  return { given };
}

function pair(desk, question, who, target) {
  const actors = Object.keys(question.options).map((id) => called(desk, id)),
    found = ["", "all", "everybody"].includes(who) ? actors : members(desk, named(who, actors), who, actors);
  if (!found.length) return { why: `Who is "${who}"? There are: ${actors.map((one) => one.title).join(", ")}.` };
  const ids = [...new Set(found.flatMap((one) => question.options[one.id]))],
    aims = named(target, ids.map((id) => called(desk, id)));
  if (aims.length > 1) return { why: whichOf(aims) };
  const titles = ids.map((id) => desk.titleOf(id)).join(", ");
  if (!aims.length) return { why: `Nobody of those can be aimed at: ${target}. There are: ${titles}.` };
  const able = found.filter((one) => question.options[one.id].includes(aims[0].id));
  return Object.fromEntries(able.map((one) => [one.id, aims[0].id]));
}

/** The name of a unit stands for all its pieces that may act. */
function members(desk, found, who, actors) {
  if (found.length === 1) return found;
  const units = named(who, desk.view.value.units.map(({ id, title }) => ({ id, title, names: [title, id] })));
  const pieces = desk.view.value.pieces.filter((piece) => units.length === 1 && piece.unit === units[0].id);
  const own = actors.filter((one) => pieces.some((piece) => piece.id === one.id));
  return own.length ? own : found;
}

/** What a list or pairs would mean, before they are given: whether they may be, and what dice make of them. */
export async function judged(desk, answer) {
  const unchecked = ({ why = "It could not be checked." }) => ({ ok: false, why }),
    verdict = await desk.session.check(answer).catch(unchecked);
  const words = verdict.ok ? chanceWords(verdict.chances) : verdict.why;
  return { ok: verdict.ok, words: words && desk.titled(`${upper(words)}.`.replace(/([.!?])\.$/, "$1")) };
}

