// The table on the screen: the drawing in its layers, the camera, and what hands and keys do to it.
import { html, useLayoutEffect, useMemo, useRef, classes } from "./html.js";
import { Camera } from "./camera.js";
import { Defs } from "./art.js";
import * as Squares from "./board.js";
import * as Free from "./table.js";
import { GhostLayer, ReachLayer } from "./ghost.js";
import { TapeLayer } from "./tape.js";
import { things } from "./picker.js";

const NUDGE_FINE = 0.1,
  TURN_STEP = 15,
  TURN_FINE = 1;

export const fieldOf = (view) => (view.table ? Free.tableField(view.table) : Squares.boardField(view.board));

export function Stage({ desk, label }) {
  const svg = useRef(null),
    view = desk.view.value;
  const shape = view ? `${view.table?.width ?? view.board.width} ${view.table?.depth ?? view.board.height}` : "";
  const field = useMemo(() => view && fieldOf(view), [shape]);
  useLayoutEffect(() => {
    if (!svg.current || !field) return undefined;
    const take = (event, point) => grab(desk, field, event, point);
    take.background = () => desk.deselect();
    desk.camera = new Camera(svg.current, field.world, take);
    desk.field = field;
    return () => desk.camera.remove();
  }, [field]);
  if (!view) return html`<div class="stage empty"><p>The table is being laid …</p></div>`;
  return html`<div class="stage">
    <svg ref=${svg} class="field" role="application"
      aria-label=${label ?? "The table. Arrow keys go from piece to piece."}
      tabindex="-1" preserveAspectRatio="xMidYMid meet" viewBox=${Object.values(field.world).join(" ")}
      onKeyDown=${(event) => onKey(desk, event)} onFocusIn=${(event) => focused(desk, event)}
      onPointerOver=${(event) => {
        desk.hovered.value = event.target.closest?.("[data-piece]")?.dataset.piece ?? null;
      }}
      onPointerLeave=${() => {
        desk.hovered.value = null;
      }}>
      <${Defs} />
      <${GroundLayer} field=${field} view=${view} />
      ${desk.hand && html`<${ReachLayer} field=${field} hand=${desk.hand} />`}
      <${PieceLayer} field=${field} view=${view} desk=${desk} />
      ${view.clashes.length > 0 && html`<${Free.Clashes} field=${field} clashes=${view.clashes} />`}
      ${desk.hand && html`<${GhostLayer} field=${field} desk=${desk} />`}
      ${desk.tape && html`<${TapeLayer} field=${field} tape=${desk.tape} />`}
    </svg>
    <div class="zoom" role="group" aria-label="Zoom">
      <button aria-label="Zoom in" onClick=${() => desk.camera.zoom(1.4)}>+</button>
      <button aria-label="Zoom out" onClick=${() => desk.camera.zoom(1 / 1.4)}>−</button>
      <button aria-label="Show the whole table" onClick=${() => desk.camera.fit()}>⤢</button>
    </div>
  </div>`;
}

function GroundLayer({ field, view }) {
  if (view.table) return html`<${Free.Ground} field=${field} table=${view.table} zones=${view.zones} />`;
  const sig = JSON.stringify([view.board, view.areas]);
  return html`<${Squares.Ground} field=${field} board=${view.board} areas=${view.areas} sig=${sig} />`;
}

function PieceLayer({ field, view, desk }) {
  const selected = desk.selected.value,
    named = desk.named.value,
    hand = desk.hand;
  const lifted = new Set(hand?.lifted.value.split("\n"));
  const movable = hand?.maker.value;
  const look = (piece) =>
    classes(
      piece.side === view.you ? "mine" : "foe",
      desk.picker?.roleOf(piece),
      movable?.drag && movable.movable(piece.id) && "can",
      piece.id === selected && "selected",
      lifted.has(piece.id) && "lifted",
      (named.includes(piece.id) || named.includes(piece.unit)) && "named",
    );
  const all = things(view);
  const tabbed = all.some((piece) => piece.id === desk.tabbed.value)
    ? desk.tabbed.value
    : (all.find((piece) => piece.side === view.you) ?? all[0])?.id;
  const Layer = view.table ? Free.Blocks : Squares.Pieces;
  return html`<g class="pieces"><${Layer} field=${field} view=${view} look=${look} tabbed=${tabbed} /></g>
    ${view.table && html`<${Free.Labels} field=${field} blocks=${view.blocks} hidden=${lifted} />`}`;
}

// --- hands ---------------------------------------------------------------------------------------------------

