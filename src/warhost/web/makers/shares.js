// Shots or blows shared out among those at whom they can go.
import { upper } from "../html.js";

/** A draft is the order itself: how many at whom, and the ticks that are set. */
export class Shares {
  begins = true;

  constructor(question) {
    this.question = question;
    this.most = question.order?.most ?? {};
    this.ticks = question.order?.ticks ?? {};
  }

  movable() {
    return false;
  }

  start() {
    return { ...this.question.suggestions[0]?.answer };
  }

  answer(draft) {
    return Object.fromEntries(Object.entries(draft).filter(([, count]) => count));
  }

  read(answer) {
    return { ...answer };
  }

  drawn() {
    return null;
  }

  /** "6 at the Javelin Screen." */
  costWords(cost, draft) {
    const titles = this.question.order?.titles ?? {};
    const shares = Object.entries(draft).filter(([name, count]) => count && name in this.most);
    return shares.length ? `${shares.map(([name, count]) => `${count} at ${titles[name] ?? name}`).join(", ")}.` : "";
  }

  /** Whether one of them can be pointed at, so that all go at him. */
  takes(name) {
    return name in this.most && this.question.order.total === undefined;
  }

  /** Whether some go at him as it is. */
  strikes(draft, name) {
    return name in this.most && draft[name] > 0;
  }

  pointed(draft, name) {
    const ticked = Object.entries(draft).filter(([tick]) => tick in this.ticks);
    return this.takes(name) ? { ...Object.fromEntries(ticked), [name]: this.most[name] } : null;
  }

  controls(draft) {
    const titles = this.question.order?.titles ?? {};
    const numbers = Object.entries(this.most).map(([name, most]) => ({
      id: name,
      label: upper(titles[name] ?? name),
      kind: "number",
      value: draft[name] ?? 0,
      least: 0,
      most,
      change: (now, value) => ({ ...now, [name]: value }),
    }));
    const ticks = Object.entries(this.ticks).map(([name, label]) => ({
      id: name,
      label,
      kind: "tick",
      value: Boolean(draft[name]),
      change: (now, value) => ({ ...now, [name]: Number(value) }),
    }));
    return [...numbers, ...ticks];
  }
}
