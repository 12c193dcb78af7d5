// Links to the seats of a campaign that friends are to take.
import { html, useState } from "./html.js";
import { copied } from "./copy.js";
import { FirstLinks } from "./invite.js";
import { inFull } from "./place.js";
import { seats } from "./prefs.js";

export function Invitations({ id, told }) {
  const invites = seats.value[id]?.invites ?? [];
  const watch = inFull(`/#/campaign/${id}`),
    links = invites.map(({ side, token }) => [inFull(`/#/campaign/${id}/${token}`), `${told.account.parties[side]?.name ?? "A friend"}, for a friend`]);
  return html`<section class="card invitations"><h2>Links</h2>
    ${links.map(([link, title]) => html`<${Link} key=${link} title=${title} link=${link} />`)}
    <${Link} title="To watch" link=${watch} /></section>
    <${FirstLinks} id=${id} links=${links.map(([link, title]) => [link, `${title}: whoever opens it takes that side.`])} on="To the campaign" more="The links stay at the foot of this page." />`;
}

function Link({ title, link }) {
  const [done, setDone] = useState(false);
  return html`<p class="row"><label class="grow">${title}<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
    <button onClick=${async () => setDone(await copied(link))}>${done ? "✓ Copied" : "Copy"}</button></p>`;
}
