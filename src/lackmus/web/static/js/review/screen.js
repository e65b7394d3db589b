// A screen of up to twenty texts of one phenomenon: correct the wrong proposals, confirm the rest with one key.
import { ask } from "../server.js";
import { SIGNS, VERDICTS, called } from "../verdicts.js";
import { ownError } from "./errors.js";
import { aside, counted, make, opinions, others, place, source, target, verdict, words, writers } from "./view.js";

export class Screen {
  constructor({ board, queue, actions, settings, tell }) {
    Object.assign(this, { board, queue, actions, settings, tell });
    this.line = 0;
  }

  get lines() { return this.queue.page ?? []; }
  get current() { return this.lines[this.line] ?? null; }

  draw() {
    this.line = 0;
    for (const text of this.lines) if (text.chosen === undefined) this.#propose(text);
    const first = this.lines[0];
    if (!first) return;
    const list = make("ol.lines", { "aria-label": "Texts to judge" }, ...this.lines.map((text, index) => this.#line(text, index)));
    const side = make("aside.help", { "aria-label": "What helps to judge" });
    this.board.className = "board of-many";
    this.board.replaceChildren(make("div", {}, place({ ...first, item: counted(this.lines.length, "text") }, this.settings.person), list, make("p.tally", { "aria-live": "off" })), side);
    this.#watch();
    this.#move(0);
    this.#tally();
  }

  #propose(text) {
    text.chosen = text.own ?? text.proposal?.verdict ?? null;
    text.mine = Boolean(text.own);
    text.proposed = Boolean(text.proposal) && !text.mine; // otherwise the proposal is not shown
    text.seen = false;
  }

  // A line counts as seen once most of it was between the top of the window and the bar below.
  #watch() {
    this.watcher?.disconnect();
    const bar = document.querySelector("footer.actions")?.offsetHeight ?? 0;
    this.watcher = new IntersectionObserver((entries) => {
      const numbers = entries.filter((one) => one.isIntersecting && (one.intersectionRatio >= 0.9 || one.intersectionRect.height >= 0.5 * innerHeight))
        .map((one) => Number(one.target.dataset.text));
      for (const text of this.lines) if (numbers.includes(text.text_id)) text.seen = true;
      this.#tally();
    }, { rootMargin: `0px 0px -${bar}px 0px`, threshold: [0.3, 0.5, 0.7, 0.9, 1] });
    for (const line of this.board.querySelectorAll(".line")) this.watcher.observe(line);
  }

  // The source stands above its first text only.
  #line(text, index) {
    const same = index && this.lines[index - 1].source === text.source;
    const choice = ({ value, keys: [key] }) => make(`button.choice.${value}`, {
      type: "button", title: `${called(value)} (${key})`, "aria-pressed": String(text.chosen === value), "aria-label": `Line ${index + 1}: ${called(value)}`,
      onclick: () => { this.#move(index); this.set(text.chosen === value ? null : value, false); },
    }, SIGNS[value]);
    const state = text.chosen === null ? "open" : text.mine ? "mine" : "proposed";
    const because = text.proposal ? `proposed ${text.proposal.verdict}: ${text.proposal.because}` : "nothing to go by yet";
    return make(`li.line.${state}${same ? ".same" : ""}`, {
      tabindex: "-1", "data-text": text.text_id, "data-chosen": text.chosen ?? "", "aria-current": index === this.line ? "true" : null,
      "aria-label": `${index + 1} of ${this.lines.length}: ${text.text}. ${text.chosen === null ? "Stays open" : `${text.mine ? "Set to" : "Proposed"} ${called(text.chosen)}`}`,
      onclick: (event) => { if (!event.target.closest("button")) this.#move(index); },
    },
      same ? null : make("div.source", {}, source(text)),
      make("div.row", {},
        make("div.words", {}, target(text), " ", text.systems > 1 ? make("small.dim", {}, `×${text.systems}`) : null,
          text.flags.length ? make("small.flag", { title: "flagged for discussion" }, " ⚑") : null,
          make("small.because", {}, state === "proposed" ? because : state === "mine" ? "set by you" : text.mine ? "stays open" : because),
          ownError(text) ? make("small.tag", {}, words(ownError(text))) : null),
        make("div.choices", {}, ...VERDICTS.map(choice))));
  }

  #redrawLine(index) {
    const old = this.board.querySelectorAll(".line")[index];
    const held = old.contains(document.activeElement);
    const fresh = this.#line(this.lines[index], index);
    old.replaceWith(fresh);
    this.watcher?.observe(fresh);
    if (held) fresh.focus({ preventScroll: true });
  }

