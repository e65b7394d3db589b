// A box that scrolls sideways fades at the edge with hidden content; not all systems show scroll bars.
const SLACK = 2; // half pixels add up

function look(box) {
  const hidden = box.scrollWidth - box.clientWidth;
  const from = Math.abs(box.scrollLeft); // negative in right-to-left text
  box.toggleAttribute("data-more-before", hidden > SLACK && from > SLACK);
  box.toggleAttribute("data-more-behind", hidden > SLACK && from < hidden - SLACK);
}

const sizes = new ResizeObserver((seen) => seen.forEach(({ target }) => look(target.closest(".wide") ?? target)));
const watched = new WeakSet();

export function watchEdges(root) {
  for (const box of root.querySelectorAll(".wide:not(.field)")) {
    if (watched.has(box)) continue;
    watched.add(box);
    box.addEventListener("scroll", () => look(box), { passive: true });
    sizes.observe(box);
    if (box.firstElementChild) sizes.observe(box.firstElementChild);
  }
}
