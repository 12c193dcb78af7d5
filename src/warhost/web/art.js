// The drawings shared by boards and tables: liveries, hatchings, emblems and the signs of states.
import { html } from "./html.js";

// Sides are never told apart by colour alone: each has its own hatching and its own corners.
export const LIVERIES = ["blue", "vermillion", "green", "purple"];
export const livery = (side) => LIVERIES[side % LIVERIES.length];

const STAR = "M0-6.2L1.6-2 6-1.9 2.5.8 3.8 5.1 0 2.6-3.8 5.1-2.5.8-6-1.9-1.6-2Z";

const EMBLEMS = {
  command: html`<path class="pole" d="M-3 6V-7" /><path class="flag" d="M-3-7L6-4-3-1Z" />`,
  standard: html`<path class="pole" d="M-4 8V-10" /><path class="flag gold" d="M-4-10H8L5-6 8-2H-4Z" />`,
  general: html`<path class="gold" d=${STAR} transform="scale(1.25)" />`,
  leader: html`<path class="gold" d=${STAR} />`,
  hero: html`<circle class="gold" r="5.4" /><path class="pole" d="M-3 3L3-3M0.6-3.4L3.4-.6" />`,
  wizard: html`<path class="mage" d="M0-7L6 3.5H-6ZM0 7L-6-3.5H6Z" />`,
  master: html`<circle class="flag" r="5.4" /><path class="pole" d="M-2.5 3.5V-1A2.2 2.2 0 1 1 1.9-1" />`,
};

export const Emblem = ({ role, x, y, size = 1 }) => html`
  <g class="emblem" transform=${`translate(${x} ${y}) scale(${size})`}>
    ${EMBLEMS[role] ?? html`<circle class="flag" r="5.4" /><text class="tiny" y="3">${role[0]?.toUpperCase()}</text>`}
  </g>`;

