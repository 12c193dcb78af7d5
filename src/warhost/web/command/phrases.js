// What a part of an order says in any game: which way, how much, and the words that are left.

const WAYS = {
  forward: "forward",
  forwards: "forward",
  ahead: "forward",
  advance: "forward",
  up: "forward",
  back: "back",
  backward: "back",
  backwards: "back",
  down: "back",
  left: "left",
  right: "right",
};
const UNITS = new Set(["inch", "inches", "in", "degrees", "degree", "square", "squares", "to", "by", "at", "and", "of"]);
const STEPS = { forward: [0, 1], back: [0, -1], left: [-1, 0], right: [1, 0] }; // across, ahead

/** "pivot left 30" as {verb: "pivot", ways: ["left"], numbers: [30]}; `verb` is "" where a way says it all. */
export function phrase(words) {
  const said = { verb: "", ways: [], numbers: [], more: [] };
  for (const word of words) {
    const number = /^-?\d/.test(word) ? word.match(/-?\d+(\.\d+)?/g).map(Number) : null;
    if (number) said.numbers.push(...number);
    else if (WAYS[word]) said.ways.push(WAYS[word]);
    else if (!said.verb && !UNITS.has(word)) said.verb = word;
    else if (!UNITS.has(word)) said.more.push(word);
  }
  return said;
}

/** How far all the ways together lead, across and ahead: "forward left 2" is two of each. */
export function led({ ways, numbers }) {
  const far = numbers[0] ?? 1;
  return ways.reduce(([across, ahead], way) => [across + far * STEPS[way][0], ahead + far * STEPS[way][1]], [0, 0]);
}

export const WAY_WORDS = ["forward", "back", "left", "right"];
