// How each deed is played: an act is begun, drawn part by part, and ended.
import { livery } from "../art.js";
import { degrees, drawn } from "./scene.js";

const ease = (part) => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);
const run = (part) => part * part * (3 - 2 * part) * part; // faster and faster
const LUNGE = 9,
  MOST_MISSILES = 12,
  STREAK = 14;

const line = (points) => `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

/** A point so far along a way: 0 at its beginning, 1 at its end. */
function along(points, part) {
  const legs = points.slice(1).map((point, at) => Math.hypot(point.x - points[at].x, point.y - points[at].y));
  let left = legs.reduce((sum, leg) => sum + leg, 0) * part;
  for (let at = 0; at < legs.length; at++) {
    if (left <= legs[at] || at === legs.length - 1) {
      const share = legs[at] ? Math.min(1, left / legs[at]) : 1;
      const from = points[at],
        to = points[at + 1];
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    }
    left -= legs[at];
  }
  return points.at(-1);
}

// --- going somewhere -----------------------------------------------------------------------------------------

/** Where each of them goes: the piece, the points of its way, and how it stands in the end. */
function journeys(scene, play) {
  const ids = [...new Set([...(play.who ?? []), ...Object.keys(play.stands ?? {})])];
  const pieces = scene.those(ids);
  for (const id of ids) {
    // Who steps out of a group is seen from then on.
    const goal = pieces.some((piece) => piece.id === id) || scene.goalOf(id);
    if (goal && goal !== true && (goal.front || goal.squares?.length)) {
      const stand = play.stands?.[id] ?? (play.way?.length ? { at: play.way[0], facing: goal.facing } : null);
      const piece = stand ? scene.placed(goal, stand.at, stand.facing ?? goal.facing) : goal;
      scene.put(piece);
      pieces.push(piece);
    }
  }
  return pieces.flatMap((piece) => {
    const stand = play.stands?.[piece.id],
      one = pieces.length === 1 || play.who?.[0] === piece.id;
    const way = stand ? [stand.at] : one ? (play.way ?? []) : [];
    const facing = stand?.facing ?? (one ? play.facing : null) ?? piece.facing;
    const from = piece.front ?? piece.squares[0],
      to = way.at(-1) ?? from;
    const first = way[0] && Math.hypot(way[0][0] - from[0], way[0][1] - from[1]) < scene.field.step / 20;
    const points = [from, ...(first ? way.slice(1) : way)].map(scene.field.out);
    if (points.length < 2 && facing === piece.facing) return [];
    const turn = ((degrees(facing) - degrees(piece.facing) + 540) % 360) - 180;
    return [{ piece, points, turn, about: points[0], end: () => scene.placed(piece, to, facing) }];
  });
}

function going(pace, kind) {
  return (scene, play) => {
    const all = journeys(scene, play);
    const trails = all
      .filter(({ points }) => points.length > 1)
      .map(({ points }) => [points, scene.mark("path", { class: `trail ${kind}`, d: line(points.slice(0, 1)) })]);
    return {
      draw(part) {
        const done = pace(part);
        for (const { piece, points, turn, about } of all) {
          const { x, y } = points.length > 1 ? along(points, done) : about;
          scene.shift(piece.id, { x: x - about.x, y: y - about.y, turn: turn * Math.min(1, done * 1.6), about });
        }
        for (const [points, trail] of trails) trail.setAttribute("d", line([points[0], along(points, done)]));
      },
      still() {
        for (const [points, trail] of trails) {
          trail.setAttribute("d", line(points));
          trail.setAttribute("marker-end", "url(#arrow)");
        }
      },
      end() {
        for (const { end } of all) scene.put(end());
      },
    };
  };
}

/** At the end of a charge the two lines meet. */
function charge(scene, play) {
  const ride = going(run, "charge")(scene, play);
  return {
    ...ride,
    end() {
      ride.end();
      if (play.success === false) return;
      const [who] = scene.those(play.who),
        [at] = scene.those(play.at);
      if (who && at) burst(scene, between(scene.middle(who), scene.middle(at), 0.5), 1);
    },
  };
}

// --- from somebody at somebody -------------------------------------------------------------------------------

const between = (a, b, part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });

/** A star that goes out by itself. */
function burst(scene, { x, y }, size) {
  const rays = Array.from({ length: 8 }, (_, at) => {
    const angle = (at * Math.PI) / 4,
      far = at % 2 ? 7 : 12;
    return `M${3 * Math.cos(angle)} ${3 * Math.sin(angle)}L${far * Math.cos(angle)} ${far * Math.sin(angle)}`;
  });
  const star = scene.mark("g", { class: "burst", transform: `translate(${x} ${y}) scale(${size})` }, drawn("path", { d: rays.join("") }));
  star.firstChild.animate?.([{ transform: "scale(.3)", opacity: 1 }, { transform: "scale(1.6)", opacity: 0 }], { duration: 320, fill: "forwards" });
}

function targets(scene, play) {
  const found = scene.those(play.at).map((piece) => scene.middle(piece));
  if (found.length) return found;
  if (play.way?.length) return [scene.field.out(play.way.at(-1))];
  return (play.laid ?? []).map((outline) => scene.mean(outline.map(scene.field.out)));
}

function shot(scene, play) {
  const from = scene.those(play.who).flatMap((piece) => scene.models(piece)).slice(0, MOST_MISSILES),
    to = targets(scene, play);
  const start = from.length ? from : play.way?.length > 1 ? [scene.field.out(play.way[0])] : [];
  const missiles = to.length
    ? start.map((point, at) => {
        const aim = to[at % to.length];
        const end = { x: aim.x + ((at * 37) % 13) - 6, y: aim.y + ((at * 53) % 13) - 6 };
        const arrow = scene.mark("path", { class: "missile" });
        return { point, end, arrow, late: (at % 4) * 0.08, far: Math.hypot(end.x - point.x, end.y - point.y) || 1 };
      })
    : [];
  const laid = lays(scene, play);
  return {
    draw(part) {
      for (const { point, end, arrow, late, far } of missiles) {
        const head = Math.min(1, Math.max(0, (part - late) / 0.7)),
          tail = Math.max(0, head - STREAK / far);
        arrow.setAttribute("d", head > 0 && head < 1 ? line([between(point, end, tail), between(point, end, head)]) : "");
      }
      laid.draw(part);
    },
    still() {
      const [first] = missiles;
      if (first) {
        first.arrow.setAttribute("d", line([first.point, first.end]));
        first.arrow.setAttribute("marker-end", "url(#arrow)");
      }
      laid.still();
    },
    end() {
      for (const { arrow } of missiles) arrow.remove();
      if (play.number || play.success) for (const point of to) burst(scene, point, 0.8);
    },
  };
}

function blow(scene, play) {
  const who = scene.those(play.who),
    at = scene.those(play.at);
  const aim = at.length ? scene.mean(at.map((piece) => scene.middle(piece))) : null;
  const pushes = aim
    ? who.map((piece) => {
        const here = scene.middle(piece),
          far = Math.hypot(aim.x - here.x, aim.y - here.y) || 1;
        return { piece, here, x: ((aim.x - here.x) / far) * LUNGE, y: ((aim.y - here.y) / far) * LUNGE };
      })
    : [];
  const spot = aim && (who.length ? between(scene.mean(who.map((piece) => scene.middle(piece))), aim, 0.5) : aim);
  let struck = false;
  return {
    draw(part) {
      const reach = Math.sin(Math.PI * part);
      for (const { piece, x, y } of pushes) scene.shift(piece.id, { x: x * reach, y: y * reach });
      if (spot && part > 0.45 && !struck) {
        struck = true;
        if (who.length) burst(scene, spot, play.number === 0 || play.success === false ? 0.6 : 1);
        else float(scene, spot, "miss", "quiet");
      }
    },
    still() {
      if (spot) burst(scene, spot, 1);
    },
    end() {
      for (const { piece } of pushes) scene.shift(piece.id, {});
    },
  };
}

function spell(scene, play) {
  const from = scene.those(play.who).map((piece) => scene.middle(piece)),
    to = targets(scene, play);
  const rings = [...from, ...to].map((point) => scene.mark("circle", { class: "magic-ring", cx: point.x, cy: point.y, r: 2 }));
  const bolts = from.length ? to.map((point) => [from[0], point, scene.mark("path", { class: "bolt" })]) : [];
  const laid = lays(scene, play);
  return {
    draw(part) {
      rings.forEach((ring, at) => {
        const here = at < from.length ? part * 2 : part * 2 - 1;
        ring.setAttribute("r", 4 + 24 * Math.max(0, Math.min(1, here)));
        ring.style.opacity = here > 0 ? Math.max(0, 1.1 - here) : 0;
      });
      for (const [a, b, bolt] of bolts) bolt.setAttribute("d", part > 0.25 ? line([a, between(a, b, Math.min(1, (part - 0.25) * 2))]) : "");
      laid.draw(part);
    },
    still() {
      for (const [a, b, bolt] of bolts) bolt.setAttribute("d", line([a, b]));
      for (const ring of rings) ring.setAttribute("r", 18);
      laid.still();
    },
    end() {
      for (const one of [...rings, ...bolts.map(([, , bolt]) => bolt)]) one.remove();
    },
  };
}

/** Somebody is told to do it to somebody: an arrow from the one to the other. */
function ordered(scene, play) {
  const from = scene.those(play.who).map((piece) => scene.middle(piece)),
    to = scene.those(play.at).map((piece) => scene.middle(piece));
  const arrows = from.length && to.length ? to.map((point) => scene.mark("path", { class: "order-line", d: line([from[0], point]), "marker-end": "url(#arrow)" })) : [];
  return { end: () => arrows.forEach((arrow) => arrow.remove()) };
}

// --- what it does to them ------------------------------------------------------------------------------------

/** Words that rise from a place and go. */
function float(scene, { x, y }, words, kind) {
  const text = drawn("text", {}, words);
  const box = scene.mark("g", { class: `float ${kind}`, transform: `translate(${x} ${y})` }, drawn("g", { class: "keep" }, text));
  text.animate?.([{ transform: "translateY(0)", opacity: 1 }, { transform: "translateY(-22px)", opacity: 1, offset: 0.7 }, { transform: "translateY(-28px)", opacity: 0 }], { duration: 1100, fill: "forwards" });
  return box;
}

function hurt(scene, play) {
  const who = scene.those(play.who);
  let told = false;
  const tell = () => {
    told = true;
    const words = play.number ? `−${play.number}` : play.number === 0 ? "no harm" : "hurt";
    for (const piece of who) float(scene, scene.middle(piece), words, play.number === 0 ? "quiet" : "bad");
  };
  return {
    draw(part) {
      if (!told) tell();
      const sway = play.number === 0 ? 0 : Math.sin(part * 6 * Math.PI) * 2.5 * (1 - part);
      for (const piece of who) scene.shift(piece.id, { x: sway });
    },
    still: tell,
    end() {
      for (const piece of who) scene.shift(piece.id, {});
    },
  };
}

function heal(scene, play) {
  const tell = () => {
    for (const piece of scene.those(play.who)) float(scene, scene.middle(piece), play.number ? `+${play.number}` : "✚", "good");
  };
  return { begin: tell, end() {} };
}

/** So many models of a block: those nearest to where it came from, ordinary ones first. */
function fallen(scene, block, count, from) {
  const far = (base) => {
    const { x, y } = scene.mean(base.outline.map(scene.field.out));
    return (base.role ? 1e6 : 0) + (from ? Math.hypot(x - from.x, y - from.y) : 0);
  };
  return [...block.bases].sort((a, b) => far(a) - far(b)).slice(0, count);
}

/** Single models of a block topple where they stood, and leave gaps until the ranks close. */
function thinned(scene, block, count, play) {
  const [by] = scene.those(play.by);
  const gone = new Set(fallen(scene, block, count, by && scene.middle(by)));
  scene.put({ ...block, bases: block.bases.filter((base) => !gone.has(base)) });
  const side = livery(block.side);
  const bodies = [...gone].map((base) => {
    const points = base.outline.map(scene.field.out),
      { x, y } = scene.mean(points);
    const shape = `${line(points.map((point) => ({ x: point.x - x, y: point.y - y })))}Z`;
    return { x, y, body: scene.mark("path", { class: `bases fallen ${side}`, d: shape, fill: side === "blue" ? "" : `url(#hatch-${side})` }) };
  });
  return (part) => {
    bodies.forEach(({ x, y, body }, at) => {
      const turn = (at % 2 ? 80 : -80) * ease(part);
      body.setAttribute("transform", `translate(${x} ${y}) rotate(${turn}) scale(${1 - 0.35 * part} ${1 - 0.6 * part})`);
      body.style.opacity = 1 - part * part;
    });
  };
}

