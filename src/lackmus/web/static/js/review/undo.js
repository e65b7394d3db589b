// The actions on this page, for undo: removed here if not sent yet, otherwise undone by the server.
export class UndoList {
  #deeds = [];

  get last() { return this.#deeds.at(-1) ?? null; }

  // An action: its number in the outbox, its texts, how to restore the page, and whether the page stays.
  add({ id = null, texts, revert, said = null, stay = false }) {
    this.#deeds.push({ id, texts, revert, said, stay });
  }

  forget(id) {
    this.#deeds = this.#deeds.filter((deed) => deed.id !== id);
  }

  // Remove and return the last action on any of these texts: the server knows which was last.
  recall(texts) {
    const numbers = new Set(texts.map((text) => text.text_id));
    const at = this.#deeds.findLastIndex((deed) => deed.texts.some((text) => numbers.has(text.text_id)));
    return at < 0 ? null : this.#deeds.splice(at, 1)[0];
  }
}
