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
export const BANNERS = new Set(["turn", "phase"]);

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
 * `own` says that they follow an answer of one's own: banners take no time then, nor what one's pieces did by hand.
 */
export function timetable(lines, { step, own = null, still = false }) {
  const shown = banners(lines),
    clock = new Clock(still);
  const acts = lines.map((line, at) => {
    const { play } = line,
      isBanner = BANNERS.has(play.deed);
    const silent = (isBanner && !shown.has(at)) || (own && (isBanner || (BY_HAND.has(play.deed) && own(play))));
    const usual = silent ? 0 : lengthOf(play, step),
      lasts = usual && still ? A_PICTURE : usual;
    const act = { line, play, lasts, make: silent ? null : ACTS[play.deed], ...clock.next(play, lasts) };
    return shown.has(at) ? { ...act, turn: shown.get(at) } : act;
  });
  return { acts, lasts: clock.end };
}

const A_LOOK = 700;

/** The same with a look at the table before it and after it. */
export const calm = ({ acts, lasts }) => ({ acts: acts.map((act) => ({ ...act, at: act.at + A_LOOK })), lasts: lasts + 2 * A_LOOK });

/** When acts begin: one after the other; but of those that go together each soon after the one before. */
class Clock {
  constructor(still) {
    Object.assign(this, { still, end: 0, beat: 0, group: null });
  }

  next(play, lasts) {
    if (!lasts) return { at: this.group?.last ?? this.end, beat: this.beat };
    if (TOGETHER.has(play.deed)) return this.#joined(play, lasts);
    this.group = null;
    const at = this.end;
    this.end += lasts;
    return { at, beat: ++this.beat };
  }

  /** Nobody does two things at once. */
  #joined({ who = [] }, lasts) {
    this.group ??= { from: this.end, last: this.end, count: 0, busy: new Map(), beat: ++this.beat };
    const { group } = this,
      soon = group.from + (this.still ? 0 : Math.min(STAGGER * group.count++, MOST_STAGGER)),
      free = Math.max(0, ...who.map((id) => group.busy.get(id) ?? 0));
    const at = this.still ? group.from : Math.max(soon, free);
    for (const id of who) group.busy.set(id, at + lasts);
    group.last = at;
    this.end = Math.max(this.end, at + lasts);
    return { at, beat: group.beat };
  }
}

const ENOUGH = 11000, // milliseconds from one question to the next at the usual pace
  LEAST_ROOM = 1000, // for what is still to come when all that time is over
  MOST_HASTE = 4; // by then; it begins when half of it is over, for nobody knows how much is still to come

/** How many times as fast as usual it is played, so that whoever waits to be asked does not wait for long. */
export function haste(left, spent) {
  const late = Math.min(1, Math.max(0, (2 * spent) / ENOUGH - 1));
  return Math.max(1 + late * (MOST_HASTE - 1), left / Math.max(LEAST_ROOM, ENOUGH - spent));
}
