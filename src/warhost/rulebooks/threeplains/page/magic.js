// Magic among the choices: whose spell an answer is about, what it is called, what dice make of it.
import { spoken, upper } from "../../html.js";

const DEEDS = /^(cast|use|keep for dispelling): (.+)$/;
const CHANCE = /^(.+), (\d+% .*)$/;

/** Who casts or uses what by this option, and how likely: {who, title, odds}; null for any other choice. */
export function casting({ answer, odds }) {
  const [, deed, named] = DEEDS.exec(answer) ?? [];
  if (!deed) return null;
  const cut = named.lastIndexOf("/");
  if (deed.startsWith("keep")) {
    const card = cut < 0 ? "a die" : upper(spoken(named.slice(cut + 1)));
    return { who: cut < 0 ? named : named.slice(0, cut), title: `Keep ${card} for dispelling`, odds: "" };
  }
  const own = (odds ?? "").split("; ")[0]; // what follows says the same of the dice as they would really fall
  const [, title, chance] = CHANCE.exec(own) ?? [];
  const name = title ?? (own || upper(spoken(named.slice(cut + 1))));
  const dice = chance && `${chance} ether ${/ 1$/.test(chance) ? "die" : "dice"}`;
  return { who: named.slice(0, cut), title: deed === "use" ? `Use: ${name}` : name, odds: dice ?? "" };
}

/** A source of dice, "Zap! of Merlin: 1 die more, 81%": what it is, and what it promises. */
export function sourceWords({ answer, label }, { titles }, titleOf) {
  const cut = answer.lastIndexOf("/");
  if (cut < 0) return null;
  const name = titles?.[answer] ?? upper(spoken(answer.slice(cut + 1)));
  const promise = /: (\d+ (?:die|dice) more, \d+%)$/.exec(label ?? "")?.[1] ?? "";
  return { title: `${name} of ${titleOf(answer.slice(0, cut))}`, odds: promise };
}
