// A call to the table for those who look elsewhere: once for each time the game is handed to them, and only if they
// want it.
import { kept, seats } from "./prefs.js";
import { placed } from "./place.js";

export const notices = kept("warhost.notices", "off"); // "on" or "off"
const possible = () => "Notification" in globalThis;

/** Ask the browser for leave; what it says is what holds. Resolves to why there will be none, or to nothing. */
export async function allowNotices() {
  if (!possible()) return refused("This browser has no notices.");
  if ((await Notification.requestPermission()) === "granted") return "";
  return refused("This browser does not let the page show notices; its settings for this site say why.");
}

function refused(why) {
  notices.value = "off";
  return why;
}

let called = null; // the notice that has not been followed yet

/** Say that a move is awaited, to somebody whose eyes are elsewhere. */
export function callToTable(game, title) {
  const wanted = seats.peek()[game]?.calls ?? notices.value === "on"; // said for this game, or for all
  if (!wanted || !document.hidden || called || !possible()) return;
  if (Notification.permission !== "granted") return;
  try {
    called = new Notification("Your move", { body: title, tag: `warhost ${game}`, icon: placed("/icon.svg") });
  } catch {
    return; // some browsers allow notices to installed pages only
  }
  called.onclick = () => {
    focus();
    called?.close();
  };
}

/** Nothing is awaited any more, or whoever was called has come. */
export function callOff() {
  called?.close();
  called = null;
}

document.addEventListener("visibilitychange", () => document.hidden || callOff());
