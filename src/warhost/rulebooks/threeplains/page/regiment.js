// The moves of a regiment, a character or a beast: a march, and all that only this game knows besides.
import { middle } from "../../formation.js";
import { March } from "../../makers/march.js";
import { Merging, Splitting } from "./parting.js";
import { pointsControl, wedgeTools } from "./wedge.js";

const INCH = 1000,
  NEAR = 4 * INCH;

const flies = (draft) => draft.first.some(([act]) => act === "fly");

/** A draft may also have split and merge; acts before the legs are fly and over. */
export class Regiment extends March {
  constructor(question, view) {
    super(question, view);
    this.splitting = new Splitting(this);
    this.merging = new Merging(this);
  }

  /** Nothing for one that is told to fly. */
  reach(draft) {
    return draft && flies(draft) ? null : super.reach(draft);
  }

  special(draft) {
    return draft.split ? this.splitting : draft.merge ? this.merging : null;
  }

  kept(last) {
    return last?.[0] === "wedge" ? last : null;
  }

  most(draft) {
    if (draft.first.some(([act]) => act !== "fly")) return Infinity;
    const left = flies(draft) ? this.data.flight : this.data.left,
      kept = draft.last ? this.data.allowance / 2 : 0; // forming a wedge takes half of the move
    return (left ?? Infinity) - kept;
  }

  lead(draft, id) {
    return draft.split && draft.lead !== id ? { ...draft, lead: id } : null;
  }

  pickSpot(draft, spot) {
    return draft.last?.[0] === "fight" ? { ...draft, last: ["fight", spot], spot } : super.pickSpot(draft, spot);
  }

  spots(draft) {
    if (draft.last?.[0] !== "fight") return super.spots(draft);
    return this.block.host.bases.flatMap((base, at) =>
      base.role ? [] : [{ at, place: middle(base.outline), title: `In the place of model ${at + 1}` }],
    );
  }

  answer(draft) {
    if (draft.split) return [this.splitting.act(draft)];
    return super.answer(draft.merge ? { ...draft, last: this.merging.act(draft) } : draft);
  }

  readAct(draft, act) {
    if (["fly", "over"].includes(act[0])) draft.first.push(act);
    else if (act[0] === "split") Object.assign(draft, this.splitting.read(act[1]));
    else if (act[0] === "remerge") Object.assign(draft, this.merging.read(act));
    else super.readAct(draft, act);
  }

  costWords(cost, draft, preview) {
    return `${super.costWords(cost, draft, preview)}${cost.flimsy ? " Its ranks will be flimsy." : ""}`;
  }

  // --- what else a piece can do ----------------------------------------------------------------------------

  tools(draft) {
    if (!this.block) return [];
    if (draft.split || draft.merge || draft.places)
      return [this.marching(), ...(draft.split ? this.splitting.tools() : [])];
    const wedges = wedgeTools(this.data, draft);
    return [...this.ways(draft), ...this.deeds(draft), ...wedges, ...this.#partings(), ...this.#meetings(draft)];
  }

  deeds(draft) {
    const aloft = (now) => ({ ...now, last: null, first: flies(now) ? [] : [["fly"]] });
    const alone = (name) => () => ({ ...this.start(), last: [name] });
    const land = { id: "land", label: "Land", change: (now) => ({ ...now, last: ["land"] }) };
    return [
      ...super.deeds(draft),
      ...this.deed("dash", "Dash (D3″ more)", alone("dash")),
      ...this.deed("leave", "Leave the table", alone("leave")),
      ...this.deed("drop", "Throw away pikes", alone("drop")),
      ...this.deed("fly", flies(draft) ? "Stay on the ground" : "Take off", aloft),
      ...(this.block.airborne ? [land] : []),
      ...this.deed("divide", "Divide", alone("divide")),
    ];
  }

  /** Taking a group apart, or a character to the front of his. */
  #partings() {
    const fight = {
      id: "fight",
      label: "Step into the fight …",
      change: () => ({ ...this.start(), last: ["fight", 0] }),
    };
    return [...this.deed("split", "Split …", () => this.splitting.begin()), ...(this.block.host ? [fight] : [])];
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
    if (draft.places) return super.controls(draft);
    if (draft.last?.[0] === "wedge" && this.data.points > 1)
      return [pointsControl(this.data.points, draft.last[1], (now, value) => ({ ...now, last: ["wedge", value] }))];
    if (draft.last?.[0] !== "fight") return [];
    return [
      {
        id: "base",
        label: "In the place of model",
        kind: "choice",
        value: draft.last[1],
        options: this.spots(draft).map(({ at }) => [at, String(at + 1)]),
        change: (now, value) => this.pickSpot(now, Number(value)),
      },
    ];
  }
}
