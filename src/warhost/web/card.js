// The card of a piece: who it is, what state it is in, and all that is known of it; opened by a long press or a key.
import { html, useRef, upper } from "./html.js";
import { useLeaving } from "./cover.js";
import { things } from "./picker.js";
import { Meanings } from "./meaning.js";

export function PieceCard({ desk }) {
  const box = useRef(null),
    id = desk.card.value,
    view = desk.view.value;
  const piece = id && view ? things(view).find((one) => one.id === id) : null;
  const close = () => {
    desk.card.value = null;
  };
  useLeaving(box, () => Boolean(piece), close);
  if (!piece) return null;
  const unit = view.units.find((one) => one.id === piece.unit || one.id === piece.id);
  const told = [...new Set([...piece.details, ...(unit?.details ?? [])])];
  return html`<section ref=${box} class=${`piece-card card side-${piece.side}`} role="dialog" aria-label=${piece.title}>
    <button class="close" aria-label="Close" onClick=${close}>×</button>
    <h2>${piece.title}</h2>
    <p class="fine">${view.sides[piece.side] ?? "nobody's"}${unit ? ` · ${unit.strength} of ${unit.started}` : ""}</p>
    ${piece.marks.length > 0 && html`<p>${piece.marks.map((mark) => html`<span class="chip" key=${mark}>${upper(mark)}</span>`)}</p>`}
    <ul>${told.map((words) => html`<li key=${words}>${upper(words)}</li>`)}</ul>
    ${desk.session && view.sides[piece.side] && html`<${Meanings} game=${desk.session.id} side=${piece.side} words=${[...told, ...piece.marks]} />`}
    ${
      desk.tape &&
      html`<p class="row"><button class="small" onClick=${() => (close(), desk.tape.reach(piece.id))}>Reach</button>
        <button class="small" onClick=${() => (close(), desk.tape.look(piece.id))}>Sight</button></p>`
    }
  </section>`;
}
