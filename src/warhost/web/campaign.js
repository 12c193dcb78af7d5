// A campaign: who stands where, the next battle, what is to be decided before it, the ledgers and everybody's story.
import { html, useEffect, useMemo, useState, plural, upper } from "./html.js";
import { placed } from "./place.js";
import { NoTable, Onward } from "./nowhere.js";
import { api, deed, until } from "./net.js";
import { Session } from "./state.js";
import { Desk } from "./desk.js";
import { QuestionCard } from "./questions.js";
import { Log } from "./log.js";
import { Invitations } from "./campaign_seats.js";
import { Chart, Ledger } from "./campaign_ledger.js";
import { Calls, CallsButton } from "./apart.js";
import { RuleDrawer, book } from "./rules.js";
import { Trouble } from "./trouble.js";
import { callToTable } from "./notices.js";
import { seats, remember } from "./prefs.js";

const OFTEN = 4000; // milliseconds: how far a battle has come that is fought elsewhere

export function CampaignPage({ id, token }) {
  const held = seats.value[id]?.seats ?? [];
  const invited = token && !held.some((seat) => seat.token === token);
  useEffect(() => {
    if (!token) return;
    if (invited) remember(id, { seats: [...held, { token }], at: Date.now() });
    location.replace(`#/campaign/${id}`);
  }, [id, token]);
  if (token) return html`<main class="page"><p>Taking the seat …</p></main>`;
  return html`<${Campaign} id=${id} tokens=${held.map((seat) => seat.token)} />`;
}

function Campaign({ id, tokens }) {
  const desk = useMemo(() => new Desk(new Session(id, tokens)), [id]);
  useEffect(() => () => desk.close(), [desk]);
  const { told, trouble } = useAccount(id, desk.session, tokens[0]);
  const asked = Boolean(desk.session.question.value),
    title = told?.account.title;
  useEffect(() => {
    if (!told) return;
    book.value = told.rulebook;
    desk.session.game.value?.colours.forEach((colour, side) => document.documentElement.style.setProperty(`--side-${side}`, colour));
    if (seats.peek()[id]) remember(id, { title, rulebook: `${told.rulebook}.campaign` });
  }, [title, desk.session.game.value?.id]);
  useEffect(() => {
    if (!title) return;
    document.title = `${asked ? "● Your move: " : ""}${title} · Warhost`;
    if (asked) callToTable(id, title);
  }, [title, asked]);
  if (desk.session.nowhere.value && !told) return html`<${NoTable} />`;
  if (trouble && !told) return html`<main class="page"><h1>Campaign</h1><p class="notice error" role="alert">${trouble}</p><${Onward} /></main>`;
  if (!told) return html`<main class="page"><p>Opening the books …</p></main>`;
  return html`<main class="page wide campaign">
    <div class="row campaign-head"><h1 class="grow">${told.account.title}</h1><${CallsButton} session=${desk.session} /></div>
    <p class="lead" role="status">${told.account.stage}.</p>
    <${Trouble} session=${desk.session} />
    <div class="campaign-columns">
      <div>
        <${Decide} desk=${desk} told=${told} />
        <${HandOver} desk=${desk} />
        <${Happened} desk=${desk} />
      </div>
      <div>
        <${Standings} told=${told} id=${id} />
        <${Pairings} told=${told} />
        ${Object.entries(told.account.series).map(([name, series]) => html`<${Chart} key=${name} name=${name} series=${series} parties=${told.account.parties} />`)}
      </div>
    </div>
    <h2>Who goes to war</h2>
    ${told.account.parties.map((party, side) => html`<${Ledger} key=${side} party=${party} side=${side} id=${id} mine=${told.seat === side} />`)}
    <${Invitations} id=${id} told=${told} />
    <${Calls} session=${desk.session} />
    <${RuleDrawer} />
  </main>`;
}

