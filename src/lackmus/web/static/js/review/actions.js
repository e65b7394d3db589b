// Actions on a text, alone or on a screen with others.
import { drawn, meant } from "../keys.js";
import { ask } from "../server.js";
import { complain, relieve } from "../messages.js";
import { UndoList } from "./undo.js";
import { counted, make } from "./view.js";

export class Actions {
  #undoList = new UndoList();
  #busy = false;
  #unsure = false; // whether the result of the last undo is unknown

  constructor({ outbox, settings, queue, tell, progressed }) {
    Object.assign(this, { outbox, settings, queue, tell, progressed });
    this.way = null; // one or screen; set by the caller
  }

  get busy() { return this.#busy; }

  // Take over the remarks from the server's answer.
  took(entry, answer) {
    const part = { "/review/flag": "flags", "/review/comment": "comments" }[entry.path];
    for (const text of part ? this.queue.texts : []) if (text.text_id === entry.body.text_id) text[part] = answer[part];
  }

  // A refused action cannot be undone on the server.
  forget(id) {
    this.#undoList.forget(id);
  }

  decide(texts, left = 0, unseen = 0) {
    const waiting = new Set(this.outbox.waiting.filter((entry) => entry.path === "/review/decide").flatMap((entry) => entry.about.texts.map((text) => text.text_id)));
    if (texts.some(({ text }) => waiting.has(text.text_id))) {
      this.tell("Your last decision on this text is still being saved. Undo (u) takes it back.");
      return false;
    }
    // Each decision is sent with what was shown: the proposal, and the person's earlier decision.
    const decisions = texts.map(({ text, verdict, error }) => ({
      text_id: text.text_id, verdict, own_since: text.own_since ?? null,
      ...(error === undefined ? {} : { error_type: error }),
      proposal: text.proposed ? { verdict: text.proposal.verdict, by: text.proposal.by } : null,
    }));
    const before = texts.map(({ text }) => ({ own: text.own, own_error: text.own_error }));
    const id = this.outbox.add({
      path: "/review/decide",
      body: { ...this.settings.scope, decisions, in_view: texts.map(({ text }) => text.text_id), ...(this.settings.named ? { named: true } : {}) },
      about: { what: "decision", left, unseen, texts: texts.map(({ text, verdict }) => ({ text_id: text.text_id, item_id: text.item_id, text: text.text, verdict })) },
      weight: decisions.length,
    });
    for (const { text, verdict } of texts) Object.assign(text, { own: verdict, done: true, ...(text.own === verdict ? {} : { own_error: text.kept_error ?? 0 }) });
    const revert = () => texts.forEach(({ text }, index) => Object.assign(text, { ...before[index], done: false }));
    this.#undoList.add({ id, texts: texts.map(({ text }) => text), said: decisions[0], revert });
    this.#hearsay(texts);
    this.tell("");
    relieve();
    return true;
  }

  // Decisions were saved: later ones on these texts build on them.
  known(answer) {
    const since = new Map(answer.decisions.map((one) => [one.text_id, one.own_since]));
    for (const text of this.queue.texts) if (since.has(text.text_id)) text.own_since = since.get(text.text_id);
  }

  // Some texts were decided in another window meanwhile: show them again, and resend the rest.
  elsewhere(entry, told) {
    this.outbox.drop(entry.id);
    const numbers = new Map(told.map((one) => [one.text_id, one]));
    const rest = entry.about.texts.filter((one) => !numbers.has(one.text_id));
    const back = this.queue.texts.filter((text) => numbers.has(text.text_id));
    for (const text of back) {
      const { verdict, own_since } = numbers.get(text.text_id);
      Object.assign(text, { own: verdict, own_since, own_error: 0, done: false, chosen: undefined });
    }
    if (rest.length) {
      const sent = new Set(rest.map((one) => one.text_id));
      const id = this.outbox.add({
        ...entry, id: undefined,
        body: { ...entry.body, decisions: entry.body.decisions.filter((one) => sent.has(one.text_id)), in_view: [...sent] },
        about: { ...entry.about, texts: rest },
        weight: rest.length,
      });
      const texts = this.queue.texts.filter((text) => sent.has(text.text_id));
      this.#undoList.add({ id, texts, said: rest[0], revert: () => texts.forEach((text) => { text.done = false; }) });
    }
    const [first] = told;
    const time = first.at ? ` at ${new Date(first.at).toLocaleTimeString("sv", { timeStyle: "short" })}` : "";
    const said = first.verdict ? `You decided ${first.verdict}${time} in another window` : "You took your decision back in another window";
    const others = told.length > 1 ? `, and ${counted(told.length - 1, "other text", "other texts")}` : "";
    if (back.length) this.way.again(back.map((text) => ({ ...text })));
    this.tell(`${said}${others}. Nothing was changed; decide again to change it.`);
  }

  // Update loaded texts of the same item with this decision.
  #hearsay(texts) {
    const said = new Map(texts.map(({ text, verdict }) => [text.text_id, verdict]));
    for (const text of this.queue.texts) {
      for (const other of text.others) if (said.has(other.text_id)) Object.assign(other, { verdict: said.get(other.text_id), reason: null });
    }
  }

