// A link that leads nowhere says so, and where one can go on.
import { html } from "./html.js";

export const Onward = () => html`<p class="row"><a class="button" href="#/games">My games</a><a class="button" href="#/">To the lobby</a></p>`;

export const NoTable = () => html`<main class="page"><h1>No such game</h1>
  <p class="notice error" role="alert">This server knows no game under this address. Ask for the whole link once more: one that is cut short leads nowhere.</p>
  <${Onward} /></main>`;