// What a state is drawn as: a sign of its own on a disc whose edge tells trouble from a mere note.
const SIGNS = {
  engaged: ["bad", "M-4 4L4-4M-4-4L4 4M-4 1L-1 4M4 1L1 4"],
  fleeing: ["bad", "M-4-3L0 0-4 3M0-3L4 0 0 3"],
  routing: ["bad", "M-4-3L0 0-4 3M0-3L4 0 0 3"],
  disorganized: ["bad", "M-4-3H1M-1 0H4M-4 3H0"],
  wavering: ["bad", "M-5 0Q-2.5-5 0 0T5 0"],
  "falling back": ["bad", "M4-3L0 0 4 3M0-3L-4 0 0 3"],
  wounded: ["bad", "M0-4.5C-4 1-4 4.5 0 4.5S4 1 0-4.5Z"],
  poisoned: ["bad", "M-3 4H3M-2-4H2M-1-4V0L-4 4M1-4V0L4 4"],
  exhausted: ["bad", "M-4-4H4L-4 4H4Z"],
  stunned: ["bad", "M0-4.5V4.5M-4-2.3L4 2.3M-4 2.3L4-2.3"],
  blinded: ["bad", "M-5 0Q0-5 5 0Q0 5-5 0M-4 4L4-4"],
  hypnotised: ["bad", "M0 0A1.5 1.5 0 1 1 1.5 1.5 3 3 0 1 1-1.5-1.5 4 4 0 0 1 4 0"],
  "cannot move": ["bad", "M-4 0H4"],
  "flimsy ranks": ["bad", "M-4-3H4M-4 0H1M-4 3H-1"],
  wild: ["bad", "M-4-4L-2 1M0-4L0 1M4-4L2 1M-4 4Q0 1 4 4"],
  "not ready to shoot": ["bad", "M-4-4L4 4M-4 4L-1 1M1-1L4-4"],
  "bent sights": ["bad", "M-4 3L0 3 4-3M2-3H4V-1"],
  wedge: ["note", "M-4 4L0-4 4 4"],
  concealed: ["note", "M-5 0Q0-4 5 0Q0 4-5 0M-4 4L4-4"],
  narrowed: ["note", "M-5 0H-1M-3-2L-1 0-3 2M5 0H1M3-2L1 0 3 2"],
  "half turned": ["note", "M3 3A4 4 0 1 1 3-3M3-5V-2H0"],
  reforming: ["note", "M-4-3H4M-4 0H4M-4 3H4"],
  charging: ["good", "M-4 0H4M1-3L4 0 1 3"],
  frenzy: ["good", "M-4 4L-1-4 0 2 2-4 4 4"],
  unbreakable: ["good", "M-4-4H4V0Q4 4 0 5-4 4-4 0Z"],
  airborne: ["good", "M-5 2Q-2-4 0 1 2-4 5 2"],
  hidden: ["note", "M-5 0Q0-5 5 0Q0 5-5 0M-1.2 0A1.2 1.2 0 1 0 1.2 0 1.2 1.2 0 1 0-1.2 0"],
  ring: ["note", "M-4 0A4 4 0 1 0 4 0 4 4 0 1 0-4 0"],
  squabbling: ["bad", "M-4-3L-1 0-4 3M4-3L1 0 4 3M0-5V-3M0 3V5"],
  "knocked down": ["bad", "M-5 3H5M-4 0H1M2.5 0A1.5 1.5 0 1 0 5.5 0 1.5 1.5 0 1 0 2.5 0"],
  stupid: ["bad", "M-2.5-2A2.5 2.5 0 1 1 0 1V2M0 4V4.8"],
  "cannot shoot": ["bad", "M-4-4L4 4M-4 4L-1 1M1-1L4-4"],
  tired: ["bad", "M-3-4H3L-3 4H3Z"],
  stopped: ["bad", "M-2-4V4M2-4V4"],
  "out of reach": ["bad", "M-5 0H-2M2 0H5M0-4V4"],
  charged: ["note", "M-4 0H2M-1-3L2 0-1 3M4.5-4V4"],
  skirmishing: ["note", "M-4-3H-3M1-4H2M-2 0H-1M3 0H4M-4 4H-3M0 4H1"],
  reserve: ["note", "M-4 3H4M-4 0H4M0-2V-5M-2-3L0-5 2-3"],
  square: ["note", "M-4-4H4V4H-4ZM-1-1H1V1H-1Z"],
  "on a ladder": ["note", "M-4-5V5M0-5V5M-4-3H0M-4 0H0M-4 3H0M2 5H5M2 2.5H5M2 0H5"],
  "on the works": ["note", "M-5 4V-3H-3V0H-1V-3H1V0H3V-3H5V4Z"],
  "on a platform": ["note", "M-5 0H5M-4 0V5M4 0V5M0-1V-5"],
  "carries a prize": ["note", "M0-5L4 0 0 5-4 0Z"],
  torches: ["note", "M-1 5V0M1 5V0M-2 0H2"],
  "burning torches": ["note", "M0 5V1M0 1C-4-1-1-3 0-6 1-3 4-1 0 1"],
  up: ["note", "M0 5V-4M-3-1L0-4 3-1"],
  "last stand": ["good", "M-4-4H4V0Q4 4 0 5-4 4-4 0ZM0-3V3"],
  frenzied: ["good", "M-4 4L-1-4 0 2 2-4 4 4"],
  "siege ladder": ["note", "M-2.5-5V5M2.5-5V5M-2.5-3H2.5M-2.5 0H2.5M-2.5 3H2.5"],
  "portable bridge": ["note", "M-5-3H5M-5 3H5M-3-3V3M0-3V3M3-3V3"],
  "siege tower": ["note", "M-3 4V-5H3V4ZM-3-1H3M-3 5V6M3 5V6"],
  ram: ["note", "M-5-1H3V1H-5ZM3-2H5V2H3Z"],
  "grappling hooks": ["note", "M0-5V2M0 5A3 3 0 0 1-3 2M0 5A3 3 0 0 0 3 2"],
  stones: ["note", "M-3 1A2 2 0 1 0 1 1 2 2 0 1 0-3 1M1-3A1.5 1.5 0 1 0 4-3 1.5 1.5 0 1 0 1-3"],
  unseen: ["magic", "M-5 0Q0-4 5 0Q0 4-5 0M-4 4L4-4"],
  moved: ["done", "M-4 0L-1 3 4-3"],
  shot: ["done", "M-4 4L4-4M1-4H4V-1"],
  fired: ["done", "M-4 4L4-4M1-4H4V-1"],
};
/** States are written small; what begins with a capital is the name of a spell that lies on the piece. */
const SPELL = ["magic", "M0-5L1.3-1.3 5 0 1.3 1.3 0 5-1.3 1.3-5 0-1.3-1.3Z"];
const BLESSINGS = new Set(["pleasures", "grace", "gift", "peace"]);
/** What is counted or measured has one sign, however much it is: tired 2, 6″ up, door ram 1. */
const bare = (mark) => mark.replace(/^[\d.]+″ | \d+$/g, "").replace(/^.* (ram|stones)\b.*$|^(stones) .*$|^throwing (projectiles)$/, (_, a, b) => a ?? b ?? "stones");
export const signOf = (mark) => SIGNS[mark] ?? SIGNS[bare(mark)] ?? (/^[A-Z]/.test(mark) || BLESSINGS.has(mark) ? SPELL : ["note", ""]);
export const QUIET = new Set(["moved", "fired"]); // what was done is shown paler than what is wrong

const MOST = 3,
  GRAVITY = ["bad", "magic", "good", "note", "done"];

/** At most three states are shown, the gravest first; of more, how many. The card says all. */
export function chief(marks) {
  const shown = marks.filter((mark) => mark !== "leader");
  const grave = (mark) => GRAVITY.indexOf(signOf(mark)[0]);
  const sorted = [...shown].sort((a, b) => grave(a) - grave(b));
  return sorted.length > MOST ? [...sorted.slice(0, MOST), `+${sorted.length - MOST}`] : sorted;
}

