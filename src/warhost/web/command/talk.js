// A conversation with the table: typed lines, understood as answers, orders or looks, and what is said to them.
import { effect, plural, signal, untracked, upper } from "../html.js";
import { fell, readOff } from "../dice.js";
import { plainText } from "../questions.js";
import { choices, chosen, judged, pairs, several } from "./answers.js";
import { completed } from "./completing.js";
import { dice, log, near, phase, where } from "./looking.js";
import { NO_QUESTION, assignments, help, options } from "./guide.js";
import { exactly, leading, wordsOf } from "./naming.js";
import { ghostWords, introduced, ordered } from "./ordering.js";

const KEPT = 50, // lines that were typed
  MOST_TOLD = 80; // more than any one answer has, that of "help" too

/** Whatever is asked, these work: [pattern, deed]. */
const LOOKS = [
  [/^(?:help|\?)$/i, ({ desk }) => help(desk)],
  [/^(?:what can i do|what|options|choices)\??$/i, ({ desk }) => options(desk)],
  [/^(?:who is|who's|who are)?\s*near(?:est)?(?:\s+to)?(?:\s+(.+?))?\??$/i, ({ desk }, text) => near(desk, text)],
  [/^where(?:\s+(?:is|are))?(?:\s+(.+?))?\??$/i, ({ desk }, text) => where(desk, text)],
  [/^log(?:\s+(\d+))?$/i, ({ desk }, text) => log(desk, text)],
  [/^(?:phase|turn)$/i, ({ desk }) => phase(desk)],
  [/^dice$/i, ({ desk }) => dice(desk)],
  [/^undo$/i, (talk) => talk.undo()],
  [/^hint$/i, (talk) => talk.hint()],
  [/^(?:reset|cancel)$/i, (talk) => talk.reset()],
];
/** A promise kept as soon as it is so. */
const until = (condition) =>
  new Promise((done) => {
    const stop = effect(() => {
      if (condition()) queueMicrotask(() => (stop(), done()));
    });
  });

export class Talk {
  constructor(desk) {
    this.desk = desk;
    this.session = desk.session;
    this.open = signal(false);
    this.told = signal([]); // [{key, text}]: what was said to the last line, and what was asked since
    this.typed = []; // earlier lines, the last one first
    this.count = 0;
    this.asked = null;
    this.proposed = null; // an order in words that no ghost can show: {number, answer}
    this.ready = false; // the visitor has heard what Enter on an empty line would give
    this.stop = effect(() => {
      const question = this.session.question.value,
        on = this.open.value;
      untracked(() => on && this.#heard(question));
    });
  }

  toggle() {
    this.open.value = !this.open.value;
  }

  /** The keyboard goes to the command line, be it open already or not. */
  begin() {
    this.open.value = true;
    document.querySelector(".command input")?.focus();
  }

  tell(...lines) {
    const more = lines.filter(Boolean).map((text) => ({ key: this.count++, text }));
    this.told.value = [...this.told.value, ...more].slice(-MOST_TOLD);
  }

  /** A new question is read out to whoever is typing. */
  #heard(question) {
    if (this.asked === (question?.key ?? null)) return;
    this.asked = question?.key ?? null;
    this.ready = false;
    if (question) this.tell(plainText(question, this.desk.view.value));
  }

  async say(text) {
    const line = text.trim();
    this.told.value = [];
    if (line) this.typed = [line, ...this.typed.filter((one) => one !== line)].slice(0, KEPT);
    await (line ? this.#understand(line) : this.#confirm());
  }

  completions(text) {
    return completed(this.desk, text);
  }

  async #understand(line) {
    const question = this.session.question.value,
      certain = exactly(line, choices(this.desk, question));
    if (certain && question.kind === "choose") return this.#answer(certain);
    for (const [pattern, deed] of LOOKS) {
      const found = pattern.exec(line);
      if (found) return this.tell(...((await deed(this, found[1] ?? "")) ?? []));
    }
    if (!question) return this.tell(NO_QUESTION);
    this.ready = false;
    const understood = await this[KINDS[question.kind]](question, line);
    return understood ? undefined : this.tell(`Not understood: ${line}. Type help, or what can I do.`);
  }

  // --- each kind of question: true if the line meant something -------------------------------------------------

  async choose(question, line) {
    const whole = chosen(this.desk, question, line);
    if (whole) return this.#answer(whole);
    const { words, strange } = introduced(this.desk, wordsOf(line)),
      found = strange ? null : leading(words, choices(this.desk, question));
    if (strange) return this.#say(`That is not asked now. ${plainText(question, this.desk.view.value)}`);
    if (!found) return false;
    const rest = line.trim().split(/\s+/).slice(-found.rest.length).join(" ");
    await this.#answer(found.who);
    // What else the line says is meant for the question that follows.
    if (found.rest.length && this.session.question.value && !this.session.notice.value) await this.#understand(rest);
    return true;
  }

  async some(question, line) {
    const found = several(this.desk, question, line);
    if (!found) return false;
    if (found.why) return this.#say(found.why);
    const { least, most } = question,
      count = found.some.length;
    const wanted = least === most ? least : `${least} to ${most}`;
    if (count < least || count > most) return this.#say(`Choose ${wanted}, not ${count}.`);
    this.desk.picker.some.value = found.some;
    const taken = choices(this.desk, question).filter((one) => found.some.includes(one.answer));
    return this.#proposed(found.some, taken.map((one) => one.title).join(", ") || "Nothing");
  }

  async assign(question, line) {
    const number = /^\d+$/.test(line) ? assignments(this.desk)[Number(line) - 1] : null,
      { words } = introduced(this.desk, line.split(/\s+/)),
      found = number ? { given: number.answer } : pairs(this.desk, question, words.join(" "));
    if (!found) return false;
    if (found.why) return this.#say(found.why);
    const count = Object.keys(found.given).length;
    if (!count && !question.none_allowed) return this.#say("Somebody must.");
    if (!count) return this.#answer({ answer: {}, title: "Nobody" });
    this.desk.picker.given.value = found.given;
    const titles = (pair) => pair.map((id) => this.desk.titleOf(id)).join(" at "),
      meant = Object.entries(found.given).map(titles);
    return this.#proposed(found.given, meant.join(", "));
  }

  async order(question, line) {
    const found = await ordered(this.desk, line);
    if (!found) return false;
    if (found.why) return this.#say(found.why);
    if (found.label) return this.#proposed(found.answer, upper(this.desk.titled(found.label)));
    if (found.answer !== undefined) return this.#answer({ answer: found.answer, title: line });
    this.desk.hand.put(found.draft);
    await until(() => !this.desk.hand.waiting.value);
    this.ready = this.desk.hand.ready;
    return this.#say(ghostWords(this.desk));
  }

  async dice(question, line) {
    const faces = readOff(wordsOf(line), question);
    if (!fell(faces, question))
      return this.#say(`Type ${plural(question.count, "face")} of 1 to ${question.sides}, with spaces between.`);
    return this.#answer({ answer: faces, title: faces.join(" ") });
  }

  // --- giving it -----------------------------------------------------------------------------------------------

  #say(...lines) {
    this.tell(...lines);
    return true;
  }

  async #proposed(answer, words) {
    const { ok, words: verdict } = await judged(this.desk, answer);
    this.ready = ok;
    this.proposed = ok ? { number: this.session.question.value?.number, answer } : null;
    return this.#say(ok ? `${words}. ${verdict}` : `Not allowed: ${verdict}`, ok && "Enter gives this answer.");
  }

  async #answer({ answer, title, why }) {
    if (why) return this.#say(why);
    await until(() => !this.session.busy.value);
    this.tell(`${title.replace(/[.:]$/, "")}.`);
    this.session.answer(answer);
    await until(() => !this.session.busy.value);
    const { notice } = this.session;
    if (notice.value) this.tell(`Not allowed: ${notice.value.why}`);
    return true;
  }

  /** Enter on an empty line gives what has been put together; what was not put together in words is read out first. */
  async #confirm() {
    await until(() => !this.desk.hand.waiting.value);
    const question = this.session.question.value,
      given = question && this.#prepared(question);
    if (given && this.ready) return this.#answer({ answer: given.answer, title: "It is given" });
    this.ready = Boolean(given);
    const asked = question ? plainText(question, this.desk.view.value) : NO_QUESTION;
    return this.tell(given ? given.words : asked, given ? "" : "Type help for the words.");
  }

  /** The order, list or pairs that lie ready to be given: {answer, words}, or null. */
  #prepared(question) {
    const { hand, picker } = this.desk,
      some = picker.some.value,
      given = picker.given.value;
    if (hand.ready) return { answer: hand.said(hand.draft.value), words: ghostWords(this.desk) };
    if (question.kind === "assign" && Object.keys(given).length)
      return { answer: given, words: "Enter gives these targets." };
    if (question.kind === "order" && this.proposed?.number === question.number)
      return { answer: this.proposed.answer, words: "Enter gives this answer." };
    const enough = question.kind === "choose_some" && some.length >= question.least && some.length <= question.most;
    return enough ? { answer: some, words: `Enter gives ${plural(some.length, "choice")}.` } : null;
  }

  // --- beside the questions --------------------------------------------------------------------------------------

  undo() {
    this.session.takeBack();
    const { notice } = this.session;
    return [notice.value ? upper(notice.value.why) : "Taken back, or the other side is asked."];
  }

  async hint() {
    if (!this.session.question.value) return [NO_QUESTION];
    this.session.askHint();
    await until(() => !this.session.advising.value);
    const hint = this.session.hint.value,
      { hand } = this.desk;
    await until(() => !hand.waiting.value);
    this.ready = hand.ready;
    return [hint && `Advice: ${this.desk.titled(hint.label)}`, hand.draft.value && ghostWords(this.desk)];
  }

  reset() {
    this.desk.hand.cancel();
    this.desk.picker.face();
    return ["From the start."];
  }
}

const KINDS = { choose: "choose", choose_some: "some", assign: "assign", order: "order", dice: "dice" };
