// The move of a regiment: it wheels towards a point and goes on; the way of the outer corner is paid.
import { March } from "/makers/march.js";

const flies = (draft) => draft.first.some(([act]) => act === "fly");

/** A draft may begin with fly and end with join. */
export class RankedMarch extends March {
  kept(last) {
    return last?.[0] === "join" ? last : null;
  }

  /** Wheels are paid too, so that only the referee knows how far a formed unit comes. */
  most(draft) {
    if (draft.first.length || !this.single) return Infinity;
    return this.data.left ?? Infinity;
  }

  readAct(draft, act) {
    if (act[0] === "fly") draft.first.push(act);
    else super.readAct(draft, act);
  }

  costWords(cost, draft) {
    const words = super.costWords(cost, draft);
    return cost.march ? `${words} That is a march.` : words;
  }

  ways(draft) {
    return super.ways(draft).filter(({ id }) => id !== "narrow");
  }

  deeds() {
    const aloft = (now) => ({ ...now, last: null, first: flies(now) ? [] : [["fly"]] });
    const about = (now) => ({ ...this.start(), last: ["reform", this.filesOf(now), this.#behind()] });
    const joins = (this.data.hosts ?? []).map((host) => ({
      id: `join ${host}`,
      label: `Join ${this.view.units.find((unit) => unit.id === host)?.title ?? host}`,
      change: (now) => ({ ...now, last: ["join", host] }),
    }));
    return [
      ...(this.can("fly") ? [{ id: "fly", label: "Fly", key: "f", change: aloft }] : []),
      ...(this.can("reform") ? [{ id: "about", label: "Reform facing back", change: about }] : []),
      ...joins,
    ];
  }

  #behind() {
    return ((this.data.pose?.facing ?? 0) + 18000) % 36000;
  }
}
