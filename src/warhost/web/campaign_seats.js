// Links to the seats of a campaign that friends are to take.
import { html, useState } from "./html.js";
import { copied } from "./copy.js";
import { inFull } from "./place.js";
import { seats } from "./prefs.js";

export function Invitations({ id, told }) {
  const invites = seats.value[id]?.invites ?? [];
  const watch = inFull(`/#/campaign/${id}`);
  return html`<section class="card invitations"><h2>Links</h2>
    ${invites.map(({ side, token }) => html`<${Link} key=${token} title=${`${told.account.parties[side]?.name ?? "A friend"}, for a friend`} link=${inFull(`/#/campaign/${id}/${token}`)} />`)}
    <${Link} title="To watch" link=${watch} /></section>`;
}

function Link({ title, link }) {
  const [done, setDone] = useState(false);
  return html`<p class="row"><label class="grow">${title}<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
    <button onClick=${async () => setDone(await copied(link))}>${done ? "✓ Copied" : "Copy"}</button></p>`;
}
