// A challenge: its table, its options, and what can be copied from it.
import { copying } from "../copying.js";
import { keys } from "../keys.js";
import { cells } from "../report/table.js";

const form = document.getElementById("options");
const table = document.getElementById("table");
if (table) cells(table);
const copy = copying(document.getElementById("copy"), document.getElementById("signature"));

// The URL contains only options that differ from the default.
form?.addEventListener("submit", () => {
  const ticks = [...form.querySelectorAll("[name=metrics]")];
  if (ticks.every((tick) => tick.checked) || !ticks.some((tick) => tick.checked)) ticks.forEach((tick) => { tick.disabled = true; });
  for (const field of form.querySelectorAll("[data-default]")) if (field.value === field.dataset.default) field.disabled = true;
});
for (const button of form?.querySelectorAll("[data-tick]") ?? []) {
  button.addEventListener("click", () => form.querySelectorAll("[name=metrics]").forEach((tick) => { tick.checked = button.dataset.tick === "all"; }));
}

document.getElementById("read-all")?.addEventListener("click", (event) => {
  document.getElementById("in-short").classList.add("whole");
  event.target.remove();
});

const more = form?.querySelector("details.more");
keys("Challenge", {
  ...(more && { o: { does: "Metrics, test and more", run: () => { more.open = !more.open; if (more.open) more.querySelector("input")?.focus(); } } }),
  ...(table && {
    t: { does: "Into the table; arrows move, Enter opens the tuples", run: () => table.querySelector("[tabindex='0']")?.focus() },
    u: { does: "All phenomena, or categories only", run: () => document.getElementById("by").click() },
  }),
  y: { does: "Copy the signature", run: copy },
});
