// Between the page and its sockets: messages are late, doubled, out of order or lost, and lines are cut; by seed.
(() => {
  const Real = WebSocket;
  const storm = (globalThis.storm = { weather: {}, lines: 0, answers: [], words: [] });
  let seed = 7;
  const chance = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };

  /** So it goes with one message, either way. */
  const carried = (deliver, line) => {
    const { late = 0, lost = 0, doubled = 0, cut = 0, dark = false } = storm.weather;
    if (dark || chance() < lost) return;
    setTimeout(deliver, chance() * late);
    if (chance() < doubled) setTimeout(deliver, chance() * late);
    if (chance() < cut) setTimeout(() => line.close(), chance() * late);
  };

  globalThis.WebSocket = class {
    static OPEN = Real.OPEN;
    static CLOSED = Real.CLOSED;

    constructor(address) {
      storm.lines += 1;
      const line = (this.line = new Real(address));
      line.onopen = () => this.onopen?.();
      line.onclose = (event) => this.onclose?.(event);
      line.onmessage = (event) => carried(() => line.readyState === Real.OPEN && this.onmessage?.(event), line);
    }

    get readyState() {
      return this.line.readyState;
    }

    send(said) {
      const message = JSON.parse(said);
      if (message.type === "answer") storm.answers.push(message);
      carried(() => this.line.readyState === Real.OPEN && this.line.send(said), this.line);
    }

    close() {
      this.line.close();
    }
  };

  // What the page has said about its line and its answers, one after the other.
  new MutationObserver(() => {
    const said = document.querySelector(".trouble")?.textContent.trim();
    if (said && storm.words.at(-1) !== said) storm.words.push(said);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})();
