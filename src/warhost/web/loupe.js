// A magnifier for fingers: the place that a dragging finger hides is shown above it, twice as large.
import { html, signal } from "./html.js";

const WIDE = 132, // pixels
  NEARER = 1.8,
  ABOVE = 34, // between the finger and its rim
  EDGE = 6,
  A_DRAG = 8;

/** {at: the place in the drawing, x, y: that on the screen} while a finger drags something. */
export const loupe = signal(null);

/** What a finger holds, with the magnifier over it while it moves. */
export function underLoupe(event, held) {
  if (event.pointerType !== "touch" || !held?.move) return held;
  const put = (spot, { clientX: x, clientY: y }) => {
    if (loupe.peek() || Math.hypot(x - event.clientX, y - event.clientY) > A_DRAG) loupe.value = { at: spot, x, y };
  };
  const away = () => {
    loupe.value = null;
  };
  return {
    move(spot, moved) {
      put(spot, moved);
      held.move(spot, moved);
    },
    end(...args) {
      away();
      held.end?.(...args);
    },
    cancel(...args) {
      away();
      held.cancel?.(...args);
    },
  };
}

/** Above the finger; where there is no room, beside it. */
function placeOf({ x, y }) {
  const within = (value, most) => Math.min(Math.max(value, EDGE), most - WIDE - EDGE),
    above = y - WIDE - ABOVE;
  const beside = x > innerWidth / 2 ? x - WIDE - 2 * ABOVE : x + 2 * ABOVE;
  return above >= EDGE ? { left: within(x - WIDE / 2, innerWidth), top: above } : { left: within(beside, innerWidth), top: EDGE };
}

/** The field once more, nearer: the same drawing, so that it shows whatever the table shows. */
export function Loupe({ camera }) {
  const found = loupe.value;
  if (!found || !camera) return null;
  const { box } = camera,
    { left, top } = placeOf(found),
    half = WIDE / 2 / NEARER / camera.scale;
  return html`<svg class="loupe" aria-hidden="true" width=${WIDE} height=${WIDE} style=${{ left: `${left}px`, top: `${top}px` }}
    viewBox=${`${found.at.x - half} ${found.at.y - half} ${2 * half} ${2 * half}`}>
    <use href="#field" x=${box.x} y=${box.y} width=${box.w} height=${box.h} />
    <path class="cross" d=${`M${found.at.x - half / 6} ${found.at.y}h${half / 3}M${found.at.x} ${found.at.y - half / 6}v${half / 3}`} /></svg>`;
}
