// The report: its table, its options, and what can be copied from it.
import { copying } from "../copying.js";
import { keys } from "../keys.js";
import { options } from "./options.js";
import { cells } from "./table.js";

const form = document.getElementById("options");
if (form) options(form);
const table = document.getElementById("table");
if (table) cells(table);

const copy = copying(document.getElementById("copy"), document.getElementById("signature"));

document.getElementById("read-all")?.addEventListener("click", (event) => {
  document.getElementById("in-short").classList.add("whole");
  event.target.remove();
});

const more = form?.querySelector("details.more");
keys("Report", {
  o: { does: "Systems, test and more", run: () => { more.open = !more.open; if (more.open) more.querySelector("input")?.focus(); } },
  ...(table && {
    t: { does: "Into the table; arrows move, Enter opens the items", run: () => table.querySelector("[tabindex='0']")?.focus() },
    u: { does: "All phenomena, or categories only", run: () => document.getElementById("by").click() },
    w: { does: "Open warnings behind the report", run: () => { location.href = `${table.dataset.items}&mode=warnings`; } },
    y: { does: "Copy the signature", run: copy },
  }),
});
