// The page: which of its rooms an address leads to, and the few preferences there are.
import { html, render, signal, useEffect, useState } from "./html.js";
import { placed, within } from "./place.js";
import "./press.js";
import { applyPrefs, preset, theme, stillness, lies, dismissed, remember, seats } from "./prefs.js";
import { BuildPage } from "./build/page.js";
import { LearnPage } from "./learn.js";
import { CampaignPage } from "./campaign.js";
import { NewCampaignPage } from "./campaign_new.js";
import { ExchangePage } from "./exchange.js";
import { MailPage } from "./apart.js";
import { GamesPage } from "./games.js";
import { LobbyPage } from "./lobby.js";
import { NewGamePage } from "./newgame.js";
import { allowNotices, notices } from "./notices.js";
import { PlayPage } from "./play.js";
import { SPEEDS } from "./playing/bar.js";
import { speed } from "./playing/player.js";
import { ReplayPage } from "./replay.js";
import { ReportPage } from "./report.js";
import { RulesPage } from "./rules.js";
import { Unanswered } from "./trouble.js";

/** Links of the server have paths; inside the page everything is behind the #, and no secret is ever sent. */
function translated() {
  const [room, id, more] = within(location.pathname).split("/").filter(Boolean);
  if (!room) return;
  const secret = location.hash.slice(1) || new URLSearchParams(location.search).get("token") || "";
  const inner =
    {
      join: `#/join/${id}/${secret}`,
      watch: `#/game/${id}`,
      game: `#/game/${id}`,
      campaign: `#/campaign/${id}${secret ? `/${secret}` : ""}`,
      exchange: `#/exchange/${id}${secret ? `/${secret}` : ""}`,
      replay: `#/replay/${id}${location.search}`,
      new: "#/new",
      games: "#/games",
      mail: `#/mail/${id}/${more}`,
      rules: `#/rules${id ? `/${id}` : ""}${more ? `/${more}` : ""}`,
    }[room] ?? "#/";
  history.replaceState(null, "", placed(`/${inner}`));
}

/** A part of the address; one that was altered stands for itself. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parsed(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [room = "", ...rest] = path.split("/").map(decoded);
  return { room, rest, query: Object.fromEntries(new URLSearchParams(query)) };
}

translated();
const route = signal(parsed(location.hash));
addEventListener("hashchange", (event) => {
  // Where it led to: a page may have written its own moment into the address before this is heard.
  route.value = parsed(new URL(event.newURL).hash);
});

/** Taking a seat by an invitation: the token is kept here and leaves the address. */
function Join({ id, token }) {
  useEffect(() => {
    const held = seats.peek()[id]?.seats ?? [];
    if (token && !held.some((seat) => seat.token === token)) remember(id, { seats: [...held, { token }], at: Date.now() });
    location.replace(`#/game/${id}`);
  }, [id, token]);
  return html`<main class="page"><p>Taking the seat …</p></main>`;
}

function PrefsPage() {
  const [trouble, setTrouble] = useState("");
  const choice = (title, value, options, chosen = () => {}) =>
    html`<fieldset class="choices"><legend>${title}</legend>${options.map(
      ([name, words]) => html`
    <label class="choice" key=${name}><input type="radio" name=${title} checked=${value.value === name}
      onChange=${() => {
        value.value = name;
        chosen(name);
      }} /><span>${words}</span></label>`,
    )}</fieldset>`;
  return html`<main class="page"><h1>Preferences</h1>
    ${choice("Help", preset, [
      ["guided", "Guided: tips at every new question"],
      ["normal", "Normal: no tips"],
      ["light", "Sparse: no small print either"],
    ])}
    ${choice("Colours", theme, [
      ["auto", "As the system has it"],
      ["light", "Light"],
      ["dark", "Dark"],
    ])}
    ${choice("Movement", stillness, [
      ["auto", "As the system has it"],
      ["on", "Keep still"],
      ["off", "Glide"],
    ])}
    ${choice("What happens is played", speed, SPEEDS)}
    ${choice("The table", lies, [
      ["mine", "My own side lies before me (R turns it round)"],
      ["fixed", "It always lies the same way"],
    ])}
    ${choice(
      "Notices",
      notices,
      [
        ["off", "None; the title of the page says when it is my move"],
        ["on", "Also a notice of the browser, when I am looking elsewhere"],
      ],
      async (name) => setTrouble(name === "on" ? await allowNotices() : ""),
    )}
    ${trouble && html`<p class="notice refused" role="alert">${trouble}</p>`}
    <p class="row"><button onClick=${() => {
      dismissed.value = [];
    }}>Show all tips again</button><a class="button" href="#/">To the lobby</a></p></main>`;
}

const Lost = () => html`<main class="page"><h1>Nothing here</h1><p><a href="#/">To the lobby</a></p></main>`;

const ROOMS = {
  "": () => html`<${LobbyPage} />`,
  new: ([book]) => html`<${NewGamePage} book=${book} />`,
  build: ([book, roster], { list, exchange }) => html`<${BuildPage} book=${book} roster=${roster} list=${list} exchange=${exchange} />`,
  exchange: ([id, token]) => html`<${ExchangePage} key=${id} id=${id} token=${token} />`,
  learn: ([book]) => html`<${LearnPage} key=${book} book=${book} />`,
  games: () => html`<${GamesPage} />`,
  mail: ([what, secret]) => html`<${MailPage} what=${what} secret=${secret} />`,
  prefs: () => html`<${PrefsPage} />`,
  join: ([id, token]) => html`<${Join} id=${id} token=${token} />`,
  game: ([id]) => html`<${PlayPage} key=${id} id=${id} />`,
  replay: ([id], { at }) => html`<${ReplayPage} key=${id} id=${id} at=${at} />`,
  campaign: ([id, token]) => html`<${CampaignPage} key=${id} id=${id} token=${token} />`,
  campaigns: ([book]) => html`<${NewCampaignPage} book=${book} />`,
  report: ([id]) => html`<${ReportPage} key=${id} id=${id} />`,
  rules: ([book, id]) => html`<${RulesPage} book=${book} id=${id} />`,
};

function App() {
  const { room, rest, query } = route.value;
  document.documentElement.dataset.preset = preset.value;
  const inside = (ROOMS[room] ?? Lost)(rest, query);
  const back = !["", "game", "replay"].includes(room);
  return html`${back && html`<nav class="home" aria-label="Way back"><a href="#/">← To the lobby</a></nav>`}${inside}<${Unanswered} />`;
}

applyPrefs();
const root = document.getElementById("app");
root.replaceChildren();
render(html`<${App} />`, root);
