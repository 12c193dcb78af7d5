// What a new game is asked for: armies that match each other, and the request to the server.
import { ownRosters } from "./prefs.js";

const SEED = Math.floor(Math.random() * 1e6); // one for each visit, so that a choice stays what it is

export const READY = "ready"; // the force that a scenario brings for a side

export const byChance = (book) =>
  Object.entries(book.armies).flatMap(([id, title]) =>
    [500, 1000].map((points) => [`${id}:${points}:${SEED}`, `${title}, ${points} points`]),
  );

/** Of which list an army is and how many points it may spend: one's own, a ready one, or one of chance. */
function armyOf(book, name) {
  const text = ownRosters.value[name]?.text,
    ready = book.rosters.find((one) => one.id === name),
    [army, points] = name.split(":");
  if (text) return { army: /^\s*army\s*=\s*"([^"]+)"/m.exec(text)?.[1], points: Number(/^\s*points\s*=\s*(\d+)/m.exec(text)?.[1]) };
  return ready ?? { army, points: Number(points) };
}

/** A lawful enemy of the same points: one that lies ready, of another list if possible, otherwise one of chance. */
function enemyFor(book, { army, points }) {
  const equal = book.rosters.filter((one) => one.points === points),
    ready = equal.find((one) => one.army !== army) ?? equal[0];
  return ready?.id ?? `${Object.keys(book.armies).find((id) => id !== army) ?? army}:${points}:${SEED}`;
}

/** Armies of the same points, or none, after the one of a side was chosen. */
export function matched(book, armies, side) {
  const mine = armies[side];
  if (!mine) return armies.map(() => "");
  const own = armyOf(book, mine),
    equal = (other) => (other && armyOf(book, other).points === own.points ? other : enemyFor(book, own));
  return armies.map((other, at) => (at === side ? mine : equal(other)));
}

const DAY = 86400;

/** Clocks that can be agreed on. */
export const CLOCKS = {
  "": { title: "none" },
  day: { title: "a day for each move", clock: { kind: "turn", seconds: DAY } },
  three: { title: "three days for each move", clock: { kind: "turn", seconds: 3 * DAY } },
  week: { title: "a week for each move", clock: { kind: "turn", seconds: 7 * DAY } },
  hour: { title: "an hour a side, 30 seconds more a move", clock: { kind: "side", seconds: 3600, increment: 30 } },
  half: { title: "half an hour a side, 15 seconds more a move", clock: { kind: "side", seconds: 1800, increment: 15 } },
};

/** Opponents who are people. */
export const PEOPLE = ["here", "friend"];

/** Whether the army lists are to be written one after the other. */
export const inTurn = (scenario, wish) => Boolean(wish.exchange && scenario.written_first.length && PEOPLE.includes(wish.opponent));

export function request(book, scenario, wish) {
  const computer = { kind: "computer", level: wish.level, seconds: wish.seconds };
  const other = { computer, here: { kind: "person" }, friend: { kind: "friend" }, watch: computer }[wish.opponent];
  const me = wish.opponent === "watch" ? computer : { kind: "person" };
  const exchange = inTurn(scenario, wish),
    open = exchange || (scenario.written_first.length > 0 && wish.opponent === "friend"),
    chosen = !open && wish.armies.every(Boolean),
    own = wish.armies.some((name) => ownRosters.value[name]);
  return {
    rulebook: book.id,
    scenario: scenario.id,
    options: { ...wish.options, ...(chosen && !own ? { armies: wish.armies.join(", ") } : {}) },
    ...(chosen && own ? { rosters: wish.armies.map((name) => ownRosters.value[name]?.text ?? name) } : {}),
    ...(exchange ? { exchange } : {}),
    seats: scenario.sides.map((_, side) => (side === wish.side ? me : other)),
    ...(wish.clock && wish.opponent !== "watch" && scenario.sides.length === 2 ? { clock: CLOCKS[wish.clock].clock } : {}),
  };
}
