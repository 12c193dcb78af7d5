// Playing apart: how one is called to the table, the clock, and what happened while one was away.
import { html, signal, useEffect, useState, plural, upper } from "./html.js";
import { Cover } from "./cover.js";
import { deed, until } from "./net.js";
import { timeWords } from "./games.js";
import { allowNotices, notices } from "./notices.js";
import { speed } from "./playing/player.js";
import { BANNERS } from "./playing/script.js";
import { placeless } from "./telling.js";
import { remember, seats } from "./prefs.js";

const HOUR = 3600,
  REMINDERS = [
    [0, "never"],
    [6 * HOUR, "after 6 hours"],
    [24 * HOUR, "after a day"],
    [72 * HOUR, "after three days"],
  ],
  WAITS = [
    [0, "at once"],
    [60, "after a minute"],
    [600, "after ten minutes"],
  ];

// --- how one is called ---------------------------------------------------------------------------------------

const seatPath = (id) => `games/${encodeURIComponent(id)}/seat`;

const BELL = "M-7 5C-4 2-6-7 0-7S4 2 7 5ZM-2 7A2 2 0 0 0 2 7Z";

/** Whether the settings of the seat before the screen lie open. */
const callsOpen = signal(false);

export function CallsButton({ session }) {
  if (session.watching) return null;
  return html`<button class="bell" aria-expanded=${callsOpen.value} aria-label="Call me when it is my move …" title="How you are told that it is your move" onClick=${() => {
    callsOpen.value = true;
  }}><svg viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true"><path d=${BELL} /></svg></button>`;
}

export function Calls({ session }) {
  useEffect(() => () => {
    callsOpen.value = false;
  }, [session]);
  if (!callsOpen.value || session.watching) return null;
  return html`<${CallsDialog} session=${session} close=${() => {
    callsOpen.value = false;
  }} />`;
}

function CallsDialog({ session, close }) {
  const token = session.tokens[session.seated.value],
    [set, setSet] = useState(null),
    [said, setSaid] = useState(null);
  const fail = (failed) => setSaid({ kind: "error", why: failed.why });
  useEffect(() => {
    return until(`${seatPath(session.id)}?token=${encodeURIComponent(token)}`, setSet, (why) => setSaid(why ? { kind: "error", why } : null));
  }, [token]);
  const save = async (event) => {
    event.preventDefault();
    const { webhook, mail, remind, wait } = set;
    const wish = { token, webhook: webhook.trim(), remind, wait, ...(set.by_mail ? { mail: mail.trim() } : {}) };
    try {
      const now = await deed(seatPath(session.id), wish);
      setSet(now);
      setSaid({ kind: "note", why: now.mail && !now.confirmed ? "Kept. A mail is on its way: follow its link, and notices will come by mail." : "Kept." });
    } catch (failed) {
      fail(failed);
    }
  };
  const change = (part) => {
    setSaid(null);
    setSet({ ...set, ...part });
  };
  return html`<${Cover} labelled="calls" close=${close}>
    <form class="card calls" onSubmit=${save}><h2 id="calls">Call me when it is my move</h2>
      <p class="fine">One notice each time the game is handed to you. It says which game it is, and nothing of what happens in it.${session.game.value?.rulebook.endsWith(".campaign") ? " Battles of this campaign that begin from now on call you in the same way." : ""}</p>
      ${!set && !said && html`<p>Fetching …</p>`}
      ${set && html`<${CallFields} id=${session.id} set=${set} change=${change} fail=${fail} />`}
      ${set?.trouble && html`<p class="notice error">The last notice did not go out: ${set.trouble}</p>`}
      ${said && html`<p class=${`notice ${said.kind}`} role="status">${said.why}</p>`}
      <p class="row"><button class="primary" disabled=${!set}>Keep this</button><button type="button" onClick=${close}>Close</button></p></form><//>`;
}

