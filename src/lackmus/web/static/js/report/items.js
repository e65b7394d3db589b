// The items behind a number: j and k walk through them, arrows through their texts, 1 to 5 choose which are shown.
import { decideHere } from "../deciding.js";
import { rows } from "../rows.js";

const follow = (selector) => document.querySelector(selector)?.click();
const inside = (selector) => (list.here() ?? list.all()[0])?.querySelector(selector)?.click();
const names = ["All items", "Fails only", "Differences only", "Open warnings only", "Not testable only"];
const list = rows("Items", "#items > .item", {
  what: "item",
  inside: "[data-decide]",
  beyond: () => follow("[rel=next]"),
  more: {
    Enter: { does: "Open the item", run: () => inside("a.open") },
    r: { does: "Review its open texts", run: () => inside("a.review") },
    ...Object.fromEntries(names.map((does, at) => [String(at + 1), { does, run: () => follow(`[data-mode="${at + 1}"]`) }])),
    a: { does: "Also items that do not count", run: () => follow("#every") },
    "[": { does: "Previous page", run: () => follow("[rel=prev]") },
    "]": { does: "Next page", run: () => follow("[rel=next]") },
    b: { does: "Back to the report", run: () => follow("#up") },
  },
});
decideHere();
