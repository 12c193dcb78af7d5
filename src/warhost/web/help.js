// The keys, on one card.
import { html, useLayoutEffect, useRef } from "./html.js";
import { closedBeside } from "./cover.js";
import { stepWords } from "./measure.js";

const keys = ({ far, fine }) => [
  [
    "Everywhere",
    [
      ["1 – 9", "take that choice, volley, tick or ready order"],
      ["Enter", "give what has been put together"],
      ["Esc", "from the start again"],
      ["N", "next piece that can act"],
      ["F", "finish the phase; nobody; stay"],
      ["U", "undo"],
      ["H", "hint of the tactician"],
      ["M", "measure, and look from a point"],
      ["L", "lines of sight of a ghost on or off"],
      ["K", "sketch: arrows and marks that only you see"],
      ["R", "turn the table round"],
      ["G", "one level of the table after the other, where it has several"],
      ["I", "the card of the piece pointed at (a finger that rests opens it too)"],
      ["A", "show me again what happened"],
      ["any key", "while events are played: skip; held down: faster"],
      ["+  −  0", "zoom in, out, whole table"],
      ["Alt + arrows", "move the view"],
      ["/", "command line: answers, orders and looks in words"],
      ["?", "this card"],
    ],
  ],
  [
    "On a piece",
    [
      ["Tab", "to the table and away from it"],
      ["Arrows", "to the piece on that side"],
      ["Space", "choose it, or point at it (Enter too, while nothing is in the making)"],
    ],
  ],
  [
    "With an order in the making",
    [
      ["Arrows", `move the ghost by ${far}`],
      ...(fine ? [["Shift + arrows", `by ${fine}`]] : []),
      ["Q  E", "turn by 15° (with Shift 1°) or a quarter"],
      ["[  ]", "narrower, wider front"],
      ["W", "another leg; together or one by one"],
      ["S", "shift sideways"],
      ["a letter", "what the button beside the order does that shows it"],
      ["Alt + drag", "freely: nothing falls into place"],
    ],
  ],
];

export function KeyHelp({ view, close }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    box.current.showModal();
    box.current.scrollTop = 0; // it opens at its button, which is its end
  }, []);
  return html`<dialog ref=${box} class="card keys" aria-labelledby="keys-title" onClose=${close}
    onClick=${closedBeside}>
    <h2 id="keys-title">Keys</h2>
    <div class="key-lists">${keys(stepWords(view)).map(
      ([title, lines]) => html`<section key=${title}><h3>${title}</h3><dl>
      ${lines.map(([key, deed]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${deed}</dd></div>`)}</dl></section>`,
    )}</div>
    <form method="dialog"><button class="primary">Back to the table</button></form>
  </dialog>`;
}
