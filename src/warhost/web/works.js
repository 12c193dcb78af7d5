// What hands have built, seen from above: fortresses with all that is fixed to them, and what is brought against them.
// Each is drawn in a frame of its own: its front lies at the top, its middle in the middle.
import { html } from "./html.js";

const put = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
const sum = (points, axis) => points.reduce((total, point) => total + point[axis], 0) / points.length;

/** Where an oblong lies, how it is turned, how wide its front and how deep it is. */
export function frameOf(points) {
  const [a, b, , d] = points;
  return {
    x: sum(points, "x"),
    y: sum(points, "y"),
    turn: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
    wide: Math.hypot(b.x - a.x, b.y - a.y),
    deep: Math.hypot(d.x - a.x, d.y - a.y),
  };
}

// --- masonry -------------------------------------------------------------------------------------------------

/** The edge from a to b, moved inwards by so much. */
function edge(a, b, middle, by) {
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1,
    across = { x: -(b.y - a.y) / long, y: (b.x - a.x) / long },
    inwards = Math.sign((middle.x - a.x) * across.x + (middle.y - a.y) * across.y) * by;
  const moved = ({ x, y }) => ({ x: x + across.x * inwards, y: y + across.y * inwards });
  return `M${put(moved(a))}L${put(moved(b))}`;
}

/** A walk of flagstones behind merlons: at its front, or all round it. */
export function Battlements({ points, round }) {
  const middle = { x: sum(points, "x"), y: sum(points, "y") },
    sides = points.map((point, at) => [point, points[(at + 1) % points.length]]),
    crowned = (round ? sides : sides.slice(0, 1)).map(([a, b]) => edge(a, b, middle, 3)).join(""),
    kerb = sides.map(([a, b]) => edge(a, b, middle, 1.2)).join("");
  return html`<path class="kerb" d=${kerb} /><path class="parapet" d=${crowned} /><path class="merlons" d=${crowned} />`;
}

/** The hatch by which one comes out on the roof of a tower. */
const Hatch = ({ points }) =>
  html`<g transform=${`translate(${put({ x: sum(points, "x"), y: sum(points, "y") })})`}><path class="hatch" d="M-8-8H8V8H-8Z" /><path class="iron" d="M-8-3H8M-8 3H8" /></g>`;

export const Tower = ({ points }) => html`<${Battlements} points=${points} round /><${Hatch} points=${points} />`;

// --- what has a front ----------------------------------------------------------------------------------------

const box = (wide, deep) => `M${-wide / 2} ${-deep / 2}h${wide}v${deep}h${-wide}Z`;
/** Lines from front to back, so far from each other. */
const planks = (wide, deep, apart) => {
  const many = Math.max(2, Math.round(wide / apart));
  return Array.from({ length: many - 1 }, (_, at) => `M${((at + 1) / many - 0.5) * wide} ${-deep / 2}v${deep}`).join("");
};
const rungs = (wide, deep, many) => Array.from({ length: many }, (_, at) => `M${-wide / 2} ${((at + 0.5) / many - 0.5) * deep}h${wide}`).join("");
const OVER = 6; // as far as a ladder stands over the edge that it leans on

function ShutGate({ wide, deep }) {
  const bands = [-0.27, 0.27].map((part) => part * deep);
  return html`<path class="arch" d=${box(wide + 4, deep)} /><path class="timber" d=${box(wide, deep)} /><path class="seam" d=${planks(wide, deep, 7)} />
    <path class="band" d=${bands.map((y) => `M${-wide / 2} ${y}h${wide}`).join("")} /><path class="studs" d=${bands.map((y) => `M${-wide / 2 + 3} ${y}h${wide - 4}`).join("")} />
    <path class="split" d=${`M0 ${-deep / 2}v${deep}`} />`;
}

