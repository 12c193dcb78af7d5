// Where a spell is laid, and who would be under it.
import { Point } from "../../makers/point.js";
import { lengthWords } from "../../measure.js";

const UNDER = "under ";

export class Spell extends Point {
  constructor(question, view) {
    super(question);
    this.view = view;
  }

  costWords(cost) {
    if (cost.distance === undefined) return "";
    const far = `${lengthWords(this.view.table.measure, cost.distance)} from the caster.`,
      under = Object.entries(cost).filter(([name]) => name.startsWith(UNDER));
    const told = under.map(([name, figures]) => this.#figures(name.slice(UNDER.length), figures));
    return `${far} ${told.length ? `Under it: ${told.join(", ")}.` : "Nobody is under it."}`;
  }

  /** Most spells do nothing to a legion of which less than half is under them. */
  #figures(id, figures) {
    const block = this.view.blocks.find((one) => one.id === id),
      all = block?.bases.length ?? figures,
      few = this.question.order?.half && 2 * figures < all ? " (too few)" : "";
    return `${figures} of ${all} ${block?.name ?? id}${few}`;
  }
}
