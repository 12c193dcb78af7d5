// Links to the seats of a campaign that friends are to take.
import { html } from "./html.js";
import { inFull } from "./place.js";
import { seats } from "./prefs.js";

export function Invitations({ id, told }) {
  const invites = seats.value[id]?.invites ?? [];
  const watch = inFull(`/#/campaign/${id}`);
  return html`<section class="card invitations"><h2>Links</h2>
    ${invites.map(({ side, token }) => html`<${Link} key=${token} title=${`${told.account.parties[side]?.name ?? "A friend"}, for a friend`} link=${`${location.origin}/#/campaign/${id}/${token}`} />`)}
    <${Link} title="To watch" link=${watch} /></section>`;
}

function Link({ title, link }) {
  return html`<p class="row"><label class="grow">${title}<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
    <button onClick=${() => navigator.clipboard?.writeText(link)}>Copy</button></p>`;
}
