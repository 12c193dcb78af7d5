// Blocks moved and drawn up without asking anybody: what is shown until the referee has looked.

const FULL = 36000;
export const turned = (facing, by) => (((facing + by) % FULL) + FULL) % FULL;

/** Hundredths of a degree from one point to another, clockwise from straight up the table. */
export const heading = ([ax, ay], [bx, by]) =>
  turned(Math.round((Math.atan2(bx - ax, by - ay) * 18000) / Math.PI), 0);

/** From a frame that looks along a facing (across, ahead) to the table. */
export const fromFrame = ([across, ahead], facing) => {
  const angle = (facing / 18000) * Math.PI,
    cos = Math.cos(angle),
    sin = Math.sin(angle);
  return [across * cos + ahead * sin, ahead * cos - across * sin];
};

export const intoFrame = ([x, y], facing) => fromFrame([x, y], FULL - facing);

export const away = ([x, y], facing, across, ahead) => {
  const [dx, dy] = fromFrame([across, ahead], facing);
  return [Math.round(x + dx), Math.round(y + dy)];
};

export const middle = (points) =>
  [0, 1].map((axis) => Math.round(points.reduce((sum, point) => sum + point[axis], 0) / points.length));

/** The block of a piece; a character inside a group has only its base, and its `host`. */
export function blockOf(view, id) {
  const own = view.blocks.find((block) => block.id === id);
  if (own) return own;
  const title = view.units.find((unit) => unit.id === id)?.title;
  for (const host of view.blocks) {
    const base = host.bases.find((candidate) => candidate.role && candidate.title === title);
    if (!base) continue;
    return {
      ...host,
      id,
      title,
      host,
      outline: base.outline,
      bases: [base],
      marks: [],
      shape: "hero",
      front: middle(base.outline.slice(0, 2)),
    };
  }
  return null;
}

/** The block carried stiffly to another front and facing. */
export function carried(block, front, facing) {
  const by = facing - block.facing;
  const place = ([x, y]) => away(front, by, x - block.front[0], y - block.front[1]);
  return {
    ...block,
    front,
    facing,
    outline: block.outline.map(place),
    bases: block.bases.map((base) => ({ ...base, outline: base.outline.map(place) })),
  };
}

/** How wide and how deep one base is. */
export function baseSize({ outline: [a, b, c] }) {
  return [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])].map(Math.round);
}

/** So many models in ranks, an incomplete last rank in the middle; `like` lends its looks and the size of its bases. */
export function ranked(like, { id = like.id, models, front, facing, files }, size = baseSize(like.bases[0])) {
  const [wide, deep] = size,
    across = Math.max(1, Math.min(files, models)),
    ranks = Math.ceil(models / across);
  const oblong = (left, top, w, d) =>
    [
      [left, top],
      [left + w, top],
      [left + w, top - d],
      [left, top - d],
    ].map(([u, v]) => away(front, facing, u, v));
  const bases = Array.from({ length: models }, (_, at) => {
    const rank = Math.floor(at / across),
      here = Math.min(across, models - rank * across);
    const left = ((at % across) - here / 2) * wide;
    return { outline: oblong(left, -rank * deep, wide, deep), role: "", title: "" };
  });
  return {
    ...like,
    id,
    front,
    facing,
    marks: [],
    outline: oblong((-across * wide) / 2, 0, across * wide, ranks * deep),
    bases,
  };
}

/** The oblong that holds all points and looks along a facing: front left, front right, back right, back left. */
export function oblongAround(points, facing) {
  const [us, vs] = [0, 1].map((axis) => points.map((point) => intoFrame(point, facing)[axis]));
  const [left, right, back, front] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
  return [
    [left, front],
    [right, front],
    [right, back],
    [left, back],
  ].map((corner) => fromFrame(corner, facing).map(Math.round));
}