function CallFields({ id, set, change, fail }) {
  const here = seats.value[id]?.calls ?? notices.value === "on";
  const inBrowser = async (event) => {
    const wanted = event.target.checked,
      why = wanted ? await allowNotices() : "";
    if (why) fail({ why });
    remember(id, { calls: wanted && !why });
  };
  const select = (label, name, choices) => html`<label>${label}<select value=${String(set[name])} onChange=${(event) => change({ [name]: Number(event.target.value) })}>
    ${(choices.some(([value]) => value === set[name]) ? choices : [...choices, [set[name], `after ${timeWords(set[name])}`]]).map(([value, words]) => html`<option key=${value} value=${String(value)}>${words}</option>`)}</select></label>`;
  return html`<label class="choice"><input type="checkbox" checked=${here} onChange=${inBrowser} /><span>By this browser, while the page is open and I look elsewhere</span></label>
    <label>By mail${set.mail ? (set.confirmed ? " (confirmed)" : " (not confirmed, or stopped)") : ""}
      <input type="email" autocomplete="email" maxlength="200" disabled=${!set.by_mail} placeholder=${set.by_mail ? "ann@example.org" : "this server sends no mail"} value=${set.mail} onInput=${(event) => change({ mail: event.target.value })} /></label>
    <label>By webhook<input type="url" maxlength="500" placeholder="https://…" value=${set.webhook} onInput=${(event) => change({ webhook: event.target.value })} /></label>
    <div class="row">${select("A notice goes out", "wait", WAITS)}${select("Remind me", "remind", REMINDERS)}</div>`;
}

/** The links in mails lead here; nothing happens before a button is pressed. */
export function MailPage({ what, secret }) {
  const [done, setDone] = useState(null),
    [trouble, setTrouble] = useState("");
  const ask = (path, more = {}) => () => deed(`mail/${path}`, { key: secret, ...more }).then((found) => setDone({ path, ...found }), (failed) => setTrouble(failed.why));
  if (done)
    return html`<main class="page"><h1>${done.path === "confirm" ? "You will be told" : "No more mails"}</h1>
      <p>${done.path === "confirm" ? `When it is your move in ${done.title || "your game"}, a mail goes to ${done.mail}.` : `${done.mail} gets no more mails about ${done.title || "that game"}.`}</p></main>`;
  return html`<main class="page"><h1>${what === "confirm" ? "Mails when it is your move?" : "No more mails?"}</h1>
    ${trouble && html`<p class="notice error" role="alert">${upper(trouble)}.</p>`}
    <p class="row">${what === "confirm" && html`<button class="primary big" onClick=${ask("confirm")}>Yes, send them</button>`}
      <button class=${what === "confirm" ? "" : "primary big"} onClick=${ask("stop")}>${what === "confirm" ? "No" : "No more about this game"}</button>
      <button onClick=${ask("stop", { never: true })}>Never again to this address</button></p></main>`;
}

// --- the clock -----------------------------------------------------------------------------------------------

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 1000);

