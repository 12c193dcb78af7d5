// A table of free measure as SVG: blocks with their single bases, and the edges along which they fight.
import { html, drawnOnce, printOf, classes, plural } from "./html.js";
import { Emblem, livery } from "./art.js";
import { SIGNS, figureOf, kindOf, wings } from "./figures.js";
import { outlinePath } from "./land.js";
import { intoFrame, middle } from "./formation.js";
import { facingOn, turning } from "./lie.js";
import { lengthWords } from "./measure.js";

const STEP = 20; // units of the drawing to a step of the table's measure

/** The way between a table's numbers and the drawing's, which is turned by so many quarters. */
export function tableField(table, turned = 0) {
  const { measure } = table,
    scale = STEP / measure.step,
    deep = table.depth * scale,
    { turn, back, wide, high } = turning(turned, table.width * scale, deep);
  const into = ({ x, y }) => [Math.round(x / scale), Math.round((deep - y) / scale)];
  return {
    kind: "table",
    turned,
    world: { x: -STEP, y: -STEP, w: wide + 2 * STEP, h: high + 2 * STEP },
    out: ([x, y]) => turn({ x: x * scale, y: deep - y * scale }),
    into: (point) => into(back(point)),
    step: measure.step,
    grid: measure.grid * scale,
    lengthWords: (length) => lengthWords(measure, length),
  };
}

/** Whether a block looks up the screen. */
export function looksUp(field, facing) {
  const seen = facingOn(facing, field.turned);
  return seen < 9000 || seen > 27000;
}

// --- blocks --------------------------------------------------------------------------------------------------

const MANY_CORNERS = 8;
const isRound = (base) => base.outline.length > MANY_CORNERS;

/** A base as a frame: its middle, and the steps across and ahead from there to its edges. */
function frame(field, base, facing) {
  if (isRound(base)) return roundFrame(field, base, facing);
  const [a, b, c, d] = base.outline.map((point) => field.out(point));
  if (!d) return null;
  return {
    x: (a.x + b.x + c.x + d.x) / 4,
    y: (a.y + b.y + c.y + d.y) / 4,
    ux: (b.x - a.x) / 2,
    uy: (b.y - a.y) / 2,
    vx: (a.x - d.x) / 2,
    vy: (a.y - d.y) / 2,
  };
}

/** A round base looks where its block looks. */
function roundFrame(field, base, facing) {
  const points = base.outline.map((point) => field.out(point)),
    x = points.reduce((sum, point) => sum + point.x, 0) / points.length,
    y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  const half = 0.8 * Math.hypot(points[0].x - x, points[0].y - y),
    angle = (facingOn(facing, field.turned) * Math.PI) / 18000;
  const [sin, cos] = [Math.sin(angle) * half, Math.cos(angle) * half];
  return { x, y, ux: cos, uy: sin, vx: sin, vy: -cos };
}

/** The front of a round base: the part of its edge that looks ahead. */
function roundFront(field, base, facing) {
  const { x, y, vx, vy } = roundFrame(field, base, facing),
    far = Math.hypot(vx, vy);
  const ahead = base.outline.map((point) => field.out(point)).map((point) => ({ ...point, part: ((point.x - x) * vx + (point.y - y) * vy) / far ** 2 }));
  const across = (point) => (point.x - x) * -vy + (point.y - y) * vx;
  const edge = ahead.filter(({ part }) => part > 0.75).sort((a, b) => across(a) - across(b));
  return `M${edge.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L")}`;
}

export function blockWords(block, sides) {
  const marks = block.marks.length ? `; ${block.marks.join(", ")}` : "";
  return `${block.title}, ${sides[block.side] ?? "nobody's"}, ${plural(block.bases.length, "model")}${marks}`;
}

const WEDGE_TIP = 60; // thousandths: a tip stands on the front line

/** The tips of a wedge: the front edges of those who stand foremost. */
function tips(field, block) {
  const ahead = ([x, y]) => -intoFrame([x - block.front[0], y - block.front[1]], block.facing)[1];
  const foremost = block.bases.filter((base) => Math.abs(ahead(base.outline[0])) < WEDGE_TIP);
  return foremost.map((base) => linePath(field, base.outline.slice(0, 2))).join("");
}

const linePath = (field, points) => outlinePath(field, points).slice(0, -1);

