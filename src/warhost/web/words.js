// The table in words, from the same view as the drawing: for screen readers, and for whoever likes lists.
import { html, classes, upper } from "./html.js";
import { things } from "./picker.js";
import { placeOf } from "./keys.js";
import { middle } from "./formation.js";
import { lengthWords } from "./measure.js";
import { SheetLink, sideSheet } from "./sheet.js";

const POINTS = [
  "ahead",
  "ahead to the right",
  "to the right",
  "behind to the right",
  "behind",
  "behind to the left",
  "to the left",
  "ahead to the left",
];
const QUARTERS = { N: 0, E: 9000, S: 18000, W: 27000 };
const COMPASS = ["the far edge", "the right", "the near edge", "the left"];

const facingOf = (piece) => (typeof piece.facing === "number" ? piece.facing : (QUARTERS[piece.facing] ?? 0));

const SOME = 4;
const spotWords = ({ measure }, x, y) => `${lengthWords(measure, x)} from the left, ${lengthWords(measure, y)} up`;

export function placeWords(view, piece) {
  const [x, y] = placeOf(piece) ?? [0, 0];
  const where = view.table ? spotWords(view.table, x, y) : `column ${x}, row ${y}`;
  return `${where}, facing ${COMPASS[Math.round(facingOf(piece) / 9000) % 4]}`;
}

/** Where another piece lies as this one looks; no distances, which some games let nobody measure. */
export function bearing(piece, other) {
  const [x, y] = placeOf(piece),
    [ox, oy] = placeOf(other);
  const angle = (Math.atan2(ox - x, oy - y) * 18000) / Math.PI - facingOf(piece);
  return POINTS[Math.round((((angle % 36000) + 36000) % 36000) / 4500) % 8];
}

function nearest(view, piece) {
  const far = (other) => {
    const [x, y] = placeOf(piece),
      [ox, oy] = placeOf(other);
    return Math.hypot(x - ox, y - oy);
  };
  const foes = things(view).filter((other) => other.side !== piece.side && placeOf(other));
  return foes.sort((a, b) => far(a) - far(b))[0];
}

export function UnitsTable({ desk }) {
  const view = desk.view.value;
  if (!view) return null;
  return view.sides.map(
    (title, side) => html`<table class="units" key=${side}><caption>${title}${side === view.you ? " (you)" : ""}
      ${desk.session && html`<${SheetLink} href=${sideSheet(desk.session.id, side)}>Army sheet<//>`}</caption>
    <thead><tr><th scope="col">Unit</th><th scope="col">Strength</th><th
      scope="col">State and place</th></tr></thead>
    <tbody>${rowsOf(view, side).map(
      (row) => html`<tr key=${row.id} class=${classes(row.gone && "gone")}>
      <th scope="row">${row.pieces.length ? html`<button class="link" onClick=${() => desk.find(row.pieces[0].id)}>${row.title}</button>` : row.title}
        <span class="fine details">${row.details.join("; ")}</span></th>
      <td>${row.strength}</td>
      <td>${row.pieces.slice(0, SOME).map((piece) => html`<p key=${piece.id}>${pieceLine(view, piece)}</p>`)}
        ${
          row.pieces.length > SOME &&
          html`<details><summary>and ${row.pieces.length - SOME} more</summary>
          ${row.pieces.slice(SOME).map((piece) => html`<p key=${piece.id}>${pieceLine(view, piece)}</p>`)}</details>`
        }</td></tr>`,
    )}</tbody></table>`,
  );
}

/** Who fights whom, and what lies on the table. */
export function GroundWords({ desk }) {
  const view = desk.view.value;
  if (!view) return null;
  const features = (view.table?.features ?? []).map((feature) => {
    const [x, y] = middle(feature.outline);
    return [feature.name, `${feature.details.join(", ") || feature.kind}; ${spotWords(view.table, x, y)}.`];
  });
  const places = view.areas.map((area) => [
    area.title,
    `${area.kind}; columns and rows ${area.squares.map((square) => square.join(" ")).join(", ")}.`,
  ]);
  return html`${
    view.clashes.length > 0 &&
    html`<h3>Fighting</h3><ul>${view.clashes.map(({ a, b }) => html`<li key=${`${a} ${b}`}>${desk.titleOf(a)} against ${desk.titleOf(b)}</li>`)}</ul>`
  }
  ${
    features.length + places.length > 0 &&
    html`<h3>The ground</h3><dl class="ground-words">${[...features, ...places].map(
      ([name, words]) => html`<div key=${name}><dt>${name}</dt><dd>${words}</dd></div>`,
    )}</dl>`
  }`;
}

function rowsOf(view, side) {
  const all = things(view).filter((piece) => piece.side === side || !(piece.side in view.sides));
  const units = view.units
    .filter((unit) => unit.side === side)
    .map((unit) => ({
      id: unit.id,
      title: unit.title,
      details: unit.details,
      strength: `${unit.strength} of ${unit.started}`,
      gone: !unit.strength,
      pieces: all.filter((piece) => piece.unit === unit.id || piece.id === unit.id),
    }));
  const counted = new Set(units.flatMap((unit) => unit.pieces.map((piece) => piece.id)));
  const single = all
    .filter((piece) => piece.side === side && !counted.has(piece.id))
    .map((piece) => ({
      id: piece.id,
      title: piece.title,
      details: piece.details,
      strength: "1",
      pieces: [piece],
    }));
  return [...units, ...single];
}

function pieceLine(view, piece) {
  const foe = nearest(view, piece);
  const states = piece.marks.length ? `${upper(piece.marks.join(", "))}. ` : "";
  const near = foe ? ` Nearest enemy: ${foe.title}, ${bearing(piece, foe)}.` : "";
  return `${states}${view.table ? "" : `${piece.title}: `}${placeWords(view, piece)}.${near}`;
}

/** What is known of the piece under the pointer, the focus or the selection; it has its own place and covers nothing. */
export function Inspector({ desk }) {
  const view = desk.view.value,
    id = desk.hovered.value ?? desk.selected.value;
  const piece = view && id ? things(view).find((one) => one.id === id) : null;
  if (!piece) return html`<div class="inspector nobody"><p class="fine">Point at a piece, or touch it, to read about it.</p></div>`;
  const unit = view.units.find((one) => one.id === piece.unit);
  const strength = unit && unit.started > 1 ? ` · ${unit.strength} of ${unit.started}` : "";
  return html`<div class=${`inspector side-${piece.side}`}>
    <div class="who"><p><strong>${piece.title}</strong></p><p class="fine">${view.sides[piece.side] ?? "nobody's"}${strength}</p></div>
    <div class="what">
      ${piece.marks.length > 0 && html`<p>${piece.marks.map((mark) => html`<span class="chip" key=${mark}>${mark}</span>`)}</p>`}
      <p class="fine">${piece.details.join(" · ")}</p></div>
    ${
      desk.tape &&
      piece.id === desk.selected.value &&
      html`<div class="row">
        <button class="small" onClick=${() => desk.tape.reach(piece.id)}>Reach</button>
        <button class="small" onClick=${() => desk.tape.look(piece.id)}>Sight</button>
        <button class="small to-card" title="All that is known of it" onClick=${() => desk.openCard()}>Card <kbd>I</kbd></button></div>`
    }
  </div>`;
}