/** The campaign as the server tells it: again whenever something has happened, and while a battle is fought. */
function useAccount(id, session, token) {
  const [told, setTold] = useState(null),
    [trouble, setTrouble] = useState("");
  const state = session.state.value,
    key = state ? `${state.steps} ${state.number} ${state.waiting.map((one) => one.side)}` : "";
  const fighting = Boolean(told?.account.pairings.some(({ stands }) => stands === "due")); // or about to, as soon as one of them begins it
  useEffect(() => {
    let stop = null; // while an account is on its way
    const heard = (found) => {
      stop = null;
      setTold(found);
    };
    const look = () => {
      stop ??= until(`campaigns/${encodeURIComponent(id)}${token ? `?token=${encodeURIComponent(token)}` : ""}`, heard, setTrouble);
    };
    look();
    const timer = fighting ? setInterval(look, OFTEN) : 0;
    return () => {
      stop?.();
      clearInterval(timer);
    };
  }, [id, key, fighting]);
  return { told, trouble };
}

// --- what is to be done now ----------------------------------------------------------------------------------------

/** A question to this seat, the next battle, or whom everybody waits for. */
function Decide({ desk, told }) {
  const due = told.account.pairings.find((pairing) => pairing.stands === "due");
  if (told.account.over || desk.session.state.value?.result) return html`<${Over} told=${told} />`;
  if (!desk.session.question.value && due) return html`<${NextBattle} told=${told} due=${due} session=${desk.session} />`;
  return html`<${QuestionCard} desk=${desk} />`;
}

function Over({ told }) {
  const { parties } = told.account,
    first = parties.filter((party) => party.place === 1).map((party) => party.name);
  return html`<section class="card question over" role="status"><h2>${first.length < parties.length ? `${first.join(", ")}: first of all` : "Nobody is ahead of the others"}</h2>
    <p>${told.account.stage}.</p>
    <p class="row"><a class="button primary" href=${placed(`/api/campaigns/${told.id}/report`)} target="_blank" rel="noopener">Report with plots</a></p></section>`;
}

const names = (told, players) => players.map((player) => told.account.parties[player].name).join(" against ");

function NextBattle({ told, due, session }) {
  const [trouble, setTrouble] = useState(""),
    [busy, setBusy] = useState(false);
  const begun = told.battles.find((battle) => battle.number === due.number),
    people = due.players.some((player) => told.who[player] === "person"),
    mayBegin = !session.watching || !told.who.includes("person");
  const fight = async () => {
    setBusy(true);
    try {
      const token = session.tokens[0] ?? "";
      const { id } = await deed(`campaigns/${encodeURIComponent(told.id)}/battle`, { token });
      sitDown(told, due, id);
      if (people) location.hash = `#/game/${id}`;
    } catch (failed) {
      setTrouble(failed.why);
    }
    setBusy(false);
  };
  return html`<section class="card question next-battle" aria-labelledby="next-battle">
    <h2 id="next-battle">Battle ${due.number}: ${due.title}</h2>
    <p>${names(told, due.players)}</p>
    ${
      begun &&
      html`<p class="row"><a class="button primary big" href=${`#/game/${begun.id}`} onClick=${() => sitDown(told, due, begun.id)}>
        ${people ? "To the battle" : "Watch it"}</a></p>
        <p class="fine" role="status">${begun.over ? "It is over." : `It is being fought, turn ${begun.turn || 1}.`}</p>`
    }
    ${!begun && mayBegin && html`<p class="row"><button class="primary big" disabled=${busy} onClick=${fight}>Fight the next battle</button></p>`}
    ${!begun && !mayBegin && html`<p class="fine">The players begin it.</p>`}
    ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
  </section>`;
}

/** The tokens of a campaign are good for its battles: those of the players who fight in it are kept for it. */
function sitDown(told, due, battle) {
  const held = seats.peek()[told.id]?.seats ?? [];
  const fighting = held.filter(({ side }) => side === undefined || due.players.includes(side));
  const mine = held.length === 1 && told.seat !== null && !due.players.includes(told.seat) ? [] : fighting;
  if (!mine.length || seats.peek()[battle]) return;
  remember(battle, {
    seats: mine.map(({ side, token }) => ({ side: side === undefined ? undefined : due.players.indexOf(side), token })),
    title: `${told.account.title}: battle ${due.number}`,
    rulebook: told.rulebook,
    at: Date.now(),
  });
}

