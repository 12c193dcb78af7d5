// The moves of Three Plains: legs, turns and fronts; groups that part and meet; loose groups base by base.
import { away, baseSize, carried, heading, middle, oblongAround, ranked, turned } from "../formation.js";
import { FREE } from "../snap.js";
import { Merging, Splitting } from "./tp_parting.js";
import { pointsControl, wedgeTools } from "./tp_wedge.js";

export const INCH = 1000;
const HALF_TURN = 18000;
const NEAR = 4 * INCH;
const words = (thousandths) => `${(thousandths / INCH).toFixed(1)}″`;

const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
const flies = (draft) => draft.first.some(([act]) => act === "fly");

/** The block of a piece; a character inside a group has only its base, and its `host`. */
function blockOf(view, id) {
  const own = view.blocks.find((block) => block.id === id);
  if (own) return own;
  const title = view.units.find((unit) => unit.id === id)?.title;
  for (const host of view.blocks) {
    const base = host.bases.find((candidate) => candidate.role && candidate.title === title);
    if (!base) continue;
    return {
      ...host,
      id,
      title,
      host,
      outline: base.outline,
      bases: [base],
      marks: [],
      shape: "hero",
      front: middle(base.outline.slice(0, 2)),
    };
  }
  return null;
}

/**
 * A draft: {legs: [[x, y], …], facing, first: acts before the legs, last: the act that ends it}, and where they are
 * wanted: sideways, narrow, places (each base of a loose group), split, merge.
 */
export class MoveMaker {
  constructor(question, view) {
    this.question = question;
    this.view = view;
    this.data = question.order ?? {}; // what the rules say it could be told
    this.block = blockOf(view, question.about);
    this.single = this.data.single ?? this.block?.bases.length === 1;
    this.waits = Boolean(this.block?.host); // shown at once, for its group lies over it
    this.splitting = new Splitting(this);
    this.merging = new Merging(this);
    if (!this.block) Object.assign(this, { drag: undefined, nudge: undefined, aim: undefined, widen: undefined });
    else if (this.single) this.widen = undefined;
  }

  movable(id) {
    return id === this.question.about;
  }

  start() {
    return { legs: [], facing: null, first: [], last: null };
  }

  /** How far it could walk; nothing for one that is told to fly. */
  reach(draft) {
    if (draft && flies(draft)) return null;
    const points = this.question.outline?.[this.question.about];
    return points?.length > 2 ? points : null;
  }

  can(act) {
    return this.data.acts?.includes(act) ?? false;
  }

