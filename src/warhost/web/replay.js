// Looking back: a slider over the steps of a game, the opponent's last turn step by step, and forks.
import { html, computed, signal, useEffect, useMemo, useRef, useState, upper } from "./html.js";
import { placed } from "./place.js";
import { api } from "./net.js";
import { Shown } from "./desk.js";
import { Stage } from "./stage.js";
import { Told, written } from "./log.js";
import { placeless } from "./telling.js";
import { Tray } from "./tray.js";
import { Inspector } from "./words.js";
import { RuleDrawer, book } from "./rules.js";
import { AgainButton, Banner, PlayBar, PlayMenu, playKeys } from "./playing/bar.js";
import { speed } from "./playing/player.js";
import { ForkDialog } from "./record.js";
import { isStill, seats } from "./prefs.js";

const PACE = 700,
  BREATH = 150; // between two steps that are played

const tokenOf = (id) => seats.peek()[id]?.seats?.[0]?.token ?? "";

/** The game after so many steps, as this visitor may see it; what was fetched once is kept. */
export class Past {
  constructor(id) {
    Object.assign(this, { id, kept: new Map() });
  }

  async at(step) {
    if (!this.kept.has(step)) {
      const token = tokenOf(this.id),
        asked = token ? `?token=${encodeURIComponent(token)}` : "";
      this.kept.set(step, await api(`games/${encodeURIComponent(this.id)}/at/${step}${asked}`));
    }
    return this.kept.get(step);
  }
}

/** Buttons, a slider and keys over steps first … last. It is at the step that is wanted; that is played on from when it is `there`. */
function Scrubber({ step, there, first, last, go }) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing || !there) return undefined;
    if (step >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(step + 1), speed.value !== "off" ? BREATH : isStill() ? PACE * 1.5 : PACE);
    return () => clearTimeout(timer);
  }, [playing, there, step, last]);
  const to = (wanted) => () => go(Math.min(Math.max(wanted, first), last));
  return html`<div class="scrubber" role="group" aria-label="Steps of the game">
    <button aria-label="To the beginning" onClick=${to(first)}>«</button>
    <button aria-label="One step back" onClick=${to(step - 1)} disabled=${step <= first}>‹</button>
    <button aria-label=${playing ? "Stop" : "Play on"} aria-pressed=${playing}
      onClick=${() => setPlaying(!playing)}>${playing ? "❚❚" : "▶"}</button>
    <button aria-label="One step on" onClick=${to(step + 1)} disabled=${step >= last}>›</button>
    <button aria-label="To the end" onClick=${to(last)}>»</button>
    <label class="grow"><span class="hidden-text">Step</span>
      <input type="range" min=${first} max=${last} value=${step}
        onInput=${(event) => go(Number(event.target.value))} /></label>
    <output>${step} / ${last}</output>
  </div>`;
}

/** The next step is played on the table; any other is simply there, with its dice. Resolves when it is over or skipped. */
function playedOn(player, before, found) {
  player.skip();
  if (!before || found.step !== before.step + 1 || !player.ready) {
    player.shown.recall(found.lines);
    return Promise.resolve();
  }
  const { view: from } = before,
    { view: to, lines } = found;
  return new Promise((done) => {
    player.add({ from, to, lines, begins: true, kept: false, own: null, tell() {}, done });
  });
}

/** Going through the steps of a game: the one that is wanted, the moment that lies on the table, and how to go on. One
    that is still played when another is wanted is over. */
function useSteps({ player }, past, show) {
  const [moment, setMoment] = useState(null),
    [step, setStep] = useState(0),
    wanted = useRef(null),
    before = useRef(null);
  const go = async (next) => {
    wanted.current = next;
    setStep(next);
    const found = await past.at(next);
    if (wanted.current !== next) return; // the slider is elsewhere by now
    const last = before.current;
    before.current = found;
    await playedOn(player, last, found);
    if (wanted.current !== next) return;
    show(found);
    setMoment(found);
  };
  const leave = () => {
    wanted.current = before.current = null;
    setMoment(null);
  };
  return { moment, step, there: moment?.step === step, go, leave, wanted, found: before };
}

// --- a whole game --------------------------------------------------------------------------------------------

