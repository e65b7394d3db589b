// The choice of a category or phenomenon: a list with open texts, searched and chosen by keyboard.
import { ask } from "../server.js";
import { counted, make } from "../shown.js";

const PAUSE = 1500; // ms: decisions in a row are counted together

export class Kinds {
  // `settings` of the page; `heard` is told each new answer.
  constructor(settings, heard) {
    Object.assign(this, { settings, heard, counts: null, stale: false, asking: false, entered: false });
    this.button = document.getElementById("kinds");
    this.box = document.getElementById("kinds-box");
    this.list = document.getElementById("kinds-list");
    this.field = this.box.querySelector("input");
    this.button.addEventListener("click", () => (this.box.hidden ? this.open() : this.close()));
    this.field.addEventListener("input", () => this.draw());
    this.field.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    this.list.addEventListener("click", (event) => this.choose(event.target.closest("[role=option]")));
    this.box.addEventListener("focusout", (event) => { if (event.relatedTarget && !this.box.parentElement.contains(event.relatedTarget)) this.close(false); });
    document.addEventListener("pointerdown", (event) => { if (!this.box.parentElement.contains(event.target)) this.close(false); });
  }

  open() {
    document.getElementById("filtering").open = true;
    this.box.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.field.value = "";
    this.draw();
    this.field.focus();
    this.refresh();
  }

  close(back = true) {
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (back) this.button.focus();
  }

  // Something was decided: count again, at once while the list is shown.
  changed() {
    if (!this.box.hidden) { this.refresh(); return; }
    if (this.waiting) return;
    this.waiting = setTimeout(() => { this.waiting = null; this.refresh(); }, PAUSE);
  }

  async refresh() {
    if (this.asking) { this.stale = true; return; }
    this.asking = true;
    try {
      const counts = await ask("POST", "/review/counts", { ...this.settings.scope, ...this.settings.filters, category: null, phenomenon: null });
      if (counts.revision >= (this.counts?.revision ?? 0)) this.#hear(counts);
    } catch { // what stopped it is said where texts are fetched; the numbers stay those of before
    } finally {
      this.asking = false;
      if (this.stale) { this.stale = false; this.refresh(); }
    }
  }

  #hear(counts) {
    this.counts = counts;
    const { category, phenomenon } = this.settings.filters;
    const fits = this.entries().find((one) => one.category === category && one.phenomenon === phenomenon)
      ?? this.entries().find((one) => one.phenomenon === phenomenon && !category);
    this.button.querySelector(".count").textContent = fits ? fits.open.toLocaleString("en") : "";
    if (!this.box.hidden) this.draw();
    if (this.entered && !this.box.hidden) this.choose(this.list.querySelector("[aria-selected=true]"));
    this.entered = false;
    this.heard(counts);
  }

  // All choices in their order: all texts, each category, and its phenomena.
  entries() {
    if (!this.counts) return [];
    const found = [];
    let whole = null;
    for (const one of this.counts.phenomena) {
      if (whole?.category !== one.category) found.push(whole = { category: one.category, phenomenon: null, open: 0, person: "" });
      whole.open += one.in_category;
      found.push({ category: one.category, phenomenon: one.phenomenon, open: one.open, person: one.person });
    }
    const all = found.filter((one) => one.phenomenon === null).reduce((sum, one) => sum + one.open, 0);
    return [{ category: null, phenomenon: null, open: all, person: "" }, ...found];
  }

  draw() {
    const wanted = this.field.value.trim().toLocaleLowerCase();
    const has = (name) => Boolean(name?.toLocaleLowerCase().includes(wanted));
    const shown = this.entries().filter((one) => !wanted || has(one.phenomenon ?? one.category) || (one.phenomenon && has(one.category))
      || (one.category && !one.phenomenon && this.counts.phenomena.some((other) => other.category === one.category && has(other.phenomenon))));
    const { category, phenomenon } = this.settings.filters;
    const before = this.list.querySelector("[aria-selected=true]")?.id;
    this.list.replaceChildren(...shown.map((one, index) => {
      const label = one.phenomenon ?? one.category ?? "All";
      const level = one.phenomenon ? "phenomenon" : one.category ? "category" : "all";
      const here = one.category === category && one.phenomenon === phenomenon;
      const option = make(`li.${level}`, { role: "option", id: `kind-${one.category ?? ""}-${one.phenomenon ?? ""}`.replaceAll(/\s/g, "_"), "aria-selected": "false", "aria-current": here ? "true" : null, "data-index": index },
        make("span.name", {}, label), one.person ? make("small", {}, one.person === this.settings.person ? "yours" : one.person) : null,
        make("span.count", { title: counted(one.open, "open text") }, one.open.toLocaleString("en")));
      option.kind = one;
      if (!one.open) option.classList.add("done");
      return option;
    }));
    const options = [...this.list.children];
    const best = options.findIndex((one) => (wanted ? has(one.kind.phenomenon ?? one.kind.category) : one.id === before || one.getAttribute("aria-current")));
    this.#select(options[Math.max(best, 0)]);
    if (!options.length) this.list.replaceChildren(make("li.dim", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, this.counts ? "None is called that." : "Counting …"));
  }

  #select(option) {
    for (const one of this.list.querySelectorAll("[aria-selected=true]")) one.setAttribute("aria-selected", "false");
    if (!option) { this.field.removeAttribute("aria-activedescendant"); return; }
    option.setAttribute("aria-selected", "true");
    this.field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const options = [...this.list.querySelectorAll("[role=option]:not([aria-disabled])")];
    const at = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      this.#select(options[Math.min(options.length - 1, Math.max(0, at + step))]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.counts) this.choose(options[at]);
      else this.entered = true; // chosen once the list is there
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    }
  }

  choose(option) {
    if (!option?.kind) return;
    const form = this.button.form;
    form.elements.category.value = option.kind.category ?? "";
    form.elements.phenomenon.value = option.kind.phenomenon ?? "";
    form.requestSubmit();
  }
}