/** Chief marks as signs in a row, the first at x, y. What they mean is said by the piece's own words. */
export function Signs({ marks, x, y, size = 1 }) {
  return marks.map((mark, at) => {
    if (mark.startsWith("+")) return html`<g key=${mark} class="sign more" transform=${`translate(${x + at * 15 * size} ${y}) scale(${size})`}><circle r="7" /><text class="tiny" y="3">${mark}</text></g>`;
    const [kind, path] = signOf(mark);
    return html`<g key=${mark} class=${`sign ${kind}`}
      transform=${`translate(${x + at * 15 * size} ${y}) scale(${size})`}>
      <circle r="7" />
      ${path ? html`<path d=${path} />` : html`<text class="tiny" y="3">${mark[0].toUpperCase()}</text>`}
    </g>`;
  });
}

/** Patterns and arrow heads; once in a drawing. */
export const Defs = () => html`<defs>
  <pattern id="hatch-vermillion" width="8" height="8" patternUnits="userSpaceOnUse">
    <rect class="cloth-vermillion" width="8" height="8" /><path class="thread-vermillion"
      d="M-2 2L2-2M0 8L8 0M6 10L10 6" />
  </pattern>
  <pattern id="hatch-green" width="8" height="8" patternUnits="userSpaceOnUse">
    <rect class="cloth-green" width="8" height="8" /><path class="thread-green" d="M0 4H8" />
  </pattern>
  <pattern id="hatch-purple" width="8" height="8" patternUnits="userSpaceOnUse">
    <rect class="cloth-purple" width="8" height="8" /><path class="thread-purple" d="M4 0V8M0 4H8" />
  </pattern>
  <pattern id="hatch-no" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="thread-no" d="M0 4.5H9M4.5 0V9" />
  </pattern>
  <pattern id="hatch-yes" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
    <path class="thread-yes" d="M0 5H10" />
  </pattern>
  <marker id="arrow" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse">
    <path class="arrow-head" d="M0 0L10 5 0 10Z" />
  </marker>
  <marker id="sketch-arrow" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4.5" markerHeight="4.5" orient="auto">
    <path class="sketch-head" d="M0 0L10 5 0 10Z" />
  </marker>
  <pattern id="leaves" width="26" height="26" patternUnits="userSpaceOnUse">
    <circle class="leaf" cx="7" cy="8" r="5.5" /><circle class="leaf two" cx="19" cy="17" r="6.5" />
    <circle class="leaf two" cx="21" cy="4" r="3" /><circle class="leaf" cx="6" cy="21" r="3.4" />
  </pattern>
  <pattern id="ripples" width="28" height="14" patternUnits="userSpaceOnUse">
    <path class="ripple" d="M0 4Q3.5 1 7 4T14 4M14 11Q17.5 8 21 11T28 11" />
  </pattern>
  <pattern id="tufts" width="30" height="30" patternUnits="userSpaceOnUse">
    <path class="tuft" d="M6 12l-2-5M6 12V6M6 12l2-5M21 26l-2-5M21 26V20M21 26l2-5" />
  </pattern>
  <pattern id="stones" width="16" height="10" patternUnits="userSpaceOnUse">
    <path class="stone" d="M0 0H16M0 5H16M4 0V5M12 5V10" />
  </pattern>
  <pattern id="pebbles" width="24" height="24" patternUnits="userSpaceOnUse">
    <path class="pebble" d="M4 7l3-4 5 1 1 4-4 2zM14 19l3-4 4 2 0 3-4 2z" />
  </pattern>
  <pattern id="planks" width="40" height="10" patternUnits="userSpaceOnUse">
    <path class="stone" d="M0 0H40M0 5H40M10 0V5M30 5V10" />
  </pattern>
  <pattern id="furrows" width="14" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-12)">
    <path class="furrow" d="M0 2H14M0 5.5H14" />
  </pattern>
  <pattern id="crags" width="30" height="26" patternUnits="userSpaceOnUse">
    <path class="crag-stone" d="M3 14l5-10 7 3 3 8-7 5zM19 22l3-7 6 2 1 6-5 2z" /><path class="crag-shade" d="M8 4l3 9 7 2-3-8zM22 15l2 5 5 3-1-6z" />
  </pattern>
  <pattern id="blocks" width="26" height="22" patternUnits="userSpaceOnUse">
    <path class="block-shade" d="M5 5h8v6h-8zM17 12l6 2-2 6-6-2zM2 16h6v5h-6z" /><path class="block-stone" d="M3 3h8v6h-8zM15 10l6 2-2 6-6-2zM0 14h6v5h-6zM17 2l5 1-1 4-5-1z" />
  </pattern>
  <pattern id="steps" width="10" height="6" patternUnits="userSpaceOnUse"><path class="stone" d="M0 3H10"
    /></pattern>
</defs>`;
