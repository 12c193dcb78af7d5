// Records: one from a file can be looked at here, and any moment of a game played on by whoever shall play which side.
import { html, useState } from "./html.js";
import { Cover } from "./cover.js";
import { deed, once } from "./net.js";
import { remember, seats } from "./prefs.js";

const MOST_BYTES = 4_000_000;

/** A record that was saved, by this page, the terminal or a program: chosen as a file, looked at as a replay. */
export function OpenRecord() {
  const [trouble, setTrouble] = useState(""),
    [busy, setBusy] = useState(false);
  const read = async ({ target }) => {
    const [file] = target.files;
    target.value = ""; // the same file can be chosen again
    if (!file) return;
    setTrouble("");
    setBusy(true);
    try {
      if (file.size > MOST_BYTES) throw { why: "it is too large for a record" };
      location.hash = `#/replay/${(await deed("records", await file.text())).id}`;
    } catch (failed) {
      setTrouble(`That file cannot be opened: ${failed.why}.`);
    }
    setBusy(false);
  };
  return html`<label class="button">${busy ? "Reading …" : "Open a record …"}<input class="hidden-text" type="file" accept=".json,application/json" disabled=${busy} onChange=${read} /></label>
    ${trouble && html`<span class="notice error" role="alert">${trouble}</span>`}`;
}

const WHO = [
  ["person", "I"],
  ["tactician", "the computer, well"],
  ["random", "the computer, by chance"],
  ["friend", "a friend, by a link"],
];
const seatOf = (who) => (who === "person" || who === "friend" ? { kind: who } : { kind: "computer", level: who, seconds: 1 });

/** A new game from a moment of this one: who plays which side? */
export function ForkDialog({ id, step, sides, you, close }) {
  const [who, setWho] = useState(sides.map((_, side) => (side === (you ?? 0) ? "person" : "tactician"))),
    [trouble, setTrouble] = useState("");
  const fork = async (event) => {
    event.preventDefault();
    const tokens = (seats.peek()[id]?.seats ?? []).map((seat) => seat.token);
    try {
      const made = await once(`games/${encodeURIComponent(id)}/fork`, { step, token: tokens[0] ?? "", tokens, seats: who.map(seatOf) });
      const given = made.seats.filter((seat) => seat.token),
        invited = ({ side }) => who[side] === "friend";
      remember(made.id, {
        seats: given.filter((seat) => !invited(seat)).map(({ side, token }) => ({ side, token })),
        invites: given.filter(invited).map(({ token }) => token),
        at: Date.now(),
      });
      location.hash = `#/game/${made.id}`;
    } catch (failed) {
      setTrouble(failed.why);
    }
  };
  return html`<${Cover} labelled="fork" close=${close}>
    <form class="card fork" onSubmit=${fork}><h2 id="fork">Another way from step ${step}</h2>
      <p class="fine">A game of its own, with dice of its own. Who plays which side?</p>
      ${sides.map(
        (title, side) => html`<label key=${side}>${title}<select value=${who[side]} onChange=${(event) => setWho(who.map((one, at) => (at === side ? event.target.value : one)))}>
        ${WHO.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}</select></label>`,
      )}
      ${trouble && html`<p class="notice refused" role="alert">${trouble}</p>`}
      <p class="row"><button class="primary">Play on</button><button type="button" onClick=${close}>Back</button></p></form><//>`;
}
