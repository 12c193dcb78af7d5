// The ground of a table of free measure: every feature of it by its look, the lower ones first.
import { html, classes } from "./html.js";
import { livery } from "./art.js";
import { crowns, loneTree, roofOf, smooth, treesIn } from "./ground.js";
import { lookOf, lyingAt } from "./looks.js";
import { Battlements, Fitting, Tower, hasFront } from "./works.js";

const INSIDE = {
  floor: "planks",
  bridge: "planks",
  "stone-bridge": "stones",
  ford: "ripples",
  water: "ripples",
  deep: "ripples",
  moat: "ripples",
  marsh: "tufts",
  tilled: "furrows",
  wall: "stones",
  "high-wall": "stones",
  barricade: "planks",
  rampart: "stones",
  gatehouse: "stones",
  "keep-tower": "stones",
  rough: "pebbles",
  crag: "crags",
  rubble: "blocks",
};

const ROUND = 6; // corners from which an outline was meant to be round
const NATURAL = new Set(["hill", "wood", "thicket", "water", "deep", "marsh", "rough", "crag", "tilled"]);
const BANKS = new Set(["water", "deep", "moat"]);
/** Where shadows fall, the farther the higher a thing is. */
const FALLS = {
  rubble: "2 3",
  barricade: "2 3",
  wall: "3 4",
  hill: "3 4",
  rough: "2 3",
  bridge: "3 4",
  "stone-bridge": "3 4",
  crag: "5 7",
  house: "5 7",
  "high-wall": "5 7",
  rampart: "5 7",
  gatehouse: "5 7",
  "keep-tower": "9 13",
};
const HIGHER = { "keep-tower": 1 }; // drawn after the walls beside it, on which its shadow lies

/** Trees from above, with their shadows. */
export function Crowns({ trees }) {
  const { shadow, dark, crown, light } = crowns(trees);
  return html`<g class="crowns"><path class="tree-shadow" d=${shadow} /><path class="tree dark" d=${dark} /><path class="tree" d=${crown} /><path class="tree-light" d=${light} /></g>`;
}

function Roof({ points }) {
  const roof = roofOf(points);
  return roof && html`<g class="roof"><path class="shade" d=${roof.shade} /><path class="light" d=${roof.light} /><path class="ridge" d=${roof.ridge} /></g>`;
}

const CONTOURS = [0.78, 0.54, 0.3];
const Contours = ({ path, points }) => {
  const [x, y] = ["x", "y"].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return CONTOURS.map((part) => html`<path class="contour" d=${path} transform=${`translate(${x * (1 - part)} ${y * (1 - part)}) scale(${part})`} />`);
};

/** What stands on the earth of a feature. */
const UPON = {
  wood: ({ points }) => html`<${Crowns} trees=${treesIn(points)} />`,
  thicket: ({ points }) => html`<${Crowns} trees=${treesIn(points)} />`,
  hedge: ({ points }) => html`<${Crowns} trees=${treesIn(points)} />`,
  "lone-tree": ({ points }) => html`<${Crowns} trees=${loneTree(points)} />`,
  house: Roof,
  hill: Contours,
  rampart: Battlements,
  gatehouse: Battlements,
  "keep-tower": Tower,
};

export const outlinePath = (field, outline) =>
  `M${outline
    .map((point) => {
      const { x, y } = field.out(point);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("L")}Z`;

function Feature({ field, feature, look, layer }) {
  const points = feature.outline.map(field.out),
    meantRound = NATURAL.has(look) && points.length > ROUND,
    path = meantRound ? smooth(points) : outlinePath(field, feature.outline),
    Upon = UPON[look];
  if (layer === "above") return html`<path class="feature-above" d=${path} />`;
  return html`<g class=${classes("feature", look, layer)}>
    <title>${[feature.name, ...feature.details].join(", ")}</title>
    ${FALLS[look] && html`<path class="cast" d=${path} transform=${`translate(${FALLS[look]})`} />`}
    ${BANKS.has(look) && html`<path class="bank" d=${path} />`}
    ${
      hasFront(look) && points.length === 4
        ? html`<${Fitting} look=${look} points=${points} />`
        : html`<path class="earth" d=${path} />${INSIDE[look] && html`<path class="inside" d=${path} fill=${`url(#${INSIDE[look]})`} />`}`
    }
    ${Upon && html`<${Upon} points=${points} path=${path} />`}
  </g>`;
}

export function Ground({ field, table, zones, layer = () => "" }) {
  const { x, w, h } = field.world,
    width = w + 2 * x,
    high = h + 2 * x;
  const lines = [];
  for (let at = field.grid; at < width; at += field.grid) lines.push(`M${at} 0V${high}`);
  for (let at = field.grid; at < high; at += field.grid) lines.push(`M0 ${at}H${width}`);
  const features = table.features.map((feature, at) => ({ feature, look: lookOf(feature), key: `${feature.name} ${at}` })),
    order = ({ look }) => HIGHER[look] ?? (hasFront(look) ? 2 : 0);
  return html`<g class="ground">
    <clipPath id="table-edge"><rect width=${width} height=${high} /></clipPath>
    <rect class="frame" x="-10" y="-10" width=${width + 20} height=${high + 20} rx="6" />
    <rect class="grass" width=${width} height=${high} />
    <rect class="speckle" width=${width} height=${high} fill="url(#tufts)" />
    <path class="feet" d=${lines.join("")} />
    ${[...features].sort((a, b) => order(a) - order(b)).map(({ feature, look, key }) => html`<${Feature} key=${key} field=${field} feature=${feature} look=${look} layer=${layer(feature)} />`)}
    <rect class="dusk" width=${width} height=${high} />
    ${zones.map(
      (zone, at) => html`<g key=${`${zone.title} ${at}`} class=${`zone ${zone.kind} ${livery(zone.side ?? at)}`}>
      <path class="tint" d=${outlinePath(field, zone.outline)} /><title>${zone.title}</title>
      ${lyingAt(zone) && html`<${Fitting} look=${lyingAt(zone)} points=${zone.outline.map(field.out)} />`}</g>`,
    )}
  </g>`;
}
