// A study: its tables, its options, and what can be copied from it.
import { copying } from "../copying.js";
import { keys } from "../keys.js";
import { cells } from "../report/table.js";

const form = document.getElementById("options");
const tables = [...document.querySelectorAll("table.tendencies")];
tables.forEach(cells);
const copy = copying(document.getElementById("copy"), document.getElementById("signature"));

// The URL contains only options that differ from the default.
form.addEventListener("submit", () => {
  for (const field of form.querySelectorAll("[data-default]")) if (field.value === field.dataset.default) field.disabled = true;
});

// From table to table, in the order of the page.
function into() {
  const here = tables.findIndex((table) => table.contains(document.activeElement));
  const next = tables[(here + 1) % tables.length];
  next.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  next.closest("section").scrollIntoView({ block: "start" });
}

keys("Study", {
  t: { does: "Into the next table; arrows move, Enter opens the sentences", run: into },
  i: { does: "All items", run: () => document.getElementById("all").click() },
  r: { does: "Refine: keep or drop items", run: () => document.getElementById("refine").click() },
  y: { does: "Copy the signature", run: copy },
});
