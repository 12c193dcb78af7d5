// Armies in the making: every one that was begun is kept until it is saved or forgotten, so that neither a reload nor a
// link nor another tab costs anybody what he built.
import { same, useRef } from "../html.js";
import { kept } from "../prefs.js";

const MOST = 30; // of one place

/** {id: {place, roster, text, own, saved, at}}: `place` is a game, or a battle for which the army is wanted; `text` was
    written in the expert's view and not taken over; `own` is the name under which it was saved. */
const drafts = kept("warhost.drafts", {});

/** Drafts once were kept by their places, one for each. */
const found = ([id, draft]) => [id, draft.rulebook ? { place: id, roster: draft, at: 0 } : draft];

const newest = ([, a], [, b]) => b.at - a.at;
const draftsOf = (place) => Object.entries(drafts.value).map(found).filter(([, draft]) => draft.place === place).sort(newest);

/** What was left lying at a place, the newest first; what is saved or empty is not among it, and nothing is twice. */
export function unfinished(place) {
  const left = draftsOf(place).filter(([, { roster, text, saved }]) => text || (!saved && roster.group.length + roster.character.length));
  return left.filter(([, one], at) => left.findIndex(([, other]) => same([one.roster, one.text], [other.roster, other.text])) === at);
}

export function forgetDraft(id) {
  const { [id]: gone, ...rest } = drafts.peek();
  drafts.value = rest;
}

const tabs = (place) => `warhost.draft ${place}`;
const freshId = () => Math.random().toString(36).slice(2);

/** The draft that lies before this tab. */
class Draft {
  constructor(place) {
    this.place = place;
    this.begin();
  }

  /** Another army comes before this tab; the one before stays where it was kept. */
  begin(saved = null, own = "") {
    Object.assign(this, { id: freshId(), own, saved, text: null });
  }

  /** The draft that lay before this tab when it was loaded again, or nothing. */
  resumed() {
    const id = sessionStorage.getItem(tabs(this.place));
    return id && this.take(id);
  }

  /** What was left lying goes on under a new id: a tab that still has it before it keeps its own. */
  take(id) {
    const draft = found([id, drafts.peek()[id] ?? {}])[1];
    if (!draft.roster) return null;
    const { own = "", saved = false, text = null, roster } = draft;
    Object.assign(this, { id: freshId(), own, saved: saved ? roster : null, text });
    forgetDraft(id);
    this.note(roster);
    return roster;
  }

  note(roster) {
    const { id, place, own, text } = this,
      draft = { place, roster, own, text, saved: same(roster, this.saved), at: Date.now() };
    const dropped = draftsOf(place).filter(([other]) => other !== id).slice(MOST - 1).map(([other]) => other);
    drafts.value = { ...Object.fromEntries(Object.entries(drafts.peek()).filter(([other]) => !dropped.includes(other))), [id]: draft };
    sessionStorage.setItem(tabs(place), id);
  }

  /** What is written in the expert's view, until it is taken over or dropped (null). */
  write(text, roster) {
    this.text = text;
    this.note(roster);
  }

  /** It is kept among one's own armies now. */
  keep(roster) {
    Object.assign(this, { own: roster.name, saved: roster });
    this.note(roster);
  }

  /** What is saved needs no draft. */
  leave(roster) {
    sessionStorage.removeItem(tabs(this.place));
    if (same(roster, this.saved)) forgetDraft(this.id);
  }
}

export const useDraft = (place) => (useRef(null).current ??= new Draft(place));
