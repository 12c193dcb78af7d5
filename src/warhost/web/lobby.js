// The first page: play at once, begin a game, go on with one, watch one.
import { html, useEffect, useState } from "./html.js";
import { placed } from "./place.js";
import { everySoOften, once, until } from "./net.js";
import { Mine, roomOf, titleOf } from "./games.js";
import { seats, remember } from "./prefs.js";
import { beginLessons } from "./tutorial.js";

const OFTEN = 8000, // milliseconds
  MOST_GAMES = 20,
  COMPUTER = { kind: "computer", level: "tactician", seconds: 1 };

/** With `aide` the computer sets up for whoever plays at this screen. */
export async function begin(wish, title, aide = false) {
  const made = await once("games", wish);
  const mine = made.seats.filter((seat) => seat.token);
  const invited = ({ side }) => wish.seats[side].kind === "friend";
  if (mine.length) {
    remember(made.id, {
      seats: mine.filter((seat) => !invited(seat)).map(({ side, token }) => ({ side, token })),
      invites: mine.filter(invited).map(({ token }) => token),
      title,
      rulebook: wish.rulebook,
      ...(wish.exchange ? { exchange: true } : {}),
      ...(aide ? { aide } : {}),
      at: Date.now(),
    });
  }
  return made.id;
}

/** The starter game of a rulebook against the computer. */
export async function playNow(book, lessons = false) {
  const [scenario] = book.scenarios;
  const id = await begin(
    {
      rulebook: book.id,
      scenario: scenario.id,
      options: book.casual,
      seats: scenario.sides.map((_, side) => (side ? COMPUTER : { kind: "person" })),
    },
    scenario.title,
  );
  if (lessons) beginLessons(id);
  location.hash = `#/game/${id}`;
}

export function LobbyPage() {
  const [books, setBooks] = useState(null),
    [games, setGames] = useState([]),
    [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false),
    [barred, setBarred] = useState(null); // {book, why}: a game of it could not be begun
  useEffect(() => {
    document.title = "Warhost";
    const stops = [until("rulebooks", setBooks, setTrouble), everySoOften("games", OFTEN, setGames)];
    return () => stops.forEach((stop) => stop());
  }, []);
  const start = (book, lessons) => async () => {
    setBusy(true);
    setBarred(null);
    await playNow(book, lessons).catch((failed) => setBarred({ book, why: failed.why }));
    setBusy(false);
  };
  return html`<main class="page lobby">
    <div class="hero"><img src=${placed("/icon.svg")} alt="" width="72" height="72" />
      <div><h1>Warhost</h1><p
        class="lead">Tabletop battles with a referee who keeps the rules, and says why.</p></div>
      <nav class="rooms" aria-label="Rooms"><a class="button" href="#/new">New game …</a>${
        books?.some((book) => book.campaign) && html`<a class="button" href="#/campaigns">New campaign …</a>`
      }<a class="button" href="#/games">My games</a><a class="button"
        href="#/build">Army builder</a><a class="button" href="#/rules">Read the rules</a><a class="button" href="#/prefs">Preferences</a></nav></div>
    ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
    <${Mine} books=${books} />
    <section class="cards" aria-label="Play now">
      ${(books ?? []).map(
        (book) => html`<article class=${"card starter"} key=${book.id}>
        ${book.cover && html`<img class="game-picture" src=${placed(book.cover)} alt="" width="420" height="270" loading="lazy" />`}
        <h2>${book.title}</h2><p>${book.blurb || book.scenarios[0]?.story}</p>
        <p class="row"><button class="primary big" data-play=${book.id} disabled=${busy}
          onClick=${start(book, false)}>Play now</button>
          ${book.lessons ? html`<a class="button" data-learn=${book.id} href=${`#/learn/${book.id}`}>Learn in three minutes</a>` : html`<button disabled=${busy} data-learn=${book.id} onClick=${start(book, true)}>Teach me</button>`}</p>
        ${barred?.book === book && html`<p class="notice error" role="alert">${barred.why}</p>`}
        <ul class="demands" aria-label="What it takes">${(book.demands ?? []).map((one) => html`<li key=${one}>${one}</li>`)}</ul>
        <p class="fine">Against the computer, with tips. ${book.scenarios.length} battlefields.</p></article>`,
      )}
      ${!books && !trouble && html`<p class="fine">Fetching the rulebooks …</p>`}
    </section>
    <${Others} books=${books} games=${games} />
  </main>`;
}

const lineOf = (books, rulebook, game) =>
  [titleOf(books, rulebook), game.turn ? `turn ${game.turn}` : "setting up", game.over && "over"].filter(Boolean).join(", ");

function Others({ books, games }) {
  const open = games.filter((game) => !seats.value[game.id]);
  if (!open.length) return null;
  return html`<section class="card"><h2>To watch</h2><ul class="games">${open.slice(0, MOST_GAMES).map(
    (game) => html`<li key=${game.id}>
    <a href=${roomOf(game.id, game.rulebook)}><strong>${game.title || "A battle"}</strong>
      <span class="fine">${lineOf(books, game.rulebook, game)}</span></a></li>`,
  )}</ul></section>`;
}
