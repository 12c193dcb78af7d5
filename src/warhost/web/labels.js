// Names on the table, laid so that none covers another: what finds no room is shortened or left out until it is
// pointed at. Everything is worked out in units of the drawing; `keep` is how large lettering is drawn at this zoom.
import { html } from "./html.js";
import { Signs, chief } from "./art.js";
import { middle } from "./formation.js";
import { looksUp } from "./table.js";

const FONT = '600 12px system-ui, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif',
  PLACE_FONT = 'italic 600 12px "Palatino Linotype", Palatino, "URW Palladio L", "Book Antiqua", Georgia, serif';
const SIGN = 15,
  EDGE = 2, // the pale edge around letters
  AWAY = 3, // from the block
  RIM = 4, // to the edge of the table: a sign is whole there
  // Behind the block first, then further behind, before it, and far behind or before.
  ROWS = [0, 1, -1, 2, -2, 3, -3],
  // A lone figure is named beside it or not at all: in a crowd threads would cover more than they tell.
  ROWS_OF_ONE = [0, -1],
  ASIDE = [0, 0.3, -0.3],
  MOST_LETTERS = 12;

// --- how large a name is -------------------------------------------------------------------------------------

const pen = document.createElement("canvas").getContext("2d"),
  sizes = new Map();

function sizeOf(text, font = FONT) {
  const key = `${font} ${text}`;
  if (!sizes.has(key)) {
    pen.font = font;
    const { width, fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(text);
    sizes.set(key, { wide: width + 2 * EDGE, up, down });
  }
  return sizes.get(key);
}

/** A rectangle around lettering whose base line has its middle there. */
function around({ wide, up, down }, x, y, keep) {
  return { left: x - (wide * keep) / 2, right: x + (wide * keep) / 2, top: y - up * keep, bottom: y + down * keep };
}

const cross = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether lettering lies on a block as it stands, which may be askew: no side of the block has all of the lettering
    outside of it. */
function covers(box, { outline, box: within }) {
  if (!cross(box, within)) return false;
  const corners = [box.left, box.right].flatMap((x) => [box.top, box.bottom].map((y) => ({ x, y })));
  return !outline.some((a, at) => {
    const b = outline[(at + 1) % outline.length],
      side = (point) => (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
    const inward = Math.sign(outline.reduce((sum, point) => sum + side(point), 0));
    return corners.every((corner) => side(corner) * inward <= 0);
  });
}

// --- what could be written where -----------------------------------------------------------------------------

const bounds = (points) => {
  const xs = points.map(({ x }) => x),
    ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

/** "Herlanceian Longbowmen" are the Longbowmen, "The Pushed Ones" the Pushed, a "Mob of the Freed" is a Mob,
    "Street Sword 2" is Sword 2. */
function wordFor(title) {
  const [, name, number] = title.match(/^(.*?)( \d+)?$/),
    words = name.replace(/^(The|A) /, "").split(/[ ,]+/),
    last = words.at(-1);
  return (last.length > 4 && !/ of /.test(name) ? last : words[0]) + (number ?? "");
}

/** In full, by the word that says most, and units of several by their letters. */
function namesOf(block) {
  const word = wordFor(block.title),
    short = word.length > MOST_LETTERS ? `${word.slice(0, MOST_LETTERS)}…` : word,
    count = block.bases.length;
  const names = count > 1 ? [block.title, short, block.symbol].map((name) => `${name} · ${count}`) : [block.title, short];
  return [...new Set(names)];
}

/** A block as something to be named: where it lies, which way its back is, its names and signs. */
function named(field, block) {
  const outline = block.outline.map(field.out);
  return {
    id: block.id,
    outline,
    box: bounds(outline),
    down: looksUp(field, block.facing),
    names: namesOf(block),
    signs: chief(block.marks),
    models: block.bases.length,
    table: field.world,
  };
}

/** The middle of a name so that neither end of it lies beyond the edge of the table. */
const onTable = (x, half, { x: left, w }) => (2 * half > w ? left + w / 2 : Math.min(Math.max(x, left + half), left + w - half));

/** A name of a block, so many rows behind it (before it, if negative), and so much of its width aside. */
function written(thing, text, row, keep, aside = 0) {
  const size = sizeOf(text),
    high = (size.up + size.down) * keep,
    { box } = thing;
  const wide = size.wide + thing.signs.length * SIGN + (thing.signs.length ? 4 : 0),
    x = onTable((box.left + box.right) / 2 + aside * size.wide * keep, (wide / 2 + RIM) * keep, thing.table),
    below = row < 0 ? !thing.down : thing.down,
    rows = row < 0 ? -row - 1 : row;
  const y = below
    ? box.bottom + AWAY + size.up * keep + rows * high
    : box.top - AWAY - size.down * keep - rows * high;
  const found = around({ ...size, wide }, x, y, keep);
  // A name that stands apart is tied to its block by a thread.
  const end = Math.min(Math.max(x, box.left), box.right),
    thread = rows && (below ? [x, found.top, end, box.bottom] : [x, found.bottom, end, box.top]);
  return { id: thing.id, text, signs: thing.signs, x, y, thread, box: found };
}

/** Beside a block, where neither behind nor before it is room. */
function besides(thing, text, keep) {
  const behind = written(thing, text, 0, keep),
    { box } = thing,
    half = (behind.box.right - behind.box.left) / 2 + RIM * keep,
    down = (box.top + box.bottom) / 2 + 4 * keep - behind.y;
  return [box.right + AWAY + half, box.left - AWAY - half].map((x) => {
    const by = onTable(x, half, thing.table) - behind.x;
    return {
      ...behind,
      x: behind.x + by,
      y: behind.y + down,
      thread: null,
      box: { left: behind.box.left + by, right: behind.box.right + by, top: behind.box.top + down, bottom: behind.box.bottom + down },
    };
  });
}

/** All ways to write a name, the best first. */
function waysTo(thing, text, keep) {
  const rows = (thing.models > 1 ? ROWS : ROWS_OF_ONE).map((row) => ASIDE.map((aside) => written(thing, text, row, keep, aside)));
  if (thing.models === 1) return rows.flat();
  const [behind, ...further] = rows;
  return [...behind, ...besides(thing, text, keep), ...further.flat()];
}

/** The first way to name a thing that covers neither another name nor any block; where there is none, it waits to be
    pointed at. */
function roomFor(thing, things, taken, keep) {
  const near = things.filter((other) => other !== thing || thing.models > 1);
  for (const text of thing.names) {
    const free = waysTo(thing, text, keep).find(
      ({ box }) => !taken.some((other) => cross(box, other)) && !near.some((other) => covers(box, other)),
    );
    if (free) return free;
  }
  return onItself(thing, taken, keep);
}

/** Where no name finds room, its state is at least shown on the block itself. */
function onItself(thing, taken, keep) {
  if (!thing.signs.length) return null;
  const { box } = thing,
    size = { wide: thing.signs.length * SIGN, up: 11, down: 4 };
  const x = (box.left + box.right) / 2,
    y = (box.top + box.bottom) / 2 + 4 * keep;
  const found = { id: thing.id, text: "", signs: thing.signs, x, y, box: around(size, x, y, keep) };
  return taken.some((other) => cross(found.box, other)) ? null : found;
}

/** All names as they stand while nobody points at anything: large pieces choose first. */
export function laid(field, blocks, keep) {
  const things = blocks.map((block) => named(field, block)),
    taken = [],
    found = [];
  for (const thing of [...things].sort((a, b) => b.models - a.models)) {
    const label = roomFor(thing, things, taken, keep);
    if (!label) continue;
    taken.push(label.box);
    found.push(label);
  }
  return { found, things };
}

/** The same with those in full that are pointed at; whatever they would cover gives way. */
function pointedAt({ found, things }, pointed, keep) {
  let shown = found;
  for (const thing of things.filter((one) => pointed.has(one.id))) {
    const [full] = thing.names;
    if (shown.some((label) => label.id === thing.id && label.text === full)) continue;
    const label = { ...written(thing, full, 0, keep), pointed: true };
    shown = [...shown.filter((other) => other.id !== thing.id && !cross(other.box, label.box)), label];
  }
  return shown;
}

/** Whether the name of a piece of ground says more than its drawing does: not wall 2, nor the ladder of a wall. */
const saysMore = ({ name, kind }) => name.split(/ of | before /)[0].replace(/[\d ]+$/, "").toLowerCase() !== kind;

/** Its name, or its number alone where the name is longer than what it names: the walls of a fortress in a row. */
function placeName({ name }, { left, right }, keep) {
  const number = name.match(/ (\d+)$/)?.[1];
  return number && sizeOf(name, PLACE_FONT).wide * keep > right - left ? number : name;
}

const AFAR = 1.6; // lettering is drawn so much larger than the table
/** A name that anything of its sort has, as a well or a stall, is left out from afar: there the drawing must do. */
const proper = ({ name }) => /^[^a-z]|\d/.test(name);

/** Names of the ground, where there is room between blocks and their names. */
function places(field, features, labels, things, keep) {
  const taken = [...labels, ...things].map((one) => one.box);
  return features.filter((one) => saysMore(one) && (keep < AFAR || proper(one))).flatMap((feature) => {
    const at = field.out(middle(feature.outline)),
      lies = bounds(feature.outline.map(field.out)),
      text = placeName(feature, lies, keep),
      size = sizeOf(text, PLACE_FONT),
      high = (size.up + size.down) * keep,
      x = onTable(at.x, (size.wide * keep) / 2, field.world),
      y = lies.bottom - lies.top < high ? lies.bottom + high / 2 : at.y, // what is smaller than its name stands above it
      box = around(size, x, y + 4 * keep, keep);
    if (taken.some((other) => cross(box, other))) return [];
    taken.push(box);
    return [{ text, x, y }];
  });
}

// --- drawing -------------------------------------------------------------------------------------------------

/** Names and states, above all blocks, so that no block hides what another is called. */
export function Labels({ field, blocks, features, pointed, keep }) {
  const plan = laid(field, blocks, keep),
    shown = pointedAt(plan, pointed, keep);
  return html`<g class="labels" aria-hidden="true">
    ${places(field, features, shown, plan.things, keep).map(
      ({ text, x, y }) => html`<g key=${`ground ${text}`} transform=${`translate(${x} ${y})`}><g
        class="keep"><text class="place-name" y="4">${text}</text></g></g>`,
    )}
    <path class="threads" d=${shown.map(({ thread }) => (thread ? `M${thread[0]} ${thread[1]}L${thread[2]} ${thread[3]}` : "")).join("")} />
    ${shown.map((label) => html`<${Label} key=${label.id} label=${label} />`)}</g>`;
}

function Label({ label: { id, text, signs, x, y } }) {
  const wide = text ? sizeOf(text).wide : -4,
    left = -(wide + signs.length * SIGN + (signs.length ? 4 : 0)) / 2;
  return html`<g class="label" data-label=${id} transform=${`translate(${x} ${y})`}><g class="keep">
    ${text && html`<text class="name" x=${left + wide / 2}>${text}</text>`}
    ${signs.length > 0 && html`<${Signs} marks=${signs} x=${left + wide + 4 + SIGN / 2} y="-4" />`}</g></g>`;
}
