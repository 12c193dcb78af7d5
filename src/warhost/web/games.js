// My games: all in which this browser has a seat, those first in which a move is awaited, and how they stand.
import { html, classes, useEffect, useState, mention, plural, upper } from "./html.js";
import { api, everySoOften, until } from "./net.js";
import { callToTable } from "./notices.js";
import { seats, forget } from "./prefs.js";
import { OpenRecord } from "./record.js";

const OFTEN = 8000, // milliseconds
  MOST_ASKED = 200,
  IN_LOBBY = 3;

/** Campaigns are games whose rulebook is a rulebook's campaigns. */
const CAMPAIGN = /\.campaign$/;
export const roomOf = (id, rulebook) => `#/${CAMPAIGN.test(rulebook ?? "") ? "campaign" : "game"}/${id}`;

export function titleOf(books, rulebook) {
  const title = books?.find((book) => book.id === rulebook?.replace(CAMPAIGN, ""))?.title ?? upper(rulebook ?? "");
  return CAMPAIGN.test(rulebook ?? "") ? `${title}, a campaign` : title;
}

/** "2 days", "3 hours", "a minute"; of what is longer only the larger part is said. */
export function timeWords(seconds) {
  for (const [size, word] of [
    [86400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ])
    if (seconds >= size) return plural(Math.floor(seconds / size), word);
  return "less than a minute";
}

/** How the games stand in which this browser has a seat, asked every now and then: {id: what the server says}, and why
    nothing is known of them if so. */
function useStandings(held) {
  const [standings, setStandings] = useState({}),
    [unknown, setUnknown] = useState(held.length ? "Asking how they stand …" : "");
  const asked = held.slice(0, MOST_ASKED).map(([id, entry]) => ({ id, token: entry.seats?.[0]?.token ?? "" }));
  useEffect(() => {
    if (!asked.length) return undefined;
    let before = null;
    const take = ({ games }) => {
      const found = Object.fromEntries(games.map((game) => [game.id, game]));
      for (const game of games) if (before && isMine(game, seats.peek()[game.id]) && !isMine(before[game.id], seats.peek()[game.id])) callToTable(game.id, game.title);
      before = found;
      setStandings(found);
    };
    return everySoOften(() => api("mine", { games: asked }), OFTEN, take, setUnknown);
  }, [JSON.stringify(asked)]);
  return { standings, unknown };
}

/** The sides that this browser plays in a game. */
const ownSides = (game, entry) => new Set([game.seat, ...(entry?.seats ?? []).map(({ side }) => side).filter((side) => side !== undefined)]);

/** Whether somebody at this screen is to answer. */
const isMine = (game, entry) => Boolean(game && !game.over && (game.yours || game.waiting.some((side) => ownSides(game, entry).has(side))));

/** "against Snagga's Raid (the computer)" */
function against(game, entry) {
  const own = ownSides(game, entry);
  const others = game.sides.map((title, side) => ({ title, who: game.seats[side], side })).filter(({ side }) => !own.has(side));
  return others.length ? `against ${others.map(({ title, who }) => (who === "person" ? mention(title) : `${mention(title)} (the computer)`)).join(" and ")}` : "both sides are yours";
}

function ended({ result, sides }, own) {
  if (!result) return "over";
  if (result.winner === null) return "a draw";
  return own.has(result.winner) ? "you won" : `${sides[result.winner]} won`;
}

/** Whose move it is, and since when. */
function awaited(game, entry) {
  const since = timeWords(Math.max(0, Date.now() / 1000 - game.at));
  const left = game.left === null ? "" : game.left > 0 ? `, ${timeWords(game.left)} left` : ", time is up";
  if (isMine(game, entry)) return `your move, for ${since}${left}`;
  const whom = game.waiting.map((side) => game.sides[side]).join(" and ");
  return whom ? `waiting for ${whom}, for ${since}${left}` : "";
}

const placeWords = (game) => (CAMPAIGN.test(game.rulebook) ? game.phase : game.turn ? `turn ${game.turn}${game.phase ? `, ${game.phase}` : ""}` : "setting up");

function GameLine({ books, id, entry, game }) {
  const rulebook = entry.rulebook ?? game?.rulebook,
    title = entry.title || game?.title || "A battle",
    mine = isMine(game, entry);
  const words = !game ? "" : game.over ? ended(game, ownSides(game, entry)) : awaited(game, entry);
  return html`<li class=${mine ? "mine" : ""}><a href=${entry.exchange ? `#/exchange/${id}` : roomOf(id, rulebook)}><strong>${title}</strong>
      <span class="fine">${[titleOf(books, rulebook), entry.exchange && "armies are being written", game && game.sides.length > 0 && against(game, entry), game && !game.over && placeWords(game)].filter(Boolean).join(", ")}</span>
      ${words && html`<span class=${`fine ${mine ? "awaited" : ""}`}>${upper(words)}.</span>`}</a>
    ${mine && html`<span class="chip yours">Your move</span>`}
    ${game?.over && html`<a class="again" href=${`#/replay/${id}`}>Watch it</a>`}
    <${Forget} title=${title} deed=${() => forget(id)} /></li>`;
}

/** What is forgotten is lost: the button is pressed twice. */
export function Forget({ title, deed }) {
  const [sure, setSure] = useState(false);
  return html`<button class=${classes("small", sure && "refused")} title=${`Forget ${title}`} onBlur=${() => setSure(false)}
    onClick=${() => (sure ? deed() : setSure(true))}>${sure ? "Forget it for good" : "Forget"}</button>`;
}

/** Those first in which a move is awaited, then those under way, then those that are over; each the longest first. */
function sorted(held, standings) {
  const rank = (game, entry) => (isMine(game, entry) ? 0 : !game || !game.over ? 1 : 2);
  return [...held].sort(([a, one], [b, other]) => {
    const [first, second] = [standings[a], standings[b]],
      by = rank(first, one) - rank(second, other);
    return by || (rank(first, one) === 0 ? (first?.at ?? 0) - (second?.at ?? 0) : (other.at ?? 0) - (one.at ?? 0));
  });
}

const heldGames = () => Object.entries(seats.value).sort(([, a], [, b]) => (b.at ?? 0) - (a.at ?? 0));

/** The first few, in the lobby. */
export function Mine({ books }) {
  const held = heldGames(),
    { standings } = useStandings(held);
  if (!held.length) return null;
  return html`<section class="card yours"><h2>Your games</h2><ul class="games">${sorted(held, standings)
    .slice(0, IN_LOBBY)
    .map(([id, entry]) => html`<${GameLine} key=${id} books=${books} id=${id} entry=${entry} game=${standings[id]} />`)}</ul>
    <p><a href="#/games">All my games${held.length > IN_LOBBY ? ` (${held.length})` : ""}</a></p></section>`;
}

export function GamesPage() {
  const [books, setBooks] = useState(null),
    held = heldGames(),
    { standings, unknown } = useStandings(held);
  useEffect(() => {
    return until("rulebooks", setBooks);
  }, []);
  const awaiting = held.filter(([id, entry]) => isMine(standings[id], entry)).length;
  useEffect(() => {
    document.title = `${awaiting ? `(${awaiting}) ` : ""}My games · Warhost`;
  }, [awaiting]);
  const all = sorted(held, standings);
  return html`<main class="page my-games"><h1>My games</h1>
    <p role="status">${unknown ? unknown : held.length ? (awaiting ? `${upper(plural(awaiting, "game"))} ${awaiting === 1 ? "waits" : "wait"} for you.` : "No game waits for you.") : "This browser has no seat in any game."}</p>
    ${held.length > 0 && html`<ul class="games card">${all.map(([id, entry]) => html`<${GameLine} key=${id} books=${books} id=${id} entry=${entry} game=${standings[id]} />`)}</ul>`}
    <p class="row"><a class="button" href="#/new">New game …</a><${OpenRecord} /></p>
    <p class="fine">This browser keeps your seats; whoever forgets a game here can come back only by its link.</p></main>`;
}
