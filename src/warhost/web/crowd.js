// A crowd under a finger: where pieces stand closer than a fingertip is wide, a touch asks which of them is meant.
import { html, useRef } from "./html.js";
import { useLeaving } from "./cover.js";
import { middle } from "./formation.js";
import { layerOf } from "./levels.js";
import { things } from "./picker.js";

const A_FINGERTIP = 18, // pixels, from its middle to its edge
  CLOSER = 3,
  WIDE = 220,
  EDGE = 6;

/** Where it stands on the table; nowhere if it has left it. */
const heart = ({ outline, squares }) => (outline ? middle(outline) : squares[0]);

/** Whether pointing at it answers what is asked. */
const answers = ({ picker, hand }, piece) =>
  Boolean(picker?.nameOf(piece) || hand?.maker.value?.takes?.(piece.id) || (hand?.maker.value?.drag && hand.maker.value.movable(piece.id)));

/** Who stands under a finger, the nearest first: of several those who answer what is asked, otherwise all of them. */
export function crowdAt(desk, field, id, point) {
  const view = desk.view.value,
    far = (piece) => {
      const { x, y } = field.out(heart(piece));
      return Math.hypot(x - point.x, y - point.y) * desk.camera.scale;
    };
  const near = things(view)
    .filter((piece) => heart(piece) && layerOf(view, desk.level.value, piece) !== "above")
    .filter((piece) => piece.id === id || far(piece) <= A_FINGERTIP)
    .sort((a, b) => far(a) - far(b));
  const meant = near.filter((piece) => answers(desk, piece));
  return (meant.length ? meant : near).map((piece) => piece.id);
}

/** Whoever was chosen from a crowd is meant there until somebody else is. */
export function meantAt(desk, field, id, point) {
  const chosen = desk.selected.value;
  return crowdAt(desk, field, id, point).includes(chosen) ? chosen : id;
}

/** What a finger holds; if it lets go of a crowd without having moved, it is asked which of them it meant. */
export function outOfCrowd(desk, field, id, event, point, held) {
  if (event.pointerType !== "touch") return held;
  return {
    ...held,
    end(spot, tap, up) {
      const crowd = tap ? crowdAt(desk, field, id, point) : [];
      const [nearest = id] = crowd;
      held.end?.(spot, tap && crowd.length < 2 && nearest === id, up);
      if (crowd.length === 1 && nearest !== id) desk.point(nearest, up);
      if (crowd.length > 1) desk.crowd.value = { ids: crowd, at: point, x: event.clientX, y: event.clientY };
    },
  };
}

/** Beside the finger, where there is room for all of it. */
function placeBy({ x, y, ids }, high) {
  const within = (value, room, most) => Math.max(EDGE, Math.min(value, most - room - EDGE));
  return { left: `${within(x - WIDE / 2, WIDE, innerWidth)}px`, top: `${within(y + A_FINGERTIP, high * (ids.length + 1), innerHeight)}px`, width: `${WIDE}px` };
}

const ROW = 47; // pixels

/** The list of those under the finger, each as large as a thumb; the table can come nearer instead. */
export function CrowdList({ desk }) {
  const box = useRef(null),
    crowd = desk.crowd.value,
    view = desk.view.value;
  const close = () => {
    desk.crowd.value = null;
  };
  useLeaving(box, () => Boolean(desk.crowd.peek()), close);
  const known = crowd && view ? things(view).filter((piece) => crowd.ids.includes(piece.id)) : [];
  if (!known.length) return null;
  const meant = (id) => {
    close();
    desk.point(id, { pointerType: "touch" });
  };
  return html`<section ref=${box} class="crowd card" role="dialog" aria-label="Which of them?" style=${placeBy(crowd, ROW)}>
    ${crowd.ids
      .map((id) => known.find((piece) => piece.id === id))
      .filter(Boolean)
      .map((piece) => html`<button key=${piece.id} class=${`side-${piece.side}`} onClick=${() => meant(piece.id)}>${piece.title}</button>`)}
    <button onClick=${() => (close(), desk.camera.centre(crowd.at, CLOSER))}>Come nearer</button>
  </section>`;
}
