// Systems are ticked and ordered freely; the URL contains only options that differ from the default.
import { announce } from "../messages.js";

export function options(form) {
  const list = form.querySelector("#systems");
  const order = form.elements.order;
  const ticks = () => [...list.querySelectorAll("input")];

  // A choice of systems is dropped when campaign or suite change.
  for (const name of ["campaign", "suite", "pair"]) {
    form.elements[name]?.addEventListener("change", () => {
      const narrower = { campaign: ["suite", "pair"], suite: ["pair"], pair: [] }[name];
      const gone = [...narrower, "systems", "exclude", "keep", "tags", "exclude_tags", "group_by", "categories", "phenomena"];
      for (const field of form.elements) if (gone.includes(field.name)) field.disabled = true;
    });
  }

  form.addEventListener("submit", () => {
    const given = order.value === "given";
    const all = ticks().every((tick) => tick.checked) || !ticks().some((tick) => tick.checked);
    if (all && !given) ticks().forEach((tick) => { tick.disabled = true; });
    const usual = all && !given ? "category-macro" : "given"; // if systems are chosen, their order counts
    for (const field of form.querySelectorAll("[data-default]")) {
      if (field.value === (field === order ? usual : field.dataset.default)) field.disabled = true;
    }
  });

  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    const one = button.closest("li");
    const other = button.dataset.move === "1" ? one.nextElementSibling : one.previousElementSibling;
    if (!other) return;
    if (button.dataset.move === "1") other.after(one); else other.before(one);
    moved(one);
    button.focus();
  });

  function moved(one) {
    order.value = "given";
    one.scrollIntoView({ block: "nearest" });
    announce(`${one.querySelector("label").textContent.trim()}: place ${[...list.children].indexOf(one) + 1} of ${list.children.length}`, 2);
  }

  // Alt with an arrow moves the system whose tick has the focus, as drag does by mouse.
  list.addEventListener("keydown", (event) => {
    const step = { ArrowUp: "-1", ArrowDown: "1" }[event.key];
    if (!step || !event.target.matches("input")) return;
    event.preventDefault();
    const one = event.target.closest("li");
    if (event.altKey) {
      const other = step === "1" ? one.nextElementSibling : one.previousElementSibling;
      if (!other) return;
      if (step === "1") other.after(one); else other.before(one);
      moved(one);
      event.target.focus();
    } else {
      (step === "1" ? one.nextElementSibling : one.previousElementSibling)?.querySelector("input").focus();
    }
  });

  let held = null;
  list.addEventListener("dragstart", (event) => {
    held = event.target.closest("li");
    held?.classList.add("held");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
  });
  list.addEventListener("dragover", (event) => {
    if (!held) return;
    event.preventDefault();
    const over = event.target.closest("li");
    if (!over || over === held) return;
    const { top, height } = over.getBoundingClientRect();
    if (event.clientY < top + height / 2) over.before(held); else over.after(held);
  });
  list.addEventListener("drop", (event) => event.preventDefault());
  list.addEventListener("dragend", () => {
    if (held) { held.classList.remove("held"); moved(held); }
    held = null;
  });

  for (const button of form.querySelectorAll("[data-tick]")) {
    button.addEventListener("click", () => ticks().forEach((tick) => { tick.checked = button.dataset.tick === "all"; }));
  }
}
