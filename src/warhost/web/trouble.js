// What is wrong with the line, in words, for as long as something is.
import { html } from "./html.js";
import { STAGES } from "./delivery.js";
import { unanswered } from "./net.js";

/** A deed beside the games, such as to begin one, that has had no reply for long. */
export const Unanswered = () => unanswered.value > 0 && html`<p class="toast" role="status">The server has not answered yet. It is asked again by itself …</p>`;

/** Without what the game brings along for the page nothing of it is shown. */
const Unfetched = ({ fetching }) => html`<p class="trouble unfetched" role="alert">A part of the page that this game needs has not come.
  It is asked for again by itself … <button onClick=${() => fetching.now()}>Try now</button></p>`;

/** Whether there is a line, and what has become of the answer that was given. */
export function Trouble({ session }) {
  const status = session.status.value,
    stage = session.here.value.post.sent.value?.stage,
    kept = stage ? html`<span>${STAGES[stage]}</span>` : "";
  if (session.fetching.late.value && !session.complete.value) return html`<${Unfetched} fetching=${session.fetching} />`;
  if (status === "connecting" && !session.state.value) return null;
  if (status === "open") return stage ? html`<p class="trouble delivery" role="status" key=${stage}>${kept}</p>` : null;
  const words = {
    lost: "The connection is lost. Trying again …",
    connecting: "Connecting again …",
    refused: session.notice.value?.why ?? "The server does not let this seat in.",
  };
  return html`<p class="trouble" role="alert">${words[status]} ${kept}</p>`;
}
