// The texts shown so far in order, and the next ones, loaded ahead.
const FRESH = 13 * 60_000; // ms; claims expire after a quarter of an hour
const MOST = 5000; // the server's limit

export class TextQueue {
  #fetching = null;
  #round = 0; // answers from before a restart are dropped

  // fetch(without) → {texts, left, …}; hold is how many texts (or screens) to load ahead.
  constructor({ fetch, hold, unsaved = () => [], again = false, skipped = [], now = Date.now }) {
    Object.assign(this, { fetch, hold, unsaved, again, now });
    this.pages = []; // each a list of texts: one, or a screen full
    this.at = -1;
    this.skipped = new Set(skipped);
    this.over = false; // no more texts for this person
    this.left = null;
  }

  get page() { return this.pages[this.at] ?? null; }
  get ready() { return this.pages.length - this.at - 1; }
  get texts() { return this.pages.flat(); }

  // Texts that were seen and left open.
  get passed() { return this.pages.slice(0, Math.max(this.at, 0)).flat().filter((text) => !text.done && !this.skipped.has(text.text_id)); }

  // Texts not to load again: they are here, were skipped, or are decided but not saved.
  without() {
    const here = this.texts.filter((text) => this.again || !text.done).map((text) => text.text_id);
    return [...new Set([...here, ...this.skipped, ...this.unsaved()])].slice(-MOST);
  }

  // The next page, or null at the end.
  async forward() {
    this.at = Math.min(this.at, this.pages.length - 1); // from the end: there may be new texts
    if (this.pages.slice(this.at + 1).some((page) => this.now() - page.fetched > FRESH)) this.refresh();
    if (!this.ready) {
      this.over = false;
      try {
        await this.fill(1);
      } catch (error) {
        this.at = this.pages.length; // a judged text must not stay on screen
        throw error;
      }
    }
    this.at += 1;
    this.fill(this.hold).catch(() => {}); // the error shows when the text is needed
    return this.page;
  }

  back() {
    if (this.at > 0) this.at -= 1;
    return this.page;
  }

  // Load until so many pages are ready, one request at a time.
  async fill(many) {
    while (this.ready < many && !this.over) {
      this.#fetching ??= this.#more(this.#round).finally(() => { this.#fetching = null; });
      await this.#fetching;
    }
  }

  async #more(round) {
    const answer = await this.fetch(this.without());
    if (round !== this.#round) return;
    this.left = answer.left;
    const known = new Set(this.without());
    const texts = answer.texts.filter((text) => !known.has(text.text_id));
    texts.fetched = this.now();
    if (texts.length) this.pages.push(texts); else this.over = true;
  }

  // Split the shown page in two: the second comes next.
  split(first, second) {
    Object.assign(second, { fetched: this.page.fetched });
    this.pages.splice(this.at, 1, first, second);
  }

  // Insert these before the shown page, as after an undo.
  show(texts) {
    const numbers = new Set(texts.map((text) => text.text_id));
    const next = this.pages.slice(this.at).filter((page) => !page.some((text) => numbers.has(text.text_id)));
    const before = this.pages.slice(0, Math.max(this.at, 0)).map((page) => page.filter((text) => !numbers.has(text.text_id)));
    this.pages = [...before.filter((page) => page.length), texts, ...next];
    this.at = this.pages.indexOf(texts);
    for (const number of numbers) this.skipped.delete(number);
    this.over = false;
  }

  // Drop the loaded pages: the queue has changed.
  refresh() {
    this.#round += 1;
    this.pages.length = Math.min(this.pages.length, this.at + 1);
    this.over = false;
  }

  // Show texts that were left open again.
  restart() {
    this.skipped.clear();
    const kept = this.again ? [] : this.pages.map((page) => page.filter((text) => text.done));
    this.pages = kept.filter((page) => page.length);
    this.at = this.pages.length - 1;
    this.refresh();
  }
}
