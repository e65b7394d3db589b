// Search: arrows or j and k walk through the lines, Enter or o opens the item, r opens review.
import { decideHere } from "../deciding.js";
import { keys } from "../keys.js";
import { rows } from "../rows.js";

const follow = (selector) => document.querySelector(selector)?.click();
const list = rows("Lines", "#lines tbody tr", {
  what: "line",
  beyond: () => follow("[rel=next]"),
  more: {
    o: { does: "Open the line", run: () => (list.here() ?? list.all()[0])?.querySelector("a[href]")?.click() },
    ArrowDown: { does: "Next line", moves: true, run: () => list.go(1) },
    ArrowUp: { does: "Previous line", moves: true, run: () => list.go(-1) },
    "[": { does: "Previous page", run: () => follow("[rel=prev]") },
    "]": { does: "Next page", run: () => follow("[rel=next]") },
  },
});
keys("Search", { r: { does: "Review these texts", run: () => follow("[data-key=r]") } });
decideHere({ walks: false });
