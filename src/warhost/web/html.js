// One place for what every module needs of the vendored libraries.
import { h, render, Fragment, Component } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";

export { useState, useEffect, useLayoutEffect, useRef, useMemo, useCallback } from "./vendor/hooks.mjs";
export {
  signal,
  computed,
  effect,
  batch,
  untracked,
  useSignal,
  useComputed,
  useSignalEffect,
} from "./vendor/signals.mjs";
export { h, render, Fragment, Component };
export const html = htm.bind(h);

/** A component that is drawn again only when `same` says that its properties differ. */
export function drawnOnce(draw, same) {
  return class Once extends Component {
    shouldComponentUpdate(next) {
      return !same(this.props, next);
    }
    render(props) {
      return draw(props);
    }
  };
}

const prints = new WeakMap();

/** What a thing is, as one string; worked out once for each thing the server sent. */
export function printOf(thing) {
  if (!prints.has(thing)) prints.set(thing, JSON.stringify(thing));
  return prints.get(thing);
}

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export const classes = (...names) => names.filter(Boolean).join(" ");
export const plural = (count, word, many = `${word}s`) => `${count} ${count === 1 ? word : many}`;
export const upper = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "");
/** Names of the rules as a reader says them: "goblin_horde" is no word. */
/** A title in the middle of a sentence: "against the Darklords". */
export const mention = (title) => title.replace(/^(The|An?) /, (article) => article.toLowerCase());
export const spoken = (text) => String(text).replaceAll("_", " ");
