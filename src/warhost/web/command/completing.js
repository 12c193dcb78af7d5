// How a line that is being typed could go on.
import { choices } from "./answers.js";
import { everybody, named } from "./naming.js";
import { offers } from "./ordering.js";

const MOST = 7;
const FIXED = ["help", "what can I do", "phase", "log 5", "dice", "undo", "hint", "reset"],
  OF_SOMEBODY = ["where", "who is near"];

/** Whole lines that could be meant, then the line with its last word completed. */
export function completed(desk, text) {
  const typed = text.trimStart();
  if (!typed) return [];
  const lines = whole(desk).map((line) => ({ line, names: [line] })),
    found = [...named(typed, lines).map((one) => one.line), ...lastWord(desk, typed)];
  const fresh = [...new Set(found)].filter((line) => line.toLowerCase() !== typed.trim().toLowerCase());
  return fresh.slice(0, MOST);
}

function whole(desk) {
  const question = desk.session.question.value,
    tools = question?.kind === "order" ? (desk.hand.maker.value?.tools?.(desk.hand.current) ?? []) : [];
  const titles = choices(desk, question).map((one) => one.title);
  const actors = question?.kind === "assign" ? Object.keys(question.options).map((id) => desk.titleOf(id)) : [];
  return [
    ...titles,
    ...actors.map((title) => `${title} at`),
    ...(question?.kind === "order" ? [...question.sayings.map(([words]) => words), ...tools.map((tool) => tool.label)] : []),
    ...(question?.suggestions ? offers(desk).map((one) => one.title) : []),
    ...FIXED,
    ...(question?.manner.verbs ?? []).flatMap((verb) => titles.map((title) => `${verb} ${title}`)),
    ...OF_SOMEBODY.flatMap((look) => everybody(desk).map((one) => `${look} ${one.title}`)),
  ];
}

/** Words within an order, and names after "at". */
function lastWord(desk, typed) {
  const [, before, last] = /^(.*\s)(\S+)$/.exec(typed) ?? [];
  if (!last || /\d$/.test(last)) return [];
  const ownWords = desk.session.question.value?.words ?? [],
    names = /\s(?:at|against|on)\s$/.test(before) ? everybody(desk).map((one) => one.title) : [];
  return [...ownWords, ...names]
    .filter((word) => word.toLowerCase().startsWith(last.toLowerCase()))
    .map((word) => `${before}${word}`);
}
