// An order in the making: a ghost on the table that the referee judges while it is dragged.
import { html, signal, computed, batch } from "./html.js";
import { makerFor } from "./games/games.js";
import { BlockArt } from "./table.js";
import { PieceArt, Reach } from "./board.js";
import { Failed } from "./net.js";

const MOST_TRIES = 60,
  LEAST_PAUSE = 20; // the server counts how often it is asked

/**
 * The hand that holds the ghost. A maker (games/<rulebook>.js) knows what drags and handles mean in its game:
 * start, drag, nudge, turn, aim, widen change a draft; answer says it as the rules want it; drawn says how it looks.
 */
export class Hand {
  constructor(session) {
    this.session = session;
    this.maker = signal(null);
    this.draft = signal(null); // null as long as nothing has been tried
    this.verdict = signal(null); // {ok, why, rule, cost, preview}, of the draft or of one a little earlier
    this.waiting = signal(false);
    this.wish = null; // a drag that began before its question was asked
    this.shown = computed(() => {
      const maker = this.maker.value,
        draft = this.draft.value;
      return maker && draft ? maker.drawn(draft, this.verdict.value?.preview ?? null) : null;
    });
    // As one string, so that the pieces are drawn again only when others are lifted, not at every step of a drag.
    this.lifted = computed(() => {
      const shown = this.shown.value;
      return [...(shown?.blocks ?? []), ...(shown?.pieces ?? [])].map((one) => one.id).join("\n");
    });
  }

  /** A new question lies on the table: is it one that is answered by dragging? */
  face(question, view) {
    const maker = question?.kind === "order" ? makerFor(this.session.game.value?.rulebook, question, view) : null;
    batch(() => {
      this.maker.value = maker;
      this.draft.value = null;
      this.verdict.value = null;
    });
    if (maker?.begins) this.put(maker.start());
  }

  get current() {
    return this.draft.value ?? this.maker.value?.start();
  }

  put(draft) {
    this.draft.value = draft;
    this.session.notice.value = null;
    this.#judge();
  }

  change(deed, ...args) {
    const maker = this.maker.value;
    if (!maker?.[deed]) return false;
    const draft = maker[deed](this.current, ...args);
    if (draft) this.put(draft);
    return Boolean(draft);
  }

  /** One check at a time; what was dragged meanwhile is looked at next. */
  async #judge() {
    if (this.waiting.value) return;
    this.waiting.value = true;
    try {
      for (let judged = null; this.draft.value && judged !== this.draft.value;) {
        judged = this.draft.value;
        await this.#settle(judged);
      }
    } catch (failed) {
      this.verdict.value = {
        ok: false,
        why: failed instanceof Failed ? failed.why : "It could not be checked.",
        rule: "",
      };
    } finally {
      this.waiting.value = false;
    }
  }

  /** Where one model cannot go as far as the rest, the maker may try again with less: the lawful part is kept. */
  async #settle(wanted) {
    const maker = this.maker.value;
    let draft = wanted,
      verdict = null;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      verdict = await this.#asked(maker.answer(draft));
      if (this.maker.value !== maker || this.draft.value !== wanted) return;
      const less = verdict.ok ? null : maker.less?.(draft, verdict);
      if (!less) break;
      draft = less;
    }
    batch(() => {
      if (verdict.ok && draft !== wanted) this.draft.value = { ...draft, wanted };
      this.verdict.value = verdict;
    });
  }

  async #asked(answer) {
    const early = LEAST_PAUSE - (performance.now() - (this.lastAsked ?? 0));
    if (early > 0)
      await new Promise((done) => {
        setTimeout(done, early);
      });
    this.lastAsked = performance.now();
    return this.session.check(answer);
  }

  cancel() {
    const maker = this.maker.value;
    batch(() => {
      this.draft.value = null;
      this.verdict.value = null;
    });
    if (maker?.begins) this.put(maker.start());
  }

  get ready() {
    return Boolean(this.draft.value && this.verdict.value?.ok && !this.waiting.value);
  }

  commit() {
    if (!this.ready) return;
    this.session.answer(this.maker.value.answer(this.draft.value));
  }

  suggest(answer) {
    const draft = this.maker.value?.read?.(answer);
    if (draft) this.put(draft);
    return Boolean(draft);
  }
}

/** What the verdict says, in words. */
export function verdictWords(hand) {
  const verdict = hand.verdict.value,
    maker = hand.maker.value;
  if (!verdict) return "";
  if (!verdict.ok) return verdict.why;
  return [maker.costWords?.(verdict.cost ?? {}, hand.draft.value) ?? "", "Allowed."].filter(Boolean).join(" ");
}

// --- the ghost on the table ----------------------------------------------------------------------------------

