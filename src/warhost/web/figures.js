// Who stands there, by kind: silhouettes on single bases, and one large sign for the whole.

// --- kinds ---------------------------------------------------------------------------------------------------

const ARMS = [
  [/wizard|mage|sorcer|druid|shaman|magician|priest/i, "staff"],
  [/spear|pike|lance|halberd|trident/i, "spear"],
  [/\b(long|short|cross)?bow(s|men)?\b|archer|sling|javelin|musket|gunner/i, "bow"],
];
const SHAPES = { archers: "bow", machine: "wheel", chariot: "wheel", beast: "claw", monster: "claw" };

/** sword, spear, bow, horse, staff, claw, wheel, wing or crown: by its shape, then by its name and who is with it. */
export function kindOf(piece) {
  if (piece.airborne) return "wing";
  if (SHAPES[piece.shape]) return SHAPES[piece.shape];
  const single = (piece.bases?.length ?? 1) === 1,
    roles = piece.bases?.map(({ role }) => role) ?? [];
  if (single && roles.includes("wizard")) return "staff";
  const words = piece.shape.includes("hero") ? piece.title : [piece.title, piece.unit].join(" ");
  const armed = ARMS.find(([named]) => named.test(words))?.[1];
  if (piece.shape.includes("hero")) return armed === "staff" ? "staff" : "crown";
  return piece.shape.startsWith("mounted") ? "horse" : (armed ?? "sword");
}

/** Signs around a middle, about 24 wide; what is `lined` is drawn with a pen, the rest is filled. */
export const SIGNS = {
  sword: { path: "M0-12L2.4-8.6V3H6V5.6H1.6V9.4A2 2 0 1 1-1.6 9.4V5.6H-6V3H-2.4V-8.6Z" },
  spear: { path: "M0-13L3.4-6.2 1.3-4.6V12H-1.3V-4.6L-3.4-6.2Z" },
  bow: { path: "M-4-11Q8-7 8 0T-4 11M-4-11V11M-9 0H7M3.4-3L7 0 3.4 3", lined: true },
  horse: { path: "M-6 12C-7.5 4.5-8 0-3.6-5L-4.6-10.6-.4-8C5-8.4 9.6-4 11 1.6L9 5 3 2.6C2.6 5.4 6.4 7.4 6.6 12Z" },
  staff: { path: "M-1.3-3V12H1.3V-3ZM0-12.5L1.9-8.4 6-7.6 2.9-4.6 3.6-.4 0-2.5-3.6-.4-2.9-4.6-6-7.6-1.9-8.4Z" },
  claw: { path: "M-8-9Q-2.5 0-6 10M0-11Q4.5 0 .6 11M8-9Q11 0 7 10", lined: true },
  wheel: { path: "M10 0A10 10 0 1 1-10 0 10 10 0 1 1 10 0M-10 0H10M0-10V10M-7-7L7 7M-7 7L7-7", lined: true },
  wing: { path: "M-12-3C-5-9 6-10 12-8 11-4 8.6-1.6 5.6-.6 5.4 2 3.4 3.8.4 4 .2 6.2-2.6 7.6-5.4 7.4-6.4 3-8 0-12-3Z" },
  crown: { path: "M-10 8L-11.4-6L-5.2-.4L0-9.6L5.2-.4L11.4-6L10 8Z" },
};

// --- on single bases, seen from above ------------------------------------------------------------------------

const at = (f, u, v) => `${(f.x + u * f.ux + v * f.vx).toFixed(1)} ${(f.y + u * f.uy + v * f.vy).toFixed(1)}`;
const round = (f, r, u = 0, v = 0) => {
  const size = r * Math.min(Math.hypot(f.ux, f.uy), Math.hypot(f.vx, f.vy)),
    [x, y] = at(f, u, v).split(" ").map(Number);
  return `M${(x - size).toFixed(1)} ${y.toFixed(1)}a${size.toFixed(1)} ${size.toFixed(1)} 0 1 0 ${(2 * size).toFixed(1)} 0a${size.toFixed(1)} ${size.toFixed(1)} 0 1 0 ${(-2 * size).toFixed(1)} 0`;
};
/** Shoulders, a little to the left, so that there is room for what he holds. */
const man = (f, u = -0.14) =>
  `M${at(f, u - 0.6, -0.12)}Q${at(f, u - 0.6, 0.22)} ${at(f, u - 0.24, 0.2)}L${at(f, u + 0.24, 0.2)}Q${at(f, u + 0.6, 0.22)} ${at(f, u + 0.6, -0.12)}Q${at(f, u + 0.56, -0.5)} ${at(f, u + 0.2, -0.48)}L${at(f, u - 0.2, -0.48)}Q${at(f, u - 0.56, -0.5)} ${at(f, u - 0.6, -0.12)}Z`;
