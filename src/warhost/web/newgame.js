// A new game: which rules, which field, which armies, which side, against whom.
import { html, useEffect, useState, upper, spoken } from "./html.js";
import { until } from "./net.js";
import { placed } from "./place.js";
import { begin } from "./lobby.js";
import { ownRosters } from "./prefs.js";
import { SheetLink, rosterSheet } from "./sheet.js";
import { CLOCKS, PEOPLE, byChance, inTurn, matched, request } from "./wish.js";

const FEW = ["First", "Second", "Third", "Fourth"];
const OPPONENTS = [
  ["computer", "The computer", "It plays at once."],
  ["here", "A friend at this screen", "You hand the screen over."],
  ["friend", "A friend far away", "You get a link to send."],
  ["watch", "Only computers", "You watch them fight."],
];

/** No army for any side. */
const none = (scenario) => scenario.sides.map(() => "");

export function NewGamePage({ book: first }) {
  const [books, setBooks] = useState(null),
    [trouble, setTrouble] = useState(""),
    [busy, setBusy] = useState(false);
  const [wish, setWish] = useState({
    book: 0,
    scenario: "",
    armies: [],
    options: {},
    side: 0,
    opponent: "computer",
    level: "tactician",
    seconds: 1,
    clock: "",
    exchange: false,
    aide: false,
  });
  useEffect(() => {
    const heard = (all) => {
      setBooks(all);
      const at = Math.max(0, all.findIndex((one) => one.id === first));
      setWish((now) => ({ ...now, book: at, options: { ...all[at].casual }, armies: none(all[at].scenarios[0]) }));
    };
    return until("rulebooks", heard, setTrouble);
  }, []);
  const change = (part) => setWish({ ...wish, ...part });
  if (!books)
    return html`<main class="page"><h1>New game</h1><p
      class="notice">${trouble || "Fetching the rulebooks …"}</p></main>`;
  const book = books[wish.book];
  const start = async (event) => {
    event.preventDefault();
    setTrouble("");
    setBusy(true);
    try {
      const scenario = book.scenarios.find((one) => one.id === wish.scenario) ?? book.scenarios[0];
      const asked = request(book, scenario, wish);
      location.hash = `#/${asked.exchange ? "exchange" : "game"}/${await begin(asked, scenario.title, wish.aide && book.sets_up && wish.opponent !== "watch")}`;
    } catch (failed) {
      setTrouble(failed.why);
      setBusy(false);
    }
  };
  return html`<main class="page"><h1>New game</h1>
    <form class="new-game" onSubmit=${start}>
      <${Rules} books=${books} wish=${wish} change=${change} />
      <${Field} book=${book} wish=${wish} change=${change} />
      <${Players} book=${book} wish=${wish} change=${change} />
      ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
      <p class="row"><button class="primary big" disabled=${busy}>${busy ? "Beginning …" : "Begin"}</button><a class="button" href="#/">Back</a></p>
    </form></main>`;
}

function Rules({ books, wish, change }) {
  const book = books[wish.book],
    choose = (at) => change({ book: at, scenario: "", side: 0, armies: none(books[at].scenarios[0]), options: { ...books[at].casual } });
  return html`<fieldset class="choices"><legend>Rules</legend><${GameChoices} books=${books} chosen=${wish.book} choose=${choose} />
    <p class="fine">${book.blurb} ${upper((book.demands ?? []).join(", "))}.</p></fieldset>`;
}

/** Games by their pictures; one of them is chosen. */
export const GameChoices = ({ books, chosen, choose }) => html`<div class="game-choices">${books.map(
  (book, at) => html`<label key=${book.id} class="choice game-choice">
    <input type="radio" name="book" checked=${chosen === at} onChange=${() => choose(at)} />
    ${book.cover && html`<img src=${placed(book.cover)} alt="" width="140" height="90" />`}
    <span class="game-name"><strong>${book.title}</strong></span></label>`,
)}</div>`;

/** The ground where it is known before; elsewhere a picture of the game. */
function Ground({ book, scenario }) {
  const [unknown, setUnknown] = useState(false);
  if (unknown)
    return book.cover ? html`<figure class="ground-picture"><img src=${placed(book.cover)} alt="" /><figcaption class="fine">The ground is laid when the battle begins.</figcaption></figure>` : null;
  const ground = placed(`/api/fields/${encodeURIComponent(book.id)}/${encodeURIComponent(scenario.id)}`);
  return html`<figure class="ground-picture"><img src=${ground} alt=${`The ground of ${scenario.title}`} onError=${() => setUnknown(true)} /></figure>`;
}

/** Whoever is shown the list of another before he writes his own chooses after it. */
const waitsForOthers = ({ written_first: first }, wish, side) =>
  first.length > 0 && !first.includes(side) && !first.every((other) => wish.armies[other]);

/** Between people the lists of such a scenario are written in turn, or the ready armies fight. */
const choosesArmies = (scenario, wish) => !scenario.written_first.length || !(wish.opponent === "friend" || inTurn(scenario, wish));

function InTurn({ scenario, wish, change }) {
  if (!scenario.written_first.length || !PEOPLE.includes(wish.opponent)) return null;
  const [first] = scenario.written_first.map((side) => scenario.sides[side]);
  return html`<label class="choice in-turn"><input type="checkbox" checked=${wish.exchange}
    onChange=${(event) => change({ exchange: event.target.checked })} /><span><strong>Each writes an army</strong> <span
    class="fine">The list of the ${first} is fixed first and shown in full; then the other is written. Otherwise the ready armies fight.</span></span></label>`;
}