/** Whether a battle of one's own campaign is fought here: whoever comes by another way than its page sits down, too. */
export async function sitsDownAt(battle, campaign) {
  const token = seats.peek()[campaign]?.seats?.[0]?.token;
  if (!token || !campaign) return false;
  const told = await api(`campaigns/${encodeURIComponent(campaign)}?token=${encodeURIComponent(token)}`),
    number = told.battles.find((one) => one.id === battle)?.number,
    fixture = told.account.pairings.find((one) => one.number === number);
  if (fixture) sitDown(told, fixture, battle);
  return Boolean(seats.peek()[battle]);
}

function HandOver({ desk }) {
  const next = desk.session.handOver.value;
  if (next === null) return null;
  const view = desk.session.places[next].state.value.view;
  return html`<section class="card" role="dialog" aria-labelledby="hand-over"><h2 id="hand-over">${view.sides[view.you] ?? "The other player"}, please</h2>
    <p><button class="primary" onClick=${() => desk.session.sit(next)}>I am here</button></p></section>`;
}

const Happened = ({ desk }) => html`<section class="card happened"><h2>What happened</h2><${Log} desk=${desk} /></section>`;

// --- how it stands -------------------------------------------------------------------------------------------------

function Standings({ told, id }) {
  const { parties } = told.account,
    order = parties.map((party, side) => ({ ...party, side })).sort((a, b) => a.place - b.place);
  return html`<section class="card"><h2>Standings</h2><div class="scroll" role="region" aria-label="Standings" tabindex="0"><table class="standings"><thead><tr><th scope="col">Who</th>
    ${Object.keys(parties[0].figures).map((name) => html`<th scope="col" key=${name}>${upper(name)}</th>`)}</tr></thead>
    <tbody>${order.map(
      (party) => html`<tr key=${party.side}><th scope="row"><span class=${`swatch side-${party.side}`}></span>${party.place}. ${party.name}
      <span class="fine">${told.seat === party.side ? "you" : told.who[party.side] === "person" ? "a player" : "the computer"}</span></th>
      ${Object.entries(party.figures).map(([name, value]) => html`<td key=${name}>${value}</td>`)}</tr>`,
    )}</tbody></table></div>
    <p class="fine"><a href=${placed(`/api/campaigns/${id}/report`)} target="_blank" rel="noopener">The report, with plots and who beat whom</a></p></section>`;
}

function Pairings({ told }) {
  const { pairings, parties } = told.account,
    fought = pairings.filter((pairing) => pairing.stands === "fought").length;
  const gameOf = (pairing) => told.battles.find((battle) => battle.number === pairing.number);
  const line = (pairing) => {
    const game = gameOf(pairing),
      winner = pairing.winner === null ? "nobody won" : `${parties[pairing.winner].name} won`;
    return html`<li key=${pairing.number} class=${`pairing ${pairing.stands.replace(" ", "-")}`}>
      <span><strong>${names(told, pairing.players)}</strong> <span class="fine">${[
        pairing.title,
        pairing.stands === "fought" ? `${winner}${pairing.why ? `: ${pairing.why}` : ""}` : pairing.stands,
      ]
        .filter(Boolean)
        .join(", ")}</span></span>
      ${game && (game.over || !pairing.players.includes(told.seat)) && html`<a class="button small" href=${game.over ? `#/replay/${game.id}` : `#/game/${game.id}`}>${game.over ? "Again" : "Watch"}</a>`}</li>`;
  };
  return html`<section class="card"><h2>Battles</h2><p class="fine">${fought} of ${plural(pairings.length, "battle")} fought.</p>
    <ol class="pairings" tabindex="0" aria-label="Battles">${pairings.map(line)}</ol></section>`;
}