const shaft = (f, u, from, to, wide) =>
  `M${at(f, u - wide, from)}L${at(f, u - wide, to)}L${at(f, u + wide, to)}L${at(f, u + wide, from)}Z`;

const FIGURES = {
  sword: (f) => `${man(f)}${shaft(f, 0.62, -0.2, 0.86, 0.08)}${shaft(f, 0.62, 0, 0.12, 0.24)}`,
  spear: (f) => `${man(f)}${shaft(f, 0.62, -0.8, 0.66, 0.06)}M${at(f, 0.62, 1.06)}L${at(f, 0.78, 0.6)}L${at(f, 0.46, 0.6)}Z`,
  bow: (f) => `${man(f, 0)}M${at(f, -0.66, 0.2)}Q${at(f, 0, 1.08)} ${at(f, 0.66, 0.2)}Q${at(f, 0, 0.84)} ${at(f, -0.66, 0.2)}Z`,
  horse: (f) =>
    `M${at(f, 0, 0.92)}Q${at(f, 0.26, 0.72)} ${at(f, 0.2, 0.42)}Q${at(f, 0.5, 0.1)} ${at(f, 0.4, -0.5)}Q${at(f, 0, -1.05)} ${at(f, -0.4, -0.5)}Q${at(f, -0.5, 0.1)} ${at(f, -0.2, 0.42)}Q${at(f, -0.26, 0.72)} ${at(f, 0, 0.92)}Z`,
  staff: (f) => `${man(f)}${shaft(f, 0.62, -0.8, 0.6, 0.07)}${round(f, 0.2, 0.62, 0.7)}`,
  claw: (f) => `M${at(f, -0.7, -0.7)}L${at(f, -0.42, 0.7)}L${at(f, -0.16, 0)}L${at(f, 0, 0.85)}L${at(f, 0.16, 0)}L${at(f, 0.42, 0.7)}L${at(f, 0.7, -0.7)}Q${at(f, 0, -1)} ${at(f, -0.7, -0.7)}Z`,
  wheel: (f) => beam(f) + wheels(f, 0.6, -0.75),
};
FIGURES.crown = FIGURES.sword;
FIGURES.wing = FIGURES.claw;
const HEADS = {
  sword: (f) => round(f, 0.3, -0.14, -0.08),
  bow: (f) => round(f, 0.3, 0, -0.08),
  horse: (f) => round(f, 0.26, 0, -0.25),
};
HEADS.spear = HEADS.staff = HEADS.crown = HEADS.sword;
/** A thick beam with a bow across it. */
const beam = (f) =>
  `M${at(f, -0.16, -0.8)}L${at(f, -0.16, 0.75)}L${at(f, 0.16, 0.75)}L${at(f, 0.16, -0.8)}Z` +
  `M${at(f, -0.8, 0.1)}Q${at(f, 0, 0.95)} ${at(f, 0.8, 0.1)}Q${at(f, 0, 0.6)} ${at(f, -0.8, 0.1)}Z`;
const wheels = (f, u, back) =>
  [-u, u]
    .map((side) => `M${at(f, side - 0.1, back)}L${at(f, side + 0.1, back)}L${at(f, side + 0.1, back + 0.65)}L${at(f, side - 0.1, back + 0.65)}Z`)
    .join("");
/** The two horses before a chariot. */
const team = (f) =>
  [-0.3, 0.3]
    .map((u) => `M${at(f, u, 0.95)}L${at(f, u + 0.22, 0.6)}L${at(f, u + 0.18, 0)}L${at(f, u - 0.18, 0)}L${at(f, u - 0.22, 0.6)}Z`)
    .join("");
const car = (f) => `M${at(f, -0.5, -0.1)}L${at(f, 0.5, -0.1)}L${at(f, 0.4, -0.85)}L${at(f, -0.4, -0.85)}Z`;
const chariot = (f) => team(f) + car(f) + wheels(f, 0.75, -0.85);

/** Wings that reach beyond the base of what is in the air. */
export const wings = (f) =>
  [-1, 1]
    .map((u) => `M${at(f, u * 0.15, 0.2)}Q${at(f, u * 0.9, 1.1)} ${at(f, u * 1.7, 0.35)}L${at(f, u * 1.2, 0.05)}L${at(f, u * 0.7, -0.2)}L${at(f, u * 0.15, -0.2)}Z`)
    .join("");

const nobody = () => "";

/** What stands on each base of a block, and its head; who flies is drawn as he would stand. */
export function figureOf(block) {
  if (block.shape === "chariot") return { body: chariot, head: nobody };
  const kind = block.shape.startsWith("mounted") ? "horse" : kindOf({ ...block, airborne: false });
  return { body: FIGURES[kind], head: HEADS[kind] ?? nobody };
}
