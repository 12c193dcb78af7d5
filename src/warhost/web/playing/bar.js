// What stands beside the play: the sentence that is being played, banners, and how fast it goes.
import { html, useEffect, classes, upper } from "../html.js";
import { Pop } from "../cover.js";
import { placeless } from "../telling.js";
import { speed, stepwise } from "./player.js";

export const SPEEDS = [
  ["slow", "Slow"],
  ["normal", "Normal"],
  ["fast", "Fast"],
  ["off", "Off: at once"],
];

/** In place of the card that has nothing to ask meanwhile: what is happening, and the way past it. */
export function PlayBar({ shown }) {
  const { player } = shown,
    line = player.line.value;
  if (!player.playing.value) return null;
  const next = stepwise.value;
  return html`<div class="play-bar" role="group" aria-label="What is happening">
    <p aria-hidden="true">${upper(placeless(line?.text || thrownFor(shown, line) || "…"))}</p>
    ${next && html`<button class="primary" disabled=${!player.waits.value} onClick=${() => player.on()}>Next <kbd>Space</kbd></button>`}
    <button class="skip" onClick=${() => player.pass()}>Skip <kbd>${next ? "Esc" : "Space"}</kbd></button>
  </div>`;
}

/** "Snagga's Raid: battle stress", where the dice are all that is told. */
function thrownFor(shown, line) {
  const [thrown] = line?.dice ?? [];
  return thrown && [shown.view.value?.sides[thrown.side], thrown.purpose].filter(Boolean).join(": ");
}

const SHOWN = 1100; // milliseconds

/** Turns and phases, large over the table, for a moment. */
export function Banner({ shown }) {
  const { banner } = shown.player,
    said = banner.value;
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => {
      if (banner.peek() === said) banner.value = null;
    }, SHOWN);
    return () => clearTimeout(timer);
  }, [said]);
  if (!said) return null;
  return html`<div key=${said.key} class="play-banner" aria-hidden="true"><strong>${said.text}</strong>${said.more && html`<span>${said.more}</span>`}</div>`;
}

/** How fast events are played, step by step or not, and once more. */
export function PlayMenu({ shown }) {
  const { player } = shown;
  const choose = (name) => () => {
    speed.value = name;
    if (name === "off") player.skip();
  };
  return html`<${Pop} kind="invite play-menu" title="How events are played" words="▶ Play">
      <fieldset class="choices"><legend>Events are played</legend>${SPEEDS.map(
        ([name, words]) => html`<label class="choice" key=${name}><input type="radio" name="speed" value=${name}
          checked=${speed.value === name} onChange=${choose(name)} /><span>${words}</span></label>`,
      )}</fieldset>
      <label class="choice"><input type="checkbox" checked=${stepwise.value} onChange=${(event) => {
        stepwise.value = event.target.checked;
      }} /><span>Step by step: each waits for a key</span></label>
      <${AgainButton} shown=${shown} />
      <p class="fine">While something is played, a click or any key skips it; held down, it goes faster.</p><//>`;
}

export function AgainButton({ shown, small = false }) {
  const { player } = shown;
  return html`<button class=${classes("again", small && "small")} disabled=${!player.last.value.length || player.playing.value || speed.value === "off"}
    onClick=${(event) => {
      event.currentTarget.closest("details")?.removeAttribute("open");
      player.again();
    }}>Show me again <kbd>A</kbd></button>`;
}

// --- keys ----------------------------------------------------------------------------------------------------

const OTHERS = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock", "?", "+", "-", "0", "PageUp", "PageDown", "Home", "End"]);
const ELSEWHERE = "input, select, textarea, button, a, summary, [contenteditable], dialog";

/** While something is played any key skips it, and one that is held hurries it. Gives what takes the listeners away. */
export function playKeys(player) {
  let pressed = null;
  const down = (event) => {
    if (!player.playing.peek() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (OTHERS.has(event.key) || event.key.startsWith("Arrow") || event.target.closest?.(ELSEWHERE)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Escape") player.pass();
    else if (!event.repeat) pressed = event.key;
    else if (pressed === event.key) player.hurry = true;
  };
  const up = (event) => {
    if (pressed !== event.key) return;
    pressed = null;
    if (player.hurry) player.hurry = false;
    else player.on();
  };
  addEventListener("keydown", down, true);
  addEventListener("keyup", up, true);
  return () => {
    removeEventListener("keydown", down, true);
    removeEventListener("keyup", up, true);
  };
}
