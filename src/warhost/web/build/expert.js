// The expert's view: the army as the text that the muster reads, to be edited, downloaded or pasted.
import { html, useLayoutEffect, useRef, useState } from "../html.js";
import { closedBeside } from "../cover.js";

export function Expert({ desk, close }) {
  const box = useRef(null),
    [own, setOwn] = useState(desk.draft.text), // what was written here, however long ago
    text = own ?? desk.told?.text ?? "",
    [faults, setFaults] = useState([]);
  useLayoutEffect(() => box.current?.showModal(), []);
  const write = (words) => {
    setOwn(words);
    desk.draft.write(words, desk.roster);
  };
  const take = async () => {
    const found = await desk.load({ text, same: true });
    setFaults(found);
    if (found.length) return;
    write(null);
    box.current.close();
  };
  const name = `${desk.roster.name || "roster"}.toml`;
  return html`<dialog ref=${box} class="expert card" aria-label="Expert view" onClose=${close} onClick=${closedBeside}><h2>The roster as text</h2>
    <label>TOML<textarea spellcheck="false" rows="18" value=${text} onInput=${(event) => write(event.target.value)}></textarea></label>
    ${faults.map((fault) => html`<p key=${fault} class="notice refused" role="alert">${fault}</p>`)}
    ${own !== null && html`<p class="fine">This is not taken over yet. It stays here when you close this.</p>`}
    <p class="row"><button class="primary" onClick=${take}>Take it over</button>
      ${own !== null && html`<button onClick=${() => write(null)}>Drop it</button>`}
      <a class="button" download=${name} href=${`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>Download</a>
      <button onClick=${() => box.current.close()}>Close</button></p></dialog>`;
}