const path = (points) => `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

/** Where the pieces in question could come to; it lies under all pieces. */
export function ReachLayer({ field, hand }) {
  const outline = hand.maker.value?.reach?.();
  if (!outline?.length) return null;
  if (field.kind === "board") return html`<${Reach} field=${field} squares=${outline} />`;
  return html`<path class="reach-line" d=${`${path(outline.map(field.out))}Z`} />`;
}

export function GhostLayer({ field, desk }) {
  const { hand } = desk;
  const shown = hand.shown.value,
    maker = hand.maker.value;
  if (!shown) return null;
  const verdict = hand.verdict.value,
    mood = verdict ? (verdict.ok ? "yes" : "no") : "unsure";
  const trail = shown.trail?.length > 1 ? path(shown.trail.map(field.out)) : "";
  return html`<g class=${`ghosts ${mood}`}>
    ${trail && html`<path class="trail-under" d=${trail} /><path class="trail" d=${trail} />`}
    ${(shown.outlines ?? []).map((points) => html`<path class="shape ghost" data-ghost="feature" d=${`${path(points.map(field.out))}Z`} />`)}
    ${(shown.blocks ?? []).map(
      (block) => html`<g key=${block.id} class="ghost" data-ghost=${block.id}>
      <${BlockArt} field=${field} block=${block} />
      <path class="verdict" d=${`${path(block.outline.map(field.out))}Z`} /></g>`,
    )}
    ${(shown.pieces ?? []).map(
      (piece) => html`<g key=${piece.id} class="ghost" data-ghost=${piece.id}>
      <${PieceArt} field=${field} piece=${piece} />
      ${piece.squares.map((square) => {
        const { x, y } = field.out(square);
        return html`
        <rect class="verdict" x=${x - 20} y=${y - 20} width="40" height="40" />`;
      })}</g>`,
    )}
    <${Handles} field=${field} shown=${shown} maker=${maker} />
    <${Caption} field=${field} shown=${shown} desk=${desk} mood=${mood} />
  </g>`;
}

const MOST_LETTERS = 64;

/** What the order costs or why it may not be, right at the ghost and behind its back. */
function Caption({ field, shown, desk, mood }) {
  const { lead } = desk.hand.draft.value;
  const thing = shown.blocks?.[0] ?? shown.pieces?.find((piece) => piece.id === lead) ?? shown.pieces?.[0];
  if (!thing || mood === "unsure") return null;
  const corners = (thing.outline ?? thing.squares).map(field.out),
    ys = corners.map((corner) => corner.y);
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const down = !thing.outline || thing.facing < 9000 || thing.facing > 27000;
  const y = down ? Math.max(...ys) + (thing.outline ? 18 : 38) : Math.min(...ys) - 14;
  const words = desk.titled(
    verdictWords(desk.hand)
      .replace(/ ?Allowed\.$/, "")
      .replace(/^[\w-]+: /, ""),
  );
  const text = words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS)} …` : words;
  return html`<g class="caption" transform=${`translate(${x} ${y})`} aria-hidden="true"><g class="keep">
    <text y="4">${mood === "yes" ? "✓" : "✕"} ${text}</text></g></g>`;
}

/** Grips for turning and for the width of the front; they keep their size on the screen. */
function Handles({ field, shown, maker }) {
  const block = shown.blocks?.[0];
  if (!block || field.kind !== "table") return null;
  const [fl, fr] = block.outline.map(field.out),
    front = { x: (fl.x + fr.x) / 2, y: (fl.y + fr.y) / 2 };
  const wide = Math.hypot(fr.x - fl.x, fr.y - fl.y) || 1;
  const ahead = { x: (fr.y - fl.y) / wide, y: -(fr.x - fl.x) / wide };
  const knob = { x: front.x + ahead.x * 34, y: front.y + ahead.y * 34 };
  const grips = [];
  if (maker.aim) {
    grips.push(html`<g class="handle" data-handle="turn"><title>Turn</title>
      <path class="stem" d=${path([front, knob])} />
      <g transform=${`translate(${knob.x} ${knob.y})`}><g class="keep"><circle class="pad" r="22" /><circle r="9" />
        <path d="M-4 1A4 4 0 1 1 0 4.5M-6.5-1.5L-4 1.5-1-1" /></g></g></g>`);
  }
  if (maker.widen && block.bases.length > 2) {
    grips.push(
      ...[fl, fr].map(
        (corner, side) => html`<g class="handle" data-handle="width" key=${side}
        transform=${`translate(${corner.x} ${corner.y}) rotate(${(Math.atan2(fr.y - fl.y, fr.x - fl.x) * 180) / Math.PI})`}>
      <title>Width of the front</title><g class="keep"><circle class="pad" r="22" /><rect x="-9" y="-6" width="18"
        height="12" rx="4" />
      <path d="M-5 0H5M-5 0L-2.5-2.5M-5 0L-2.5 2.5M5 0L2.5-2.5M5 0L2.5 2.5" /></g></g>`,
      ),
    );
  }
  return html`<g class="handles">${grips}</g>`;
}