export function ReplayPage({ id, at }) {
  const past = useMemo(() => new Past(id), [id]);
  const { shown, now } = useMemo(() => {
    const now = signal(null),
      shown = new Shown(computed(() => shown.player.view.value ?? now.value));
    return { shown, now };
  }, [id]);
  useEffect(() => playKeys(shown.player), [shown]);
  useEffect(() => () => shown.player.stop(), [shown]);
  const [trouble, setTrouble] = useState(""),
    [broken, setBroken] = useState(""),
    [forking, setForking] = useState(false);
  const steps = useSteps(shown, past, (found) => {
      const first = !now.value;
      now.value = found.view;
      if (first) shown.lieWell();
      shown.lately.value = found.lines;
      history.replaceState(null, "", `#/replay/${id}?at=${found.step}`);
    }),
    { moment } = steps;
  const go = (step) => steps.go(step).catch((failed) => setTrouble(failed.why));
  useEffect(() => {
    const wanted = Math.max(0, Math.round(Number(at)) || 0),
      toTheEnd = () => past.at(0).then(({ steps: last }) => steps.go(last)); // what was to be shown may have been taken back since
    steps.go(wanted).catch((failed) => (wanted && failed.status === 404 ? toTheEnd() : Promise.reject(failed))).catch((failed) => setTrouble(failed.why));
  }, [id, at]);
  useEffect(() => {
    api(`games/${encodeURIComponent(id)}`).then(
      (game) => {
        book.value = game.rulebook;
        setBroken(game.broken);
      },
      () => {},
    );
  }, [id]);
  useEffect(() => {
    // From the step that is wanted, in what was found last: a key may come before the page has followed.
    const onKey = (event) => replayKey(event, steps.wanted.current, steps.found.current, go);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [past]);
  if (trouble)
    return html`<main class="page"><h1>Replay</h1><p class="notice error" role="alert">${trouble}</p><p><a
      href="#/">To the lobby</a></p></main>`;
  if (!moment) return html`<main class="page"><p>Turning back the clock …</p></main>`;
  const { view } = moment,
    lines = written(moment.lines).map((line, key) => ({ ...line, key }));
  return html`<main class="play replay">
    <header class="topbar"><a class="brand" href="#/" aria-label="Warhost: to the lobby"><img src=${placed("/icon.svg")} alt=""
      width="26" height="26" /></a>
      <h1 class="game-title">${view.title}: again</h1>
      <div class="strip" role="status"><span class="turn">Turn ${view.turn}</span><span
        class="phase now">${upper(view.phase)}</span></div>
      <div class="bar-buttons"><${PlayMenu} shown=${shown} /><button title="A new game from this moment" onClick=${() => setForking(true)}>Try another way from here</button><a class="button"
        href=${`#/game/${id}`}>To the game</a></div></header>
    <div class="middle"><div class="left"><${Stage} desk=${shown} label="The table as it was" /><div class="under"><${Tray} desk=${shown} /><${Inspector}
      desk=${shown} /></div><${Banner} shown=${shown} /></div>
      <div class="panel">${broken && html`<p class="notice error" role="alert" data-broken>It ends early. ${upper(broken)}.</p>`}
        <${PlayBar} shown=${shown} /><section class="card" aria-live="polite"><h2>Step ${moment.step}</h2>
        <ol class="lines short"><${Told} key=${moment.step} lines=${lines} desk=${shown} />
          ${!lines.length && html`<li class="fine">${moment.step ? "Nothing to be told." : "Before the first step."}</li>`}</ol></section>
        <p class="fine"><span class="for-keys">Arrow keys step back and forth, Page keys by ten. </span>The address holds the moment: share it.</p></div></div>
    <${Scrubber} step=${steps.step} there=${steps.there} first=${0} last=${moment.steps} go=${go} />
    <${RuleDrawer} />
    ${forking && html`<${ForkDialog} id=${id} step=${moment.step} sides=${view.sides} you=${view.you} close=${() => setForking(false)} />`}
  </main>`;
}

function replayKey(event, step, moment, go) {
  if (!moment || event.target.closest?.("input, select, svg")) return;
  const by = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key];
  if (!by) return;
  event.preventDefault();
  go(Math.min(Math.max(step + by, 0), moment.steps));
}

// --- the last turn of the other side -------------------------------------------------------------------------

/** What happened since this seat last answered, on the table itself, step by step. */
export function LastTurn({ desk, past }) {
  const { session } = desk,
    steps = session.state.value?.steps ?? 0;
  const before = useRef({ steps: 0, mine: true, from: 0 });
  const again = useSteps(desk, past, (moment) => {
      desk.earlier.value = moment.view;
      desk.named.value = moment.lines.flatMap((line) => line.pieces ?? []);
      desk.lately.value = moment.lines;
    }),
    at = again.moment;
  const mine = Boolean(session.question.value);
  useEffect(() => {
    const then = before.current;
    if (!mine && then.mine) then.from = then.steps;
    Object.assign(then, { steps, mine });
    if (at !== null) close();
  }, [steps, mine]);
  const close = () => {
    again.leave();
    desk.earlier.value = null;
    desk.named.value = [];
    desk.lately.value = [];
  };
  const go = (step) => again.go(step).catch(() => {});
  const { from } = before.current,
    count = steps - from;
  if (!mine || count < 2 || session.watching) return null;
  if (!at)
    return html`<div class="last-turn row"><button title="Look at it step by step" onClick=${() => go(from)}>What happened?</button>${speed.value !== "off" && html`<${AgainButton} shown=${desk} />`}</div>`;
  return html`<div class="last-turn open card"><p class="said">${
    at.lines
      .filter(({ text }) => text)
      .map(({ text }) => upper(placeless(text)))
      .join(" ") || "Before their turn."
  }</p>
    <${Scrubber} step=${again.step} there=${again.there} first=${from} last=${steps} go=${go} />
    <button onClick=${close}>Back to now</button></div>`;
}
