// A press means what lay under the pointer when it began, though the page has shifted before it was let go: a line
// that comes from the server above a button moves it, and neither the press may be lost nor meet what lies there now.
const PRESSED = "button, summary, a",
  SLIP = 10; // pixels: whoever goes further has thought better of it

let press = null;

addEventListener(
  "pointerdown",
  ({ target, clientX, clientY }) => {
    press = { on: target.closest(PRESSED), clientX, clientY };
  },
  true,
);

addEventListener(
  "click",
  (event) => {
    const begun = press;
    if (!event.isTrusted || !event.detail || !begun) return; // by the keyboard, or by a program
    press = null;
    if (Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) > SLIP) return;
    if (event.target.closest(PRESSED) === begun.on) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (begun.on?.isConnected) begun.on.click();
  },
  true,
);
