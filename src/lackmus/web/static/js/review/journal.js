// What was done in this visit, so that it can be taken back: here while it has not left, else by the server.
export class Journal {
  #deeds = [];

  get last() { return this.#deeds.at(-1) ?? null; }

  // A deed: its number in the outbox, its texts, how to make the page as it was, and whether the page stays there.
  add({ id = null, texts, revert, said = null, stay = false }) {
    this.#deeds.push({ id, texts, revert, said, stay });
  }

  forget(id) {
    this.#deeds = this.#deeds.filter((deed) => deed.id !== id);
  }

  // The last deed about any of these texts, which is thereby forgotten: the server knows best what was last.
  recall(texts) {
    const numbers = new Set(texts.map((text) => text.text_id));
    const at = this.#deeds.findLastIndex((deed) => deed.texts.some((text) => numbers.has(text.text_id)));
    return at < 0 ? null : this.#deeds.splice(at, 1)[0];
  }
}
