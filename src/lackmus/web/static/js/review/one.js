// One text at a time: it is shown large, and one key decides it.
import { ask } from "../server.js";
import { ownError } from "./errors.js";
import { aside, make, opinions, others, place, savedWords, source, target, verdict, words, writers } from "./view.js";

export class One {
  constructor({ board, queue, actions, settings, tell }) {
    Object.assign(this, { board, queue, actions, settings, tell });
  }

  get current() { return this.queue.page?.[0] ?? null; }

  draw() {
    const text = this.current;
    if (!text) return;
    const others_ = others(text);
    const article = make("article.one", { tabindex: "-1", "aria-labelledby": "source target", "data-text": text.text_id },
      place(text, this.settings.person),
      make("div.sentence", {}, make("span.label", {}, "Source"), make("div.source", { id: "source" }, source(text))),
      make("div.sentence", {}, make("span.label", {}, "Translation"), make("div.target", { id: "target" }, target(text))),
      make("p.why", {}, text.why ? make("span.tag", {}, text.why) : null, " ", writers(text),
        text.own ? make("span.own", {}, " · you said ", verdict(text.own), ownError(text) ? " " : null, ownError(text) ? words(ownError(text)) : null) : null),
      opinions(text),
      text.unfair ? make("p.unfair", {}, text.unfair) : null,
      others_);
    const side = make("aside.help", { "aria-label": "What helps to judge" }, ...aside(text), make("div", { id: "remark" }));
    const had = this.board.contains(document.activeElement) || document.activeElement === document.body;
    this.board.className = "board of-one";
    this.board.replaceChildren(article, side);
    if (had) this.focus();
  }

  focus() {
    this.board.querySelector("article")?.focus({ preventScroll: true });
  }

  redraw(text) {
    const writing = document.getElementById("remark")?.firstChild;
    if (!writing && this.current?.text_id === text?.text_id) this.draw();
  }

  async decide(value) {
    const text = this.current;
    if (!text) return;
    if (this.actions.decide([{ text, verdict: value }])) await this.next();
  }

  error(text, number) {
    this.actions.error(text, number);
  }

  async skip() {
    const text = this.current;
    if (!text) return;
    this.queue.skipped.add(text.text_id);
    ask("POST", "/review/skip", { texts: [text.text_id] }).catch(() => {}); // otherwise the claim expires
    this.tell("Skipped.");
    await this.next();
  }

  next() {
    return this.step(() => this.queue.forward());
  }

  async back() {
    if (this.queue.at <= 0) { this.tell("This is the first text of this visit."); return; }
    await this.step(async () => this.queue.back());
    this.freshen(this.current);
  }

  // A text seen before may have changed since.
  async freshen(text) {
    const now = await ask("GET", `/review/texts/${text.text_id}?${this.settings.address}`).catch(() => null);
    if (!now) return;
    const unsaved = new Set(this.queue.unsaved());
    Object.assign(text, now, unsaved.has(text.text_id) ? { own: text.own } : {});
    this.redraw(text);
  }

  again(texts) {
    const text = texts[0];
    const known = this.queue.texts.find((one) => one.text_id === text.text_id);
    this.queue.show([{ ...known, ...text, done: false }]);
    this.step(async () => this.queue.page);
  }

  ruled() {
    return this.next();
  }

  // The server's answer to a decision.
  said(entry, answer) {
    const last = answer.decisions.at(-1);
    if (!last) return;
    for (const text of this.queue.texts) {
      if (entry.about.texts.some((one) => one.item_id === text.item_id)) text.unfair = last.unfair;
    }
    this.tell(savedWords(last));
  }
}