  /** What a draft is about besides a march, if anything. */
  #special(draft) {
    return draft.split ? this.splitting : draft.merge ? this.merging : null;
  }

  // --- changing it ---------------------------------------------------------------------------------------

  drag(draft, id, from, to, magnet = FREE) {
    const by = [to[0] - from[0], to[1] - from[1]];
    const special = this.#special(draft);
    if (special) return special.drag(draft, id, by, magnet);
    if (draft.places) return { ...draft, places: draft.places.map(([x, y]) => [x + by[0], y + by[1]]) };
    const [x, y] = draft.legs.at(-1) ?? this.block.front;
    const spot = this.#attracted(draft, [x + by[0], y + by[1]], magnet);
    const last = draft.last?.[0] === "wedge" ? draft.last : null;
    return { ...draft, legs: [...draft.legs.slice(0, -1), spot], facing: null, last };
  }

  /** A formed group faces along its leg: it falls into a parallel and comes flush ahead, but does not slip aside. */
  #attracted(draft, spot, magnet) {
    const start = draft.legs.at(-2) ?? this.block.front;
    const marching = !this.single && !draft.sideways;
    const facing = marching ? magnet.facing(heading(start, spot), spot, [this.block.facing]) : this.block.facing;
    const wanted = distance(start, spot),
      most = magnet === FREE ? Infinity : this.#allowed(draft),
      far = Math.min(wanted, most);
    const there = marching || far < wanted ? away(start, marching ? facing : heading(start, spot), 0, far) : spot;
    const [dx, dy] = magnet.shift(carried(this.block, there, facing).outline, facing, there, !marching);
    const flush = [there[0] + dx, there[1] + dy];
    return distance(start, flush) > most ? there : flush;
  }

  /** How far one straight leg can lead at best; a hand that goes further keeps what is lawful. */
  #allowed(draft) {
    const plain = draft.legs.length < 2 && !draft.sideways && !draft.first.some(([act]) => act !== "fly");
    const left = draft.first.length ? this.data.flight : this.data.left;
    const kept = draft.last ? this.data.allowance / 2 : 0; // forming a wedge takes half of the move
    return plain ? (left ?? Infinity) - kept - 2 : Infinity; // rounding must not cost the order
  }

  nudge(draft, dx, dy) {
    if (draft.places) return this.dragSpot(draft, draft.spot ?? 0, [0, 0], [dx, dy]);
    return this.drag(draft, draft.lead ?? this.question.about, [0, 0], [dx, dy]);
  }

  turn(draft, degrees) {
    const special = this.#special(draft);
    if (special) return special.aim(draft, turned(special.pose(draft).facing, degrees * 100));
    return this.aim(draft, turned(this.pose(draft).facing, degrees * 100));
  }

  aim(draft, facing, of) {
    const special = this.#special(draft);
    return special ? special.aim(draft, facing, of) : { ...draft, facing, last: null };
  }

  widen(draft, files, of) {
    const special = this.#special(draft);
    if (special) return special.widen(draft, files, of);
    const [least, most] = this.data.files ?? [1, this.block.bases.length];
    if (files < least || files > most) return null;
    return { ...draft, places: undefined, last: [this.can("form") ? "form" : "reform", files] };
  }

  filesOf(draft, of) {
    const special = this.#special(draft);
    if (special) return special.pose(draft, of).files;
    return ["form", "reform"].includes(draft.last?.[0]) ? draft.last[1] : (this.data.pose?.files ?? 1);
  }

  lead(draft, id) {
    return draft.split && draft.lead !== id ? { ...draft, lead: id } : null;
  }

  // --- base by base ----------------------------------------------------------------------------------------

  dragSpot(draft, spot, from, to) {
    if (!draft.places) return null;
    const places = draft.places.map(([x, y], at) =>
      at === spot ? [x + to[0] - from[0], y + to[1] - from[1]] : [x, y],
    );
    return { ...draft, places, spot };
  }

  pickSpot(draft, spot) {
    return draft.places
      ? { ...draft, spot }
      : draft.last?.[0] === "fight"
        ? { ...draft, last: ["fight", spot], spot }
        : null;
  }

  #spots(draft) {
    if (draft.places) return draft.places.map((place, at) => ({ at, place, title: `Model ${at + 1}` }));
    if (draft.last?.[0] !== "fight") return [];
    return this.block.host.bases.flatMap((base, at) =>
      base.role ? [] : [{ at, place: middle(base.outline), title: `In the place of model ${at + 1}` }],
    );
  }

  // --- saying it -----------------------------------------------------------------------------------------

  legs(draft) {
    const found = [];
    for (const leg of draft.legs) {
      const before = found.at(-1) ?? this.block.front;
      if (leg[0] !== before[0] || leg[1] !== before[1]) found.push(leg);
    }
    return found;
  }

  answer(draft) {
    if (draft.split) return [this.splitting.act(draft)];
    const turn = draft.facing === null ? [] : [[this.can("face") ? "face" : "pivot", draft.facing]];
    const legs = this.legs(draft);
    if (draft.sideways && legs.length) return [...draft.first, ["reorganise", ...legs.at(-1)]];
    const gone = legs.map(([x, y]) => ["go", x, y, ...(draft.narrow ? ["narrow"] : [])]);
    const places = draft.places ? [["places", draft.places]] : [];
    const last = draft.merge ? [this.merging.act(draft)] : draft.last ? [draft.last] : [];
    return [...draft.first, ...gone, ...places, ...turn, ...last];
  }

  read(answer) {
    const draft = this.start();
    for (const act of answer) {
      if (act[0] === "go")
        Object.assign(draft, { legs: [...draft.legs, [act[1], act[2]]] }, act[3] && { narrow: true });
      else if (act[0] === "pivot" || act[0] === "face") draft.facing = act[1];
      else if (["fly", "over"].includes(act[0])) draft.first.push(act);
      else if (act[0] === "places") draft.places = act[1];
      else if (act[0] === "reorganise") Object.assign(draft, { legs: [[act[1], act[2]]], sideways: true });
      else if (act[0] === "split") Object.assign(draft, this.splitting.read(act[1]));
      else if (act[0] === "remerge") Object.assign(draft, this.merging.read(act));
      else draft.last = act;
    }
    const told = JSON.stringify(this.answer(draft)) === JSON.stringify(answer);
    return told && this.block ? draft : null;
  }

  // --- drawing it ----------------------------------------------------------------------------------------

  pose(draft) {
    const legs = this.legs(draft),
      front = legs.at(-1) ?? this.block.front;
    const before = legs.at(-2) ?? this.block.front;
    const on = legs.length && !this.single && !draft.sideways ? heading(before, front) : this.block.facing;
    const facing = draft.facing ?? (draft.last?.[0] === "flip" ? turned(on, HALF_TURN) : on);
    return { front, facing };
  }

  drawn(draft, preview) {
    if (!this.block) return null;
    const trail = [this.block.front, ...this.legs(draft)];
    const special = this.#special(draft);
    if (special) return { blocks: special.blocks(draft), trail };
    return { blocks: [this.#ghost(draft, preview)], trail, spots: this.#spots(draft) };
  }

  #ghost(draft, preview) {
    const { front, facing } = this.pose(draft);
    if (draft.places) return this.#placed(draft.places, facing);
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    // While the hand is ahead of the referee, the block he drew is carried on to where the hand is.
    // A piece whose movement ends on the way is shown where it stops.
    const near = exact && Math.hypot(exact.front[0] - front[0], exact.front[1] - front[1]) < 60;
    if (exact && (near || preview.short)) return exact;
    const formed = ["form", "reform"].includes(draft.last?.[0]);
    if (formed) return ranked(this.block, { models: this.block.bases.length, front, facing, files: draft.last[1] });
    return carried(this.block, front, facing);
  }

  #placed(places, facing) {
    const [wide, deep] = baseSize(this.block.bases[0]);
    const corners = [
      [-1, 1],
      [1, 1],
      [1, -1],
      [-1, -1],
    ];
    const bases = places.map((place, at) => ({
      ...this.block.bases[at],
      outline: corners.map(([u, v]) => away(place, facing, (u * wide) / 2, (v * deep) / 2)),
    }));
    const outline = oblongAround(
      bases.flatMap((base) => base.outline),
      facing,
    );
    return { ...this.block, facing, bases, outline, front: away(places[0], facing, 0, deep / 2) };
  }

  costWords(cost) {
    if (cost.cost === undefined) return "";
    const flimsy = cost.flimsy ? " Its ranks will be flimsy." : "";
    const short = cost.short ? ` Its movement ends ${words(cost.short)} short of that point: it stops there.` : "";
    return `${words(cost.cost)} used, ${words(cost.left ?? 0)} left.${short}${flimsy}`;
  }

  // --- what else a piece can do ----------------------------------------------------------------------------

  tools(draft) {
    if (!this.block) return [];
    if (draft.split || draft.merge || draft.places)
      return [
        { id: "march", label: "March instead", key: "w", change: () => this.start() },
        ...(draft.split ? this.splitting.tools() : []),
      ];
    const wedges = wedgeTools(this.data, draft);
    return [...this.#ways(draft), ...this.#deeds(draft), ...wedges, ...this.#partings(draft), ...this.#meetings(draft)];
  }

  #ways(draft) {
    const toggle = (id, label, key, part) => ({
      id,
      label,
      key,
      change: (now) => ({ ...now, [part]: !now[part] }),
    });
    const more = {
      id: "leg",
      label: "Another leg",
      key: "w",
      change: (now) => ({ ...now, legs: [...now.legs, now.legs.at(-1)] }),
    };
    return [
      ...(draft.legs.length ? [more] : []),
      ...(this.single
        ? []
        : [toggle("sideways", draft.sideways ? "March again" : "Shift sideways", "s", "sideways")]),
      ...(this.single || !draft.legs.length
        ? []
        : [toggle("narrow", draft.narrow ? "Keep the front" : "Narrow the front", "", "narrow")]),
    ];
  }

  #deeds(draft) {
    const aloft = (now) => ({ ...now, last: null, first: flies(now) ? [] : [["fly"]] });
    const act = (id, label, change) => (this.can(id) ? [{ id, label, change }] : []);
    const last = (name) => (now) => ({ ...now, last: [name] });
    const alone = (name) => () => ({ ...this.start(), last: [name] });
    return [
      ...act("flip", "Turn about", last("flip")),
      ...act("dash", "Dash (D3″ more)", alone("dash")),
      ...act("drop", "Throw away pikes", alone("drop")),
      ...act("fly", flies(draft) ? "Stay on the ground" : "Take off", aloft),
      ...(this.block.airborne ? [{ id: "land", label: "Land", change: last("land") }] : []),
      ...act("divide", "Divide", alone("divide")),
    ];
  }

  /** Taking a group apart, or a character to the front of his. */
  #partings(draft) {
    const found = [];
    if (this.can("split")) found.push({ id: "split", label: "Split …", change: () => this.splitting.begin() });
    if (this.can("form")) {
      const places = () => this.#ghost(draft, null).bases.map((base) => middle(base.outline));
      found.push({
        id: "places",
        label: "Place each model …",
        change: (now) => ({ ...now, last: null, places: places(), spot: 0 }),
      });
    }
    if (this.block.host)
      found.push({
        id: "fight",
        label: "Step into the fight …",
        change: () => ({ ...this.start(), last: ["fight", 0] }),
      });
    return found;
  }

  /** Friends and enemies so near to the ghost that joining, reinforcing or marching over them may be meant. */
  #meetings(draft) {
    const { front } = this.pose(draft);
    const near = (other) =>
      other.id !== this.question.about &&
      other.outline.some(([x, y]) => Math.hypot(x - front[0], y - front[1]) < NEAR);
    return this.view.blocks
      .filter(near)
      .flatMap((other) => (other.side === this.block.side ? this.#friend(other) : this.#foe(draft, other)));
  }

  #friend(other) {
    if (!this.single && other.unit && other.unit === this.block.unit)
      return [
        {
          id: `merge ${other.id}`,
          label: `Merge with ${other.title}`,
          change: (now) => this.merging.begin(now, other),
        },
      ];
    const deed = this.single ? "join" : "reinforce";
    const label = `${this.single ? "Join" : "Reinforce"} ${other.title}`;
    return [{ id: `${deed} ${other.id}`, label, change: (now) => ({ ...now, last: [deed, other.id] }) }];
  }

  #foe(draft, other) {
    const over = draft.first.some((act) => act[0] === "over" && act[1] === other.id);
    const without = (now) => now.first.filter((act) => act[0] !== "over" || act[1] !== other.id);
    const first = (now) => (over ? without(now) : [["over", other.id], ...now.first]);
    const march = {
      id: `over ${other.id}`,
      label: `${over ? "Do not march" : "March"} over ${other.title}`,
      change: (now) => ({ ...now, first: first(now) }),
    };
    const land = {
      id: `land ${other.id}`,
      label: `Land on ${other.title}`,
      change: (now) => ({ ...now, last: ["land", other.id] }),
    };
    return this.block.airborne ? [land] : flies(draft) ? [] : [march];
  }

  // --- what is set by numbers and ticks ----------------------------------------------------------------------

  controls(draft) {
    if (draft.split) return this.splitting.controls(draft);
    if (draft.places) {
      const most = draft.places.length;
      return [
        {
          id: "model",
          label: "Model (arrow keys move it)",
          kind: "number",
          value: (draft.spot ?? 0) + 1,
          least: 1,
          most,
          change: (now, value) => ({ ...now, spot: value - 1 }),
        },
      ];
    }
    if (draft.last?.[0] === "wedge" && this.data.points > 1)
      return [pointsControl(this.data.points, draft.last[1], (now, value) => ({ ...now, last: ["wedge", value] }))];
    if (draft.last?.[0] !== "fight") return [];
    const spots = this.#spots(draft);
    return [
      {
        id: "base",
        label: "In the place of model",
        kind: "choice",
        value: draft.last[1],
        options: spots.map(({ at }) => [at, String(at + 1)]),
        change: (now, value) => this.pickSpot(now, Number(value)),
      },
    ];
  }
}
