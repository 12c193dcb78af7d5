// What lies open over a page: a card that takes the keyboard and gives it back, a small menu that unfolds. Escape and a
// click beside close either.
import { html, classes, useLayoutEffect, useRef } from "./html.js";

const REACHED = "a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary";

/** Escape, or a click beside what lies in the box, closes it as long as `open` says so. */
export function useLeaving(box, open, close) {
  const now = useRef(null);
  now.current = { open, close };
  useLayoutEffect(() => {
    const away = (event) => {
      const { open, close } = now.current,
        out = event.type === "keydown" ? event.key === "Escape" : !box.current?.contains(event.target);
      if (!out || !box.current || !open()) return;
      close();
      if (event.type === "keydown") event.stopImmediatePropagation();
    };
    addEventListener("pointerdown", away, true);
    addEventListener("keydown", away, true);
    return () => {
      removeEventListener("pointerdown", away, true);
      removeEventListener("keydown", away, true);
    };
  }, []);
}

/** The keyboard goes into the box, stays there, and goes back to where it was. */
function useKeyboard(box) {
  useLayoutEffect(() => {
    const before = document.activeElement;
    (box.current.querySelector("[autofocus]") ?? box.current).focus();
    const kept = (event) => event.key === "Tab" && stay(box.current, event);
    addEventListener("keydown", kept, true);
    return () => {
      removeEventListener("keydown", kept, true);
      if (before?.isConnected) before.focus();
    };
  }, []);
}

function stay(box, event) {
  const all = [...box.querySelectorAll(REACHED)].filter((one) => one.checkVisibility()),
    at = all.indexOf(document.activeElement),
    edge = event.shiftKey ? at <= 0 : at === all.length - 1;
  if (!all.length || (at >= 0 && !edge) || (at < 0 && !event.shiftKey && box.contains(document.activeElement))) return;
  event.preventDefault();
  all.at(event.shiftKey ? -1 : 0).focus();
}

/** A card over everything else. `secret`: the table cannot be seen behind it; without `close` it must be answered. */
export function Cover({ labelled, close = null, secret = false, children }) {
  const box = useRef(null);
  useKeyboard(box);
  useLeaving(box, () => Boolean(close), close);
  return html`<div class=${classes("cover", !secret && "over-table")}><div ref=${box} class="cover-card" tabindex="-1" role="dialog" aria-modal="true"
    aria-labelledby=${labelled}>${children}</div></div>`;
}

/** Of a dialog of the browser's own: a click beside it closes it. */
export function closedBeside({ target, currentTarget: box, clientX: x, clientY: y }) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  if (target === box && (x < left || x > right || y < top || y > bottom)) box.close();
}

/** A button under which something unfolds. */
export function Pop({ kind = "invite", title, words, children }) {
  const box = useRef(null);
  useLeaving(
    box,
    () => box.current.open,
    () => {
      box.current.open = false;
    },
  );
  return html`<details ref=${box} class=${kind}><summary class=${kind.startsWith("invite") ? "button" : ""} title=${title}>${words}</summary>
    <div class="pop card">${children}</div></details>`;
}
