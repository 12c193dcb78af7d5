// A board of squares as SVG: terrain, levels, edges, areas and pieces.
import { html, drawnOnce, printOf, classes } from "./html.js";
import { Emblem, Signs, chief, livery } from "./art.js";
import { Edges } from "./edges.js";
import { SIGNS, kindOf } from "./figures.js";
import { crowns, treesOfSquare } from "./ground.js";

export const SIDE = 40;
export const HALF = SIDE / 2;
const TURN = { N: 0, E: 90, S: 180, W: 270 };

/** A board is turned round, never aside: its coordinates stand along its edges. */
export function boardField(board, turned = 0) {
  const high = board.height * SIDE,
    wide = board.width * SIDE;
  const out = ([x, y]) => ({ x: (x - 0.5) * SIDE, y: high - (y - 0.5) * SIDE });
  const into = ({ x, y }) => [Math.floor(x / SIDE) + 1, Math.floor((high - y) / SIDE) + 1];
  const round = ({ x, y }) => ({ x: wide - x, y: high - y });
  return {
    kind: "board",
    turned,
    world: { x: -SIDE * 0.9, y: -SIDE * 0.6, w: (board.width + 1.5) * SIDE, h: (board.height + 1.5) * SIDE },
    out: turned ? (square) => round(out(square)) : out,
    into: turned ? (point) => into(round(point)) : into,
    step: 1,
  };
}

// --- the ground ----------------------------------------------------------------------------------------------

const INSIDE = {
  water: "ripples",
  marsh: "tufts",
  rampart: "stones",
  rocks: "pebbles",
  scrub: "tufts",
  planking: "planks",
  floor: "planks",
  steps: "steps",
};

/** One path for all squares of a kind: terrain is drawn in a dozen shapes however large the board. */
function squaresByKind(board) {
  const kinds = new Map();
  board.terrain.forEach((row, north) =>
    row.forEach((kind, column) => {
      if (kind === "open") return;
      const path = `M${column * SIDE} ${north * SIDE}h${SIDE}v${SIDE}h${-SIDE}z`;
      kinds.set(kind, (kinds.get(kind) ?? "") + path);
    }),
  );
  return [...kinds];
}

/** Crowns on every square with trees. */
function Woods({ board }) {
  const squares = board.terrain.flatMap((row, north) => row.flatMap((kind, column) => (kind === "trees" ? [[column, north]] : [])));
  const { shadow, dark, crown, light } = crowns(squares.flatMap(([column, north]) => treesOfSquare(column * SIDE, north * SIDE, SIDE)));
  return html`<g class="crowns"><path class="tree-shadow" d=${shadow} /><path class="tree dark" d=${dark} /><path class="tree" d=${crown} /><path class="tree-light" d=${light} /></g>`;
}

function Levels({ board }) {
  const lines = [];
  board.levels.forEach((row, north) =>
    row.forEach((level, column) => {
      const east = row[column + 1],
        south = board.levels[north + 1]?.[column];
      const x = column * SIDE,
        y = north * SIDE;
      if (east !== undefined && east !== level) lines.push(`M${x + SIDE} ${y}v${SIDE}`);
      if (south !== undefined && south !== level) lines.push(`M${x} ${y + SIDE}h${SIDE}`);
    }),
  );
  return html`<path class="cliff" d=${lines.join("")} />`;
}

function Coordinates({ board, field }) {
  const across = Array.from({ length: board.width }, (_, at) => at + 1);
  const up = Array.from({ length: board.height }, (_, at) => at + 1);
  return html`<g class="coordinates" aria-hidden="true">
    ${across.map((x) => html`<text key=${`x${x}`} x=${field.out([x, 1]).x} y=${board.height * SIDE + 15}>${x}</text>`)}
    ${up.map((y) => html`<text key=${`y${y}`} x="-12" y=${field.out([1, y]).y + 4}>${y}</text>`)}
  </g>`;
}

