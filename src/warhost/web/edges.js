// What lies on the edges between squares: walls, fences, hedges, and the openings in them. Each is drawn along an edge
// from (0, 0) to (40, 0) and hangs into the square by which it is named.
import { html } from "./html.js";

const ALONG = "M0 0H40",
  POSTS = "M0-4V4M10-4V4M20-4V4M30-4V4M40-4V4",
  BUSHES = "M4 0h.1M12 .6h.1M20-.6h.1M28 .5h.1M36 0h.1",
  RUNGS = "M14-13V13M26-13V13M14-9H26M14-3H26M14 3H26M14 9H26";
const House = ({ left = 20, right = 20 }) => html`<path class="house-wall" d=${`M0 0H${left}M${right} 0H40`} />`;

const DRAWN = {
  low_wall: html`<path class="wall-edge" d=${ALONG} /><path class="field-stones" d=${ALONG} />`,
  high_wall: html`<path class="wall-edge high" d=${ALONG} /><path class="dressed" d=${ALONG} /><path class="joints" d="M5-2.5V0M15-2.5V0M25-2.5V0M35-2.5V0M10 0V2.5M20 0V2.5M30 0V2.5M0 0H40" />`,
  building_wall: html`<${House} />`,
  fence: html`<path class="rails" d="M0-1.6H40M0 1.6H40" /><path class="posts" d=${POSTS} />`,
  hedge: html`<path class="bushes dark" d=${BUSHES} /><path class="bushes" d=${BUSHES} /><path class="bushes lit" d=${BUSHES} transform="translate(-1 -1.6)" />`,
  rampart_crenellation: html`<path class="dressed" d=${ALONG} /><path class="merlon-stones" d="M1-4.5h8v9h-8zM16-4.5h8v9h-8zM31-4.5h8v9h-8z" />`,
  small_door: html`<path class="sill" d="M10 0H30" /><${House} left=${9} right=${31} /><path class="leaf-of-door" d="M11 0L26 9" />`,
  large_door: html`<path class="sill" d="M3 0H37" /><${House} left=${2} right=${38} /><path class="leaf-of-door" d="M4 0L16 10M36 0L24 10" />`,
  window: html`<${House} left=${7} right=${33} /><path class="glass" d="M8 0H32" /><path class="joints" d="M8-3H32M8 3H32M20-3V3" />`,
  arrow_slit: html`<${House} /><path class="slit-light" d="M20-3.4V3.4M14 0H26" />`,
  ladder: html`<path class="ladder-under" d=${RUNGS} /><path class="ladder-wood" d=${RUNGS} />`,
};
const UNKNOWN = html`<path class="house-wall" d=${ALONG} />`;
export const hasDrawing = (feature) => feature in DRAWN;

/** From which corner of its square an edge runs, in halves of the square, and how far it is turned. */
const STARTS = { N: [0, 0, 0], E: [1, 0, 90], S: [1, 1, 180], W: [0, 1, 270] };
const LAID_ON = new Set(["ladder"]); // hangs on a wall, and is drawn after it

function Edge({ board, edge, side }) {
  const [x, y] = edge.square,
    [across, down, turn] = STARTS[edge.side],
    left = (x - 1 + across) * side,
    top = (board.height - y + down) * side;
  return html`<g class=${`edge ${edge.feature.replaceAll("_", "-")}`} transform=${`translate(${left} ${top}) rotate(${turn})`}><title>${edge.feature.replaceAll("_", " ")}</title>
    <path class="under" d=${ALONG} />${DRAWN[edge.feature] ?? UNKNOWN}</g>`;
}

export function Edges({ board, side }) {
  const last = (edge) => Number(LAID_ON.has(edge.feature));
  return [...board.edges]
    .sort((a, b) => last(a) - last(b))
    .map((edge) => html`<${Edge} key=${`${edge.square} ${edge.side} ${edge.feature}`} board=${board} edge=${edge} side=${side} />`);
}
