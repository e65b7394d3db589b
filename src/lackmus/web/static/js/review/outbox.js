// Unsaved decisions: kept in the browser and sent strictly in order, until the server has answered.
// Pure logic: storage, sending and waiting are passed in.
const LONGEST = 8; // seconds between two attempts, short for a person who watches
const LONGEST_ASKED = 300; // seconds, where the server asks for a longer pause

export class Outbox {
  #pumping = null;
  #wake = null;
  #attempt = 0;
  #memory = null; // used if the browser has no storage

  // send(entry) → answer; retry(error, broken) → "again" | "login" | "refused", where broken counts the times that the
  // server failed at this entry; locked(run) lets one window at a time send.
  constructor({ storage, name, send, retry, sleep, locked = (run) => run(), hear = () => {}, random = Math.random }) {
    Object.assign(this, { storage, name, send, retry, sleep, locked, hear, random });
    this.state = "idle"; // sending, offline, login
    this.sending = null; // the number of the entry being sent
    this.trouble = null; // the error that keeps an entry waiting
  }

  get waiting() { return this.#read().waiting; }
  get refused() { return this.#read().refused; }
  get count() { return this.waiting.reduce((sum, entry) => sum + entry.weight, 0); }

  // An entry: address, content, and what to show of it; weight is its number of decisions.
  add({ path, body, about, weight = 1 }) {
    const entry = { id: `${Date.now()}-${Math.floor(this.random() * 1e9)}`, path, body, about, weight, tries: 0 };
    this.#write((kept) => kept.waiting.push(entry));
    this.hear({ kind: "changed" });
    this.push();
    return entry.id;
  }

  // Remove an entry that was not sent; false if the server may know it already.
  withdraw(id) {
    const entry = this.waiting.find((one) => one.id === id);
    if (!entry || entry.tries > 0) return false;
    this.#write((kept) => { kept.waiting = kept.waiting.filter((one) => one.id !== id); });
    this.hear({ kind: "changed" });
    return true;
  }

  drop(id) {
    this.#write((kept) => { kept.refused = kept.refused.filter((one) => one.id !== id); });
    this.hear({ kind: "changed" });
  }

  again(id) {
    this.#write((kept) => {
      const entry = kept.refused.find((one) => one.id === id);
      kept.refused = kept.refused.filter((one) => one.id !== id);
      if (entry) kept.waiting.push({ ...entry, error: undefined, status: undefined });
    });
    this.hear({ kind: "changed" });
    this.push();
  }

  // Send waiting entries; if already sending, end the pause.
  push() {
    this.#wake?.();
    this.#pumping ??= Promise.resolve(this.locked(() => this.#pump())).finally(() => {
      this.#pumping = null;
      if (this.waiting.length) this.push(); // added meanwhile
    });
    return this.#pumping;
  }

  // Resolves when nothing waits (true), or after a timeout (false).
  async empty(seconds) {
    const until = Date.now() + seconds * 1000;
    while (this.waiting.length) {
      if (Date.now() > until) return false;
      this.push();
      await this.sleep(0.03);
    }
    return true;
  }

  async #pump() {
    for (let entry = this.waiting[0]; entry; entry = this.waiting[0]) {
      this.#write((kept) => { for (const one of kept.waiting) if (one.id === entry.id) one.tries += 1; });
      this.sending = entry.id;
      if (this.state !== "offline" && this.state !== "login") this.#become("sending");
      try {
        const answer = await this.send(entry);
        this.#write((kept) => { kept.waiting = kept.waiting.filter((one) => one.id !== entry.id); });
        this.#attempt = 0;
        this.trouble = null;
        this.state = this.waiting.length ? "sending" : "idle";
        this.hear({ kind: "saved", entry, answer });
      } catch (error) {
        const what = this.retry(error, entry.broken ?? 0);
        if (what === "refused") {
          this.#attempt = 0;
          this.#write((kept) => {
            kept.waiting = kept.waiting.filter((one) => one.id !== entry.id);
            kept.refused.push({ ...entry, error: error.message, status: error.status });
          });
          this.state = this.waiting.length ? "sending" : "idle";
          this.hear({ kind: "refused", entry, error });
        } else {
          if (error.status >= 500) this.#write((kept) => { for (const one of kept.waiting) if (one.id === entry.id) one.broken = (one.broken ?? 0) + 1; });
          this.trouble = error;
          this.#become(what === "login" ? "login" : "offline");
          const asked = Math.min(LONGEST_ASKED, error.after ?? 0);
          const pause = Math.max(asked, Math.min(LONGEST, 2 ** this.#attempt++) * (0.8 + 0.4 * this.random()));
          await Promise.race([this.sleep(pause), new Promise((wake) => { this.#wake = wake; })]);
          this.#wake = null;
        }
      }
      this.sending = null;
    }
    this.#become("idle");
  }

  #become(state) {
    this.state = state;
    this.hear({ kind: "changed" });
  }

  #read() {
    if (this.#memory) return this.#memory;
    try {
      const kept = JSON.parse(this.storage.getItem(this.name)) ?? {};
      return { waiting: kept.waiting ?? [], refused: kept.refused ?? [] };
    } catch {
      return { waiting: [], refused: [] };
    }
  }

  // Read, change and write at once, since other windows of the same person use the same storage.
  #write(change) {
    const kept = this.#read();
    change(kept);
    try {
      this.storage.setItem(this.name, JSON.stringify(kept));
      this.#memory = null;
    } catch {
      this.#memory = kept; // storage full or forbidden: keep it in memory
    }
  }
}
