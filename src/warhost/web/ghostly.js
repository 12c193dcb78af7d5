// The ghost of an order on the table: how it would look, what the referee says of it, and the grips that change it.
import { html, classes } from "./html.js";
import { BlockArt, looksUp } from "./table.js";
import { PieceArt, Reach } from "./board.js";
import { verdictWords } from "./ghost.js";

const path = (points) => `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

/** Where the pieces in question could come to; it lies under all pieces. */
export function ReachLayer({ field, hand }) {
  const outline = hand.maker.value?.reach?.(hand.draft.value);
  if (!outline?.length) return null;
  if (field.kind === "board") return html`<${Reach} field=${field} squares=${outline} />`;
  const farther = hand.maker.value.farther?.(hand.draft.value);
  return html`${farther && html`<path class="reach-line farther" d=${`${path(farther.map(field.out))}Z`} />`}
    <path class="reach-line" d=${`${path(outline.map(field.out))}Z`} />`;
}

export function GhostLayer({ field, desk }) {
  const { hand } = desk;
  const shown = hand.shown.value,
    maker = hand.maker.value;
  if (!shown) return null;
  const verdict = hand.verdict.value,
    mood = verdict ? (verdict.ok ? "yes" : "no") : "unsure";
  const lead = hand.draft.value?.lead,
    block = shown.blocks?.find((one) => one.id === lead) ?? shown.blocks?.[0];
  const held = field.kind === "table" && !shown.spots?.length ? block : null;
  const trail = shown.trail?.length > 1 ? path(shown.trail.map(field.out)) : "";
  return html`<g class=${`ghosts ${mood}`}>
    ${(shown.arcs ?? []).map((arc) => html`<path class="trail arc" d=${path(arc.map(field.out))} />`)}
    ${trail && html`<path class="trail-under" d=${trail} /><path class="trail" d=${trail} />`}
    ${(shown.outlines ?? []).map((points) => html`<path class="shape ghost" data-ghost="feature" d=${`${path(points.map(field.out))}Z`} />`)}
    ${(shown.blocks ?? []).map(
      (block) => html`<g key=${block.id} class="ghost" data-ghost=${block.id}>
      <${BlockArt} field=${field} block=${block} />
      <path class="verdict" d=${`${path(block.outline.map(field.out))}Z`} /></g>`,
    )}
    ${(shown.pieces ?? []).map(
      (piece) => html`<g key=${piece.id} class="ghost" data-ghost=${piece.id}>
      <${PieceArt} field=${field} piece=${piece} />
      ${piece.squares.map((square) => {
        const { x, y } = field.out(square);
        return html`
        <rect class="verdict" x=${x - 20} y=${y - 20} width="40" height="40" />`;
      })}</g>`,
    )}
    ${held && html`<${Handles} field=${field} block=${held} maker=${maker} />`}
    <${Spots} field=${field} spots=${shown.spots ?? []} chosen=${hand.draft.value?.spot} />
    <${Caption} field=${field} shown=${shown} desk=${desk} mood=${mood} />
  </g>`;
}

const MOST_LETTERS = 64;

/** What the order costs or why it may not be, right at the ghost and behind its back. */
function Caption({ field, shown, desk, mood }) {
  const lead = desk.hand.draft.value?.lead;
  const thing =
    shown.blocks?.find((block) => block.id === lead) ??
    shown.blocks?.[0] ??
    shown.pieces?.find((piece) => piece.id === lead) ??
    shown.pieces?.[0] ??
    (shown.outlines && { outline: shown.outlines.flat(), facing: 0 });
  if (!thing || mood === "unsure") return null;
  const corners = (thing.outline ?? thing.squares).map(field.out),
    ys = corners.map((corner) => corner.y);
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const down = !thing.outline || looksUp(field, thing.facing);
  const y = down ? Math.max(...ys) + (thing.outline ? 18 : 38) : Math.min(...ys) - 14;
  const words = desk.titled(
    verdictWords(desk.hand)
      .replace(/ ?Allowed\.$/, "")
      .replace(/^[\w-]+: /, ""),
  );
  const text = words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS)} …` : words;
  return html`<g class="caption" transform=${`translate(${x} ${y})`} aria-hidden="true"><g class="keep">
    <text y="4">${mood === "yes" ? "✓" : "✕"} ${text}</text></g></g>`;
}

/** Single bases that can be dragged or pointed at; they are as large as a fingertip wherever there is room. */
function Spots({ field, spots, chosen }) {
  return html`<g class="spots">${spots.map(({ at, place, title }) => {
    const { x, y } = field.out(place);
    return html`<g key=${at} class=${classes("spot", at === chosen && "chosen")} data-spot=${at} transform=${`translate(${x} ${y})`}>
      <title>${title}</title><circle r="9" /><text class="tiny" y="3">${at + 1}</text></g>`;
  })}</g>`;
}

/** Grips for turning and for the width of the front; they keep their size on the screen. */
function Handles({ field, block, maker }) {
  const [fl, fr] = block.outline.map(field.out),
    front = { x: (fl.x + fr.x) / 2, y: (fl.y + fr.y) / 2 };
  const wide = Math.hypot(fr.x - fl.x, fr.y - fl.y) || 1;
  const ahead = { x: (fr.y - fl.y) / wide, y: -(fr.x - fl.x) / wide };
  const knob = { x: front.x + ahead.x * 34, y: front.y + ahead.y * 34 };
  const grips = [];
  if (maker.aim) {
    grips.push(html`<g class="handle" data-handle="turn" data-of=${block.id}><title>Turn</title>
      <path class="stem" d=${path([front, knob])} />
      <g transform=${`translate(${knob.x} ${knob.y})`}><g class="keep"><circle class="pad" r="22" /><circle r="9" />
        <path d="M-4 1A4 4 0 1 1 0 4.5M-6.5-1.5L-4 1.5-1-1" /></g></g></g>`);
  }
  if (maker.widen && block.bases.length > 2) {
    grips.push(
      ...[fl, fr].map(
        (corner, side) => html`<g class="handle" data-handle="width" data-of=${block.id} key=${side}
        transform=${`translate(${corner.x} ${corner.y}) rotate(${(Math.atan2(fr.y - fl.y, fr.x - fl.x) * 180) / Math.PI})`}>
      <title>Width of the front</title><g class="keep"><circle class="pad" r="22" /><rect x="-9" y="-6" width="18"
        height="12" rx="4" />
      <path d="M-5 0H5M-5 0L-2.5-2.5M-5 0L-2.5 2.5M5 0L2.5-2.5M5 0L2.5 2.5" /></g></g>`,
      ),
    );
  }
  return html`<g class="handles">${grips}</g>`;
}
