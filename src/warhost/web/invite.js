// Links to hand out: a friend's seat, shown at once when the game is begun, and a place to watch from.
import { html, useState } from "./html.js";
import { copied } from "./copy.js";
import { Cover, Pop } from "./cover.js";
import { inFull } from "./place.js";
import { seats, remember } from "./prefs.js";

const seatLink = (id, token) => inFull(`/#/join/${id}/${token}`);
const watchLink = (id) => inFull(`/#/game/${id}`);

/** A link in full, and the button that copies it. */
export function LinkToCopy({ link, label, big }) {
  const [done, setCopied] = useState(false);
  const copy = async (event) => {
    const field = event.target.closest(".link-to-copy").querySelector("input");
    setCopied(await copied(link));
    field.select();
  };
  return html`<div class="link-to-copy"><label>${label}
      <input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
    <button class=${big ? "primary big" : "primary"} onClick=${copy}>${done ? "✓ Copied" : "Copy the link"}</button></div>`;
}

/** The tokens of seats that friends shall take. */
export const invitesOf = (entry) => entry?.invites ?? (entry?.invite ? [entry.invite] : []);

const OTHER_SIDE = "Whoever opens it takes the other side; keep it between you two.";

/** Before anything else, the friend has to be told where to come. */
export function Invitation({ session }) {
  const links = invitesOf(seats.value[session.id]).map((token) => [seatLink(session.id, token), OTHER_SIDE]);
  return html`<${FirstLinks} id=${session.id} links=${links} on="To the table" more="You can begin at once: the table waits for your friend. The link stays under Invite." />`;
}

/** Links and what each is good for, once. */
export function FirstLinks({ id, links, on, more }) {
  if (!links.length || seats.value[id].invited) return null;
  const close = () => remember(id, { invited: true });
  return html`<${Cover} labelled="invitation" close=${close}>
    <div class="card invitation"><h2 id="invitation">${links.length > 1 ? "Send one link to each of your friends" : "Send this link to your friend"}</h2>
      ${links.map(([link, label]) => html`<${LinkToCopy} key=${link} link=${link} label=${label} big />`)}
      <p class="fine">${more}</p>
      <p class="row"><button class="big" onClick=${close}>${on}</button></p></div><//>`;
}

export function Invite({ session }) {
  const invites = invitesOf(seats.value[session.id]);
  return html`<${Pop} words=${invites.length ? "Invite" : "Share"}>
      ${invites.map((token) => html`<${LinkToCopy} key=${token} link=${seatLink(session.id, token)} label="Your friend's link (keep it between you two)" />`)}
      ${!invites.length && html`<${LinkToCopy} link=${watchLink(session.id)} label="Anybody can watch with this link" />`}
      <p class="fine">The dice are bound to <code>${session.game.value?.commitment.slice(0, 16)} …</code>: the report will prove it.</p><//>`;
}
