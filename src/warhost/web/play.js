// The table page: what phase it is, the table itself, what is asked, and what happened.
import { html, classes, useEffect, useMemo, useRef, useState, upper } from "./html.js";
import { Cover, useLeaving } from "./cover.js";
import { placed } from "./place.js";
import { NoTable } from "./nowhere.js";
import { Session } from "./state.js";
import { Desk } from "./desk.js";
import { Stage } from "./stage.js";
import { Where, askedWords } from "./banner.js";
import { PieceCard } from "./card.js";
import { CrowdList } from "./crowd.js";
import { ghostKey, givingKey } from "./keys.js";
import { QuestionCard, volleys } from "./questions.js";
import { mustGo, readyOrders, takeReady } from "./orders.js";
import { finish } from "./foot.js";
import { Log } from "./log.js";
import { RuleSearch, RuleDrawer, book, opened } from "./rules.js";
import { GroundWords, Inspector, UnitsTable } from "./words.js";
import { Banner, PlayBar, PlayMenu, playKeys } from "./playing/bar.js";
import { TapeBar } from "./tape.js";
import { Tray } from "./tray.js";
import { Trouble } from "./trouble.js";
import { PhaseStrip } from "./phase.js";
import { Talk } from "./command/talk.js";
import { CommandBar } from "./command/bar.js";
import { LastTurn, Past } from "./replay.js";
import { Calls, CallsButton, Clocks, SinceYouWereHere } from "./apart.js";
import { sitsDownAt } from "./campaign.js";
import { OddsPanel } from "./odds.js";
import { KeyHelp } from "./help.js";
import { LessonCard } from "./learn.js";
import { Coach } from "./tutorial.js";
import { callOff, callToTable } from "./notices.js";
import { Invitation, Invite } from "./invite.js";
import { SketchBar } from "./sketch.js";
import { faultsOf } from "./damage.js";
import { nextLevel } from "./levels.js";
import { sorted } from "./own.js";
import { seats, remember, sightlines } from "./prefs.js";

export function PlayPage({ id }) {
  const [sat, setSat] = useState(false); // after all
  const desk = useMemo(() => {
    const held = (seats.peek()[id]?.seats ?? []).map((seat) => seat.token);
    return new Desk(new Session(id, held));
  }, [id, sat]);
  useEffect(() => () => desk.close(), [desk]);
  const game = desk.session.game.value;
  useEffect(() => {
    if (!game) return;
    if (game.rulebook.endsWith(".campaign")) location.replace(`#/campaign/${id}`); // an invitation to one
    book.value = game.rulebook;
    game.colours.forEach((colour, side) => document.documentElement.style.setProperty(`--side-${side}`, colour));
    if (seats.peek()[id]) remember(id, { rulebook: game.rulebook });
    else sitsDownAt(id, game.campaign).then(setSat, () => {}); // a watcher's place is left to him
  }, [game?.id]);
  const asked = Boolean(desk.session.question.value);
  const title = game?.title || desk.view.value?.title;
  useEffect(() => {
    if (!title) return;
    document.title = `${asked ? "● Your move: " : ""}${title} · Warhost`;
    if (seats.peek()[id]) remember(id, { title });
    if (asked) callToTable(id, title);
    else callOff(); // answered, perhaps at another screen
  }, [title, asked]);
  return desk.session.nowhere.value ? html`<${NoTable} />` : html`<${Table} desk=${desk} />`;
}