/** A small triangle that points ahead from the middle of the front. */
function nosePath([fl, fr]) {
  const front = { x: (fl.x + fr.x) / 2, y: (fl.y + fr.y) / 2 },
    wide = Math.hypot(fr.x - fl.x, fr.y - fl.y) || 1;
  const ahead = { x: (fr.y - fl.y) / wide, y: -(fr.x - fl.x) / wide },
    across = { x: (fr.x - fl.x) / wide, y: (fr.y - fl.y) / wide };
  const reach = Math.min(9, 4 + wide / 14),
    half = Math.min(7, wide / 3);
  return `M${front.x - across.x * half} ${front.y - across.y * half}L${front.x + ahead.x * reach} ${front.y + ahead.y * reach}L${front.x + across.x * half} ${front.y + across.y * half}Z`;
}

/** One large sign for the whole, seen from afar, where single figures are too small to be told apart. */
function Sign({ field, block, side }) {
  const { x, y } = field.out(middle(block.outline)),
    { path, lined } = SIGNS[kindOf(block)];
  return html`<g class="kind-sign" transform=${`translate(${x} ${y})`}><g class=${`keep ${side}`}>
    <circle r="13" /><path class=${lined ? "lined" : undefined} d=${path} transform="scale(.76)" /></g></g>`;
}

/** The pictures of a block, alike for one that stands and for a ghost. A wedge has the outline of its bases. */
export function BlockArt({ field, block }) {
  const frames = block.bases.map((base) => frame(field, base, block.facing)).filter(Boolean);
  const bases = block.bases.map((base) => outlinePath(field, base.outline)).join("");
  const figure = figureOf(block),
    side = livery(block.side),
    wedge = block.marks.includes("wedge"),
    [first] = block.bases,
    round = block.bases.length === 1 && isRound(first),
    around = round ? bases : outlinePath(field, block.outline);
  const front = round ? roundFront(field, first, block.facing) : wedge ? tips(field, block) : linePath(field, block.outline.slice(0, 2));
  return html`
    <path class=${classes("shadow", block.airborne && "high")} d=${bases} />
    ${block.airborne && html`<path class=${`wings ${side}`} d=${frames.map(wings).join("")} />`}
    <path class=${`nose ${side}`} d=${nosePath(block.outline.map(field.out))} />
    ${wedge && html`<path class=${`rim jagged ${side}`} d=${bases} />`}
    <path class=${`bases ${side}`} d=${bases} fill=${side === "blue" ? undefined : `url(#hatch-${side})`} />
    <path class=${`figures ${side} ${block.shape.replace(" ", "-")}`} d=${frames.map(figure.body).join("")} />
    <path class=${`figures heads ${side}`} d=${frames.map(figure.head).join("")} />
    ${!wedge && html`<path class=${`rim ${side}`} d=${around} />`}
    <path class=${`front ${side}`} d=${front} />
    <${Sign} field=${field} block=${block} side=${side} />
    ${block.bases.map(
      (base, index) =>
        base.role &&
        frames[index] &&
        html`<g><title>${base.title || base.role}</title>
      <${Emblem} role=${base.role} x=${frames[index].x} y=${frames[index].y} size="0.95" /></g>`,
    )}
    <path class="touch" d=${around} />`;
}

const sameBlock = (a, b) => a.sig === b.sig && a.look === b.look && a.tab === b.tab && a.field === b.field;
const Block = drawnOnce(
  ({ field, block, look, tab, words }) => html`
  <g class=${classes("piece", look, block.airborne && "airborne")} data-piece=${block.id} tabindex=${tab}
    role="button"
     aria-label=${words}>
    <${BlockArt} field=${field} block=${block} />
  </g>`,
  sameBlock,
);

export function Blocks({ field, view, look, tabbed }) {
  return view.blocks.map(
    (block) => html`<${Block} key=${block.id} field=${field} block=${block}
    sig=${printOf(block)} look=${look(block)} tab=${block.id === tabbed ? 0 : -1}
    words=${blockWords(block, view.sides)} />`,
  );
}

/** Templates and markers that were laid a moment ago. */
export const Laid = ({ field, outlines }) =>
  html`<g class="laid-down">${outlines.map((outline, at) => html`<path key=${at} class="laid" d=${outlinePath(field, outline)} />`)}</g>`;

export function Clashes({ field, clashes }) {
  return clashes.map((clash) => {
    const [a, b] = clash.line.map((point) => field.out(point));
    const x = (a.x + b.x) / 2,
      y = (a.y + b.y) / 2;
    return html`<g class="clash" key=${`${clash.a} ${clash.b}`}>
      <title>${clash.a} and ${clash.b} fight here</title>
      <path class="under" d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} /><path d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} />
      <g transform=${`translate(${x} ${y})`}><circle r="8" /><path class="swords"
        d="M-4 4L4-4M-4-4L4 4M-4.5 1.5L-1.5 4.5M4.5 1.5L1.5 4.5" /></g>
    </g>`;
  });
}
