// Which phase it is, whose turn, and how many could still act: as a strip and in words.
import { html, classes, plural, upper } from "./html.js";
import { sorted } from "./own.js";

const whoseTurn = (view) => (view.active === null ? "" : view.active === view.you ? "Your turn" : view.sides[view.active]);

/** "Turn 2, movement, Your turn, 3 pieces left to act". */
export function phaseWords(desk) {
  const view = desk.view.value,
    left = leftToDo(desk.session);
  return [`Turn ${view.turn}`, view.phase, whoseTurn(view), left && `${plural(left, "piece")} left to act`]
    .filter(Boolean)
    .join(", ");
}

export function PhaseStrip({ desk, view }) {
  const phases = desk.session.game.value?.phases ?? [],
    at = phases.findIndex(({ id, also }) => id === view.phase || also.includes(view.phase));
  const whose = whoseTurn(view);
  return html`<div class="strip" role="status" aria-label=${phaseWords(desk)}>
    ${view.turn > 0 && html`<span class="turn">Turn ${view.turn}</span>`}
    ${whose && html`<span class=${`whose side-${view.active}`}>${whose}</span>`}
    ${
      at < 0
        ? view.phase && html`<span class="phase now">${upper(view.phase)}</span>`
        : html`<ol class="phases" aria-hidden="true">
      ${phases.map(({ id, title }, place) => html`<li key=${id} class=${classes("phase", place === at && "now", place < at && "past")}>${title}</li>`)}</ol>`
    }
  </div>`;
}

/** How many could still act in this phase, where that is what is asked. */
export function leftToDo(session) {
  const question = session.question.value;
  if (question?.kind !== "choose" || !question.options.some((option) => option.answer === "done")) return 0;
  return sorted(question).others.filter((option) => !session.own.value.casting(option)).length;
}
