// The tuples behind a number: j and k walk through them, 1 to 4 choose which are shown.
import { rows } from "../rows.js";

const follow = (selector) => document.querySelector(selector)?.click();
const names = ["All tuples", "Wrong only", "Right only", "Ties only"];
const list = rows("Tuples", "#items > .item", {
  what: "tuple",
  beyond: () => follow("[rel=next]"),
  more: {
    Enter: { does: "What every metric says", run: () => (list.here() ?? list.all()[0])?.querySelector(".others summary")?.click() },
    ...Object.fromEntries(names.map((does, at) => [String(at + 1), { does, run: () => follow(`[data-mode="${at + 1}"]`) }])),
    n: { does: "Next page", run: () => follow("[rel=next]") },
    p: { does: "Previous page", run: () => follow("[rel=prev]") },
    b: { does: "Back to the challenge", run: () => follow("#up") },
  },
});