function Field({ book, wish, change }) {
  const scenario = book.scenarios.find((one) => one.id === wish.scenario) ?? book.scenarios[0];
  const choose = (id) => {
    const there = book.scenarios.find((one) => one.id === id),
      armies = there.sides.map((_, side) => wish.armies[side] ?? "");
    change({ scenario: id, armies: there.forces ? none(there) : matched(book, armies, 0), side: Math.min(wish.side, there.sides.length - 1) });
  };
  const options = Object.entries(book.options).filter(([, values]) => values.length > 1);
  const army = (side) => html`<div key=${side}><label>${FEW[side] ?? `${side + 1}.`} army
    <select value=${wish.armies[side]} disabled=${waitsForOthers(scenario, wish, side)}
      onChange=${(event) => change({ armies: (scenario.forces ? (_, all) => all : matched)(book, wish.armies.map((one, at) => (at === side ? event.target.value : one)), side) })}>
      <option value="">the usual one</option>
      ${Object.entries(ownRosters.value)
        .filter(([, one]) => one.book === book.id)
        .map(([name]) => html`<option key=${name} value=${name}>${name} (yours)</option>`)}
      ${book.rosters.map((roster) => html`<option key=${roster.id} value=${roster.id}>${roster.title} (${roster.army}, ${roster.points})</option>`)}
      <optgroup label="Raised by chance">${byChance(book).map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}</optgroup>
    </select></label><p class="row"><${RosterLinks} book=${book} chosen=${wish.armies[side]} /></p></div>`;
  return html`<fieldset class="field-choice"><legend>${book.rosters.length ? "Field and armies" : "Encounter"}</legend>
    <${Ground} key=${`${book.id}/${scenario.id}`} book=${book} scenario=${scenario} />
    <label>${book.rosters.length ? "Field" : "Encounter"}<select value=${scenario.id}
      onChange=${(event) => choose(event.target.value)}>
      ${book.scenarios.map((one) => html`<option key=${one.id} value=${one.id}>${one.title}</option>`)}</select></label>
    <p class="fine story">${scenario.story}</p>
    <${InTurn} scenario=${scenario} wish=${wish} change=${change} />
    ${book.rosters.length > 0 && choosesArmies(scenario, wish) && html`<div class="row armies">${scenario.sides.map((_, side) => army(side))}</div><p class="fine">${scenario.forces ? "This scenario brings forces of its own: leave both to the usual ones, or choose rosters that are written for it." : "All armies have the same points: choose one, and the others are found."} <a href=${`#/build/${book.id}`}>Build your own …</a></p>`}
    ${
      options.length > 0 &&
      html`<details><summary>House rules</summary><div class="row">${options.map(
        ([name, values]) => html`<label key=${name}>${upper(spoken(name))}
      <select value=${wish.options[name] ?? values[0]}
        onChange=${(event) => change({ options: { ...wish.options, [name]: event.target.value } })}>
        ${values.map((value) => html`<option key=${value} value=${value}>${spoken(value)}</option>`)}</select></label>`,
      )}</div></details>`
    }
  </fieldset>`;
}

function Players({ book, wish, change }) {
  const scenario = book.scenarios.find((one) => one.id === wish.scenario) ?? book.scenarios[0];
  return html`<fieldset class="choices"><legend>Who plays</legend>
    ${OPPONENTS.map(
      ([
        id,
        title,
        words,
      ]) => html`<label key=${id} class="choice"><input type="radio" name="opponent" checked=${wish.opponent === id}
      onChange=${() => change({ opponent: id })} /><span><strong>${title}</strong> <span
        class="fine">${words}</span></span></label>`,
    )}
    ${
      book.sets_up &&
      wish.opponent !== "watch" &&
      html`<label class="choice aide-choice"><input type="checkbox" checked=${wish.aide} onChange=${(event) => change({ aide: event.target.checked })} /><span><strong>Set up for me</strong> <span
        class="fine">All that comes before the first turn is chosen and placed for you. You can also ask for it later, at the table.</span></span></label>`
    }
    <div class="row">
      ${
        wish.opponent !== "watch" &&
        html`<label>Your side<select value=${String(wish.side)}
          onChange=${(event) => change({ side: Number(event.target.value) })}>
        ${scenario.sides.map((side, at) => html`<option key=${side} value=${String(at)}>${upper(side)}</option>`)}</select></label>`
      }
      ${
        ["computer", "watch"].includes(wish.opponent) &&
        html`<label>How well it plays<select value=${wish.level}
          onChange=${(event) => change({ level: event.target.value })}>
          <option value="tactician">well</option><option
            value="random">badly, by chance</option></select></label>
        <label>Seconds to think<select value=${String(wish.seconds)}
          onChange=${(event) => change({ seconds: Number(event.target.value) })}>
          ${[0.3, 1, 3, 10].map((value) => html`<option key=${value} value=${String(value)}>${value}</option>`)}</select></label>`
      }
      ${wish.opponent !== "watch" && scenario.sides.length === 2 && html`<label>Clock<select value=${wish.clock} onChange=${(event) => change({ clock: event.target.value })}>
        ${Object.entries(CLOCKS).map(([id, { title }]) => html`<option key=${id} value=${id}>${title}</option>`)}</select></label>`}
      ${wish.clock && html`<p class="fine">When the time of a side is up, the other may claim the win; until it does, play goes on.</p>`}
    </div></fieldset>`;
}

/** What can be done with the army chosen for a side. */
function RosterLinks({ book, chosen }) {
  const own = Boolean(ownRosters.value[chosen]);
  if (!own && !book.rosters.some((one) => one.id === chosen)) return null;
  return html`${!own && html`<${SheetLink} href=${rosterSheet(book.id, chosen)}>Army sheet<//>`}
    <a class="button small" href=${`#/build/${book.id}/${encodeURIComponent(chosen)}`}>Edit</a>`;
}
