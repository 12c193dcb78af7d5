// What lies before one visitor: the session, the hand with the ghost, what is pointed at, and where the camera looks.
import { signal, computed, effect, untracked, spoken } from "./html.js";
import { middle } from "./formation.js";
import { Hand } from "./ghost.js";
import { Giving } from "./giving.js";
import { Picker, things } from "./picker.js";
import { Player } from "./playing/player.js";
import { Tape } from "./tape.js";
import { placeOf, focusPiece } from "./keys.js";
import { Chances } from "./plan.js";
import { Expecting } from "./expect.js";
import { Outlook } from "./outlook.js";
import { Sketch } from "./sketch.js";
import { Ways } from "./ways.js";
import { lookAt } from "./levels.js";
import { turnedOn, uprightTurn } from "./lie.js";
import { isDice } from "./tray.js";
import { lies, remember, seats } from "./prefs.js";

const BEYOND = 0.6; // of the depth of the table

/** Where nobody looks anywhere, as single fighters do not: whether one's own, and the one to be placed now, stand far up. */
function standsBeyond(view, question) {
  const all = things(view),
    ready = question?.suggestions?.find(({ answer }) => Array.isArray(answer?.at)),
    places = [...all.filter((piece) => piece.side === view.you).map(placeOf), ...(ready ? [ready.answer.at] : [])];
  if (!view.table || !places.length || new Set(all.map((piece) => piece.facing)).size > 1) return false;
  return places.reduce((sum, [, y]) => sum + y, 0) / places.length > BEYOND * view.table.depth;
}

/** Whether most of one's own pieces, and the one to be placed now, look down the table as the rules have it. */
function looksDown(view, question) {
  if (standsBeyond(view, question)) return view.you !== null;
  const own = things(view).filter((piece) => piece.side === view.you),
    pose = question?.order?.pose?.facing ?? question?.order?.facing;
  const looks = [...own.map((piece) => piece.facing), ...(pose === undefined ? [] : [pose])];
  const down = looks.filter((facing) => facing === "S" || (facing > 9000 && facing < 27000)).length;
  return view.you !== null && 2 * down > looks.length;
}

/** By how many quarters it was turned before; there was a time when it could only be turned round. */
const before = (seat) => (typeof seat?.turned === "boolean" ? 2 * Number(seat.turned) : seat?.turned);
/** Which side lies below, whether the table lies aside or not. */
const roundOnly = (quarters) => quarters - (quarters % 2);

const MOST_ROLLS = 12;

/** The little a stage needs to draw a view; a replay has no more than this. */
export class Shown {
  constructor(view) {
    this.view = view;
    this.hovered = signal(null);
    this.selected = signal(null);
    this.named = signal([]);
    this.tabbed = signal(null);
    this.card = signal(null); // the id of a piece whose card is open
    this.crowd = signal(null); // {ids, at, x, y}: pieces of which a finger may have meant any, and where it was
    this.told = signal([]); // lines of the log that are pointed at
    this.lately = signal([]); // lines of the moment of the past that is shown
    this.turned = signal(0); // by how many quarters the table is turned
    this.byHand = false; // whether somebody has turned it so
    this.rolls = []; // the last lines with dice
    this.thrown = signal(null); // {line, first}: whose dice lie in the tray, and those of which some were thrown again
    this.player = new Player(this);
    this.level = signal(null); // the only level of the table that is shown; null shows all
    this.keep = signal(1); // how large lettering is drawn, so that it can be read at this zoom
    this.camera = null;
    this.field = null;
  }

  /** What was laid on the table for a moment: by the lines pointed at, otherwise by the last that were heard. */
  get laid() {
    const lines = this.told.value.length ? this.told.value : this.news;
    return lines.flatMap((line) => line.outlines ?? []);
  }

  get news() {
    return this.lately.value;
  }

  /** Dice fall into the tray: with those of which some are thrown again, otherwise alone. */
  throws(line) {
    if (!line.dice.every(isDice)) return;
    const { back = 0 } = line.dice[0];
    this.thrown.value = { line, first: (back && this.rolls.at(-back)) || null };
    this.rolls = [...this.rolls, line].slice(-MOST_ROLLS);
  }

  /** What happened unseen: its last dice lie in the tray, or none. */
  recall(lines) {
    this.rolls = [];
    this.thrown.value = null;
    for (const line of lines) if (line.dice?.length) this.throws(line);
  }