function Table({ desk }) {
  const [help, setHelp] = useState(false),
    talk = useMemo(() => new Talk(desk), [desk]),
    past = useMemo(() => new Past(desk.session.id), [desk]);
  useEffect(() => {
    const onKey = (event) => globalKey(desk, event, { help: () => setHelp(true), talk });
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [desk]);
  useEffect(() => () => talk.stop(), [talk]);
  useEffect(() => playKeys(desk.player), [desk]);
  return html`<main class="play" onClick=${released}>
    <${TopBar} desk=${desk} talk=${talk} help=${() => setHelp(true)} />
    <div class="middle">
      <div class="left">
        <${Stage} desk=${desk} />
        <div class="under"><${Tray} desk=${desk} /><${Inspector} desk=${desk} /></div>
        <${CommandBar} talk=${talk} />
        <${TapeBar} desk=${desk} />
        <${SketchBar} sketch=${desk.sketch} />
        <${SinceYouWereHere} desk=${desk} past=${past} />
        <${PieceCard} desk=${desk} />
        <${CrowdList} desk=${desk} />
        <${Banner} shown=${desk} />
        <${Trouble} session=${desk.session} />
      </div>
      <${Panel} desk=${desk} past=${past} />
    </div>
    <${RuleDrawer} />
    <${HandOver} desk=${desk} />
    <${Invitation} session=${desk.session} />
    <${Calls} session=${desk.session} />
    <${UndoAsked} session=${desk.session} />
    <${Coach} desk=${desk} />
    <${LessonCard} desk=${desk} />
    ${help && html`<${KeyHelp} view=${desk.view.value} close=${() => setHelp(false)} />`}
  </main>`;
}

/** A button or fold pressed with the mouse gives the keyboard back to the table: Enter is the order's then. */
function released(event) {
  const button = event.detail > 0 && event.target.closest("button, summary");
  if (button && !button.closest("dialog, [role=dialog], .drawer")) button.blur();
}

// --- the bar at the top --------------------------------------------------------------------------------------

function TopBar({ desk, talk, help }) {
  const [open, setOpen] = useState(false),
    menu = useRef(null),
    { session } = desk,
    state = session.state.value,
    view = desk.view.value;
  useLeaving(menu, () => open, () => setOpen(false));
  return html`<header class="topbar">
    <a class="brand" href="#/" aria-label="Warhost: to the lobby"><img src=${placed("/icon.svg")} alt="" width="26" height="26"
      /></a>
    <h1 class="game-title">${session.game.value?.title || view?.title || "Warhost"}</h1>
    ${view && html`<${PhaseStrip} desk=${desk} view=${view} /><${Asked} words=${askedWords(desk)} />`}
    ${!session.watching && html`<${UndoButton} desk=${desk} state=${state} />`}
    <div ref=${menu} class="menu"><button class="menu-key" aria-expanded=${open} aria-controls="bar-buttons" onClick=${() => setOpen(!open)}>☰<span class="hidden-text"> More tools</span></button>
    <div id="bar-buttons" class=${`bar-buttons${open ? " open" : ""}`} onClick=${(event) => event.target.closest("button") && setOpen(false)}>
      ${
        !session.watching &&
        html`
        <button disabled=${!session.question.value || session.advising.value} onClick=${() => session.askHint()}
          title="What would the tactician do?">Hint <kbd>H</kbd></button>`
      }
      <button aria-pressed=${desk.tape.on.value} onClick=${() => desk.tape.toggle()}>Measure <kbd>M</kbd></button>
      <button aria-pressed=${talk.open.value} title="A command line in words" onClick=${() => talk.toggle()}>Type <kbd>/</kbd></button>
      <${PlayMenu} shown=${desk} />
      <${Invite} session=${session} />
      <${CallsButton} session=${session} />
      <button aria-label="Keys" title="Keys" onClick=${help}>?</button>
    </div></div>
  </header>`;
}

/** What is asked, in the slim bar of a phone. */
const Asked = ({ words }) => html`<p class=${classes("asked-short", words.length > ONE_LINE && "long")} aria-hidden="true">${words}</p>`;

/** It can always be pressed: where nothing can be taken back, it says why. */
function UndoButton({ desk, state }) {
  const can = Boolean(state?.can_undo),
    why = state?.undo_why;
  const words = !can
    ? upper(why || "there is nothing of yours to take back")
    : why
      ? `The other side is asked first: ${why}`
      : "Take back your last answer";
  return html`<button class="undo" aria-disabled=${!can} title=${words}
    onClick=${() => desk.session.takeBack()}><span class="sign" aria-hidden="true">↶</span><span class="word">Undo</span> <kbd>U</kbd></button>`;
}

// --- the panel beside the table ------------------------------------------------------------------------------

/** On a phone it is a sheet of three heights: strip-only, half, full; on a larger screen all of it is there anyhow. */
function Panel({ desk, past }) {
  const [tab, setTab] = useState("log"),
    [height, setHeight] = useState("half"),
    question = desk.session.question.value;
  // An order is given on the table, which gets the room; whatever else is asked is chosen in the sheet.
  useEffect(() => {
    if (question && (height !== "full" || !PHONE.matches)) setHeight(question.kind === "order" && desk.hand.onTable && !mustGo(desk, question) ? "strip-only" : "half");
  }, [question?.key]);
  const open = (name) => {
    setHeight(height === "full" && name === tab ? "half" : "full");
    setTab(name);
  };
  const grip = html`<${Grip} height=${height} setHeight=${setHeight} />`;
  return html`<div class=${`panel ${height}`}>
    ${grip}
    <${Where} desk=${desk} />
    <${Clocks} desk=${desk} />
    <${LastTurn} desk=${desk} past=${past} />
    <${PlayBar} shown=${desk} />
    <${QuestionCard} desk=${desk} />
    <${Tabs} desk=${desk} tab=${tab} setTab=${open} />
  </div>`;
}

const ONE_LINE = 24; // letters
const PHONE = matchMedia("(max-width: 700px)"); // elsewhere the sheet has no grip to pull it down again
const HEIGHTS = ["strip-only", "half", "full"],
  A_PULL = 24; // pixels

/** Pulled up or down it makes the sheet higher or lower by one; touched, it goes between a strip and half. */
function Grip({ height, setHeight }) {
  const from = useRef(null),
    lower = height !== "strip-only";
  const toggle = () => setHeight(lower ? "strip-only" : "half");
  const pulled = (event) => {
    if (from.current === null) return;
    const by = event.clientY - from.current;
    from.current = null;
    if (Math.abs(by) < A_PULL) {
      toggle();
      return;
    }
    const next = HEIGHTS.indexOf(height) + (by < 0 ? 1 : -1);
    setHeight(HEIGHTS[Math.min(Math.max(next, 0), 2)]);
  };
  return html`<button class="grip" aria-expanded=${lower} onPointerDown=${(event) => {
    from.current = event.clientY;
    event.currentTarget.setPointerCapture(event.pointerId);
  }} onPointerUp=${pulled} onTouchEnd=${(event) => event.cancelable && event.preventDefault() /* no click on what lies there by then */}
    onClick=${(event) => event.detail === 0 && toggle()}><span aria-hidden="true">${lower ? "▼" : "▲"}</span><span class="hidden-text">${lower ? "Less" : "More"}</span></button>`;
}

const TABS = [
  ["log", "Log"],
  ["units", "Units"],
  ["rules", "Rules"],
  ["dice", "Odds"],
];

function Tabs({ desk, tab, setTab }) {
  const game = desk.session.game.value;
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = TABS[(TABS.findIndex(([name]) => name === tab) + by + TABS.length) % TABS.length][0];
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return html`<div class="tabs">
    <div class="tab-row"><div role="tablist" aria-label="Beside the table" onKeyDown=${move}>${TABS.map(
      ([name, title]) => html`
      <button key=${name} id=${`tab-${name}`} role="tab" aria-selected=${tab === name} aria-controls="tab-body"
        tabindex=${tab === name ? 0 : -1}
        onClick=${() => setTab(name)}>${title}</button>`,
    )}</div></div>
    <div id="tab-body" class="tab-body" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${tab}`}>
      ${tab === "log" && html`<${Log} desk=${desk} />`}
      ${tab === "units" && html`<${UnitsTable} desk=${desk} /><${GroundWords} desk=${desk} /><${Notes} desk=${desk} />`}
      ${
        tab === "rules" &&
        game &&
        html`<${RuleSearch} book=${game.rulebook} go=${(rule) => {
          opened.value = { book: game.rulebook, id: rule };
        }} />`
      }
      ${tab === "dice" && html`<${OddsPanel} />`}
    </div></div>`;
}

/** What the battle is about, and its special rules. */
function Notes({ desk }) {
  const lines = [
    ...faultsOf(desk.session.state.value),
    ...(desk.session.game.value?.briefing ?? []),
    ...(desk.view.value?.notes ?? []),
  ].filter(Boolean);
  if (!lines.length) return null;
  return html`<h3>This battle</h3><ul>${[...new Set(lines)].map((note) => html`<li key=${note}>${note}</li>`)}</ul>`;
}

// --- what covers the table now and then ----------------------------------------------------------------------

function HandOver({ desk }) {
  const next = desk.session.handOver.value;
  if (next === null) return null;
  const view = desk.session.places[next].state.value.view;
  return html`<${Cover} labelled="hand-over" secret>
    <div class="card"><h2 id="hand-over">${view.sides[view.you] ?? "The other player"}, please</h2>
      <p>Hand over the screen. Nothing of the other side is shown until you press the button.</p>
      <button class="primary" autofocus onClick=${() => desk.session.sit(next)}>I am here</button></div><//>`;
}

