// Until the page is there: when a part of it does not come, this says so, offers to load it again, and does so by itself
// where that has failed, or where nothing more comes. It is no module, and needs none.
(() => {
  const LONG = 10000, // milliseconds: a slow line brings the page all the same
    SOON = 1500,
    QUIET = 30000, // so long nothing more has come: whatever is missing hangs on a line that is dead
    LATER = 20000, // it was just loaded again, and that did not help
    here = document.currentScript.src;

  const awaited = () => document.querySelector(".boot");

  /** A style that does not come keeps all else from being shown; fetched by a script, it keeps nobody waiting. Under its
      old name a browser would wait for the old reply. */
  function restyle(pause) {
    const missing = [...document.querySelectorAll("link[rel=stylesheet]")].filter((link) => !link.sheet);
    for (const link of missing) link.replaceWith(Object.assign(link.cloneNode(), { href: `${link.href.split("?")[0]}?${pause}` }));
    if (missing.length) setTimeout(restyle, 2 * pause, 2 * pause);
  }

  function tell(words) {
    const said = awaited(),
      again = document.createElement("button");
    if (!said || said.role) return; // the page is there, or that has been told
    again.textContent = "Load it again";
    again.onclick = () => location.reload();
    said.role = "alert";
    said.replaceChildren(words, document.createElement("br"), again);
  }

  /** Only once there is somebody who answers: a browser's own page about that would not come back by itself. */
  const reload = () => fetch(here, { cache: "no-store", signal: AbortSignal.timeout(LONG) }).then(() => awaited() && location.reload(), () => setTimeout(reload, SOON));

  const come = () => performance.getEntriesByType("resource").length;

  /** A slow line brings one part after the other, and those are kept; a dead one is never closed by anybody. */
  function watch(before) {
    if (!awaited()) return;
    const now = come();
    if (now === before) reload();
    else setTimeout(watch, QUIET, now);
  }

  addEventListener(
    "error",
    ({ target }) => {
      if (target.type !== "module") return;
      tell("A part of the page was lost on its way. It is loaded again by itself …");
      setTimeout(reload, performance.getEntriesByType("navigation")[0]?.type === "reload" ? LATER : SOON);
    },
    true,
  );
  setTimeout(() => {
    tell("The page has not come yet: the line is slow, or a part was lost on its way. Nothing of your games is lost. When no more of it comes, it is loaded again by itself.");
    restyle(LONG);
    setTimeout(watch, QUIET, come());
  }, LONG);
})();
