// Army lists that are exchanged: one is fixed and shown in full before the next is written; with the last the game begins.
import { html, useEffect, useState, upper } from "./html.js";
import { LinkToCopy, invitesOf } from "./invite.js";
import { api, everySoOften } from "./net.js";
import { Onward } from "./nowhere.js";
import { callToTable } from "./notices.js";
import { inFull } from "./place.js";
import { remember, seats } from "./prefs.js";
import { RuleDrawer, RuleLink, book as rulesOf } from "./rules.js";
import { WrittenSheet } from "./sheet.js";

const OFTEN = 4000; // milliseconds

const look = (id, token) => api(`exchanges/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}`);

/** How the exchange stands for whoever at this screen is to write, or else for the first who sits here: {token, told}. */
export async function lookedAt(id) {
  const held = seats.peek()[id]?.seats ?? [],
    token = held[0]?.token ?? "",
    told = await look(id, token),
    writer = held.find((seat) => seat.side === told.awaited && seat.token !== token);
  return writer ? { token: writer.token, told: await look(id, writer.token) } : { token, told };
}

export function ExchangePage({ id, token }) {
  useEffect(() => {
    if (!token) return;
    const held = seats.peek()[id]?.seats ?? [];
    if (!held.some((seat) => seat.token === token)) remember(id, { seats: [...held, { token }], exchange: true, at: Date.now() });
    location.replace(`#/exchange/${id}`);
  }, [id, token]);
  if (token) return html`<main class="page"><p>Taking the seat …</p></main>`;
  return html`<${Exchange} id=${id} />`;
}

function Exchange({ id }) {
  const [told, setTold] = useState(null),
    [trouble, setTrouble] = useState("");
  useEffect(() => everySoOften(() => lookedAt(id), OFTEN, (found) => setTold(found.told), setTrouble), [id]);
  const mine = told !== null && told.awaited === told.seat;
  useEffect(() => {
    if (!told) return;
    rulesOf.value = told.rulebook;
    remember(id, { title: told.title, rulebook: told.rulebook, exchange: !told.begun, ...(told.begun ? { invited: true } : {}) });
    document.title = `${mine ? "● Your army: " : ""}${told.title} · Warhost`;
    if (mine) callToTable(id, told.title);
    if (told.begun) location.replace(`#/game/${id}`);
  }, [told?.begun, mine]);
  if (!told) return html`<main class="page"><h1>Army lists</h1><p class="notice" role="status">${trouble || "Looking how they stand …"}</p>${trouble && html`<${Onward} />`}</main>`;
  return html`<main class="page wide exchange"><h1>${told.title}: army lists</h1>
    ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
    <p class="lead" role="status">${mine ? commissionWords(told) : awaitedWords(told)} <${RuleLink} rule=${told.rule}>Why?<//></p>
    ${mine && html`<p class="row"><a class="button primary big" href=${`#/build/${told.rulebook}?exchange=${id}`}>Write your army</a></p>`}
    ${invitesOf(seats.value[id]).map((token) => html`<${LinkToCopy} key=${token} link=${inFull(`/#/exchange/${id}/${token}`)} label="Your friend's link (keep it between you two)" big />`)}
    <${Lists} told=${told} /><${RuleDrawer} /></main>`;
}

export const commissionWords = ({ commission, sides, seat }) =>
  `You write the army of the ${sides[seat]}${commission.points ? `: ${commission.points} points against ${commission.against}` : ""}. Once handed in it stays as it is.`;

export const awaitedWords = ({ awaited, sides }) =>
  awaited === null ? "All lists are there." : `The list of the ${sides[awaited]} is awaited. Whoever writes after them will read it in full.`;

/** What of the lists this seat may read. */
export function Lists({ told, folded = false }) {
  return told.lists.map(
    (text, side) =>
      text && html`<details key=${side} class="card fixed-list" open=${!folded}><summary><strong>${upper(told.sides[side])}: the list is fixed</strong></summary>
        <${WrittenSheet} book=${told.rulebook} text=${text} /></details>`,
  );
}