function UndoAsked({ session }) {
  const asker = session.state.value?.undo_asked_by ?? null;
  if (asker === null || session.watching) return null;
  if (asker === session.here.value.seat.value) {
    return html`<p class="toast" role="status">The other side is asked whether you may take that back.</p>`;
  }
  const reply = (yes) => () => session.say("allow_undo", { yes });
  return html`<div class="toast card" role="alertdialog" aria-label="Undo asked">
    <p>The other side would like to take back its last answer, though more has happened since.</p>
    <p class="row"><button class="primary" onClick=${reply(true)}>Allow it</button><button onClick=${reply(false)}>No</button></p></div>`;
}

// --- keys that work everywhere on this page ------------------------------------------------------------------

const TEXT = "input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]",
  WRITING = `${TEXT}, select`;

/** Enter is the answer's also in a list, a tick box or a number of the order itself; elsewhere what is typed is meant. */
const mayGive = (target) => !target.closest?.(TEXT) || Boolean(target.closest(".controls"));

function globalKey(desk, event, { help, talk }) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector(".cover, dialog[open]")) return;
  const onButton = event.target.closest?.("button, a, summary, [tabindex='0'].lines, [role=tab]");
  if (deed()) event.preventDefault();

  function deed() {
    if (!onButton && !event.target.closest?.(WRITING) && desk.sketch.onKey(event, desk.field)) return true;
    if (event.key === "Enter") return !onButton && mayGive(event.target) && (givingKey(desk, event) || nudged(desk));
    if (event.target.closest?.(WRITING)) return false;
    if (numbered(desk, Number(event.key))) return true;
    const named = lettered(desk, event.key, { help, talk });
    if (named) return named() !== false;
    if (onButton && (event.key === " " || event.key.startsWith("Arrow"))) return false;
    return givingKey(desk, event) || ghostKey(desk, event, null) || Boolean(desk.camera?.key(event));
  }
}