/** "2 d 4 h", "12:04" */
export function clockWords(seconds) {
  if (seconds <= 0) return "time is up";
  const whole = Math.ceil(seconds),
    hours = Math.floor(whole / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}` : `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

/** What a side has left, by the server's clock. */
const leftOf = ({ left, runs, since }, side, ahead) => left[side] - (runs.includes(side) ? Math.max(0, now.value / 1000 - ahead - since) : 0);

/** What was agreed, in words. */
export const agreed = ({ kind, seconds, increment }) =>
  kind === "turn"
    ? `${timeWords(seconds)} whenever the game is handed over`
    : `${timeWords(seconds)} for each side${increment ? `, and ${increment} seconds more for each time it hands the game over` : ""}`;

export function Clocks({ desk }) {
  const { session } = desk,
    clock = session.state.value?.clock,
    view = desk.view.value;
  if (!clock || session.state.value.result) return null;
  const people = session.game.value.seats.map((who) => who === "person"),
    you = session.here.value.seat.value,
    time = (side) => leftOf(clock, side, session.ahead),
    late = clock.runs.find((side) => side !== you && time(side) <= 0),
    warned = clock.runs.includes(you) && time(you) <= session.game.value.clock.seconds / 4,
    others = view.sides.length > 2 ? "the others" : view.sides[1 - you];
  return html`<p class="clocks" title=${`The clock: ${agreed(session.game.value.clock)}. When it is up, the other side may claim the win.`}>
    ${view.sides.map((title, side) => people[side] && html`<span key=${side} class=${`clock side-${side} ${clock.runs.includes(side) ? "runs" : ""} ${time(side) <= 0 ? "up" : ""}`}>${title} <strong>${clockWords(time(side))}</strong></span>`)}
    ${late !== undefined && you !== null && html`<button class="primary small claim" onClick=${() => session.say("claim")}>Claim the win</button>`}
    ${warned && html`<span class="running-out" role="status">${time(you) <= 0 ? `Your time is up: until you have answered, ${others} may claim the win` : `${clockWords(time(you))} left: then ${others} may claim the win`}</span>`}</p>`;
}

// --- while one was away --------------------------------------------------------------------------------------

const MOST_STEPS = 60;

/** How far this seat has seen the game: its finished steps, and the lines of the one under way. By its answers it may have
    been farther elsewhere; null if it was never here. */
function lastSeen({ id, since }) {
  const { seen = null, under = Infinity } = seats.peek()[id] ?? {};
  return seen === null && !since ? null : (since ?? 0) > (seen ?? 0) ? { seen: since, under: Infinity } : { seen, under };
}

/** The lines of the step that waits for an answer. */
const underWay = (session, steps) => session.lines.peek().filter((line) => line.step > steps);

/** What happened since one was last here, played once; and a line that says what it was. */
export function SinceYouWereHere({ desk, past }) {
  const { session } = desk,
    state = session.state.value,
    steps = state?.steps ?? null,
    [missed, setMissed] = useState(null);
  useEffect(() => {
    if (steps === null || session.watching || missed) return;
    const begun = underWay(session, steps).length,
      { seen, under } = lastSeen(session) ?? { seen: steps, under: begun }, // who has never been here has missed nothing
      news = begun > 0 && (seen < steps || under < begun),
      count = steps - seen || Number(news); // the one under way goes with those before it
    setMissed({ seen: steps, count, told: "" });
    if (count > 0) show(desk, past, { from: Math.max(seen, steps - MOST_STEPS), to: steps, news }).then((told) => setMissed((now) => ({ ...now, told })));
  }, [steps]);
  useEffect(() => {
    // What has been played, or could have been, has been seen.
    if (steps !== null && !session.watching && !session.playing && !document.hidden) remember(session.id, { seen: steps, under: underWay(session, steps).length });
  }, [steps, session.lines.value, session.playing]);
  const playing = desk.player.playing.value,
    answered = missed && steps > missed.seen;
  if (!missed || missed.count <= 0 || answered) return null;
  return html`<p class="since-here" role="status"><span>Since you were here: ${missedWords(missed)}</span>
    ${playing ? html`<button class="small" onClick=${() => desk.player.skip()}>Skip</button>` : html`<button class="small" disabled=${speed.value === "off"} onClick=${() => desk.player.again()}>Show me again</button>`}
    <button class="small" aria-label="Put this line away" onClick=${() => setMissed({ ...missed, count: 0 })}>×</button></p>`;
}

const missedWords = ({ count, told }) =>
  count === 1 && told ? upper(placeless(told)) : `${plural(count, "step")}${count > MOST_STEPS ? `, of which the last ${MOST_STEPS} are shown` : ""}.`;

/** It is played where somebody looks, and gives the last sentence of it. */
async function show(desk, past, { from, to, news }) {
  const { session, player } = desk,
    moments = [];
  for (let step = from; step <= to; step++) moments.push(await past.at(step).catch(() => null));
  if (moments.includes(null)) return "";
  const scenes = moments.slice(1).map(({ view, lines }, at) => ({ from: moments[at].view, to: view, lines }));
  if (news) scenes.push({ from: moments.at(-1).view, to: session.view.peek(), lines: underWay(session, to) });
  await lookedAt();
  const goesOn = session.state.peek()?.steps !== to; // what happens now comes first
  player.last.value = goesOn ? [...scenes, ...player.last.peek()] : scenes;
  if (!goesOn) player.again({ calmly: true });
  const told = scenes.flatMap(({ lines }) => lines).filter(({ text }) => text);
  return (told.findLast(({ play }) => !BANNERS.has(play.deed)) ?? told.at(-1))?.text ?? "";
}

/** A page behind another waits until it is looked at. */
const lookedAt = () =>
  new Promise((seen) => {
    const look = () => document.hidden || (document.removeEventListener("visibilitychange", look), seen());
    document.addEventListener("visibilitychange", look);
    look();
  });
