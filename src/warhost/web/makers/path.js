// An order as paths of letters on a board: F is a step forward, L and R aslant, n e s w a turn; a whole unit or piece by piece.
import { plural } from "../html.js";

const FACINGS = "NESW",
  STEPS = { F: 0, L: 7, R: 1 };
const EIGHTHS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
];
const TOKENS = /\^\d+,\d+,[NESW]|[FLRneswX]/g;

/** All squares that any of the pieces could come to, each once. */
export function union(outline) {
  const squares = Object.values(outline ?? {}).flat();
  return [...new Map(squares.map((square) => [String(square), square])).values()];
}

// --- paths ---------------------------------------------------------------------------------------------------

export const footprint = ([x, y], facing, length) => {
  const [dx, dy] = EIGHTHS[FACINGS.indexOf(facing) * 2];
  return Array.from({ length }, (_, at) => [x - dx * at, y - dy * at]);
};

/** Where a path leads: every square on the way, and the facing at the end. */
export function walked(square, facing, path) {
  const squares = [square];
  let turned = FACINGS.indexOf(facing);
  for (const token of path.match(TOKENS) ?? []) {
    const [x, y] = squares.at(-1);
    if (token in STEPS) {
      const [dx, dy] = EIGHTHS[(turned * 2 + STEPS[token]) % 8];
      squares.push([x + dx, y + dy]);
    } else if (token[0] === "^") {
      const [left, up, side] = token.slice(1).split(",");
      squares.push([Number(left), Number(up)]);
      turned = FACINGS.indexOf(side);
    } else if ("nesw".includes(token)) turned = "nesw".indexOf(token);
  }
  return { squares, facing: FACINGS[turned] };
}

/** The shortest path of letters to a square, over squares that can be reached where that is possible. */
export function route(square, facing, goal, reachable) {
  const open = new Set(reachable.map(String)),
    bound = open.has(String(goal)) ? open : null;
  const seen = new Set([`${square} ${facing}`]),
    most = 4000;
  const queue = [{ square, facing: FACINGS.indexOf(facing), path: "" }];
  for (let next = 0; next < queue.length && next < most; next++) {
    const here = queue[next];
    if (here.square[0] === goal[0] && here.square[1] === goal[1]) return here.path;
    for (const [letter, eighth] of Object.entries(STEPS)) {
      const [dx, dy] = EIGHTHS[(here.facing * 2 + eighth) % 8];
      const to = [here.square[0] + dx, here.square[1] + dy];
      if (bound ? !bound.has(String(to)) : Math.abs(to[0] - goal[0]) + Math.abs(to[1] - goal[1]) > 60) continue;
      push(to, here.facing, here.path + letter);
    }
    [0, 1, 2, 3]
      .filter((side) => side !== here.facing)
      .forEach((side) => push(here.square, side, here.path + "nesw"[side]));
  }
  return null;

  function push(to, side, path) {
    const key = `${to} ${side}`;
    if (!seen.has(key)) {
      seen.add(key);
      queue.push({ square: to, facing: side, path });
    }
  }
}

// --- marches -------------------------------------------------------------------------------------------------

/** A draft: {paths: {piece: letters}, lead: the piece that is dragged, whole: whether its unit goes with it}. */
export class Path {
  constructor(question, view) {
    this.question = question;
    this.free = question.pieces ?? question.order?.pieces ?? Object.keys(question.outline ?? {});
    this.pieces = Object.fromEntries(view.pieces.map((piece) => [piece.id, piece]));
    this.whole = this.free.length > 1;
  }

  movable(id) {
    return this.free.includes(id);
  }

  start() {
    return { paths: {}, lead: this.free[0], whole: this.whole };
  }

  /** What is left of a draft when an order in words begins anew. */
  afresh() {
    return this.start();
  }

  reach() {
    return union(this.question.outline);
  }

  at(draft, id) {
    const piece = this.pieces[id];
    return walked(piece.squares[0], piece.facing, draft.paths[id] ?? "");
  }