const nudged = ({ session, giving }) => Boolean(session.question.value) && !session.busy.value && giving.nudge();

const lettered = (desk, key, { help, talk }) =>
  ({
    "?": help,
    "/": () => talk.begin(),
    u: () => desk.session.takeBack(),
    h: () => desk.session.askHint(),
    m: () => desk.tape.toggle(),
    r: () => desk.turnRound(),
    g: () => nextLevel(desk),
    n: () => desk.next(),
    k: () => desk.sketch.toggle(),
    a: () => desk.player.again(),
    i: () => desk.openCard(),
    l: () => {
      sightlines.value = !sightlines.value;
    },
    f: () => finish(desk),
  })[key];

/** A number takes the choice, volley, tick or ready order of that number; true if there is one. */
function numbered(desk, digit) {
  const { session, picker } = desk,
    question = session.question.value;
  if (!question || !(digit >= 1) || session.busy.value) return false;
  const kinds = {
    choose: () => [sorted(question).others, (one) => session.answer(one.answer)],
    choose_some: () => [question.options, (one) => picker.toggle(one.answer)],
    assign: () => [volleys(question), (one) => picker.propose(one.answer)],
    order: () => [readyOrders(question), (one) => takeReady(desk, one)],
  };
  const [all, take] = kinds[question.kind]?.() ?? [[]];
  if (!all[digit - 1]) return false;
  take(all[digit - 1]);
  return true;
}