  select(id) {
    this.selected.value = id;
  }

  turnRound() {
    this.byHand = true;
    this.turned.value = turnedOn(this.turned.value, this.view.value);
  }

  /** A table that nobody has turned lies so that it fills the screen, also when that is laid on its side. */
  lieWell() {
    const view = this.view.peek();
    if (view && !this.byHand) this.turned.value = roundOnly(this.turned.peek()) + uprightTurn(view);
  }

  deselect() {
    this.selected.value = null;
  }

  /** The card of the piece that is pointed at or selected. */
  openCard() {
    this.card.value = this.hovered.value ?? this.selected.value;
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
    const names = [...titles.keys()].filter((id) => titles.get(id).toLowerCase() !== id.toLowerCase()); // "guard" is a word
    if (!names.length) return text;
    const known = names.sort((a, b) => b.length - a.length).map((id) => id.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    return text.replace(new RegExp(`(?<![\\w/-])(${known.join("|")})(?![\\w/])`, "g"), (id) => titles.get(id));
  }

  titleOf(name) {
    const view = this.view.value;
    if (!view) return spoken(name); // the log may be there before the table
    return (
      things(view).find((one) => one.id === name)?.title ??
      view.units.find((one) => one.id === name)?.title ??
      spoken(this.titled(name))
    );
  }

  /** "6 Longbowmen at Swordsmen, Ostrel at Vordak": who is to do it, and to whom. */
  pairWords(given) {
    const lots = new Map();
    for (const [actor, target] of Object.entries(given)) {
      const lot = `${this.titled(this.titleOf(actor)).replace(/ model \d+$/, "")} at ${this.titleOf(target)}`;
      lots.set(lot, (lots.get(lot) ?? 0) + 1);
    }
    return [...lots].map(([lot, count]) => (count > 1 ? `${count} ${lot}` : lot)).join(", ");
  }

  /** Whether that is a piece or a unit, by the name the rules have for it. */
  knows(name) {
    const view = this.view.value;
    return [...view.units, ...things(view)].some((one) => one.id === name);
  }
}

export class Desk extends Shown {
  constructor(session) {
    const earlier = signal(null); // a view of the past, while the last turn is looked at again
    const played = signal(null); // the player, whose table is another until it is over
    super(computed(() => played.value?.view.value ?? earlier.value ?? session.view.value));
    played.value = session.player = this.player;
    this.earlier = earlier;
    this.session = session;
    this.hand = new Hand(session);
    this.picker = new Picker(session);
    this.giving = new Giving(session, this.hand, this.picker);
    this.tape = new Tape(session);
    this.sketch = new Sketch(session, this.view);
    this.chances = new Chances(session, this.picker);
    this.outlook = new Outlook(session, this.hand);
    this.expecting = new Expecting(session, this.giving);
    this.ways = new Ways(session);
    this.proposed = signal(null); // an assignment that is pointed at in the list
    const stopHints = effect(() => {
      const hint = session.hint.value;
      if (hint) untracked(() => this.#follow(session.question.value, hint.answer));
    });
    let number = null;
    const stopQuestions = effect(() => {
      const question = session.question.value,
        key = `${session.seated.value} ${question?.number}`;
      if (key === number) return;
      number = key;
      untracked(() => this.#face(question, session.view.value));
    });
    const stopLie = effect(() => this.#lie(session.view.value));
    this.stop = () => {
      this.player.stop();
      stopHints();
      stopQuestions();
      stopLie();
      this.giving.stop();
      this.chances.stop();
      this.outlook.stop();
      this.expecting.stop();
      this.ways.stop();
    };
  }

  /** What happened in the last step and the one under way. */
  get news() {
    const steps = this.session.state.value?.steps ?? 0;
    return this.earlier.value ? this.lately.value : this.session.lines.value.filter((line) => line.step >= steps);
  }

  /** The table lies as it lay before, or with one's own side below if that is known at first sight. */
  #lie(view) {
    if (this.settled || !view) return;
    this.settled = true; // from now on only the visitor turns it
    untracked(() => {
      const seat = seats.value[this.session.id];
      this.byHand = Boolean(seat?.byHand);
      this.turned.value = before(seat) ?? 2 * Number(this.#minds && looksDown(view, this.session.question.value));
      this.lieWell();
      if (seat) remember(this.session.id, { turned: this.turned.value }); // another look shows it as it was
    });
  }

  get #minds() {
    return lies.value !== "fixed" && this.session.places.length === 1; // at a shared screen it would be the other's side
  }

  turnRound() {
    super.turnRound();
    this.leaveSo();
  }

  /** One's own side to the other edge, however the table lies. */
  faceAbout() {
    this.turned.value = (this.turned.value + 2) % 4;
    this.leaveSo();
  }

  /** It shall lie as it lies. */
  leaveSo() {
    if (seats.peek()[this.session.id]) remember(this.session.id, { turned: this.turned.value, byHand: this.byHand, chosen: true });
  }

  /** Whether one's own side turned out to lie at the far edge: it may be turned round, but not by itself. On a table that
   * lies aside no edge is nearer than the other. */
  get upsideDown() {
    const view = this.view.value,
      { chosen } = seats.value[this.session.id] ?? {};
    return Boolean(view && !chosen && this.#minds && this.turned.value === 0 && looksDown(view, this.session.question.value));
  }

  /** What is advised is taken into the hand: it is seen on the table, can be changed, and Enter gives it. */
  #follow(question, answer) {
    const { hand, picker } = this;
    const kinds = {
      order: () => hand.suggest(answer),
      assign: () => {
        picker.given.value = { ...answer };
      },
      choose_some: () => {
        picker.some.value = [...answer];
      },
      choose: () => {
        picker.picked.value = answer;
      },
    };
    kinds[question?.kind]?.();
  }

  /** A new question lies on the table. */
  #face(question, view) {
    this.proposed.value = null;
    this.picker.face();
    this.chances.face(question);
    this.hand.face(question, view);
    const about = question?.about && things(view).find((one) => one.id === question.about);
    if (about) {
      this.select(about.id);
      lookAt(this, about);
    }
    this.approach(question, view);
  }

  /** On a small screen the table comes nearer: to who is ordered, to who does something to whom, otherwise to the battle. */
  approach(question = this.session.question.peek(), view = this.session.view.peek()) {
    const meant = things(view).filter((one) => placeOf(one) && this.#isMeant(question, one)),
      places = meant.length ? [...meant.map(placeOf), ...this.#aimed] : this.#ghostly;
    if (places.length) this.camera?.approach(places.map((place) => this.field.out(place)));
    else this.camera?.withdraw();
  }

  /** Where the ghost of somebody lies who does not stand on the table yet. */
  get #ghostly() {
    const { blocks = [], pieces = [] } = this.hand.shown.peek() ?? {};
    return [...blocks.flatMap((block) => block.outline), ...pieces.flatMap((piece) => piece.squares)];
  }

  /** Where something is to strike or to lie: as well as who does it. */
  get #aimed() {
    return (this.hand.shown.peek()?.outlines ?? []).map(middle);
  }

  #isMeant(question, piece) {
    const { id, unit } = piece,
      kinds = {
        order: () => [id, unit].includes(question.about) || this.#isAt(id),
        assign: () => Object.entries(question.options).flat(2).some((name) => name === id || name === unit),
        choose: () => this.#isAmong(question, piece),
        choose_some: () => this.#isAmong(question, piece),
      };
    return kinds[question?.kind]?.() ?? false;
  }

  /** Whoever can be aimed at, or is. */
  #isAt(id) {
    const { maker, current } = this.hand;
    return Boolean(maker.value?.takes?.(id) || maker.value?.strikes?.(current, id));
  }

  /** One of those that are to be chosen from, or whom it is about; where there are no pieces among them, everybody. */
  #isAmong({ options, about }, { id, unit, bases = [] }) {
    const names = [about, ...options.map(({ answer }) => answer)].filter((name) => name && this.knows(name)),
      titles = names.map((name) => this.titleOf(name));
    return !names.length || names.includes(id) || names.includes(unit) || bases.some((base) => base.role && titles.includes(base.title));
  }

  /** A finger hides what it points at: what a mouse does at once, it does at the second touch. */
  point(id, event = null) {
    const piece = things(this.view.value).find((one) => one.id === id);
    const sure = event?.pointerType !== "touch" || this.selected.value === id;
    this.select(id);
    if (piece && !this.earlier.value && !this.hand.change("pointed", id)) this.picker.click(piece, sure);
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
