// The table while something is played on it: a view of its own that changes act by act, and drawings over it.
import { carried } from "../formation.js";
import { things } from "../picker.js";
import { placeOf } from "../keys.js";

const SVG = "http://www.w3.org/2000/svg";
const QUARTERS = { N: 0, E: 9000, S: 18000, W: 27000 };
const BEHIND = { N: [0, -1], E: [-1, 0], S: [0, 1], W: [1, 0] };

export const degrees = (facing) => (typeof facing === "number" ? facing : (QUARTERS[facing] ?? 0)) / 100;

/** An element of a drawing. */
export function drawn(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export class Scene {
  /** `shown` has the field and the camera; `goal` is the view that all this leads to. */
  constructor(shown, view, goal, moved) {
    this.shown = shown;
    this.view = view;
    this.goal = goal;
    this.svg = shown.camera.svg;
    this.field = shown.field;
    this.moved = moved;
  }

  get kind() {
    return this.view.table ? "blocks" : "pieces";
  }

  /** Pieces by their own names or by that of their unit. */
  those(ids = []) {
    const all = things(this.view);
    return ids.flatMap((id) => {
      const one = all.find((piece) => piece.id === id && placeOf(piece));
      return one ? [one] : all.filter((piece) => piece.unit === id && placeOf(piece));
    });
  }

  goalOf(id) {
    return things(this.goal).find((piece) => piece.id === id);
  }

  put(piece) {
    const all = this.view[this.kind],
      known = all.some((one) => one.id === piece.id);
    const next = known ? all.map((one) => (one.id === piece.id ? piece : one)) : [...all, piece];
    this.view = { ...this.view, [this.kind]: next };
  }

  drop(id) {
    this.view = { ...this.view, [this.kind]: this.view[this.kind].filter((piece) => piece.id !== id) };
  }

  /** As it is in the end, if nothing else befalls it before. */
  settle(id) {
    const found = this.goalOf(id);
    if (found && placeOf(found)) this.put(found);
    else if (this.those([id]).some((piece) => piece.id === id)) this.drop(id);
  }

  /** The piece as it would stand there. */
  placed(piece, at, facing = piece.facing) {
    if (piece.front) return carried(piece, at, facing);
    const [x, y] = at,
      [bx, by] = BEHIND[facing] ?? [0, -1];
    const squares = piece.squares.length === 2 ? [at, [x + bx, y + by]] : piece.squares.map(([a, b]) => [a + x - piece.squares[0][0], b + y - piece.squares[0][1]]);
    return { ...piece, squares, facing };
  }

  /** Where it is drawn: of a block the middle. */
  middle(piece) {
    const points = (piece.outline ?? piece.squares.slice(0, 1)).map((point) => this.field.out(point));
    return this.mean(points);
  }

  mean(points) {
    const sum = (key) => points.reduce((all, point) => all + point[key], 0) / points.length;
    return { x: sum("x"), y: sum("y") };
  }

  /** The middles of its models, at most so many. */
  models(piece, most = 8) {
    if (!piece.bases?.length) return [this.middle(piece)];
    const every = Math.max(1, Math.ceil(piece.bases.length / most));
    return piece.bases.filter((_, at) => at % every === 0).map((base) => this.mean(base.outline.map(this.field.out)));
  }

  // --- drawing -------------------------------------------------------------------------------------------------

  /** Draws a piece shifted, turned and faded, until the table is drawn anew. */
  shift(id, { x = 0, y = 0, turn = 0, about = { x: 0, y: 0 }, fade = 1 }) {
    const name = CSS.escape(id);
    const element = this.svg.querySelector(`.pieces [data-piece="${name}"]`);
    if (element) {
      element.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)} ${about.x} ${about.y})`);
      element.style.opacity = fade === 1 ? "" : fade;
      this.moved.set(id, element);
    }
    const label = this.svg.querySelector(`[data-label="${name}"]`);
    if (label) {
      label.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`;
      label.style.opacity = fade === 1 ? "" : fade;
      this.moved.set(`label ${id}`, label);
    }
  }

  /** Those that stand where they are drawn again. */
  unshift() {
    for (const element of this.moved.values()) {
      if (element.hasAttribute("data-piece")) element.removeAttribute("transform");
      element.style.translate = "";
      element.style.opacity = "";
    }
    this.moved.clear();
  }

  /** The layer over the pieces. */
  get layer() {
    return this.svg.querySelector(".playing");
  }

  mark(name, attributes, ...children) {
    const element = drawn(name, attributes, ...children);
    this.layer?.append(element);
    return element;
  }

  clear() {
    this.layer?.replaceChildren();
  }
}
