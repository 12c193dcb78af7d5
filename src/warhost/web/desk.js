// What lies before one visitor: the session, the hand with the ghost, what is pointed at, and where the camera looks.
import { signal, computed, effect, untracked, spoken } from "./html.js";
import { Hand } from "./ghost.js";
import { Picker, things } from "./picker.js";
import { Tape } from "./tape.js";
import { placeOf, focusPiece } from "./stage.js";

/** The little a stage needs to draw a view; a replay has no more than this. */
export class Shown {
  constructor(view) {
    this.view = view;
    this.hovered = signal(null);
    this.selected = signal(null);
    this.named = signal([]);
    this.tabbed = signal(null);
    this.camera = null;
    this.field = null;
  }

  select(id) {
    this.selected.value = id;
  }

  deselect() {
    this.selected.value = null;
  }

  point(id) {
    this.select(this.selected.value === id ? null : id);
  }

  /** Show a piece, or the first of a unit, wherever it is. */
  find(name) {
    const piece = things(this.view.value).find((one) => one.id === name || one.unit === name);
    if (!piece || !placeOf(piece)) return;
    this.select(piece.id);
    this.camera?.centre(this.field.out(placeOf(piece)));
  }

  /** Names by which the rules know pieces, in a sentence, as the titles players know. */
  titled(text) {
    const view = this.view.value,
      titles = new Map([...view.units, ...things(view)].map((one) => [one.id, one.title]));
    const names = [...titles.keys()].filter(
      (id) => titles.get(id).toLowerCase() !== spoken(id).toLowerCase() && !/\d$/.test(id),
    );
    if (!names.length) return text;
    const known = names.sort((a, b) => b.length - a.length).map((id) => id.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    return text.replace(new RegExp(`(?<![\\w/])(${known.join("|")})(?![\\w/])`, "g"), (id) => titles.get(id));
  }

  titleOf(name) {
    const view = this.view.value;
    return (
      things(view).find((one) => one.id === name)?.title ??
      view.units.find((one) => one.id === name)?.title ??
      spoken(name)
    );
  }
}

export class Desk extends Shown {
  constructor(session) {
    const earlier = signal(null); // a view of the past, while the last turn is looked at again
    super(computed(() => earlier.value ?? session.view.value));
    this.earlier = earlier;
    this.session = session;
    this.hand = new Hand(session);
    this.picker = new Picker(session);
    this.tape = new Tape(session);
    // Advice on an order is shown as a ghost, which can be changed before it is given.
    const stopHints = effect(() => {
      const hint = session.hint.value;
      if (hint && session.question.peek()?.kind === "order") untracked(() => this.hand.suggest(hint.answer));
    });
    let number = null;
    const stopQuestions = effect(() => {
      const question = session.question.value,
        key = `${session.seated.value} ${question?.number}`;
      if (key === number) return;
      number = key;
      untracked(() => this.#face(question, session.view.value));
    });
    this.stop = () => {
      stopHints();
      stopQuestions();
    };
  }

  /** A new question lies on the table. */
  #face(question, view) {
    this.picker.face();
    this.hand.face(question, view);
    const about = question?.about && things(view).find((one) => one.id === question.about);
    if (about) this.select(about.id);
  }

  point(id) {
    const piece = things(this.view.value).find((one) => one.id === id);
    this.select(id);
    if (piece && !this.earlier.value) this.picker.click(piece);
  }

  deselect() {
    super.deselect();
    this.picker.picked.value = null;
    this.picker.actor.value = null;
  }

  /** The next piece that answers the question, or the next of one's own. */
  next() {
    const all = things(this.view.value),
      maker = this.hand.maker.value;
    const wanted = all.filter((piece) => this.picker.nameOf(piece) || maker?.movable(piece.id));
    const list = wanted.length ? wanted : all.filter((piece) => piece.side === this.view.value.you);
    if (!list.length) return;
    const at = list.findIndex((piece) => piece.id === this.tabbed.value);
    focusPiece(this, list[(at + 1) % list.length].id);
  }

  close() {
    this.stop();
    this.session.close();
  }
}