function fall(scene, play) {
  const dying = scene.those(play.who).map((piece) => {
    const all = piece.bases?.length ?? 1,
      count = play.number ?? all;
    const middle = scene.middle(piece);
    if (count < all) return { piece, middle, part: thinned(scene, piece, count, play), left: true };
    return {
      piece,
      middle,
      part(share) {
        scene.shift(piece.id, { turn: 75 * ease(share), about: middle, fade: 1 - share * share, y: 4 * share });
      },
    };
  });
  const told = dying.filter(({ left }) => left);
  return {
    begin() {
      for (const { middle } of told) float(scene, middle, `† ${play.number}`, "bad");
    },
    draw: (share) => dying.forEach(({ part }) => part(share)),
    still() {
      for (const { middle } of dying) scene.mark("path", { class: "cross", d: `M${middle.x - 9} ${middle.y - 9}l18 18m0 -18l-18 18` });
    },
    end() {
      for (const { piece, left } of dying) if (!left) scene.drop(piece.id);
    },
  };
}

const CHECKS = { true: ["✓", "good"], false: ["✗", "bad"], undefined: ["!", "note"] };

function check(scene, play) {
  const [sign, kind] = CHECKS[play.success ?? undefined];
  const tell = () => {
    const [first] = scene.those(play.who);
    if (!first) return;
    const { x, y } = scene.middle(first);
    const seal = scene.mark("g", { class: `seal ${kind}`, transform: `translate(${x} ${y})` }, drawn("g", { class: "keep" }, drawn("circle", { r: 15 }), drawn("text", { y: 6 }, sign)));
    seal.firstChild.firstChild.animate?.([{ r: "2px" }, { r: "19px", offset: 0.6 }, { r: "15px" }], { duration: 260 });
  };
  return { begin: tell, end() {} };
}

