// The expert's view: the army as the text that the muster reads, to be edited, downloaded or pasted.
import { html, useLayoutEffect, useRef, useState } from "../html.js";
import { closedBeside } from "../cover.js";

export function Expert({ desk, close }) {
  const box = useRef(null),
    [own, setOwn] = useState(null), // what was written here
    text = own ?? desk.told?.text ?? "",
    [faults, setFaults] = useState([]);
  useLayoutEffect(() => box.current?.showModal(), []);
  const take = async () => {
    const found = await desk.load({ text });
    if (found?.roster) box.current.close();
    else setFaults(found?.faults ?? []);
  };
  const name = `${desk.roster.name || "roster"}.toml`;
  return html`<dialog ref=${box} class="expert card" aria-label="Expert view" onClose=${close}
    onClick=${(event) => own === null && closedBeside(event) /* what was written is not lost by a slip */}><h2>The roster as text</h2>
    <label>TOML<textarea spellcheck="false" rows="18" value=${text} onInput=${(event) => setOwn(event.target.value)}></textarea></label>
    ${faults.map((fault) => html`<p key=${fault} class="notice refused" role="alert">${fault}</p>`)}
    <p class="row"><button class="primary" onClick=${take}>Take it over</button>
      <a class="button" download=${name} href=${`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>Download</a>
      <button onClick=${() => box.current.close()}>Close</button></p></dialog>`;
}
