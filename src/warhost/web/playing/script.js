// Lines of the log as acts in time: what is played when, and for how long.
import { ACTS } from "./acts.js";

const LENGTHS = {
  turn: 700,
  phase: 350,
  end: 900,
  dice: 750,
  check: 450,
  appear: 250,
  vanish: 300,
  flee: 400,
  face: 220,
  form: 260,
  shot: 420,
  blow: 300,
  spell: 500,
  lay: 350,
  hurt: 320,
  fall: 260,
  heal: 320,
  change: 260,
};
const LEAST_STEP = 200,
  MOST_STEP = 500,
  PER_STEP = 30, // of the field: an inch, a square
  AN_ORDER = 320, // somebody is told to do it to somebody
  A_PICTURE = 900, // for who wants nothing to move: before, with arrows
  STAGGER = 35,
  MOST_STAGGER = 420;

/** What many may do at once, each along his own way. */
const TOGETHER = new Set(["move", "flee", "vanish", "face", "form", "appear"]);
/** What a hand has just done on the table need not be seen again. */
const BY_HAND = new Set(["move", "face", "form", "appear"]);
const BANNERS = new Set(["turn", "phase"]);

const isGoing = (deed) => deed === "move" || deed === "charge" || deed === "pursue";

function wayLong(play, step) {
  const points = play.way ?? [];
  return points.slice(1).reduce((sum, [x, y], at) => sum + Math.hypot(x - points[at][0], y - points[at][1]), 0) / step;
}

/** How long an act takes at the usual pace. */
function lengthOf(play, step) {
  if (isGoing(play.deed)) return Math.min(MOST_STEP, LEAST_STEP + PER_STEP * wayLong(play, step));
  if (play.deed === "note") return play.who?.length && play.at?.length ? AN_ORDER : 0;
  return LENGTHS[play.deed] ?? 0;
}

/** Of banners that follow each other with nothing between them only the last is shown, with the turn that began there. */
function banners(lines) {
  const shown = new Map();
  let last = -1,
    turn = null;
  lines.forEach((line, at) => {
    if (BANNERS.has(line.play.deed)) {
      shown.delete(last);
      if (line.play.deed === "turn") turn = line;
      shown.set(at, turn);
      last = at;
    } else if (line.play.deed !== "note") {
      last = -1;
      turn = null;
    }
  });
  return shown;
}

/**
 * The acts of these lines, each with when it begins, how long it lasts and to which beat it belongs.
 * `own` says that they follow an order given by hand: what one's own pieces did by it takes no time.
 */
export function timetable(lines, { step, own = null, still = false }) {
  const shown = banners(lines),
    acts = [];
  let end = 0,
    group = null,
    beat = 0;
  lines.forEach((line, at) => {
    const { play } = line;
    const isBanner = BANNERS.has(play.deed);
    const silent = (isBanner && !shown.has(at)) || (own && (isBanner || (BY_HAND.has(play.deed) && own(play))));
    let lasts = silent ? 0 : lengthOf(play, step);
    if (lasts && still) lasts = A_PICTURE;
    const act = { line, play, lasts, make: silent ? null : ACTS[play.deed] };
    if (shown.has(at)) act.turn = shown.get(at);
    const joins = lasts > 0 && TOGETHER.has(play.deed);
    if (!lasts) act.at = group ? group.last : end;
    else if (joins) {
      group ??= { from: end, last: end, count: 0, busy: new Map(), beat: ++beat };
      const mine = [...(play.who ?? [])],
        free = Math.max(0, ...mine.map((id) => group.busy.get(id) ?? 0));
      const begun = group.from + (still ? 0 : Math.min(STAGGER * group.count++, MOST_STAGGER));
      act.at = still ? group.from : Math.max(begun, free);
      for (const id of mine) group.busy.set(id, act.at + lasts);
      group.last = act.at;
      end = Math.max(end, act.at + lasts);
    } else {
      group = null;
      act.at = end;
      end += lasts;
      beat++;
    }
    act.beat = lasts ? (joins ? group.beat : beat) : beat;
    acts.push(act);
  });
  return { acts, lasts: end };
}

/** Roughly how long it takes to play them: enough to know whether to hurry. */
export const estimate = (lines) => lines.reduce((sum, { play }) => sum + lengthOf(play, Infinity) * (TOGETHER.has(play.deed) ? 0.3 : 1), 0);
