// Lists by keyboard: j and k move from row to row, Enter opens the row's first link.
// `inside`: the element of a row that gets the focus; `beyond`: the action of j at the last row.
import { keys } from "./keys.js";

export function rows(title, selector, { what = "row", inside = null, beyond = null, more = {} } = {}) {
  const all = () => [...document.querySelectorAll(selector)].filter((row) => row.offsetParent !== null);
  // Escape in a field of a row returns to the row.
  let last = null;
  document.addEventListener("focusin", (event) => { last = event.target.closest?.(selector) ?? last; });
  const here = () => document.activeElement?.closest?.(selector) ?? (last?.isConnected ? last : null);
  const go = (step) => {
    const list = all();
    const at = list.indexOf(here());
    const next = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(list.length - 1, Math.max(0, at + step))];
    if (!next) return;
    if (beyond && step > 0 && at === list.length - 1) { beyond(); return; }
    const target = (inside && next.querySelector(inside)) || next;
    if (target === next && !next.hasAttribute("tabindex")) next.tabIndex = -1;
    target.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  };
  keys(title, {
    j: { does: `Next ${what}`, moves: true, run: () => go(1) },
    k: { does: `Previous ${what}`, moves: true, run: () => go(-1) },
    Enter: { does: `Open the ${what}`, run: () => here()?.querySelector("a[href]")?.click() },
    ...more,
  });
  return { go, here, all };
}
