// What a visitor likes, and the seats he holds; kept in this browser only.
import { signal, effect } from "./html.js";

/** A wish that outlives the page. Other tabs keep theirs in the same place: what one of them writes all know, or the
    next to write would put back what it read when it was opened, and a seat taken meanwhile would be lost. */
export function kept(name, usual) {
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? usual;
    } catch {
      return usual;
    }
  };
  const found = signal(read());
  effect(() => {
    try {
      localStorage.setItem(name, JSON.stringify(found.value));
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  addEventListener("storage", ({ key }) => {
    if (key === name) found.value = read();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) found.value = read(); // whoever was put away has not heard the others
  });
  return found;
}

/** How much the table says by itself: Guided shows hints, Normal does not, Referee-light hides explanations too. */
export const PRESETS = ["guided", "normal", "light"];
export const preset = kept("warhost.preset", "guided");
export const theme = kept("warhost.theme", "auto");
export const stillness = kept("warhost.still", "auto");
/** How the table lies: "mine" with one's own side below, "fixed" always the same way. */
export const lies = kept("warhost.lies", "mine");
/** Whether a ghost shows what it would see. */
export const sightlines = kept("warhost.sightlines", true);
export const dismissed = kept("warhost.dismissed", []);

/** {game id: {title, rulebook, seats: [{side, token}], at}} */
/** The lesson that is under way: {book, title, steps, at, game}. */
export const lesson = kept("warhost.lesson", null);
export const seats = kept("warhost.seats", {});

export function remember(game, entry) {
  seats.value = { ...seats.value, [game]: { ...seats.value[game], ...entry } };
}

/** A token that the server does not know is of no use. */
export function giveUp(game, token) {
  if (seats.value[game]?.seats) remember(game, { seats: seats.value[game].seats.filter((seat) => seat.token !== token) });
}

/** {name: {book, text}}: rosters of this visitor. */
export const ownRosters = kept("warhost.rosters", {});

/** {game and seat: [{from, to} or {at}]}: what was drawn on the table for one's own eyes. */
export const sketches = kept("warhost.sketches", {});

export function forget(game) {
  const { [game]: gone, ...rest } = seats.value;
  seats.value = rest;
  sketches.value = Object.fromEntries(Object.entries(sketches.value).filter(([key]) => !key.startsWith(`${game} `)));
}

export function applyPrefs() {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    document.documentElement.dataset.still = stillness.value;
  });
}

export function isStill() {
  return (
    stillness.value === "on" ||
    (stillness.value === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches)
  );
}
