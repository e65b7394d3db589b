// One sentence with one translation: the arrow keys go from system to system, n and p from item to item.
import { keys } from "../keys.js";
import { tree } from "./tree.js";

const follow = (selector) => document.querySelector(selector)?.click();
const systems = [...document.querySelectorAll("[data-system]")];
const here = systems.findIndex((link) => link.hasAttribute("aria-current"));
systems[here]?.scrollIntoView({ block: "nearest", inline: "center" });
tree(document.getElementById("tree"));

// Within a drawing that is wider than its place the arrows scroll.
const scrolls = () => document.activeElement?.matches(".drawing") && document.activeElement.scrollWidth > document.activeElement.clientWidth;
function go(step) {
  if (scrolls()) { document.activeElement.scrollBy({ left: 80 * step }); return; }
  systems[(here + step + systems.length) % systems.length]?.click();
}

keys("Sentence", {
  ArrowRight: { does: "Next system", run: () => go(1) },
  ArrowLeft: { does: "Previous system", run: () => go(-1) },
  n: { does: "Next item", run: () => follow("[rel=next]") },
  p: { does: "Previous item", run: () => follow("[rel=prev]") },
  ...(document.getElementById("whole") && { w: { does: "All words, or those around the clause", run: () => follow("#whole") } }),
  ...(document.getElementById("refine") && { r: { does: "Keep or drop it", run: () => follow("#refine") } }),
  b: { does: "Back to the items", run: () => follow("#up") },
  ...Object.fromEntries(systems.slice(0, 9).map((link, at) => [String(at + 1), { does: "A system by its place", run: () => link.click() }])),
});
