// A whole army drawn up in secret: every body of it can be dragged, turned and widened before the map is handed in.
import { turned } from "../../formation.js";

/** A draft is {changes: {id: {at, facing, files}}, lead: the body that was touched last}. */
export class DrawingUp {
  begins = true;

  constructor(question) {
    this.question = question;
    this.places = question.order?.places ?? {};
    this.first = Object.keys(this.places)[0];
  }

  movable(id) {
    return id in this.places;
  }

  start() {
    return { changes: {}, lead: this.first };
  }

  lead(draft, id) {
    return this.movable(id) && draft.lead !== id ? { ...draft, lead: id } : null;
  }

  spot(draft, id = draft.lead) {
    return { ...this.places[id], ...draft.changes[id] };
  }

  #changed(draft, id, change) {
    return { lead: id, changes: { ...draft.changes, [id]: { ...draft.changes[id], ...change } } };
  }

  drag(draft, id, from, to) {
    const who = this.movable(id) ? id : draft.lead,
      [x, y] = this.spot(draft, who).at;
    return this.#changed(draft, who, { at: [Math.round(x + to[0] - from[0]), Math.round(y + to[1] - from[1])] });
  }

  nudge(draft, dx, dy) {
    return this.drag(draft, draft.lead, [0, 0], [dx, dy]);
  }

  turn(draft, degrees) {
    return this.aim(draft, turned(this.spot(draft).facing, degrees * 100));
  }

  aim(draft, facing, of = draft.lead) {
    return this.#changed(draft, of, { facing });
  }

  widen(draft, files, of = draft.lead) {
    return files < 1 ? null : this.#changed(draft, of, { files });
  }

  filesOf(draft, of = draft.lead) {
    return this.spot(draft, of).files;
  }

  answer(draft) {
    return draft.changes;
  }

  read(answer) {
    return answer && typeof answer === "object" && !Array.isArray(answer) ? { changes: answer, lead: this.first } : null;
  }

  drawn(draft, preview) {
    if (preview?.blocks) this.seen = preview.blocks;
    return { blocks: this.seen ?? [], outlines: this.question.order?.zones ?? [] };
  }

  tools(draft) {
    if (!Object.keys(draft.changes).length) return [];
    return [{ id: "standard", label: "Back to the standard", change: () => this.start() }];
  }

  controls(draft) {
    const huitsan = this.spot(draft).huitsan;
    if (huitsan === undefined) return [];
    const change = (now, value) => this.#changed(now, now.lead, { huitsan: value });
    return [{ id: "huitsan", label: "Huitsán (0 is the reserve)", kind: "number", value: huitsan, least: 0, most: 9, change }];
  }

  costWords() {
    return "";
  }
}
