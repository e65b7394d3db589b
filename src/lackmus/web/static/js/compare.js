// Compare by keyboard: from item to item, from list to list, the other way round.
import { decideHere } from "./deciding.js";
import { keys } from "./keys.js";
import { rows } from "./rows.js";

rows("Items", ".contest", { what: "item", inside: "[data-decide]" });
const modes = [...document.querySelectorAll("[data-mode]")];
keys("Compare", Object.fromEntries(modes.slice(0, 9).map((link) =>
  [link.dataset.mode, { does: link.textContent.trim().replace(/\s+/g, " "), run: () => link.click() }])));
const ways = { w: [".swap", "Exchange the two systems"], "[": ["a[rel=prev]", "Previous page"], "]": ["a[rel=next]", "Next page"] };
for (const [key, [selector, does]] of Object.entries(ways)) {
  const link = document.querySelector(selector);
  if (link) keys("Compare", { [key]: { does, run: () => link.click() } });
}
decideHere();
