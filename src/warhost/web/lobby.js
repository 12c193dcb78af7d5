// The first page: play at once, begin a game, go on with one, watch one.
import { html, useEffect, useState, upper } from "./html.js";
import { api } from "./net.js";
import { seats, remember, forget } from "./prefs.js";
import { gameOf } from "./games/games.js";
import { beginLessons } from "./tutorial.js";

export async function begin(wish, title) {
  const made = await api("games", wish);
  const mine = made.seats.filter((seat) => seat.token);
  const invited = wish.seats.findIndex((seat) => seat.kind === "friend");
  const own = mine.filter((seat) => seat.side !== invited);
  if (mine.length) {
    const invite = made.seats.find((seat) => seat.side === invited)?.token;
    remember(made.id, {
      seats: own.map(({ side, token }) => ({ side, token })),
      invite,
      title,
      rulebook: wish.rulebook,
      at: Date.now(),
    });
  }
  return made.id;
}

/** The starter game of a rulebook against the computer. */
export async function playNow(book, lessons = false) {
  const starter = gameOf(book.id).starter ?? { scenario: book.scenarios[0]?.id, options: {} };
  const id = await begin(
    {
      rulebook: book.id,
      scenario: starter.scenario,
      options: starter.options,
      seats: [{ kind: "person" }, { kind: "computer", level: "tactician", seconds: 1 }],
    },
    book.scenarios.find((one) => one.id === starter.scenario)?.title,
  );
  if (lessons) beginLessons(id);
  location.hash = `#/game/${id}`;
}

const BLURBS = {
  magnamund: "Small warbands on a board of squares: bows, spears and heroes, each soldier his own piece.",
  threeplains: "Regiments on an open table: wheel, charge and hold the line, measured to the hundredth of an inch.",
};

export function LobbyPage() {
  const [books, setBooks] = useState(null),
    [games, setGames] = useState([]),
    [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = "Warhost";
    api("rulebooks").then(setBooks, (failed) => setTrouble(failed.why));
    const look = () => api("games").then(setGames, () => {});
    look();
    const timer = setInterval(look, 8000);
    return () => clearInterval(timer);
  }, []);
  const start = (book, lessons) => async () => {
    setBusy(true);
    await playNow(book, lessons).catch((failed) => setTrouble(failed.why));
    setBusy(false);
  };
  return html`<main class="page lobby">
    <div class="hero"><img src="/icon.svg" alt="" width="72" height="72" />
      <div><h1>Warhost</h1><p
        class="lead">Tabletop battles with a referee who keeps the rules, and says why.</p></div></div>
    ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
    <section class="cards" aria-label="Play now">
      ${(books ?? []).map(
        (book) => html`<article class=${`card starter ${book.id}`} key=${book.id}>
        <h2>${book.title}</h2><p>${BLURBS[book.id] ?? book.scenarios[0]?.story}</p>
        <p class="row"><button class="primary big" data-play=${book.id} disabled=${busy}
          onClick=${start(book, false)}>Play now</button>
          <button disabled=${busy} data-learn=${book.id} onClick=${start(book, true)}>Teach me</button></p>
        <p class="fine">Against the computer, with tips. ${book.scenarios.length} battlefields.</p></article>`,
      )}
      ${!books && !trouble && html`<p class="fine">Fetching the rulebooks …</p>`}
    </section>
    <p class="row"><a class="button big" href="#/new">New game …</a><a class="button"
      href="#/rosters">Rosters</a><a class="button"
      href="#/rules">Read the rules</a><a class="button" href="#/prefs">Preferences</a></p>
    <div class="cards"><${Mine} games=${games} /><${Others} games=${games} /></div>
  </main>`;
}

function Mine({ games }) {
  const held = Object.entries(seats.value).sort(([, a], [, b]) => (b.at ?? 0) - (a.at ?? 0));
  if (!held.length) return null;
  return html`<section class="card"><h2>Your games</h2><ul class="games">${held.slice(0, 20).map(([id, entry]) => {
    const known = games.find((game) => game.id === id);
    return html`<li key=${id}><a
      href=${`#/game/${id}`}><strong>${entry.title || known?.title || "A battle"}</strong>
      <span class="fine">${upper(entry.rulebook ?? "")}${known ? `, turn ${known.turn}${known.over ? ", over" : ""}` : ""}</span></a>
      <button class="small" title=${`Forget ${entry.title || "this game"}`}
        onClick=${() => forget(id)}>Forget</button></li>`;
  })}</ul></section>`;
}

function Others({ games }) {
  const open = games.filter((game) => !seats.value[game.id]);
  if (!open.length) return null;
  return html`<section class="card"><h2>To watch</h2><ul class="games">${open.slice(0, 20).map(
    (game) => html`<li key=${game.id}>
    <a href=${`#/game/${game.id}`}><strong>${game.title || upper(game.rulebook)}</strong>
      <span class="fine">${upper(game.rulebook)}, turn ${game.turn}${game.over ? ", over" : ""}</span></a></li>`,
  )}</ul></section>`;
}
