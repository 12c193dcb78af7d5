// The table on the screen: the drawing in its layers, and the camera over it.
import { html, useLayoutEffect, useMemo, useRef, classes } from "./html.js";
import { Camera } from "./camera.js";
import { Defs } from "./art.js";
import * as Squares from "./board.js";
import * as Free from "./table.js";
import * as Land from "./land.js";
import { Labels } from "./labels.js";
import { GhostLayer, ReachLayer } from "./ghostly.js";
import { SketchLayer } from "./sketch.js";
import { TapeLayer } from "./tape.js";
import { PlanLayer } from "./plan.js";
import { Arcs, Rays, Rulers } from "./outlook.js";
import { grab, touchGround } from "./hands.js";
import { focused, onKey } from "./keys.js";
import { Loupe, underLoupe } from "./loupe.js";
import { sorted } from "./own.js";
import { things } from "./picker.js";
import { LevelKeys, layerOf } from "./levels.js";
import { WayLayer } from "./ways.js";

const fieldOf = (view, turned) =>
  view.table ? Free.tableField(view.table, turned) : Squares.boardField(view.board, turned);

export function Stage({ desk, label }) {
  const svg = useRef(null),
    view = desk.view.value;
  const lies = view?.table ?? view?.board, // a game may show no field at all
    shape = lies ? `${lies.width} ${lies.depth ?? lies.height}` : "";
  const turned = desk.turned.value;
  const field = useMemo(() => lies && fieldOf(view, turned), [shape, turned]);
  useLayoutEffect(() => {
    if (!svg.current || !field) return undefined;
    const take = (event, point) => underLoupe(event, grab(desk, field, event, point));
    take.background = (point) => touchGround(desk, field.into(point)) || desk.deselect();
    desk.camera = new Camera(svg.current, field.world, take, (keep) => {
      desk.keep.value = keep;
    });
    desk.field = field;
    desk.approach?.(); // what is asked may have come before there was a table to look at
    return () => desk.camera.remove();
  }, [field]);
  useLayoutEffect(() => {
    const lie = () => document.activeElement?.matches?.("input, textarea, select") || desk.lieWell(); // keys on the screen make it lower, not wider
    addEventListener("resize", lie);
    return () => removeEventListener("resize", lie);
  }, [desk]);
  if (!field)
    return html`<div class="stage empty"><p>${view ? "This game shows no field: its units stand in the list." : "The table is being laid …"}</p></div>`;
  return html`<div class="stage">
    <svg ref=${svg} id="field" class="field" role="application"
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
      <${GroundLayer} field=${field} view=${view} level=${desk.level.value} />
      ${desk.hand && html`<${ReachLayer} field=${field} hand=${desk.hand} />`}
      <${OutlookLayer} field=${field} desk=${desk} Layer=${Arcs} />
      ${desk.ways && html`<${WayLayer} field=${field} desk=${desk} />`}
      <${PieceLayer} field=${field} view=${view} desk=${desk} />
      ${!view.table && desk.picker && html`<${NumberLayer} field=${field} view=${view} desk=${desk} />`}
      ${view.table && html`<${LabelLayer} field=${field} view=${view} desk=${desk} />`}
      ${view.clashes.length > 0 && html`<${Free.Clashes} field=${field} clashes=${view.clashes} />`}
      ${view.table && html`<${Free.Laid} field=${field} outlines=${desk.laid} />`}
      <g class="playing" aria-hidden="true"></g>
      ${desk.picker && html`<${PlanLayer} field=${field} desk=${desk} />`}
      ${desk.hand && html`<${GhostLayer} field=${field} desk=${desk} />`}
      <${OutlookLayer} field=${field} desk=${desk} Layer=${Rays} />
      ${view.table && html`<${OutlookLayer} field=${field} desk=${desk} Layer=${Rulers} />`}
      ${desk.sketch && html`<${SketchLayer} field=${field} sketch=${desk.sketch} />`}
      ${desk.tape && html`<${TapeLayer} field=${field} tape=${desk.tape} />`}
    </svg>
    <${LevelKeys} desk=${desk} />
    <${Loupe} camera=${desk.camera} />
    <div class="zoom" role="group" aria-label="Zoom, turn and sketch">
      ${desk.sketch && html`<button aria-label="Sketch" aria-pressed=${desk.sketch.on.value} title="Arrows and marks of your own (K)" onClick=${() => {
        desk.sketch.toggle();
        svg.current.focus(); // the next keys are for the table
      }}>✎</button>`}
      <button aria-label="Turn the table round" aria-pressed=${turned > 0} title="Turn the table (R)"
        onClick=${() => desk.turnRound()}>⟲</button>
      <button class="by-fingers" aria-label="Zoom in" onClick=${() => desk.camera.zoom(1.4)}>+</button>
      <button class="by-fingers" aria-label="Zoom out" onClick=${() => desk.camera.zoom(1 / 1.4)}>−</button>
      <button aria-label="Show the whole table" onClick=${() => desk.camera.fit()}>⤢</button>
    </div>
  </div>`;
}

