// Levels of a table on which pieces stand above others: all of them, or one at a time. What lies above the one that is
// looked at is left as an outline through which hands reach, what lies below it is pale.
import { html, classes, useRef, useState } from "./html.js";
import { useLeaving } from "./cover.js";

export const levelsOf = (view) => (view?.table?.levels?.length > 1 ? view.table.levels : []);

/** The level on which something that begins at this height stands. */
export const levelOf = (levels, base) => Math.max(0, levels.findLastIndex((level) => level.base <= (base ?? 0)));

/** "above" or "below" what is looked at; nothing if it is there, or if all levels are shown. */
export function layerOf(view, chosen, { base }) {
  const levels = levelsOf(view);
  if (chosen === null || chosen >= levels.length) return "";
  const level = levelOf(levels, base);
  return level > chosen ? "above" : level < chosen ? "below" : "";
}

/** All, then from the highest to the lowest, and round again. */
export function nextLevel(desk) {
  const count = levelsOf(desk.view.value).length,
    now = desk.level.value;
  if (count) desk.level.value = now === null ? count - 1 : now > 0 ? now - 1 : null;
  return count > 0;
}

/** Whoever is to be moved is never out of reach. */
export function lookAt(desk, piece) {
  const levels = levelsOf(desk.view.value);
  if (desk.level.value !== null && levels.length && layerOf(desk.view.value, desk.level.value, piece)) desk.level.value = levelOf(levels, piece.base);
}

/** One key for each level. A phone has room for the one that is looked at: touched, it shows the others. */
export function LevelKeys({ desk }) {
  const [open, setOpen] = useState(false),
    box = useRef(null),
    levels = levelsOf(desk.view.value),
    chosen = desk.level.value;
  useLeaving(box, () => open, () => setOpen(false));
  if (!levels.length) return null;
  const key = (level, title, words) => html`<button key=${title} aria-pressed=${chosen === level} aria-label=${words} title=${words}
    onClick=${() => {
      setOpen(!open && chosen === level);
      desk.level.value = level;
    }}>${title}</button>`;
  return html`<div ref=${box} class=${classes("levels", open && "open")} role="group" aria-label="Levels">
    ${key(null, "all", "All levels (G)")}
    ${levels.map(({ title }, at) => key(at, title, `Only this level: ${title}`)).reverse()}</div>`;
}