  drag(draft, id, from, to) {
    const piece = this.pieces[id],
      origin = this.at(draft, id).squares.at(-1);
    const goal = [origin[0] + to[0] - from[0], origin[1] + to[1] - from[1]];
    const path = route(piece.squares[0], piece.facing, goal, this.question.outline?.[id] ?? []);
    return path === null ? null : this.led(draft, id, path);
  }

  nudge(draft, dx, dy) {
    return this.drag(draft, draft.lead, [0, 0], [Math.sign(dx), Math.sign(dy)]);
  }

  led(draft, id, path) {
    if (!draft.whole) return { ...draft, lead: id, paths: { ...draft.paths, [id]: path } };
    const paths = this.foremost(path).map((name) => [name, name === id ? path : this.within(name, path)]);
    return { ...draft, lead: id, paths: Object.fromEntries(paths) };
  }

  /** As much of a path as leads over squares that this piece could come to. */
  within(id, path) {
    const open = new Set((this.question.outline?.[id] ?? []).map(String)),
      piece = this.pieces[id];
    const tokens = path.match(TOKENS) ?? [];
    let length = tokens.length;
    const leads = () =>
      open.has(String(walked(piece.squares[0], piece.facing, tokens.slice(0, length).join("")).squares.at(-1)));
    while (length && open.size && !leads()) length--;
    return tokens.slice(0, length).join("");
  }

  /** Those furthest on in the direction of the path go first, and make room. */
  foremost(path) {
    const ahead = (id) => {
      const piece = this.pieces[id],
        { squares } = walked([0, 0], piece.facing, path);
      const [dx, dy] = squares.at(-1);
      return piece.squares[0][0] * dx + piece.squares[0][1] * dy;
    };
    return [...this.free].sort((a, b) => ahead(b) - ahead(a));
  }

  turn(draft, degrees) {
    const by = degrees > 0 ? 1 : 3;
    const who = draft.whole ? this.free : [draft.lead],
      paths = { ...draft.paths };
    for (const id of who) {
      const facing = (FACINGS.indexOf(this.at(draft, id).facing) + by) % 4;
      paths[id] = `${(paths[id] ?? "").replace(/[nesw]$/, "")}${"nesw"[facing]}`;
    }
    return { ...draft, paths };
  }

  /** A piece that cannot go so far stops a step earlier. */
  less(draft, verdict) {
    const id = verdict.why.split(":")[0];
    const tokens = draft.paths[id]?.match(TOKENS);
    // For the one in the hand the reason is shown instead.
    if (!draft.whole || !tokens?.length || id === draft.lead) return null;
    const { [id]: gone, ...others } = draft.paths;
    const left = tokens.slice(0, -1).join("");
    return { ...draft, paths: left ? { ...draft.paths, [id]: left } : others };
  }

  answer(draft) {
    return Object.fromEntries(Object.entries(draft.paths).filter(([, path]) => path));
  }

  read(answer) {
    return { paths: { ...answer }, lead: Object.keys(answer)[0] ?? this.free[0], whole: this.whole };
  }

  drawn(draft) {
    const moved = Object.keys(draft.paths).filter((id) => this.pieces[id]);
    const pieces = moved.map((id) => {
      const piece = this.pieces[id],
        { squares, facing } = this.at(draft, id);
      return {
        ...piece,
        marks: piece.marks.filter((mark) => mark === "leader"),
        facing,
        squares: footprint(squares.at(-1), facing, piece.squares.length),
      };
    });
    return { pieces, trail: this.pieces[draft.lead] ? this.at(draft, draft.lead).squares : [] };
  }

  costWords(cost, draft) {
    const points = Math.max(0, ...Object.values(cost));
    const short = draft.wanted
      ? Object.keys(draft.wanted.paths).filter((id) => draft.wanted.paths[id] !== draft.paths[id]).length
      : 0;
    return `${plural(points, "movement point")}${short ? `; ${short} stop earlier` : ""}.`;
  }

  tools(draft) {
    if (this.free.length < 2) return [];
    return [
      {
        id: "whole",
        label: draft.whole ? "Move one by one" : "Move together",
        key: "w",
        change: (now) => ({ ...now, whole: !now.whole }),
      },
    ];
  }
}
