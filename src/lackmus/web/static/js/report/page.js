// The report: its table, its options, and what can be copied from it.
import { keys } from "../keys.js";
import { announce } from "../telling.js";
import { options } from "./options.js";
import { cells } from "./table.js";

const form = document.getElementById("options");
if (form) options(form);
const table = document.getElementById("table");
if (table) cells(table);

const signature = document.getElementById("signature");
document.getElementById("copy")?.addEventListener("click", copy);

async function copy() {
  try {
    await navigator.clipboard.writeText(signature.textContent);
    announce("The signature is copied.");
  } catch { // not every address may use the clipboard: then it is marked, ready to be copied by hand
    getSelection().selectAllChildren(signature);
    announce("The signature is marked: copy it with Ctrl+C.");
  }
}

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
