// The command line: a field for words, how they could go on, and what is said to them.
import { html, classes, useLayoutEffect, useRef, useState } from "../html.js";

const HINT = "Type an answer, an order or a question; Tab completes, Enter says it, Escape leaves.";

export function CommandBar({ talk }) {
  const field = useRef(null),
    [text, setText] = useState(""),
    [at, setAt] = useState(-1), // the completion that is pointed at
    [shut, setShut] = useState(true), // the list of completions
    [past, setPast] = useState(-1); // the earlier line that was brought back
  const open = talk.open.value;
  useLayoutEffect(() => {
    if (open) field.current?.focus(); // before the next key can be struck
  }, [open]);
  if (!open) return null;
  const list = shut ? [] : talk.completions(text);
  const write = (line) => {
    setText(line);
    setAt(-1);
    setShut(!line.trim());
  };
  const take = (line) => {
    write(`${line} `);
    setShut(true);
    field.current?.focus();
  };
  const leave = () => {
    talk.open.value = false;
    write("");
    document.querySelector(".field")?.focus();
  };
  const say = () => {
    const line = field.current.value;
    setPast(-1);
    write("");
    talk.say(line);
  };
  const earlier = (by) => {
    const next = Math.max(-1, Math.min(talk.typed.length - 1, past + by));
    setPast(next);
    setText(talk.typed[next] ?? "");
    setShut(true);
  };
  const deeds = {
    ArrowDown: () => (list.length ? setAt((at + 1) % list.length) : earlier(-1)),
    ArrowUp: () => (list.length ? setAt((Math.max(at, 0) - 1 + list.length) % list.length) : earlier(1)),
    Tab: () => take(list[Math.max(at, 0)]),
    Enter: () => (at >= 0 && list[at] ? take(list[at]) : say()),
    Escape: () => (list.length ? setShut(true) : leave()),
  };
  const onKey = (event) => {
    const used = deeds[event.key] && !(event.key === "Tab" && (!list.length || event.shiftKey));
    if (!used || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    deeds[event.key]();
  };
  return html`<section class="command" aria-label="Command line">
    <div class="told" role="log" aria-live="polite" aria-label="What the table says" tabindex="0">
      ${talk.told.value.map(({ key, text: line }) => html`<p key=${key}>${line}</p>`)}</div>
    <div class="row">
      <label class="grow"><span class="hidden-text">What do you want?</span>
        <input ref=${field} role="combobox" aria-expanded=${list.length > 0} aria-controls="completions"
          aria-autocomplete="list" aria-activedescendant=${list[at] ? `completion-${at}` : undefined}
          aria-describedby="command-hint" autocomplete="off" autocapitalize="off" spellcheck="false"
          placeholder="move archers 4 forward, where archers, help" value=${text} onKeyDown=${onKey}
          onInput=${(event) => write(event.target.value)} onBlur=${() => setShut(true)} /></label>
      <button onClick=${say}>Say it</button>
      <button aria-label="Leave the command line" onClick=${leave}>✕</button>
    </div>
    <p id="command-hint" class="hidden-text">${HINT}</p>
    <ul id="completions" role="listbox" aria-label="How it could go on"
      class=${classes("completions", !list.length && "none")}>
      ${list.map(
        (line, place) => html`<li key=${line} id=${`completion-${place}`} role="option"
        aria-selected=${place === at} onMouseDown=${(event) => {
          event.preventDefault(); // the field keeps the focus
          take(line);
        }}>${line}</li>`,
      )}</ul>
  </section>`;
}
