// Looking at the table: zoom and pan by wheel, drag, pinch and keyboard, and who gets the pointer.
import { isStill } from "./prefs.js";

const MOST_ZOOM = 14,
  WHEEL_STEP = 1.0015,
  KEY_STEP = 1.25,
  PAN_STEP = 0.08,
  LEAST_KEEP = 0.7,
  MOST_KEEP = 6, // the largest table as a phone shows all of it
  FAR = 1.3, // lettering is drawn so much larger than the table: single figures cannot be told apart
  A_TAP = 6,
  SMALL = 500, // pixels
  LOW = 400,
  NEARER = 1.6,
  NEAREST = 2.6,
  AROUND = 0.3, // of the table, around what is meant
  APART = 0.06; // of what is seen, from the middle of what is meant to the edge

export class Camera {
  /**
   * `take(event, point)` may claim a pointer by returning {move, end, cancel}; otherwise it drags the table.
   * `sized(keep)` hears how large lettering has to be drawn.
   */
  constructor(svg, world, take, sized) {
    Object.assign(this, { svg, world, take, sized });
    this.box = { ...world };
    this.pointers = new Map();
    this.off = new AbortController();
    const on = (name, handler, more = {}) =>
      svg.addEventListener(name, handler, { signal: this.off.signal, ...more });
    on("wheel", (event) => this.#wheel(event), { passive: false });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event, "end"));
    on("pointercancel", (event) => this.#up(event, "cancel"));
    this.fit();
    this.watch = new ResizeObserver(() => this.roomChanges());
    this.watch.observe(svg);
  }

  /** Nearer to what is meant in the new room too; but nothing moves under a hand. */
  roomChanges() {
    const { clientWidth: wide, clientHeight: high } = this.svg;
    this.svg.dataset.room = this.world.w * high > this.world.h * wide ? "below" : "beside"; // where the whole table leaves some
    if (this.byHand || this.pointers.size) this.show(this.box);
    else this.#glide(this.approached ? this.#near(this.points) : this.#whole);
  }

  remove() {
    this.off.abort();
    this.watch.disconnect();
  }

  // --- where things are --------------------------------------------------------------------------------------

  /** A pointer's place in the drawing. */
  point(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  get scale() {
    return this.svg.getScreenCTM()?.a || 1;
  }

  /** How many pixels of the upper edge something lies over, as dice on a phone. */
  get #lid() {
    return Number.parseFloat(getComputedStyle(this.svg).scrollPaddingTop) || 0;
  }

  /** How many pixels of the right edge lie under keys, as on a phone. */
  get #keys() {
    return Number.parseFloat(getComputedStyle(this.svg).scrollPaddingRight) || 0;
  }

  /** This much of the table below whatever lies over the upper edge. */
  #clear(box) {
    const more = box.h * (this.#lid / Math.max(1, this.svg.clientHeight - this.#lid));
    return { ...box, y: box.y - more, h: box.h + more };
  }

  get #whole() {
    return this.#clear(this.world);
  }

  // --- moving it ---------------------------------------------------------------------------------------------

  show(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    // Signs that keep their size on the screen are drawn against this; panning changes nothing about it.
    const keep = Math.round(100 * Math.min(Math.max(1 / this.scale, LEAST_KEEP), MOST_KEEP)) / 100;
    if (keep === this.keep) return;
    this.keep = keep;
    this.svg.style.setProperty("--keep", String(keep));
    this.svg.classList.toggle("far", keep > FAR);
    this.sized(keep);
  }

