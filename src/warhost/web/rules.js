// The rules at hand: search, cross links, and a drawer that any 'why' opens.
import { html, classes, signal, useEffect, useRef, useState, upper } from "./html.js";
import { useLeaving } from "./cover.js";
import { until } from "./net.js";

/** The rule that lies open in the drawer, {book, id}, or null; and whose rules 'why' means. */
export const opened = signal(null);
export const book = signal("");

export function RuleLink({ rule, children }) {
  if (!rule) return null;
  return html`<button class="link" type="button" title=${rule} data-rule=${rule}
    onClick=${() => {
      opened.value = { book: book.value, id: rule };
    }}>${children}</button>`;
}

function useFetched(path) {
  const [found, setFound] = useState({ path: null });
  useEffect(() => {
    return path
      ? until(
          path,
          (data) => setFound({ path, data }),
          (why) => why && setFound({ path, why }),
        )
      : undefined;
  }, [path]);
  return found.path === path ? found : {};
}

const linked = (rule) => (typeof rule === "string" ? { id: rule, title: rule } : rule);

export function RuleText({ of, go }) {
  const { data, why } = useFetched(of && `rules/${encodeURIComponent(of.book)}/${encodeURIComponent(of.id)}`);
  if (why) return html`<p class="notice error">${why}</p>`;
  if (!data) return html`<p class="fine">Looking it up …</p>`;
  const links = (title, rules) =>
    rules?.length > 0 &&
    html`<h3>${title}</h3>
    <ul class="rule-links">${rules.map(linked).map((rule) => html`<li key=${rule.id}><button class="link" onClick=${() => go(rule.id)}>${rule.title}</button></li>`)}</ul>`;
  return html`<article class="rule">
    <p class="fine">${data.chapter} · <code>${data.id}</code></p>
    <h2>${data.title}</h2>
    <p>${data.text}</p>
    ${data.ruling && html`<p class="ruling"><strong>Ruling.</strong> ${data.ruling}</p>`}
    ${
      data.examples?.length > 0 &&
      html`<h3>For example</h3><ul>${data.examples.map(
        (example, at) => html`
      <li key=${at}>${example.given} <strong>→</strong> ${example.expect}</li>`,
      )}</ul>`
    }
    ${links("It rests on", data.needs)}
    ${links("It is used by", data.needed_by)}
  </article>`;
}

const close = () => {
  opened.value = null;
};

/** The drawer beside the table. */
export function RuleDrawer() {
  const at = opened.value,
    box = useRef(null);
  useLeaving(box, () => Boolean(opened.peek()), close);
  useEffect(() => {
    if (at) document.getElementById("rule-drawer")?.focus();
  }, [at?.id]);
  if (!at) return null;
  return html`<aside ref=${box} id="rule-drawer" class="drawer" tabindex="-1" aria-label="A rule">
    <button class="close" aria-label="Close the rule" onClick=${close}>×</button>
    <${RuleText} of=${at} go=${(id) => {
      opened.value = { ...at, id };
    }} />
    <p><a href=${`#/rules/${at.book}/${at.id}`} target="_blank" rel="noopener">Open in the rule browser</a></p>
  </aside>`;
}

/** The rule browser: in a tab beside the table, or as a page of its own. */
export function RuleSearch({ book: of, id, go }) {
  const [words, setWords] = useState(""),
    [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), 150);
    return () => clearTimeout(timer);
  }, [words]);
  const { data, why } = useFetched(
    of && `rules/${encodeURIComponent(of)}?q=${encodeURIComponent(asked)}&limit=5000`,
  );
  return html`<div class="rule-search">
    <label>Search the rules <input type="search" value=${words} placeholder="charge, flank, shooting …"
      onInput=${(event) => setWords(event.target.value)} /></label>
    ${why && html`<p class="notice error">${why}</p>`}
    <p class="fine" role="status">${data ? `${data.length} rules` : ""}</p>
    <${Chapters} rules=${data ?? []} id=${id} go=${go} open=${Boolean(asked)} />
  </div>`;
}

function Chapters({ rules, id, go, open }) {
  const chapters = new Map();
  for (const rule of rules) chapters.set(rule.chapter, [...(chapters.get(rule.chapter) ?? []), rule]);
  return [...chapters].map(
    ([
      chapter,
      inside,
    ]) => html`<details key=${chapter} class="chapter" open=${open || inside.some((rule) => rule.id === id)}>
    <summary>${upper(chapter)} <span class="fine">${inside.length}</span></summary>
    <ul class="rule-links">${inside.map(
      (rule) => html`<li key=${rule.id}>
      <button class="link" aria-current=${rule.id === id ? "true" : undefined}
        onClick=${() => go(rule.id)}>${rule.title}</button></li>`,
    )}</ul></details>`,
  );
}

export function RulesPage({ book: of, id }) {
  const { data: books } = useFetched("rulebooks");
  const here = of || books?.[0]?.id,
    text = useRef(null);
  useEffect(() => {
    if (id) text.current?.scrollIntoView({ block: "nearest" }); // where it stands above a long list
  }, [id]);
  const go = (rule) => {
    location.hash = `#/rules/${here}/${rule}`;
  };
  return html`<main class="page rules-page">
    <h1>Rules</h1>
    <nav class="row" aria-label="Rulebooks">${(books ?? []).map(
      (one) => html`<a key=${one.id} class="button" aria-current=${one.id === here ? "page" : undefined}
      href=${`#/rules/${one.id}`}>${one.title}</a>`,
    )}</nav>
    <div class="two"><${RuleSearch} book=${here} id=${id} go=${go} />
      <div ref=${text} class=${classes("card", id && "chosen")}>${id ? html`<${RuleText} of=${{ book: here, id }} go=${go} />` : html`<p>Choose a rule, or search for a word.</p>`}</div></div>
  </main>`;
}
