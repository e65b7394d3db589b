// The texts of this visit in the order in which they were seen, and the next ones, fetched before they are needed.
const FRESH = 13 * 60_000; // ms; after a quarter of an hour a claimed text may have been given to somebody else
const MOST = 5000; // as many as the server wants to hear of

export class Deck {
  #fetching = null;
  #round = 0; // what was asked for before a restart is not wanted any more

  // fetch(without) → {texts, left, …}; hold says how many texts (or screens) should lie ready.
  constructor({ fetch, hold, unsaved = () => [], again = false, skipped = [], now = Date.now }) {
    Object.assign(this, { fetch, hold, unsaved, again, now });
    this.pages = []; // each a list of texts: one, or a screen full
    this.at = -1;
    this.skipped = new Set(skipped);
    this.over = false; // nothing more for this person
    this.left = null;
  }

  get page() { return this.pages[this.at] ?? null; }
  get ready() { return this.pages.length - this.at - 1; }
  get texts() { return this.pages.flat(); }

  // Texts that were looked at and left open.
  get passed() { return this.pages.slice(0, Math.max(this.at, 0)).flat().filter((text) => !text.done && !this.skipped.has(text.text_id)); }

  // What must not come again: it lies here, was skipped, or is decided without the server knowing yet.
  without() {
    const here = this.texts.filter((text) => this.again || !text.done).map((text) => text.text_id);
    return [...new Set([...here, ...this.skipped, ...this.unsaved()])].slice(-MOST);
  }

  // One step on; the page, or null at the end.
  async forward() {
    this.at = Math.min(this.at, this.pages.length - 1); // from the end: is there something by now?
    if (this.pages.slice(this.at + 1).some((page) => this.now() - page.fetched > FRESH)) this.refresh();
    if (!this.ready) {
      this.over = false;
      try {
        await this.fill(1);
      } catch (error) {
        this.at = this.pages.length; // what was judged must not stay there as if it were not
        throw error;
      }
    }
    this.at += 1;
    this.fill(this.hold).catch(() => {}); // who waits for it will be told
    return this.page;
  }

  back() {
    if (this.at > 0) this.at -= 1;
    return this.page;
  }

  // Fetch until so many pages lie ready, one request at a time.
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

  // Make two pages of the one that is shown: the second comes next.
  split(first, second) {
    Object.assign(second, { fetched: this.page.fetched });
    this.pages.splice(this.at, 1, first, second);
  }

  // Put these before what is shown now, as after an undo.
  show(texts) {
    const numbers = new Set(texts.map((text) => text.text_id));
    const next = this.pages.slice(this.at).filter((page) => !page.some((text) => numbers.has(text.text_id)));
    const before = this.pages.slice(0, Math.max(this.at, 0)).map((page) => page.filter((text) => !numbers.has(text.text_id)));
    this.pages = [...before.filter((page) => page.length), texts, ...next];
    this.at = this.pages.indexOf(texts);
    for (const number of numbers) this.skipped.delete(number);
    this.over = false;
  }

  // Forget what lies ready: the queue has changed.
  refresh() {
    this.#round += 1;
    this.pages.length = Math.min(this.pages.length, this.at + 1);
    this.over = false;
  }

  // What was left open comes again.
  restart() {
    this.skipped.clear();
    const kept = this.again ? [] : this.pages.map((page) => page.filter((text) => text.done));
    this.pages = kept.filter((page) => page.length);
    this.at = this.pages.length - 1;
    this.refresh();
  }
}
