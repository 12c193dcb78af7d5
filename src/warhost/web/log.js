// What happened, in sentences: each with its rule, its dice as thrown, and the sum behind every number.
import { html, useRef, useEffect, useState, classes, upper } from "./html.js";
import { copied } from "./copy.js";
import { RuleLink } from "./rules.js";
import { Sum } from "./sum.js";
import { Picture, cameOf, gathered, massWords, placeless } from "./telling.js";
import { Dice, fellFirst, isDice, struckOf, thrownAgain } from "./tray.js";

export function Line({ line, desk, again = null }) {
  const [open, setOpen] = useState(false);
  const over = (on) => () => {
    if (!desk) return;
    desk.named.value = on ? (line.pieces ?? []) : [];
    desk.told.value = on && line.outlines?.length ? [line] : [];
  };
  const dice = (line.dice ?? []).filter((thrown) => thrown?.faces?.length);
  const numbers = (line.numbers ?? []).filter((number) => number.steps?.length);
  const deed = line.play?.deed ?? "note",
    said = upper(line.text || dice[0]?.purpose || line.kind);
  return html`<li class=${classes("line", `did-${deed}`, dice.length && "rolled")} onMouseEnter=${over(true)}
    onMouseLeave=${over(false)}>
    <button class="deed" aria-expanded=${open} aria-label=${`More: ${said}`} onClick=${() => setOpen(!open)}><${Picture} play=${line.play} /></button>
    <div class="told-line"><span class="said">${open ? said : placeless(said)} </span>
    ${dice.flatMap(fellFirst).map((thrown, at, all) => html`<${Dice} key=${at} thrown=${thrown} struck=${struckOf(all[at + 1] ?? again?.dice[0])} />`)}
    ${
      open &&
      html`<p class="links">${line.rule && html`<${RuleLink} rule=${line.rule}>The rule<//>`}
      ${desk?.session && html`<a href=${`#/replay/${desk.session.id}?at=${line.step}`} title=${`Step ${line.step} again`}>Back then</a>`}
      ${desk && line.pieces?.length > 0 && html`<button class="link" onClick=${() => desk.find(line.pieces[0])}>Show</button>`}</p>
      ${numbers.map((number, at) => html`<${Sum} key=${at} number=${number} />`)}`
    }</div>
  </li>`;
}

/** What the models of a unit did one by one, as one line that unfolds. */
function Fold({ deed, desk }) {
  const over = (on) => () => {
    desk.named.value = on ? deed.lines.flatMap((line) => line.pieces ?? []) : [];
  };
  return html`<li class="fold" onMouseEnter=${over(true)} onMouseLeave=${over(false)}><details><summary><${Picture} play=${deed.lines[0].play} />
    <span>${upper(massWords(deed, desk))}</span></summary>
    <ol>${deed.lines.map((line) => html`<${Line} key=${line.key} line=${line} desk=${desk} />`)}</ol></details></li>`;
}

/** A deed with its dice and what came of it, as one line that unfolds to all that was told. */
function DeedFold({ deed, desk, again }) {
  const { head, lines } = deed,
    came = cameOf(deed),
    at = lines.indexOf(head);
  // Those thrown for the deed itself; what followed from it has dice of its own below.
  const first = lines.findIndex(({ dice }) => dice?.length),
    thrown = lines.slice(0, Math.max(at, first) + 1).flatMap(({ dice }) => (dice ?? []).filter(isDice));
  const over = (on) => () => {
    desk.named.value = on ? lines.flatMap((line) => line.pieces ?? []) : [];
  };
  return html`<li class="fold" onMouseEnter=${over(true)} onMouseLeave=${over(false)}><details><summary><${Picture} play=${head.play} />
    <span><span class="said">${upper(placeless(head.text))}</span> ${thrown.flatMap(fellFirst).map((one, place) => html`<${Dice} key=${place} thrown=${one} />`)}
      ${came && html`<span class="came">${placeless(came)}</span>`}</span></summary>
    <ol>${lines.map((line) => html`<${Line} key=${line.key} line=${line} desk=${desk} again=${again.get(line) ?? null} />`)}</ol></details></li>`;
}

/** Lines one below the other, those of one deed folded. */
export function Told({ lines, desk, again = thrownAgain(lines) }) {
  return gathered(lines, desk.view?.value).map((one) =>
    one.unit
      ? html`<${Fold} key=${one.lines[0].key} deed=${one} desk=${desk} />`
      : one.head
        ? html`<${DeedFold} key=${one.head.key} deed=${one} desk=${desk} again=${again} />`
        : html`<${Line} key=${one.line.key} line=${one.line} desk=${desk} again=${again.get(one.line) ?? null} />`,
  );
}

/** Lines with something to read: the others are only there to be played. */
export const written = (lines) => lines.filter((line) => line.text || line.dice?.length);

const FILTERS = {
  all: () => true,
  dice: (line) => line.dice?.length > 0,
  deeds: (line) => !line.dice?.length,
};
const MOST_SHOWN = 250;

/** The log as it is shown, as text: sentences, and the faces of the dice. */
export const asText = (lines) =>
  lines
    .map((line) => {
      const thrown = (line.dice ?? []).map(({ faces }) => ` [${faces.join(" ")}]`).join("");
      return `${line.text}${thrown}`;
    })
    .join("\n");

function Copy({ lines }) {
  const [done, setDone] = useState(false);
  const copy = async () => setDone(await copied(asText(lines)));
  return html`<button class="small" onClick=${copy}>${done ? "Copied" : "Copy"}</button>`;
}

export function Log({ desk }) {
  const [filter, setFilter] = useState("all"),
    [words, setWords] = useState(""),
    list = useRef(null);
  const lines = written(desk.session.lines.value)
    .filter(FILTERS[filter])
    .filter((line) => !words || line.text.toLowerCase().includes(words.toLowerCase()));
  const end = lines.at(-1)?.key;
  useEffect(() => {
    const box = list.current,
      toEnd = () => {
        box.scrollTop = box.scrollHeight;
      };
    toEnd();
    const watch = new ResizeObserver(toEnd); // a sheet that is pulled up shows the newest, too
    watch.observe(box);
    return () => watch.disconnect();
  }, [end, filter]);
  return html`<div class="log">
    <div class="row filters"><label>Show <select value=${filter}
      onChange=${(event) => setFilter(event.target.value)}>
      <option value="all">everything</option><option value="dice">dice</option><option
        value="deeds">what was done</option></select></label>
      <label class="grow"><span class="hidden-text">Search the log</span>
        <input type="search" placeholder="Search the log" value=${words}
          onInput=${(event) => setWords(event.target.value)} /></label><${Copy} lines=${lines} /></div>
    <div ref=${list} class="lines" tabindex="0" role="log" aria-live="polite" aria-label="What happened"><ol>
      <${Told} lines=${lines.slice(-MOST_SHOWN)} desk=${desk} again=${thrownAgain(desk.session.lines.value)} />
      ${!lines.length && html`<li class="fine">Nothing has happened yet.</li>`}
    </ol></div></div>`;
}
