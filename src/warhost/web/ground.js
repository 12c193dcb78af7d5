// The ground in light and shadow: crowns of trees, banks, slopes and roofs. The light comes from above left.

/** A number from 0 to 1 that is always the same for the same place. */
function chance(x, y, turn) {
  const mixed = Math.sin(x * 12.9898 + y * 78.233 + turn * 37.719) * 43758.5453;
  return mixed - Math.floor(mixed);
}

export function inside(points, { x, y }) {
  let within = false;
  for (let at = 0, before = points.length - 1; at < points.length; before = at++) {
    const a = points[at],
      b = points[before];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) within = !within;
  }
  return within;
}

const disc = ({ x, y, r }, dx = 0, dy = 0, part = 1) => {
  const size = (r * part).toFixed(1);
  return `M${(x + dx - r * part).toFixed(1)} ${(y + dy).toFixed(1)}a${size} ${size} 0 1 0 ${(2 * r * part).toFixed(1)} 0a${size} ${size} 0 1 0 ${(-2 * r * part).toFixed(1)} 0`;
};

/** Trees on a loose grid: shadows, crowns and lights, each as one path. */
export function crowns(places) {
  const trees = places.map(({ x, y, r = 6 + 4 * chance(x, y, 3) }) => ({ x, y, r }));
  return {
    shadow: trees.map((tree) => disc(tree, 2.4, 3.2, 1.05)).join(""),
    dark: trees.filter((_, at) => at % 3 === 0).map((tree) => disc(tree)).join(""),
    crown: trees.filter((_, at) => at % 3).map((tree) => disc(tree)).join(""),
    light: trees.map((tree) => disc(tree, -tree.r * 0.28, -tree.r * 0.32, 0.5)).join(""),
  };
}

const APART = 15;

/** Where trees stand in a wood of that outline. */
export function treesIn(points) {
  const xs = points.map(({ x }) => x),
    ys = points.map(({ y }) => y),
    found = [];
  for (let y = Math.min(...ys) + APART / 2; y < Math.max(...ys); y += APART)
    for (let x = Math.min(...xs) + APART / 2; x < Math.max(...xs); x += APART) {
      const place = { x: x + (chance(x, y, 1) - 0.5) * 8, y: y + (chance(x, y, 2) - 0.5) * 8 };
      if (inside(points, place)) found.push(place);
    }
  return found.length ? found : [middleOf(points)];
}

const LEAST_CROWN = 9;

/** A tree that stands alone: boughs around a crown, over the ground of its trunk. */
export function loneTree(points) {
  const { x, y } = middleOf(points),
    r = Math.max(LEAST_CROWN, ...points.map((point) => Math.hypot(point.x - x, point.y - y)));
  const boughs = [0.4, 1.5, 2.4, 3.6, 4.6, 5.6].map((turn) => ({ x: x + 0.55 * r * Math.cos(turn), y: y + 0.55 * r * Math.sin(turn), r: 0.55 * r }));
  return [...boughs, { x, y, r: 0.7 * r }];
}

/** A round outline through all its corners. */
export function smooth(points) {
  const many = points.length,
    near = (at) => points[(at + many) % many],
    put = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const legs = points.map((a, at) => {
    const [before, b, after] = [near(at - 1), near(at + 1), near(at + 2)];
    return `C${put(a.x + (b.x - before.x) / 6, a.y + (b.y - before.y) / 6)} ${put(b.x - (after.x - a.x) / 6, b.y - (after.y - a.y) / 6)} ${put(b.x, b.y)}`;
  });
  return `M${put(points[0].x, points[0].y)}${legs.join("")}Z`;
}

const middleOf = (points) => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** A roof over four walls: the half in the light, the half in the shade, and the ridge between them. */
export function roofOf(points) {
  if (points.length !== 4) return null;
  const [a, b, c, d] = points,
    long = Math.hypot(b.x - a.x, b.y - a.y) >= Math.hypot(c.x - b.x, c.y - b.y);
  const half = (p, q) => ({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }),
    [m, n] = long ? [half(a, d), half(b, c)] : [half(a, b), half(d, c)];
  const path = (...all) => `M${all.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
  const halves = long ? [[a, b, n, m], [m, n, c, d]] : [[a, m, n, d], [m, b, c, n]];
  const lit = (all) => middleOf(all).x + middleOf(all).y;
  const [light, shade] = halves.sort((p, q) => lit(p) - lit(q)).map((all) => path(...all));
  return { light, shade, ridge: `M${m.x.toFixed(1)} ${m.y.toFixed(1)}L${n.x.toFixed(1)} ${n.y.toFixed(1)}` };
}

/** Trees of a square of a board, four to each. */
export const treesOfSquare = (x, y, side) =>
  [
    [0.27, 0.28],
    [0.74, 0.24],
    [0.3, 0.76],
    [0.76, 0.7],
  ].map(([u, v], at) => ({ x: x + (u + (chance(x, y, at) - 0.5) * 0.14) * side, y: y + (v + (chance(y, x, at) - 0.5) * 0.14) * side }));
