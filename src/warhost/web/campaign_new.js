// A new campaign: whose rules, how many players, which armies, what is agreed on.
import { html, useEffect, useState, upper, spoken } from "./html.js";
import { once, until } from "./net.js";
import { GameChoices } from "./newgame.js";
import { ownRosters, remember } from "./prefs.js";

const WHO = [
  ["person", "I, at this screen"],
  ["computer", "The computer"],
  ["friend", "A friend with a link"],
];

/** As whoever just wants to play has it, in the battles of a campaign as in others. */
const usual = ({ casual, campaign }) => Object.fromEntries(Object.entries(casual).filter(([name, value]) => campaign.options[name]?.includes(value)));

const first = (book) => ({
  title: "",
  battles: "4",
  options: usual(book),
  players: book.campaign.starting.slice(0, 2).map((roster, side) => ({ roster, who: side ? "computer" : "person" })),
});

export function NewCampaignPage({ book: wanted }) {
  const [books, setBooks] = useState(null),
    [at, setAt] = useState(0),
    [wish, setWish] = useState(null),
    [trouble, setTrouble] = useState("");
  useEffect(() => {
    document.title = "New campaign · Warhost";
    const heard = (all) => {
      const offering = all.filter((book) => book.campaign),
        here = Math.max(0, offering.findIndex((book) => book.id === wanted));
      setBooks(offering);
      setAt(here);
      if (offering.length) setWish(first(offering[here]));
    };
    return until("rulebooks", heard, setTrouble);
  }, []);
  if (!wish) return html`<main class="page"><h1>New campaign</h1><p class="notice">${trouble || (books ? "No rulebook here has campaigns." : "Fetching the rulebooks …")}</p></main>`;
  const book = books[at];
  const start = async (event) => {
    event.preventDefault();
    setTrouble("");
    try {
      location.hash = `#/campaign/${await begin(book, wish)}`;
    } catch (failed) {
      setTrouble(failed.why);
    }
  };
  return html`<main class="page"><h1>New campaign</h1>
    <form class="new-game new-campaign" onSubmit=${start}>
      ${
        books.length > 1 &&
        html`<fieldset class="choices"><legend>Rules</legend><${GameChoices} books=${books} chosen=${at} choose=${(place) => (setAt(place), setWish(first(books[place])))} /></fieldset>`
      }
      <p>${book.campaign.blurb}</p>
      <${Players} book=${book} wish=${wish} change=${(part) => setWish({ ...wish, ...part })} />
      <${Agreed} book=${book} wish=${wish} change=${(part) => setWish({ ...wish, ...part })} />
      ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
      <p class="row"><button class="primary big">Found the campaign</button><a class="button" href="#/">Back</a></p>
    </form></main>`;
}

function Players({ book, wish, change }) {
  const { fewest, most, starting } = book.campaign,
    { players } = wish;
  const set = (side, part) => change({ players: players.map((one, place) => (place === side ? { ...one, ...part } : one)) });
  const own = Object.entries(ownRosters.value).filter(([, one]) => one.book === book.id);
  return html`<fieldset><legend>Players</legend>
    ${players.map(
      (player, side) => html`<div class="row seat" key=${side}>
      <label>Player ${side + 1}<select value=${player.who} onChange=${(event) => set(side, { who: event.target.value })}>
        ${WHO.map(([id, words]) => html`<option key=${id} value=${id}>${words}</option>`)}</select></label>
      <label>Roster<select value=${player.roster} onChange=${(event) => set(side, { roster: event.target.value })}>
        ${own.map(([name]) => html`<option key=${name} value=${name}>${name} (yours)</option>`)}
        ${book.rosters.map((roster) => html`<option key=${roster.id} value=${roster.id}>${roster.title} (${roster.points})</option>`)}</select></label>
      ${players.length > fewest && html`<button type="button" onClick=${() => change({ players: players.filter((_, place) => place !== side) })}>Remove</button>`}
    </div>`,
    )}
    ${
      players.length < most &&
      html`<p><button type="button" onClick=${() => change({ players: [...players, { who: "computer", roster: starting[players.length % starting.length] }] })}>One more player</button></p>`
    }
  </fieldset>`;
}

function Agreed({ book, wish, change }) {
  const set = (name, value) => change({ options: { ...wish.options, [name]: value } });
  const choices = Object.entries(book.campaign.options).filter(([, values]) => values.length > 1);
  const numbers = Object.entries(book.campaign.options).filter(([, values]) => !values.length);
  return html`<fieldset><legend>Agreed</legend><div class="row">
    <label>Title<input maxlength="100" value=${wish.title} placeholder=${book.campaign.title} onInput=${(event) => change({ title: event.target.value })} /></label>
    ${numbers.map(([name]) => html`<label key=${name}>${upper(spoken(name))}<input inputmode="numeric" size="4" value=${wish.options[name] ?? wish[name] ?? ""} onInput=${(event) => set(name, event.target.value)} /></label>`)}
    ${choices.map(([name, values]) => html`<label key=${name}>${upper(spoken(name))}<select value=${wish.options[name] ?? values[0]} onChange=${(event) => set(name, event.target.value)}>
      ${values.map((value) => html`<option key=${value} value=${value}>${spoken(value)}</option>`)}</select></label>`)}
  </div></fieldset>`;
}

async function begin(book, wish) {
  const made = await once("campaigns", {
    rulebook: book.id,
    title: wish.title,
    options: { ...("battles" in book.campaign.options ? { battles: wish.battles } : {}), ...wish.options },
    rosters: wish.players.map(({ roster }) => ownRosters.value[roster]?.text ?? roster),
    seats: wish.players.map(({ who }) => (who === "computer" ? { kind: "computer", level: "tactician", seconds: 1 } : { kind: who })),
  });
  const given = made.seats.filter((seat) => seat.token),
    invited = ({ side }) => wish.players[side].who === "friend";
  if (given.length) {
    remember(made.id, {
      seats: given.filter((seat) => !invited(seat)).map(({ side, token }) => ({ side, token })),
      invites: given.filter(invited).map(({ side, token }) => ({ side, token })),
      title: wish.title || book.campaign.title,
      rulebook: book.campaign.id,
      at: Date.now(),
    });
  }
  return made.id;
}