/** The way lies free; its leaves stand back against the walls. */
function OpenGate({ wide, deep }) {
  const leaf = Math.min(5, wide / 6);
  return html`<path class="arch" d=${box(wide, deep)} /><path class="passage" d=${box(wide - 2 * leaf, deep)} />
    <path class="ruts" d=${`M${-wide / 6} ${-deep / 2}v${deep}M${wide / 6} ${-deep / 2}v${deep}`} />
    <path class="timber" d=${`M${-wide / 2} ${-deep / 2}h${leaf}v${deep}h${-leaf}ZM${wide / 2 - leaf} ${-deep / 2}h${leaf}v${deep}h${-leaf}Z`} />`;
}

function Door({ wide, deep }) {
  const thick = Math.max(deep, 9);
  return html`<path class="arch" d=${box(wide + 3, thick + 2)} /><path class="timber" d=${box(wide, thick)} /><path class="seam" d=${planks(wide, thick, 5)} />
    <path class="door-bar" d=${`M${-wide / 2 - 1} 0h${wide + 2}`} /><circle class="ring" r="2.2" />`;
}

/** It leans: its foot is its front, its head stands over the wall behind. */
function Ladder({ wide, deep, light }) {
  const long = deep + OVER,
    inner = wide * 0.62,
    half = inner / 2;
  return html`<g transform=${`translate(0 ${OVER / 2})`}><path class="ladder-shadow" d=${box(wide * 0.8, long)} transform="translate(2.5 3)" />
    <path class=${light ? "rung fresh" : "rung"} d=${rungs(inner, long, 4)} /><path class=${light ? "stile fresh" : "stile"} d=${`M${-half} ${-long / 2}v${long}M${half} ${-long / 2}v${long}`} />
    ${light && html`<path class="claw" d=${`M${-half} ${long / 2}l-3 3M${half} ${long / 2}l3 3`} />`}</g>`;
}

function SiegeTower({ wide, deep }) {
  const axle = deep * 0.3,
    wheel = (x, y) => `M${x - 2.5} ${y - 7}h5v14h-5Z`,
    sides = [-wide / 2 - 2.5, wide / 2 + 2.5];
  return html`<path class="cast" d=${box(wide, deep)} transform="translate(7 10)" /><path class="wheels" d=${sides.flatMap((x) => [wheel(x, -axle), wheel(x, axle)]).join("")} />
    <path class="timber hide" d=${box(wide, deep)} /><path class="timber pale" d=${box(wide * 0.72, deep * 0.72)} /><path class="seam" d=${planks(wide * 0.72, deep * 0.72, 6)} />
    <path class="gangplank" d=${`M${-wide * 0.22} ${deep * 0.3}h${wide * 0.44}v${deep * 0.28}h${-wide * 0.44}Z`} /><path class="studs" d=${box(wide * 0.88, deep * 0.88)} />`;
}

const Cauldron = ({ wide, cold }) => {
  const r = wide / 2;
  return html`<circle class="cast" cx="1.8" cy="2.6" r=${r} /><path class="handles" d=${`M${-r - 3} 0h${2 * r + 6}`} /><circle class="kettle" r=${r} />
    <circle class=${cold ? "hollow" : "oil"} r=${r * 0.68} />${!cold && html`<path class="shine" d=${`M${-r * 0.35} ${-r * 0.1}a${r * 0.4} ${r * 0.4} 0 0 1 ${r * 0.4} ${-r * 0.3}`} />`}`;
};

const Loop = () => html`<path class="loop-stone" d="M-5-5H5V5H-5Z" /><path class="slit" d="M0-4V4M-2.6-.6H2.6" />`;

const Spike = ({ wide }) => {
  const r = wide / 2;
  return html`<circle class="cast" cx="2" cy="3" r=${r} /><circle class="socket" r=${r * 0.75} />
    <path class="blade shaded" d=${`M0 ${-r * 1.5}L${r * 0.45} ${r * 0.55}H0Z`} /><path class="blade" d=${`M0 ${-r * 1.5}L${-r * 0.45} ${r * 0.55}H0Z`} />`;
};