  flag() {
    const text = this.way.current;
    if (!text) return;
    const before = text.flags;
    const flagged = !before.length; // anyone may remove a flag
    text.flags = flagged ? [{ person: this.settings.person, at: new Date().toISOString() }] : [];
    this.#remark("/review/flag", { text_id: text.text_id, flagged }, text, flagged ? "flag" : "unflag", () => { text.flags = before; });
    this.tell(flagged ? "Flagged for discussion." : "No longer flagged.");
  }

  // What is wrong with a text that this person decided; 0 takes it away.
  error(text, number) {
    const before = text.own_error ?? 0;
    const label = text.error_types.find((one) => one.number === number)?.label ?? "";
    text.own_error = number;
    this.#remark("/review/error-type", { text_id: text.text_id, error_type: label }, text, label || "no error type", () => { text.own_error = before; });
    this.tell(label ? `Wrong: ${label}.` : "No error type any more.");
  }

  #remark(path, body, text, what, revert) {
    const id = this.outbox.add({ path, body, about: { what, texts: [{ text_id: text.text_id, item_id: text.item_id, text: text.text }] } });
    this.#undoList.add({ id, texts: [text], revert, stay: true });
    this.way.redraw(text);
  }

  comment() {
    const text = this.way.current;
    const place = document.getElementById("remark");
    if (!text || !place) return;
    const field = make("textarea", { rows: 2, maxlength: 4000, "aria-label": "Comment" });
    const said = text.comments.find((one) => one.person === this.settings.person)?.comment ?? ""; // one per person, which can be changed
    field.value = text.draft ?? said;
    const leave = () => { text.draft = field.value.trim() === said ? undefined : field.value; place.replaceChildren(); this.way.focus(); };
    const save = () => {
      const comment = field.value.trim();
      leave();
      text.draft = undefined;
      if (comment === said) return;
      const before = text.comments;
      const mine = { person: this.settings.person, at: new Date().toISOString(), comment };
      text.comments = [...before.filter((one) => one.person !== mine.person), ...(comment ? [mine] : [])];
      this.#remark("/review/comment", { text_id: text.text_id, comment }, text, "comment", () => { Object.assign(text, { comments: before, draft: comment }); });
      this.tell(comment ? "Commented." : "Your comment is taken away.");
      this.way.focus();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") leave();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    place.replaceChildren(field, make("div.row", {},
      make("button.main", { type: "button", onclick: save }, "Save ", make("kbd", {}, "Ctrl+Enter")),
      make("button", { type: "button", onclick: leave }, "Leave ", make("kbd", {}, "Esc"))));
    place.scrollIntoView({ block: "nearest" });
    field.focus();
  }

  // Sent directly, since it makes no sense later; without a connection it fails at once.
  async #now(what, work) {
    if (this.#busy) return;
    this.#busy = true;
    const place = document.querySelector("#review, #deciding");
    place.setAttribute("aria-busy", "true");
    try {
      if (!(await this.outbox.empty(4))) { this.tell(`No connection: ${what} has to wait until everything is saved.`); return; }
      await work();
      relieve();
    } catch (error) {
      if (error instanceof TypeError) this.tell(`No connection: ${what} did not work. Try again.`);
      else complain(error.message);
    } finally {
      this.#busy = false;
      place.removeAttribute("aria-busy");
    }
  }

  undo() {
    const { last } = this.#undoList;
    if (last && this.outbox.withdraw(last.id)) {
      this.#undoList.forget(last.id);
      last.revert();
      this.#undone(last.texts, last.stay, "Taken back before it was sent.");
      return Promise.resolve();
    }
    return this.#now("undo", async () => {
      const answer = (this.#unsure && await this.#happened(last)) || await this.#takeBack();
      this.#unsure = false;
      if (answer.progress) this.progressed(answer.progress);
      const known = this.#undoList.recall(answer.texts);
      known?.revert();
      this.#undone(answer.texts, known?.stay, `Taken back: ${answer.about}`);
    });
  }

  async #takeBack() {
    this.#unsure = true; // until there is an answer
    try {
      return await ask("POST", "/review/undo", this.settings.scope);
    } catch (error) {
      this.#unsure = error instanceof TypeError;
      throw error;
    }
  }

  // Undoing twice would undo too much: check first whether the decision still holds.
  async #happened(last) {
    if (!last?.said) return null;
    const now = await ask("GET", `/review/texts/${last.said.text_id}?${this.settings.address}`);
    return now.own === last.said.verdict ? null : { about: "before the connection was lost", texts: last.texts };
  }

  #undone(texts, stay, words) {
    this.tell(words);
    const here = new Set((this.queue.page ?? []).map((text) => text.text_id));
    if (stay && texts.every((text) => here.has(text.text_id))) {
      for (const text of texts) {
        const line = this.queue.page.find((one) => one.text_id === text.text_id);
        Object.assign(line, text, { proposal: text.proposal ?? line.proposal });
        this.way.redraw(text);
      }
    } else if (texts.length) {
      this.way.again(texts);
    } else {
      this.way.redraw(this.way.current);
    }
  }

  reveal() {
    const text = this.way.current;
    if (!text || text.names) return Promise.resolve();
    return this.#now("showing names", async () => {
      const answer = await ask("POST", "/review/reveal", { ...this.settings.scope, text_id: text.text_id });
      text.names = answer.systems;
      this.way.redraw(text);
      this.tell("The names are shown; the log records it.");
    });
  }

  // Ask whether the sentence is a right or a wrong translation, then make it a rule of that side.
  rule() {
    const text = this.way.current;
    const dialog = document.getElementById("make-rule");
    if (!text || !dialog || this.#busy) return;
    dialog.querySelector(".sentence").replaceChildren(make("bdi.text", { dir: "auto" }, text.text));
    const choose = (verdict) => {
      dialog.close();
      this.#now("making a rule", async () => {
        const answer = await ask("POST", "/review/rule", { text_id: text.text_id, verdict });
        text.done = true;
        this.#undoList.add({ texts: [text], revert: () => { text.done = false; } });
        const fair = answer.fair.length ? ` The item is now fair in ${answer.fair.join(", ")}.` : "";
        this.queue.refresh(); // loaded texts may be settled by the new rule
        await this.way.ruled(text, verdict, answer.flips);
        this.tell(`A rule now: ${counted(answer.flips.length, "text changes", "texts change")}.${fair}`);
      });
    };
    dialog.onkeydown = (event) => {
      const verdict = { p: "pass", 1: "pass", f: "fail", 0: "fail" }[event.key];
      if (verdict && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); if (meant(event)) choose(verdict); }
    };
    for (const button of dialog.querySelectorAll("[data-verdict]")) button.onclick = () => choose(button.dataset.verdict);
    dialog.onclose = () => this.way.focus();
    dialog.showModal();
    drawn();
  }

  async lab() {
    const text = this.way.current;
    if (!text) return;
    await this.go(`/items/${text.item_id}?next=${encodeURIComponent(location.pathname + location.search)}#lab`);
  }

  // Go to another page once everything is saved; the browser asks if that takes too long.
  async go(address) {
    await this.outbox.empty(3);
    location.assign(address);
  }
}
