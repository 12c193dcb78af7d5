// What keys do on the table: they move the ghost if there is one to move, otherwise the focus, otherwise the view.
import { unturned } from "./lie.js";
import { things } from "./picker.js";

const NUDGE_FINE = 0.1,
  TURN_STEP = 15,
  TURN_FINE = 1;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Which way on the table an arrow key points, as the table lies before the visitor. */
const arrow = (desk, key) => unturned(ARROWS[key], desk.field.turned);

export function focused(desk, event) {
  const id = event.target.closest?.("[data-piece]")?.dataset.piece;
  if (id) {
    desk.tabbed.value = id;
    desk.hovered.value = id;
  }
}

export function onKey(desk, event) {
  if (event.ctrlKey || event.metaKey) return;
  const id = event.target.closest?.("[data-piece]")?.dataset.piece;
  const done =
    desk.sketch?.onKey(event, desk.field) ||
    givingKey(desk, event) ||
    (!event.altKey && (ghostKey(desk, event, id) || pieceKey(desk, event, id))) || desk.camera.key(event);
  if (done) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Enter gives what has been put together, wherever the keyboard is; Escape takes it away. */
export function givingKey({ giving }, event) {
  if (event.key === "Enter") return Boolean(giving?.press());
  if (event.key !== "Escape" || !giving || giving.made.value === null) return false;
  giving.reset();
  return true;
}

export function ghostKey(desk, event, id) {
  const { hand } = desk,
    maker = hand?.maker.value;
  if (!maker) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (ARROWS[key] && (hand.draft.value || !id || maker.movable(id))) {
    const far = desk.field.step * (event.shiftKey && desk.field.kind === "table" ? NUDGE_FINE : 1);
    const [dx, dy] = arrow(desk, key);
    return hand.change("nudge", dx * far, dy * far) || true;
  }
  const turn = event.shiftKey && desk.field.kind === "table" ? TURN_FINE : TURN_STEP;
  const deeds = {
    q: () => hand.change("turn", -turn),
    e: () => hand.change("turn", turn),
    "[": () => hand.change("widen", maker.filesOf(hand.current) - 1),
    "]": () => hand.change("widen", maker.filesOf(hand.current) + 1),
  };
  if (deeds[key]) return deeds[key]();
  const tool = maker.tools?.(hand.current).find((one) => one.key === key);
  if (!tool) return false;
  hand.put(tool.change(hand.current));
  return true;
}

function pieceKey(desk, event, id) {
  if (!id) return false;
  if (event.key === "Enter" || event.key === " ") {
    desk.point(id);
    return true;
  }
  if (!ARROWS[event.key]) return false;
  const next = neighbour(desk, id, arrow(desk, event.key));
  if (next) focusPiece(desk, next.id);
  return true;
}

export function focusPiece(desk, id) {
  desk.tabbed.value = id;
  // The drawing is brought up to date before the focus can go there.
  requestAnimationFrame(() => document.querySelector(`.field [data-piece="${CSS.escape(id)}"]`)?.focus());
}

export const placeOf = (piece) => piece.front ?? piece.squares[0];

/** The nearest piece more or less in that direction. */
function neighbour(desk, id, [dx, dy]) {
  const all = things(desk.view.value),
    here = placeOf(all.find((piece) => piece.id === id));
  const score = (piece) => {
    const [x, y] = placeOf(piece),
      along = (x - here[0]) * dx + (y - here[1]) * dy;
    const aside = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
    return along > 0 ? along + 2.5 * aside : Infinity;
  };
  const others = all.filter((piece) => piece.id !== id && placeOf(piece) && score(piece) < Infinity);
  return others.sort((a, b) => score(a) - score(b))[0];
}