function change(scene, play) {
  const rings = scene.those(play.who).slice(0, 12).map((piece) => {
    const { x, y } = scene.middle(piece);
    return scene.mark("circle", { class: "pulse", cx: x, cy: y, r: 4 });
  });
  return {
    draw(part) {
      for (const ring of rings) {
        ring.setAttribute("r", 6 + 20 * part);
        ring.style.opacity = 1 - part;
      }
    },
    still() {
      for (const ring of rings) ring.setAttribute("r", 20);
    },
    end: () => rings.forEach((ring) => ring.remove()),
  };
}

// --- on the table, off it ------------------------------------------------------------------------------------

function appear(scene, play) {
  const ids = play.who ?? [];
  for (const id of ids) scene.settle(id);
  const come = scene.those(ids);
  return {
    draw: (part) => come.forEach((piece) => scene.shift(piece.id, { fade: ease(part), y: -10 * (1 - ease(part)) })),
    still() {},
    end: () => come.forEach((piece) => scene.shift(piece.id, {})),
  };
}

function vanish(scene, play) {
  const gone = scene.those(play.who);
  return {
    draw: (part) => gone.forEach((piece) => scene.shift(piece.id, { fade: 1 - part })),
    end: () => gone.forEach((piece) => scene.drop(piece.id)),
  };
}

function lays(scene, play) {
  const shapes = (play.laid ?? []).map((outline) => {
    const points = outline.map(scene.field.out);
    return scene.mark("path", { class: "laid", d: points.length > 2 ? `${line(points)}Z` : line(points) });
  });
  return {
    draw: (part) => shapes.forEach((shape) => (shape.style.opacity = ease(part))),
    still() {},
    end() {},
  };
}

const nothing = () => ({ end() {} });

/** By deed: (scene, play) begins it and gives {begin, draw(part), still, end}; what an act has not, it does not need. */
export const ACTS = {
  note: (scene, play) => (play.who?.length && play.at?.length ? ordered(scene, play) : nothing()),
  turn: nothing,
  phase: nothing,
  end: nothing,
  dice: nothing,
  check,
  appear,
  vanish,
  move: going(ease, "walk"),
  charge,
  flee: going(run, "flight"),
  pursue: going(run, "charge"),
  face: going(ease, "walk"),
  form: going(ease, "walk"),
  shot,
  blow,
  spell,
  lay: lays,
  hurt,
  fall,
  heal,
  change,
};
