// What happened, in sentences: each with its rule, its dice as thrown, and the sum behind every number.
import { html, useRef, useEffect, useState, classes, upper } from "./html.js";
import { RuleLink } from "./rules.js";

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** Each die is held against the need: so much or more if `over`, otherwise so much or less. */
function luckOf(thrown) {
  const need = thrown.need ?? null;
  if (need === null) return () => "";
  return (face) => ((thrown.over ? face >= need : face <= need) ? "met" : "missed");
}

function Die({ face, sides, met }) {
  if (sides > 6) return html`<span class=${classes("die many", met)}>${face}</span>`;
  return html`<svg class=${classes("die", met)} viewBox="-10 -10 20 20" role="img" aria-label=${String(face)}>
    <rect x="-9" y="-9" width="18" height="18" rx="4" />
    ${PIPS[face].map(([x, y]) => html`<circle cx=${x * 4.6} cy=${y * 4.6} r="1.9" />`)}</svg>`;
}

function Dice({ thrown }) {
  const met = luckOf(thrown);
  return html`<span class="dice">${thrown.faces.map(
    (face, at) => html`
    <${Die} key=${at} face=${face} sides=${thrown.sides} met=${met(face)} />`,
  )}</span>`;
}

function Sum({ number }) {
  const scale = number.scale ?? 1,
    last = number.steps.at(-1);
  return html`<table
    class="sum"><caption>${number.name ? upper(number.name) : "How that number came about"}</caption><tbody>
    ${number.steps.map(
      (step, at) => html`<tr key=${at}><td class="figure">${step.figure}</td><td>${step.title}</td>
      <td><${RuleLink} rule=${step.rule}>rule<//></td></tr>`,
    )}
    ${last && html`<tr class="total"><td class="figure">= ${last.total / scale}</td><td colspan="2"></td></tr>`}
  </tbody></table>`;
}

export function Line({ line, desk }) {
  const over = (on) => () => {
    if (!desk) return;
    desk.named.value = on ? (line.pieces ?? []) : [];
    desk.told.value = on && line.outlines?.length ? [line] : [];
  };
  const dice = (line.dice ?? []).filter((thrown) => thrown?.faces?.length);
  const numbers = (line.numbers ?? []).filter((number) => number.steps?.length);
  return html`<li class=${classes("line", dice.length && "rolled")} onMouseEnter=${over(true)}
    onMouseLeave=${over(false)}>
    <span>${upper(line.text || dice[0]?.purpose || line.kind)} </span>
    ${dice.map((thrown, at) => html`<${Dice} key=${at} thrown=${thrown} />`)}
    <span class="links">${line.rule && html`<${RuleLink} rule=${line.rule}>rule<//>`}
      ${desk?.session && html`<a href=${`#/replay/${desk.session.id}?at=${line.step}`} title=${`Step ${line.step} again`}>then</a>`}
      ${desk && line.pieces?.length > 0 && html`<button class="link" onClick=${() => desk.find(line.pieces[0])}>show</button>`}</span>
    ${
      numbers.length > 0 &&
      html`<details class="sums"><summary>sum</summary>
      ${numbers.map((number, at) => html`<${Sum} key=${at} number=${number} />`)}</details>`
    }
  </li>`;
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
  const copy = () =>
    navigator.clipboard.writeText(asText(lines)).then(
      () => setDone(true),
      () => {},
    );
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
    const box = list.current;
    if (box) box.scrollTop = box.scrollHeight;
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
      ${lines.slice(-MOST_SHOWN).map((line) => html`<${Line} key=${line.key} line=${line} desk=${desk} />`)}
      ${!lines.length && html`<li class="fine">Nothing has happened yet.</li>`}
    </ol></div></div>`;
}