/** What a pressed pointer holds: a grip, the ghost, a piece that can be moved, or a piece to be pointed at. */
function grab(desk, field, event, point) {
  const handle = event.target.closest("[data-handle]")?.dataset.handle;
  const ghost = event.target.closest("[data-ghost]")?.dataset.ghost;
  const id = event.target.closest("[data-piece]")?.dataset.piece;
  if (desk.tape?.on.value) return { end: (at, tap) => tap && desk.tape.touch(id ?? field.into(at)) };
  const { hand, picker } = desk;
  if (handle && hand) return gripped(hand, handle, field);
  if (ghost && hand) return dragged(desk, ghost, field, point);
  if (!id) return null;
  if (hand?.maker.value?.drag && hand.maker.value.movable(id)) return dragged(desk, id, field, point);
  const piece = things(desk.view.value).find((one) => one.id === id);
  if (picker?.instant && picker.nameOf(piece)) return wished(desk, piece, field, point);
  return { end: (at, tap) => tap && desk.point(id) };
}

function dragged(desk, id, field, point) {
  const { hand } = desk,
    from = field.into(point),
    begun = hand.current;
  let moved = false;
  return {
    move(at) {
      const to = field.into(at);
      moved ||=
        field.kind === "board" ? String(to) !== String(from) : Math.hypot(at.x - point.x, at.y - point.y) > 3;
      if (!moved) return;
      const draft = hand.maker.value?.drag(begun, id, from, to);
      if (draft) hand.put(draft);
    },
    end(at, tap) {
      if (!moved && tap) desk.select(id);
    },
    cancel() {
      hand.put(begun);
    },
  };
}

/** Dragging a piece that may be chosen chooses it; the drag goes on when the question where to has come. */
function wished(desk, piece, field, point) {
  const from = field.into(point);
  let asked = false;
  return {
    move(at) {
      const { hand, picker } = desk;
      if (!asked && Math.hypot(at.x - point.x, at.y - point.y) > 6) {
        asked = true;
        desk.select(piece.id);
        picker.click(piece);
      }
      if (asked && hand.maker.value?.drag && hand.maker.value.movable(piece.id)) {
        const draft = hand.maker.value.drag(hand.maker.value.start(), piece.id, from, field.into(at));
        if (draft) hand.put(draft);
      }
    },
    end(at, tap) {
      if (tap && !asked) desk.point(piece.id);
    },
  };
}

function gripped(hand, handle, field) {
  const begun = hand.current;
  const block = hand.shown.value.blocks[0];
  return {
    move(at) {
      const to = field.into(at);
      if (handle === "turn") hand.put(hand.maker.value.aim(begun, snapped(Free.heading(block.front, to))));
      else widened(hand, begun, block, to);
    },
    cancel() {
      hand.put(begun);
    },
  };
}

/** Within two degrees of a right angle the grip falls into it. */
function snapped(facing) {
  const near = Math.round(facing / 9000) * 9000;
  return (Math.abs(facing - near) < 200 ? near : facing) % 36000;
}

function widened(hand, begun, block, [x, y]) {
  const [[ax, ay], [bx, by]] = block.outline,
    wide = Math.hypot(bx - ax, by - ay) || 1;
  const files = hand.maker.value.filesOf(begun),
    one = wide / files;
  const across = Math.abs(((x - block.front[0]) * (bx - ax) + (y - block.front[1]) * (by - ay)) / wide);
  const wanted = Math.max(1, Math.round((2 * across) / one));
  if (wanted === hand.maker.value.filesOf(hand.current)) return;
  const draft = hand.maker.value.widen(begun, wanted);
  if (draft) hand.put(draft);
}

// --- keys ----------------------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function focused(desk, event) {
  const id = event.target.closest?.("[data-piece]")?.dataset.piece;
  if (id) {
    desk.tabbed.value = id;
    desk.hovered.value = id;
  }
}

/** Keys on the table: they move the ghost if there is one to move, otherwise the focus. */
export function onKey(desk, event) {
  if (event.ctrlKey || event.metaKey) return;
  const id = event.target.closest?.("[data-piece]")?.dataset.piece;
  const done =
    (!event.altKey && (ghostKey(desk, event, id) || pieceKey(desk, event, id))) || desk.camera.key(event);
  if (done) {
    event.preventDefault();
    event.stopPropagation();
  }
}

export function ghostKey(desk, event, id) {
  const { hand } = desk,
    maker = hand?.maker.value;
  if (!maker) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (ARROWS[key] && (hand.draft.value || !id || maker.movable(id))) {
    const far = desk.field.step * (event.shiftKey && desk.field.kind === "table" ? NUDGE_FINE : 1);
    return hand.change("nudge", ARROWS[key][0] * far, ARROWS[key][1] * far) || true;
  }
  const turn = event.shiftKey && desk.field.kind === "table" ? TURN_FINE : TURN_STEP;
  const deeds = {
    q: () => hand.change("turn", -turn),
    e: () => hand.change("turn", turn),
    "[": () => hand.change("widen", maker.filesOf(hand.current) - 1),
    "]": () => hand.change("widen", maker.filesOf(hand.current) + 1),
    Enter: () => (hand.ready ? (hand.commit(), true) : false),
    Escape: () => (hand.draft.value ? (hand.cancel(), true) : false),
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
  const next = neighbour(desk, id, ARROWS[event.key]);
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
