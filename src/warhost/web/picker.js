// Choosing by pointing: which pieces on the table answer the open question, and what pointing at them does.
import { signal, computed, batch } from "./html.js";

export const things = (view) => (view?.table ? view.blocks : (view?.pieces ?? []));

/** The id under which a question knows a piece: its own, or that of its unit. */
const nameIn = (names, piece) => (names.has(piece.id) ? piece.id : names.has(piece.unit) ? piece.unit : null);

export class Picker {
  constructor(session) {
    this.session = session;
    this.picked = signal(null); // the answer of a choice that is pointed at, to be confirmed
    this.actor = signal(null); // who is to be given a target
    this.given = signal({}); // {actor: target}
    this.some = signal([]);
    this.names = computed(() => this.#names());
  }

  face() {
    batch(() => {
      this.picked.value = null;
      this.actor.value = null;
      this.given.value = {};
      this.some.value = [];
    });
  }

  #names() {
    const question = this.session.question.value;
    if (question?.kind === "choose" || question?.kind === "choose_some") {
      return new Set(question.options.map((option) => option.answer));
    }
    if (question?.kind === "assign") {
      const actor = this.actor.value;
      return new Set([...Object.keys(question.options), ...(actor ? (question.options[actor] ?? []) : [])]);
    }
    return new Set();
  }

  nameOf(piece) {
    return nameIn(this.names.value, piece);
  }

  get instant() {
    const question = this.session.question.value;
    return question?.kind === "choose" && question.manner.instant;
  }

  /** How a piece is shown because of the question: can, chosen, actor, target. */
  roleOf(piece) {
    const question = this.session.question.value,
      name = this.nameOf(piece);
    if (question?.about && (piece.id === question.about || piece.unit === question.about)) return "about";
    if (!name) return "";
    if (question.kind === "assign") return this.#assignRole(question, name);
    if (name === this.picked.value || this.some.value.includes(name)) return "chosen";
    return "can";
  }

  #assignRole(question, name) {
    const actor = this.actor.value;
    if (name === actor) return "chosen";
    if (actor && question.options[actor]?.includes(name)) return "target";
    return name in this.given.value ? "given" : "can";
  }

  /** Pointed at; true if that meant something. One who is not yet sure has to confirm it. */
  click(piece, sure = true) {
    const question = this.session.question.value,
      name = this.nameOf(piece);
    if (!name) return false;
    if (question.kind === "assign") this.#assign(question, name);
    else if (question.kind === "choose_some") this.toggle(name);
    else if ((this.instant && sure) || this.picked.value === name) this.session.answer(name);
    else this.picked.value = name;
    return true;
  }

  #assign(question, name) {
    const actor = this.actor.value;
    if (actor && question.options[actor]?.includes(name)) {
      this.given.value = { ...this.given.value, [actor]: name };
      this.actor.value = null;
    } else if (name in question.options) {
      this.actor.value = actor === name ? null : name;
    }
  }

  /** Whether all this is among what has been put together. */
  includes(answer) {
    return Object.entries(answer).every(([actor, target]) => this.given.value[actor] === target);
  }

  /** A ready assignment is taken into the hand beside what is there; again, alone: it is given; among others: away. */
  propose(answer) {
    const given = this.given.value,
      actors = Object.keys(answer);
    this.actor.value = null;
    if (!this.includes(answer)) this.given.value = { ...given, ...answer };
    else if (Object.keys(given).length === actors.length) this.session.answer(given);
    else this.given.value = Object.fromEntries(Object.entries(given).filter(([actor]) => !actors.includes(actor)));
  }

  toggle(name) {
    const some = this.some.value;
    this.some.value = some.includes(name) ? some.filter((one) => one !== name) : [...some, name];
  }
}
