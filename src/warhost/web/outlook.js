// What is seen from a place: arcs, lines of sight and distances, from a ghost that is dragged or from where the tape
// lies. The server answers, for it alone knows what may be seen and measured.
import { html, signal, effect, untracked, classes, plural } from "./html.js";
import { areaPath } from "./board.js";
import { lengthWords } from "./measure.js";
import { sightlines } from "./prefs.js";

const PAUSE = 120, // milliseconds from one look to the next
  MOST_RULERS = 2;

/** What the ghost would see from where it is, asked again as it moves. */
export class Outlook {
  constructor(session, hand) {
    Object.assign(this, { session, hand });
    this.found = signal(null);
    this.stale = this.asking = false;
    this.stop = effect(() => {
      const wanted = this.wanted;
      untracked(() => (wanted ? this.#later() : this.#clear()));
    });
  }

  /** A piece that was dragged or turned; what has not been touched yet is no news. */
  get wanted() {
    const { draft, shown } = this.hand,
      ghosts = shown.value?.blocks ?? shown.value?.pieces;
    return Boolean(sightlines.value && draft.value && !draft.value.split && ghosts?.length);
  }

  #clear() {
    this.stale = false;
    if (this.found.value) this.found.value = null;
  }

  #later() {
    this.stale = true;
    if (!this.asking) this.#ask();
  }

  async #ask() {
    this.asking = true;
    while (this.stale) {
      await new Promise((done) => {
        setTimeout(done, PAUSE);
      });
      if (!this.stale) break;
      this.stale = false;
      const found = await this.#look();
      if (this.wanted) this.found.value = found?.ok ? found : null;
    }
    this.asking = false;
  }

  #look() {
    const maker = this.hand.maker.value,
      draft = this.hand.draft.value,
      about = this.session.question.value?.about;
    const from = maker.movable(draft.lead) ? draft.lead : about;
    return this.session.look("outlook", from, null, this.hand.said(draft)).catch(() => null);
  }
}

// --- on the table --------------------------------------------------------------------------------------------

const line = (points) => `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
const EYE = "M-6 0Q0-6 6 0Q0 6-6 0Z",
  PUPIL = "M-1.8 0A1.8 1.8 0 1 0 1.8 0 1.8 1.8 0 1 0-1.8 0",
  STROKE = "M-6 5L6-5";

/** Arcs and ranges, as long as there is anybody to be seen; they lie under the pieces. */
export function Arcs({ field, found }) {
  return html`<g class="arcs" clip-path=${field.kind === "table" ? "url(#table-edge)" : undefined}>
    ${(found?.others.length ? found.arcs : []).map((arc) => {
      if (arc.squares) {
        const { line: edge, wash } = areaPath(field, arc.squares);
        return html`<g key=${arc.title} class=${`arc ${arc.kind}`}><path class="wash" d=${wash} /><path d=${edge} /></g>`;
      }
      if (arc.outline.length < 3) return null;
      return html`<path key=${arc.title} class=${`arc ${arc.kind}`} d=${`${line(arc.outline.map(field.out))}Z`} />`;
    })}</g>`;
}

/** Lines to those who are seen, and to those whom something hides; on a board, where many stand, only to be seen. */
export function Rays({ field, found }) {
  const lines = field.kind === "table",
    others = (found?.others ?? []).filter((other) => other.seen || (lines && other.blocks?.length));
  return html`<g class="rays" aria-hidden="true">
    ${lines && others.map((other) => html`<path key=${other.id} class=${classes("ray", !other.seen && "hidden", other.seen && other.cover && "covered")} d=${line(other.line.map(field.out))} />`)}
    ${others.map((other) => html`<${Eye} key=${other.id} field=${field} other=${other} />`)}</g>`;
}

const mayShoot = (other) => other.shot !== undefined || other.shots?.some((shot) => !shot.why);

function Eye({ field, other }) {
  const aside = field.kind === "board" ? 13 : 0, // a piece on a square keeps its letters
    { x, y } = field.out(other.line[1]),
    beside = [other.shot === undefined ? "" : `${other.shot}+`, other.note].filter(Boolean).join(", ");
  return html`<g transform=${`translate(${x + aside} ${y - aside})`} data-seen=${other.id}><g class=${other.seen ? "eye keep" : "eye keep hidden"}>
    <circle class=${mayShoot(other) ? "may-shoot" : ""} r="9" /><path d=${EYE} /><path class="pupil" d=${PUPIL} />
    ${!other.seen && html`<path class="stroke" d=${STROKE} />`}
    ${beside && html`<text x="11" y="5">${beside}</text>`}</g></g>`;
}

/** How far it is to the nearest, where that may be measured. */
export function Rulers({ field, found }) {
  const near = (found?.others ?? [])
    .filter((other) => other.nearest)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_RULERS);
  return html`<g class="ruler" aria-hidden="true">${near.map((other, at) => {
    const [a, b] = other.nearest.map(field.out),
      part = at ? 0.65 : 0.35; // so that the two numbers do not lie on each other
    return html`<g key=${other.id}><path class="under" d=${line([a, b])} /><path d=${line([a, b])} />
      <g transform=${`translate(${a.x + part * (b.x - a.x)} ${a.y + part * (b.y - a.y)})`}><g class="keep"><text y="4">${field.lengthWords(other.distance)}</text></g></g></g>`;
  })}</g>`;
}

// --- in words ------------------------------------------------------------------------------------------------

export function otherWords(other, table) {
  const far = other.distance === undefined ? "" : `${lengthWords(table.measure, other.distance)} away.`,
    shots = (other.shots ?? []).filter((shot) => !shot.why).map((shot) => shot.weapon);
  const shot = other.shot === undefined ? "" : `A shot needs ${other.shot} or more.`,
    armed = shots.length ? `May be shot at with the ${shots.join(", ")}.` : "";
  const across = !other.seen && other.blocks?.length ? `In the way: ${other.blocks.join(", ")}.` : "";
  const text = /[.!?]$/.test(other.text) ? other.text : `${other.text}.`;
  return [far, text, across, shot, armed].filter(Boolean).join(" ");
}

export function OutlookWords({ desk }) {
  const others = desk.outlook.found.value?.others;
  if (!others?.length) return null;
  const seen = others.filter((other) => other.seen),
    sorted = [...seen, ...others.filter((other) => !other.seen)];
  return html`<details class="by-hand outlook"><summary>From there ${seen.length} of ${plural(others.length, "enemy", "enemies")} in sight</summary>
    <ul>${sorted.map((other) => html`<li key=${other.id}><strong>${desk.titled(other.id)}</strong>: ${desk.titled(otherWords(other, desk.view.value.table))}</li>`)}</ul></details>`;
}
