// What went wrong with the program itself in a game: a damaged record, computers that failed.
import { html, useState, upper } from "./html.js";
import { deed } from "./net.js";
import { seats, remember } from "./prefs.js";

/** A game whose record is damaged can be looked at, and played on in a game of its own with the same seats. */
export function Broken({ session }) {
  const [trouble, setTrouble] = useState("");
  const goOn = async () => {
    try {
      const made = await deed(`games/${session.id}/go_on`, { token: session.tokens[0] });
      remember(made.id, { ...seats.peek()[session.id], at: Date.now() });
      location.hash = `#/game/${made.id}`;
    } catch (failed) {
      setTrouble(failed.why);
    }
  };
  return html`<section class="card question over" role="alert">
    <h2>This game cannot go on here</h2>
    <p>${upper(session.state.value.broken)}.</p>
    ${
      session.watching
        ? html`<p class="fine">Its players can go on from there.</p>`
        : html`<p class="fine">Everybody keeps his seat; the dice are new. The other side finds the same game by this button.</p>
          <p class="row"><button class="primary" data-go-on onClick=${goOn}>Go on from there</button></p>`
    }
    ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
  </section>`;
}

/** How often chance had to answer for a computer. */
export const faultsOf = (state) =>
  state?.faults
    ? [`By a fault of this program chance answered for the computer, ${state.faults === 1 ? "once" : `${state.faults} times`} so far. It is noted on the server.`]
    : [];
