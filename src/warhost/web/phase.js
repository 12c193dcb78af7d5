// Which phase it is, whose turn, and how many could still act: as a strip and in words.
import { html, classes, plural, upper } from "./html.js";
import { gameOf, sorted } from "./games/games.js";

const whoseTurn = (view) => (view.active === null ? "" : view.active === view.you ? "Your turn" : view.sides[view.active]);

/** "Turn 2, movement, Your turn, 3 pieces left to act". */
export function phaseWords(desk) {
  const view = desk.view.value,
    left = leftToDo(desk.session.question.value, gameOf(desk.session.game.value?.rulebook));
  return [`Turn ${view.turn}`, view.phase, whoseTurn(view), left && `${plural(left, "piece")} left to act`]
    .filter(Boolean)
    .join(", ");
}

export function PhaseStrip({ desk, view }) {
  const game = gameOf(desk.session.game.value?.rulebook),
    now = game.samePhase?.[view.phase] ?? view.phase;
  const at = game.phases.findIndex(([phase]) => phase === now);
  const left = leftToDo(desk.session.question.value, game);
  const whose = whoseTurn(view);
  return html`<div class="strip" role="status" aria-label=${phaseWords(desk)}>
    ${view.turn > 0 && html`<span class="turn">Turn ${view.turn}</span>`}
    ${whose && html`<span class=${`whose side-${view.active}`}>${whose}</span>`}
    ${
      at < 0
        ? html`<span class="phase now">${upper(view.phase)}</span>`
        : html`<ol class="phases" aria-hidden="true">
      ${game.phases.map(([phase, title], place) => html`<li key=${phase} class=${classes("phase", place === at && "now", place < at && "past")}>${title}</li>`)}</ol>`
    }
    ${left > 0 && html`<span class="left-to-do">${left} left</span>`}
  </div>`;
}

/** How many could still act in this phase, where that is what is asked. */
function leftToDo(question, game) {
  if (question?.kind !== "choose" || !question.options.some((option) => option.answer === "done")) return 0;
  return sorted(question, game).others.filter((option) => !game.casting(option)).length;
}
