// The items behind a number: j and k walk through them, 1 to 4 choose which verdicts are shown.
import { rows } from "../rows.js";

const follow = (selector) => document.querySelector(selector)?.click();
const names = ["All verdicts", "Good only", "Bad only", "Unknown only"];
const list = rows("Items of a study", "#items > .item", {
  what: "item",
  beyond: () => follow("[rel=next]"),
  more: {
    Enter: { does: "Its sentences as trees", run: () => (list.here() ?? list.all()[0])?.querySelector("a.open")?.click() },
    o: { does: "Show or hide all translations", run: () => (list.here() ?? list.all()[0])?.querySelector("details.all > summary")?.click() },
    ...Object.fromEntries(names.map((does, at) => [String(at + 1), { does, run: () => follow(`[data-mode="${at + 1}"]`) }])),
    n: { does: "Next page", run: () => follow("[rel=next]") },
    p: { does: "Previous page", run: () => follow("[rel=prev]") },
    b: { does: "Back to the study", run: () => follow("#up") },
  },
});