/** What the ghost would see, or what is seen from where the tape lies. */
function OutlookLayer({ field, desk, Layer }) {
  const found = desk.outlook?.found.value ?? desk.tape?.outlook.value;
  return found ? html`<${Layer} field=${field} found=${found} />` : null;
}

function GroundLayer({ field, view, level }) {
  const layer = (feature) => layerOf(view, level, feature);
  if (view.table) return html`<${Land.Ground} field=${field} table=${view.table} zones=${view.zones} layer=${layer} />`;
  const sig = JSON.stringify([view.board, view.areas]);
  return html`<${Squares.Ground} field=${field} board=${view.board} areas=${view.areas} sig=${sig} />`;
}

function PieceLayer({ field, view, desk }) {
  const selected = desk.selected.value,
    named = desk.named.value,
    hand = desk.hand;
  const lifted = new Set(hand?.lifted.value.split("\n"));
  const movable = hand?.maker.value;
  const titles = new Set(view.units.filter((unit) => named.includes(unit.id)).map((unit) => unit.title));
  const called = (base) => titles.has(base.title); // a character in a group is found by his base
  const look = (piece) =>
    classes(
      piece.side === view.you ? "mine" : "foe",
      desk.picker?.roleOf(piece),
      movable?.drag && movable.movable(piece.id) && "can",
      movable?.takes?.(piece.id) && "target",
      layerOf(view, desk.level.value, piece),
      piece.id === selected && "selected",
      lifted.has(piece.id) && "lifted",
      (named.includes(piece.id) || named.includes(piece.unit) || piece.bases?.some(called)) && "named",
    );
  useLayoutEffect(() => desk.player?.drawnAnew(), [view]);
  const all = things(view);
  const tabbed = all.some((piece) => piece.id === desk.tabbed.value)
    ? desk.tabbed.value
    : (all.find((piece) => piece.side === view.you) ?? all[0])?.id;
  const Layer = view.table ? Free.Blocks : Squares.Pieces;
  return html`<g class="pieces"><${Layer} field=${field} view=${view} look=${look} tabbed=${tabbed} /></g>`;
}

function NumberLayer({ field, view, desk }) {
  const question = desk.session.question.value;
  return question?.kind === "choose" ? html`<${Squares.Numbers} field=${field} view=${view} options=${sorted(question).others} />` : null;
}

/** Names have a layer of their own: they follow the zoom and the pointer, the pieces do not. */
function LabelLayer({ field, view, desk }) {
  const lifted = new Set(desk.hand?.lifted.value.split("\n")),
    pointed = new Set([desk.hovered.value, desk.selected.value, ...desk.named.value]);
  const here = (one) => layerOf(view, desk.level.value, one) !== "above",
    blocks = view.blocks.filter((block) => !lifted.has(block.id) && here(block));
  return html`<${Labels} field=${field} blocks=${blocks} features=${view.table.features.filter(here)} pointed=${pointed}
    keep=${desk.keep.value} />`;
}
