// Army sheets: links to those the server prints, and one shown in the page, in a style of its own.
import { html, useCallback, useEffect, useState } from "./html.js";
import { placed } from "./place.js";
import { seats } from "./prefs.js";

export const rosterSheet = (book, roster) =>
  placed(`/api/sheet/${encodeURIComponent(book)}/${encodeURIComponent(roster)}`);

export function sideSheet(game, side) {
  const token = seats.value[game]?.seats?.[0]?.token;
  return placed(`/api/games/${encodeURIComponent(game)}/sheet/${side}${token ? `?token=${encodeURIComponent(token)}` : ""}`);
}

export const SheetLink = ({ href, children }) =>
  html`<a class="button small" href=${href} target="_blank" rel="noopener">${children}</a>`;

/** The sheet of a roster that is still being written. */
export function WrittenSheet({ book, text }) {
  const [{ page, why }, setSheet] = useState({}),
    filled = useCallback((box) => box && page && shown(box, page), [page]);
  useEffect(() => {
    let here = true;
    asked(book, text).then(
      (page) => here && setSheet({ page }),
      (failed) => here && setSheet(({ page }) => ({ page, why: failed.message })),
    );
    return () => {
      here = false;
    };
  }, [book, text]);
  return html`<div class="written-sheet" tabindex="0" role="region" aria-label="Army sheet">${why && html`<p class="notice">${why}</p>`}<div ref=${filled}></div></div>`;
}

async function asked(book, roster) {
  const reply = await fetch(placed(`/api/sheet/${encodeURIComponent(book)}`), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ roster }),
  });
  if (!reply.ok) throw new Error((await reply.json()).error.why);
  return reply.text();
}

const STYLE = /<style>([\s\S]*?)<\/style>/;

/** Its style stays inside: the page's own rules and the sheet's know nothing of each other. */
function shown(box, written) {
  const root = box.shadowRoot ?? box.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet();
  style.replaceSync((STYLE.exec(written)?.[1] ?? "").replaceAll(/:root|(?<![\w-])body(?![\w-])/g, ":host"));
  root.adoptedStyleSheets = [style];
  root.replaceChildren(...new DOMParser().parseFromString(written.replace(STYLE, ""), "text/html").body.childNodes);
}