  fit() {
    cancelAnimationFrame(this.gliding); // whatever it was on its way to
    this.byHand = this.approached = false;
    this.show(this.#whole);
  }

  zoom(factor, at = { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 }) {
    this.#taken();
    const least = this.world.w / MOST_ZOOM;
    const w = Math.min(Math.max(this.box.w / factor, least), this.world.w * 1.6);
    const real = this.box.w / w;
    this.show(
      this.#kept({
        x: at.x - (at.x - this.box.x) / real,
        y: at.y - (at.y - this.box.y) / real,
        w,
        h: this.box.h / real,
      }),
    );
  }

  pan(dx, dy) {
    this.#taken();
    this.show(this.#kept({ ...this.box, x: this.box.x + dx, y: this.box.y + dy }));
  }

  /** By hand: it stays as the visitor has it. */
  #taken() {
    cancelAnimationFrame(this.gliding);
    this.byHand = true;
    this.approached = false;
  }

  /** Some of the table always stays in sight. */
  #kept(box) {
    const { x, y, w, h } = this.world;
    const between = (value, low, high) => Math.min(Math.max(value, low), high);
    return {
      ...box,
      x: between(box.x, x - box.w * 0.7, x + w - box.w * 0.3),
      y: between(box.y, y - box.h * 0.7, y + h - box.h * 0.3),
    };
  }

  centre(point, closer = 1) {
    this.#taken();
    const to = { ...this.box, w: this.box.w / closer, h: this.box.h / closer };
    to.x = point.x - to.w / 2;
    to.y = point.y - to.h / 2;
    this.#glide(this.#kept(to));
  }

  /** Narrow, or low as on a phone that lies on its side. */
  get #isSmall() {
    return this.svg.clientWidth <= SMALL || this.svg.clientHeight <= LOW;
  }

  /** On a small screen the whole table is too far away for a finger: nearer to these points, until told otherwise. */
  approach(points) {
    if (!points.length || !this.#isSmall) return;
    if (this.byHand) {
      this.#bring(points);
      return;
    }
    this.approached = true;
    this.points = points;
    this.#glide(this.#near(points));
  }

  /** Who has come nearer by hand stays as near, but is led to what he could not see. */
  #bring(points) {
    const { x, y, w, h } = this.box,
      top = y + this.#lid / this.scale,
      seen = ({ x: across, y: down }) => across > x && across < x + w && down > top && down < y + h;
    if (this.pointers.size || points.some(seen)) return;
    const [goal] = points;
    this.#glide(this.#kept({ ...this.box, x: goal.x - w / 2, y: goal.y - h / 2 }));
  }

  #near(points) {
    const [left, right, top, bottom] = ["x", "y"].flatMap((key) => [Math.min, Math.max].map((most) => most(...points.map((point) => point[key]))));
    const { x, y, w, h } = this.world,
      aspect = this.svg.clientWidth / (this.svg.clientHeight - this.#lid),
      within = (value, low, room) => (room < 0 ? low + room / 2 : Math.min(Math.max(value, low), low + room)),
      whole = Math.min(1, w / (h * aspect)); // as near as it is when all of it is shown
    // A wide table on an upright screen comes so near that it fills it, as long as all that is meant stays in sight.
    const room = AROUND * Math.min(w, h),
      fits = Math.max(whole, w / Math.max(right - left + room, (bottom - top + room) * aspect));
    const nearer = Math.min(Math.max(NEARER, w / (h * aspect)), NEAREST * whole, fits);
    const to = { w: w / nearer, h: Math.min(h, w / nearer / aspect) };
    to.x = within((left + right - to.w) / 2, x, w - to.w);
    to.y = within((top + bottom - to.h) / 2, y, h - to.h);
    return this.#clear(this.#beside(to, left, right));
  }

  /** What is meant comes to lie beside the keys: the table goes aside as far as it can, and then farther away. */
  #beside(to, left, right) {
    const apart = APART * to.w,
      clear = to.w * (1 - this.#keys / this.svg.clientWidth),
      x = to.x + Math.max(0, Math.min(right + apart - to.x - clear, left - apart - to.x)),
      larger = Math.max(1, (right + apart - x) / clear);
    return { x, y: to.y - (to.h * (larger - 1)) / 2, w: to.w * larger, h: to.h * larger };
  }

  /** Back to the whole table, if that is how it was left. */
  withdraw() {
    if (this.approached) this.#glide(this.#whole);
    this.approached = false;
  }

  #glide(to) {
    cancelAnimationFrame(this.gliding);
    if (isStill()) {
      this.show(to);
      return;
    }
    const from = { ...this.box },
      began = performance.now();
    const frame = (now) => {
      const part = Math.min(1, Math.max(0, (now - began) / 220)), // a frame may be counted from before it began
        ease = part * (2 - part);
      const mid = (key) => from[key] + (to[key] - from[key]) * ease;
      this.show({ x: mid("x"), y: mid("y"), w: mid("w"), h: mid("h") });
      if (part < 1) this.gliding = requestAnimationFrame(frame);
    };
    this.gliding = requestAnimationFrame(frame);
  }

  // --- hands -------------------------------------------------------------------------------------------------

  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    if (event.shiftKey) this.pan((event.deltaY * lines) / this.scale, 0);
    else this.zoom(WHEEL_STEP ** (-event.deltaY * lines), this.point(event));
  }

  #down(event) {
    if (event.button > 1) return;
    cancelAnimationFrame(this.gliding);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.pinched = this.pointers.size > 1;
    if (this.pointers.size === 2) {
      this.held?.cancel?.();
      this.held = null;
    }
    if (this.pinched) return;
    this.began = { x: event.clientX, y: event.clientY };
    this.held = event.button === 0 ? this.take(event, this.point(event)) : null;
    if (this.held?.move) event.preventDefault();
    if (this.held?.move || event.button === 1) this.svg.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    if (this.pointers.size === 2) this.#pinch(event, before);
    else if (this.held?.move) this.held.move(this.point(event), event);
    else if (this.#dragged(event)) {
      this.held?.strays?.(event); // a finger that moves the table does not rest
      this.svg.setPointerCapture(event.pointerId);
      this.pan((before.x - event.clientX) / this.scale, (before.y - event.clientY) / this.scale);
    } else return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #dragged(event) {
    return Math.hypot(event.clientX - this.began.x, event.clientY - this.began.y) > A_TAP;
  }

  #pinch(event, before) {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
    const far = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const now = { x: event.clientX, y: event.clientY };
    this.pan((before.x - now.x) / 2 / this.scale, (before.y - now.y) / 2 / this.scale);
    this.zoom(
      far(now) / far(before),
      this.point({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }),
    );
  }

  #up(event, how) {
    if (!this.pointers.delete(event.pointerId)) return;
    const tap = !this.pinched && !this.#dragged(event); // of two fingers one may have rested
    this.held?.[how]?.(this.point(event), tap, event);
    if (!this.held && tap && how === "end") this.take.background?.(this.point(event));
    this.held = null;
  }

  /** Keys that move the view; true if this was one. */
  key(event) {
    const step = this.box.w * PAN_STEP;
    const deeds = {
      "+": () => this.zoom(KEY_STEP),
      "=": () => this.zoom(KEY_STEP),
      "-": () => this.zoom(1 / KEY_STEP),
      0: () => this.fit(),
      ArrowLeft: () => this.pan(-step, 0),
      ArrowRight: () => this.pan(step, 0),
      ArrowUp: () => this.pan(0, -step),
      ArrowDown: () => this.pan(0, step),
    };
    if (!deeds[event.key]) return false;
    deeds[event.key]();
    return true;
  }
}
