// A first game: three cards that show where things are; after that the tips of the game itself lead on.
import { html, signal, useState } from "./html.js";
import { preset, dismissed } from "./prefs.js";

/** The id of the game in which the cards are shown. */
export const lessons = signal(null);

export function beginLessons(game) {
  preset.value = "guided";
  dismissed.value = [];
  lessons.value = game;
}

const FINGERS = matchMedia("(pointer: coarse)");

/** [title, text, and what is said instead to who plays with his fingers] */
const CARDS = [
  [
    "This is the table",
    "Your pieces are those of the side called “you” in the list of units. Point at any piece to read about it. The wheel or two fingers zoom, dragging the ground moves the table.",
    "Your pieces are those of the side called “you”. Rest a finger on any piece to read about it. Two fingers zoom; one on the ground moves the table.",
  ],
  [
    "Here you are asked",
    "Everything the rules leave to you appears in the box on the right, with its choices and their odds. Pieces that can act glow: click them, or drag them where they shall go. The referee says at once what is allowed, and why not.",
    "Everything the rules leave to you stands in the card beside or below the table, with its choices and their odds. Pieces that can act glow: touch one twice, or drag it where it shall go. The referee says at once what is allowed, and why not.",
  ],
  [
    "Nothing is lost",
    "“Why?” opens the rule in plain words. Undo takes back whatever the dice have not yet decided. Hint asks the tactician what he would do. Tips in the box lead you through the first turns.",
    "“Why?” opens the rule in plain words. ↶ takes back whatever the dice have not yet decided. Hint, behind ☰, asks the tactician what he would do. Tips in the card lead you through the first turns.",
  ],
];

export function Coach({ desk }) {
  const [at, setAt] = useState(0);
  if (lessons.value !== desk.session.id || at >= CARDS.length) return null;
  const [title, words, byHand] = CARDS[at],
    text = FINGERS.matches ? byHand : words;
  return html`<div class=${`coach card at-${at}`} role="dialog" aria-label=${title}>
    <h2>${title}</h2><p>${text}</p>
    <p class="row"><button class="primary"
      onClick=${() => setAt(at + 1)}>${at + 1 < CARDS.length ? "Next" : "Let us begin"}</button>
      ${at + 1 < CARDS.length && html`<button onClick=${() => setAt(CARDS.length)}>Skip</button>`}
      <span class="fine">${at + 1} of ${CARDS.length}</span></p>
  </div>`;
}