/** Planks across the way, with a beam at either side; chains hold what was let down. */
const Planks = ({ wide, deep, chained, light }) => {
  const beams = `M${-wide / 2} ${-deep / 2}v${deep}M${wide / 2} ${-deep / 2}v${deep}`;
  return html`<path class=${light ? "timber pale" : "timber"} d=${box(wide, deep)} /><path class="seam" d=${rungs(wide, deep, Math.max(3, Math.round(deep / 6)))} />
    <path class=${chained ? "chain" : "beam"} d=${beams} />`;
};

/** A trunk shod with iron, and the staves by which it is swung. */
const Ram = ({ wide, deep }) => {
  const thick = wide * 0.34;
  return html`<path class="cast" d=${box(thick, deep)} transform="translate(2 3)" /><path class="stile" d=${rungs(wide, deep, 3)} /><path class="timber" d=${box(thick, deep)} />
    <path class="kettle" d=${`M${-thick * 0.7} ${-deep / 2 - 3}h${thick * 1.4}v${deep * 0.22}h${-thick * 1.4}Z`} />`;
};

const Crate = ({ wide, deep }) =>
  html`<path class="cast" d=${box(wide, deep)} transform="translate(2 3)" /><path class="timber pale" d=${box(wide, deep)} /><path class="seam" d=${`${box(wide * 0.7, deep * 0.7)}M${-wide / 2} ${-deep / 2}L${wide / 2} ${deep / 2}`} />`;
const Prize = ({ wide, deep }) => html`<path class="treasure" d=${`M0 ${-deep / 2}L${wide / 2} 0 0 ${deep / 2} ${-wide / 2} 0Z`} /><path class="shine" d=${`M${-wide / 4} 0L0 ${-deep / 4}`} />`;
const Pane = ({ wide, deep }) => html`<path class="pane" d=${box(wide, deep)} />`;
const Steps = ({ wide, deep }) => html`<path class="flag-stone" d=${box(wide, deep)} /><path class="seam" d=${wide > deep ? planks(wide, deep, 5) : rungs(wide, deep, Math.max(3, Math.round(deep / 5)))} />`;
const Engine = ({ wide, deep }) =>
  html`<path class="cast" d=${box(wide, deep)} transform="translate(3 4)" /><path class="timber" d=${box(wide, deep)} /><path class="door-bar" d=${`M0 ${-deep / 2}v${deep}M${-wide / 2} ${-deep / 4}h${wide}`} />`;

const FITTINGS = {
  "shut-gate": ShutGate,
  "open-gate": OpenGate,
  door: Door,
  ladder: Ladder,
  "siege-ladder": (size) => Ladder({ ...size, light: true }),
  "siege-tower": SiegeTower,
  cauldron: Cauldron,
  "cold-cauldron": (size) => Cauldron({ ...size, cold: true }),
  loop: Loop,
  spike: Spike,
  drawbridge: (size) => Planks({ ...size, chained: true }),
  gangway: (size) => Planks({ ...size, light: true }),
  ram: Ram,
  crate: Crate,
  prize: Prize,
  window: Pane,
  stairs: Steps,
  engine: Engine,
};
const SMALL = new Set(["door", "ladder", "siege-ladder", "cauldron", "cold-cauldron", "loop", "spike"]);

export const hasFront = (look) => look in FITTINGS;

/** A thing in its frame; small ones are drawn larger from afar, so that they are still seen. */
export function Fitting({ look, points }) {
  const { x, y, turn, wide, deep } = frameOf(points),
    drawn = FITTINGS[look]({ wide, deep });
  return html`<g transform=${`translate(${put({ x, y })}) rotate(${turn.toFixed(1)})`}><path class="earth" d=${box(wide, deep)} /><g class=${SMALL.has(look) ? "fitting little" : "fitting"}>${drawn}</g></g>`;
}
