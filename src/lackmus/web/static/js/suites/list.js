// Suites and their items by keyboard: rows, and elements with a key of their own (data-key).
import { foldWhenNarrow } from "../folding.js";
import { keys } from "../keys.js";
import { rows } from "../rows.js";
import { markItems } from "./marking.js";

const lines = rows("List", "table.rows tbody tr:not(.kind)", { what: "line" });
if (document.getElementById("marking")) markItems(lines, document.getElementById("marking"));

const NAMES = { i: "Import a suite", n: "New item", e: "Export", f: "Findings, or back to the items" };
keys("Suite", Object.fromEntries([...document.querySelectorAll("[data-key]")].map((one) =>
  [one.dataset.key, { does: NAMES[one.dataset.key] ?? one.textContent, run: () => one.click() }])));
const turn = (rel) => () => document.querySelector(`.pager a[rel=${rel}]`)?.click();
if (document.querySelector(".pager")) {
  keys("List", { "]": { does: "Next page", run: turn("next") }, "[": { does: "Previous page", run: turn("prev") } });
}

for (const button of document.querySelectorAll("[data-opens]")) {
  const dialog = document.getElementById(button.dataset.opens);
  button.addEventListener("click", () => dialog.showModal());
  for (const closer of dialog.querySelectorAll("[data-cancels]")) closer.addEventListener("click", () => dialog.close());
  // A download does not leave the page.
  dialog.querySelector("form")?.addEventListener("submit", () => setTimeout(() => dialog.close(), 0));
}

// In a narrow window the tree starts folded, so that the list is visible.
foldWhenNarrow(document.querySelector(".tree .fold"));
// Scroll the chosen entry into view without moving the page.
const tree = document.querySelector(".tree");
const chosen = tree?.querySelector('[aria-current="true"]');
if (chosen) tree.scrollTop = Math.max(0, chosen.offsetTop - tree.clientHeight / 2);
