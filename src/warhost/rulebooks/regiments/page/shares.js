// Blows shared out among those who can be struck.
import { upper } from "../../html.js";

/** A draft is the order itself: how many at whom. */
export class Shares {
  begins = true;

  constructor(question) {
    this.question = question;
    this.most = question.order?.most ?? {};
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

  controls(draft) {
    const titles = this.question.order?.titles ?? {};
    return Object.entries(this.most).map(([name, most]) => ({
      id: name,
      label: upper(titles[name] ?? name),
      kind: "number",
      value: draft[name] ?? 0,
      least: 0,
      most,
      change: (now, value) => ({ ...now, [name]: value }),
    }));
  }
}