export const Ground = drawnOnce(
  ({ board, areas, field }) => {
    const width = board.width * SIDE,
      high = board.height * SIDE,
      grid = [];
    for (let x = SIDE; x < width; x += SIDE) grid.push(`M${x} 0V${high}`);
    for (let y = SIDE; y < high; y += SIDE) grid.push(`M0 ${y}H${width}`);
    return html`<g class="ground board">
    <rect class="frame" x="-6" y="-6" width=${width + 12} height=${high + 12} rx="4" />
    <rect class="grass" width=${width} height=${high} />
    <g transform=${field.turned ? `rotate(180 ${width / 2} ${high / 2})` : undefined}>
    ${squaresByKind(board).map(
      ([kind, path]) => html`<g key=${kind} class=${`soil ${kind}`}><title>${kind}</title>
      <path class="earth" d=${path}
        />${kind === "trees" && html`<${Woods} board=${board} />`}${INSIDE[kind] && html`<path class="inside" d=${path} fill=${`url(#${INSIDE[kind]})`} />`}</g>`,
    )}
    <path class="grid" d=${grid.join("")} />
    <${Levels} board=${board} />
    <${Edges} board=${board} side=${SIDE} /></g>
    <rect class="dusk" width=${width} height=${high} />
    ${areas.map((area) => html`<${Area} key=${area.title} field=${field} area=${area} />`)}
    <${Coordinates} board=${board} field=${field} />
  </g>`;
  },
  (a, b) => a.sig === b.sig && a.field === b.field,
);

/** The squares of an area as one outline: only sides without a neighbour are drawn. */
export function areaPath(field, squares) {
  const taken = new Set(squares.map(String)),
    lines = [],
    wash = [],
    one = field.turned ? -1 : 1;
  for (const [x, y] of squares) {
    const { x: cx, y: cy } = field.out([x, y]),
      l = cx - HALF,
      t = cy - HALF;
    wash.push(`M${l} ${t}h${SIDE}v${SIDE}h${-SIDE}z`);
    if (!taken.has(`${x},${y + one}`)) lines.push(`M${l} ${t}h${SIDE}`);
    if (!taken.has(`${x},${y - one}`)) lines.push(`M${l} ${t + SIDE}h${SIDE}`);
    if (!taken.has(`${x - one},${y}`)) lines.push(`M${l} ${t}v${SIDE}`);
    if (!taken.has(`${x + one},${y}`)) lines.push(`M${l + SIDE} ${t}v${SIDE}`);
  }
  return { line: lines.join(""), wash: wash.join("") };
}

function Area({ field, area }) {
  const { line, wash } = areaPath(field, area.squares);
  return html`<g class=${`area ${area.kind}`}><title>${area.title}</title>
    <path class="wash" d=${wash} /><path class="line" d=${line} /></g>`;
}

export function Reach({ field, squares }) {
  const { line, wash } = areaPath(field, squares);
  return html`<g class="reach"><path class="wash" d=${wash} /><path class="line" d=${line} /></g>`;
}

// --- pieces --------------------------------------------------------------------------------------------------

export const pieceWords = (piece, sides) => {
  const marks = piece.marks.length ? `; ${piece.marks.join(", ")}` : "";
  return `${piece.title}, ${piece.symbol}, ${sides[piece.side]}, at ${piece.squares[0]?.join(" ")}, facing ${piece.facing}${marks}`;
};

const HORSESHOE = "M-6 7L-5.5 1A5.5 5.5 0 1 1 5.5 1L6 7";

/** A tile that looks north, around the middle of its front square; those of other sides have cut corners. */
function Tile({ side, shape, deep }) {
  const rear = (deep - 1) * SIDE + 17,
    cut = side % 2 === 1;
  const back = cut
    ? `L17 ${rear - 6}L11 ${rear}H-11L-17 ${rear - 6}`
    : `L17 ${rear - 3}Q17 ${rear} 14 ${rear}H-14Q-17 ${rear}-17 ${rear - 3}`;
  const cloth = livery(side);
  return html`
    <path class="shadow" d=${`M-17-7L0-18 17-7${back}Z`} transform="translate(1.5 2)" />
    <path class=${`tile ${cloth}`} d=${`M-17-7L0-18 17-7${back}Z`}
      fill=${cloth === "blue" ? undefined : `url(#hatch-${cloth})`} />
    <path class=${`front ${cloth}`} d="M-17-7L0-18 17-7" />
    ${deep > 1 && shape.includes("mounted") && html`<path class=${`beast ${cloth}`} d=${HORSESHOE} transform=${`translate(0 ${SIDE * 0.8}) scale(1.2)`} />`}
    ${shape.includes("hero") && html`<circle class="laurel" cy="1" r="14" />`}`;
}

const deepOf = (piece) => Math.max(1, piece.squares.length > 2 ? 2 : piece.squares.length);

function Kind({ piece }) {
  const { path, lined } = SIGNS[kindOf(piece)];
  return html`<path class=${classes("piece-kind", livery(piece.side), lined && "lined")} d=${path} transform="translate(0 -3) scale(.72)" />`;
}

export function PieceArt({ field, piece }) {
  const { x, y } = field.out(piece.squares[0]);
  return html`<g transform=${`translate(${x} ${y})`}>
    <g transform=${`rotate(${(TURN[piece.facing] ?? 0) + (field.turned ? 180 : 0)})`}><${Tile} side=${piece.side} shape=${piece.shape}
      deep=${deepOf(piece)} /></g>
    <${Kind} piece=${piece} />
    <text class=${`letters ${livery(piece.side)}`} y="15">${piece.symbol}</text>
    ${piece.marks.includes("leader") && html`<${Emblem} role="leader" x="-12" y="-12" size="1.15" />`}
    <${Signs} marks=${chief(piece.marks)}
      x=${13 - 12 * Math.max(0, chief(piece.marks).length - 1)} y="-12" size="0.85" />
  </g>`;
}

const Piece = drawnOnce(
  ({ field, piece, look, tab, words }) => html`
  <g class=${classes("piece", look)} data-piece=${piece.id} data-unit=${piece.unit} tabindex=${tab} role="button"
    aria-label=${words}>
    <${PieceArt} field=${field} piece=${piece} />
  </g>`,
  (a, b) => a.sig === b.sig && a.look === b.look && a.tab === b.tab && a.field === b.field,
);

export function Pieces({ field, view, look, tabbed }) {
  return view.pieces
    .filter((piece) => piece.squares.length)
    .map(
      (piece) => html`
    <${Piece} key=${piece.id} field=${field} piece=${piece} sig=${printOf(piece)} look=${look(piece)}
      tab=${piece.id === tabbed ? 0 : -1} words=${pieceWords(piece, view.sides)} />`,
    );
}

const MOST_NUMBERED = 9; // each has its key

/** Which of several alike is meant: those of whom one is to be chosen bear the number they have in the list. */
export function Numbers({ field, view, options }) {
  const standing = new Map(view.pieces.filter((piece) => piece.squares.length).map((piece) => [piece.id, piece]));
  return html`<g class="numbers" aria-hidden="true">${options.slice(0, MOST_NUMBERED).map(({ answer }, at) => {
    if (!standing.has(answer)) return null;
    const { x, y } = field.out(standing.get(answer).squares[0]);
    return html`<g key=${answer} data-number=${at + 1} transform=${`translate(${x} ${y - HALF - 4})`}><g class="keep"><circle r="9" /><text y="4">${at + 1}</text></g></g>`;
  })}</g>`;
}