  #move(to) {
    const all = this.board.querySelectorAll(".line");
    if (!all.length) return;
    this.line = Math.max(0, Math.min(to, all.length - 1));
    all.forEach((line, index) => { if (index === this.line) line.setAttribute("aria-current", "true"); else line.removeAttribute("aria-current"); });
    const draft = document.getElementById("remark")?.querySelector("textarea");
    if (!draft) this.#help();
    this.focus();
    this.current.seen = true;
    all[this.line].scrollIntoView({ block: "nearest" });
  }

  #help() {
    const text = this.current;
    this.board.querySelector("aside").replaceChildren(
      make("p.why", {}, text.why ? make("span.tag", {}, text.why) : null, " ", writers(text)),
      opinions(text) ?? "", text.unfair ? make("p.unfair", {}, text.unfair) : "", ...aside(text), others(text) ?? "", make("div", { id: "remark" }));
  }

  #tally() {
    const many = (value) => this.lines.filter((text) => text.chosen === value).length;
    const place_ = this.board.querySelector(".tally");
    if (!place_) return;
    const unseen = this.lines.filter((text) => !text.seen).length;
    const apart = many("untestable");
    place_.replaceChildren(verdict("pass"), ` ${many("pass")}  `, verdict("fail"), ` ${many("fail")}  `,
      ...(apart ? [verdict("untestable"), ` ${apart}  `] : []), `${many(null)} left open`,
      unseen ? `  ${counted(unseen, "line", "lines")} not seen yet` : "");
  }

  focus() {
    this.board.querySelectorAll(".line")[this.line]?.focus({ preventScroll: true });
  }

  redraw(text) {
    const index = this.lines.findIndex((one) => one.text_id === text?.text_id);
    if (index < 0) return;
    this.#redrawLine(index);
    if (index === this.line) this.#help();
  }

  set(value, on = true) {
    const text = this.current;
    if (!text) return;
    Object.assign(text, { chosen: value, mine: true, ...(text.chosen === value ? {} : { chosen_error: 0, own_error: 0 }) });
    this.#redrawLine(this.line);
    this.#tally();
    if (on) this.#move(this.line + 1);
  }

  // Kept with the line until it is confirmed.
  error(text, number) {
    text.chosen_error = text.own_error = number;
    const index = this.lines.indexOf(text);
    if (index >= 0) this.#redrawLine(index);
  }

  up() { this.#move(this.line - 1); }
  down() { this.#move(this.line + 1); }

  async confirm() {
    const lines = this.lines.filter((text) => text.seen);
    const unseen = this.lines.filter((text) => !text.seen); // only texts that were seen can be confirmed
    const decided = lines.filter((text) => text.chosen !== null);
    if (!decided.length) { if (lines.length) this.tell("No line has a verdict yet: p, f or x sets it."); return; }
    const open = lines.filter((text) => text.chosen === null).map((text) => text.text_id);
    if (!this.actions.decide(decided.map((text) => ({ text, verdict: text.chosen, error: this.#errorOf(text) })), open.length, unseen.length)) return;
    this.#leave(open);
    if (unseen.length) this.queue.split(lines, unseen);
    await this.step(() => this.queue.forward());
  }

  // The label to be saved with a line; undefined where it was not touched.
  #errorOf(text) {
    if (text.chosen_error === undefined) return undefined;
    text.kept_error = text.chosen_error;
    return ownError(text);
  }

  // Lines without a verdict stay open for others.
  #leave(numbers) {
    if (!numbers.length) return;
    for (const number of numbers) this.queue.skipped.add(number);
    ask("POST", "/review/skip", { texts: numbers }).catch(() => {});
  }

  next() {
    return this.step(() => this.queue.forward());
  }

  async back() {
    if (this.queue.at <= 0) { this.tell("This is the first screen of this visit."); return; }
    await this.step(async () => this.queue.back());
  }

  again(texts) {
    const known = new Map(this.queue.texts.map((text) => [text.text_id, text]));
    const back = texts.map((text) => ({ ...known.get(text.text_id), ...text, proposal: text.proposal ?? known.get(text.text_id)?.proposal, done: false }));
    const stood = [...known.keys()];
    back.sort((one, other) => stood.indexOf(one.text_id) - stood.indexOf(other.text_id)); // in their former order
    const here = this.lines.filter((line) => !texts.some((text) => text.text_id === line.text_id));
    if (back.length === 1 && here.some((line) => line.phenomenon === back[0].phenomenon)) {
      this.queue.pages[this.queue.at] = [...back, ...here]; // a single one returns to its screen
    } else {
      this.queue.show(back);
    }
    this.step(async () => this.queue.page);
  }

  // The new rule settles this sentence, and maybe others.
  ruled(text, value, flips) {
    const settled = new Map(flips.filter((flip) => flip.after !== "warning").map((flip) => [flip.text_id, flip.after]));
    settled.set(text.text_id, value);
    const left = this.lines.filter((one) => !settled.has(one.text_id));
    this.queue.pages[this.queue.at] = left;
    if (left.length) { this.draw(); return Promise.resolve(); }
    this.queue.pages.splice(this.queue.at, 1);
    this.queue.at -= 1;
    return this.next();
  }

  said(entry, answer) {
    const items = new Map(entry.about.texts.map((one) => [one.text_id, one.item_id]));
    const fair = new Set(answer.decisions.filter((one) => one.fair).map((one) => items.get(one.text_id))).size;
    const left = entry.about.left ?? 0;
    const won = fair ? `, ${counted(fair, "item is", "items are")} now fair` : "";
    const { unseen } = entry.about;
    const rest = unseen ? ` ${counted(unseen, "line was", "lines were")} not in view yet and ${unseen === 1 ? "is" : "are"} shown now: confirm again.` : "";
    this.tell(`${answer.decisions.length} saved${left ? `, ${left} left` : ""}${won}.${rest}`);
  }
}
