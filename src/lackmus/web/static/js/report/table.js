// Every number opens into its items, by mouse or by keyboard; categories unfold into their phenomena.
const NAME = 0, SIZE = 1; // columns before those of the systems

export function cells(table) {
  const systems = JSON.parse(table.dataset.systems ?? "[]");

  function address(cell) {
    const link = cell.querySelector("a[href]"); // some tables have links already
    if (link || !table.dataset.items) return link && new URL(link.href);
    const row = cell.closest("tr");
    if (row.classList.contains("average") && !row.classList.contains("micro")) return null; // a mean of means has no items
    const to = new URL(table.dataset.items, location.href);
    const category = row.closest("tbody")?.dataset.category;
    if (category !== undefined) to.searchParams.set("category", category);
    if (row.dataset.phenomenon !== undefined) to.searchParams.set("phenomenon", row.dataset.phenomenon);
    const system = systems[cell.cellIndex - SIZE - 1];
    if (system !== undefined) to.searchParams.set("system", system);
    return to;
  }

  function open(cell, event) {
    const to = address(cell);
    if (!to) return;
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(to, "_blank", "noopener");
    else location.href = to;
  }

  function fold(button) {
    const unfolded = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", unfolded);
    button.closest("tbody").classList.toggle("folded", !unfolded);
    if (unfolded) button.dispatchEvent(new Event("unfold")); // htmx fetches the rows, once
  }

  table.addEventListener("click", (event) => {
    const button = event.target.closest(".fold");
    if (button) { fold(button); return; }
    if (event.target.closest("a")) return; // handled by the browser
    const cell = event.target.closest("tbody tr:not(.waiting) td, tbody tr.member th, tr.micro td");
    if (cell) open(cell, event);
  });
  table.addEventListener("auxclick", (event) => {
    const cell = event.target.closest("tbody tr:not(.waiting) td, tr.micro td");
    if (cell && event.button === 1 && !event.target.closest("a")) open(cell, event);
  });

  // One tab stop; arrow keys move within the table. A stop at each of a thousand numbers would be a trap.
  const stops = () => [...table.querySelectorAll("tbody tr, tr.micro")].filter((row) => row.offsetParent);
  const stop = (cell) => cell.querySelector(".fold, a[href]") ?? cell;
  const unstop = (part) => part.querySelectorAll("td a, th[scope=row] a, .fold").forEach((one) => { one.tabIndex = -1; });
  function rest(cell, focus = true) {
    table.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    const target = stop(cell);
    target.setAttribute("tabindex", "0");
    if (focus) { target.focus({ preventScroll: true }); cell.scrollIntoView({ block: "nearest", inline: "nearest" }); }
  }
  table.setAttribute("role", "grid");
  unstop(table);
  const first = table.querySelector("tbody tr")?.cells[NAME];
  if (first) rest(first, false);

  // Keyboard focus stays on its row while the numbers of a category load. Each category remembers its own
  // focus, since several may load at the same time.
  const held = new Map();
  table.addEventListener("htmx:beforeSwap", ({ target }) => {
    if (target.matches(".waiting") && target.querySelector("[tabindex='0']")) held.set(target.closest("tbody"), target.contains(document.activeElement));
  });
  table.addEventListener("htmx:load", ({ target }) => {
    unstop(target);
    const part = target.matches("tr") && target.closest("tbody");
    if (!held.has(part)) return;
    rest(target.cells[NAME], held.get(part));
    held.delete(part);
  });

  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td, th");
    const moves = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], Home: [0, -1e6], End: [0, 1e6], PageDown: [10, 0], PageUp: [-10, 0] };
    if (!cell || event.altKey) return;
    if (event.key in moves && !event.ctrlKey && !event.metaKey) {
      const rows = stops();
      const [down, across] = moves[event.key];
      const row = rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(cell.parentElement) + down))];
      if (row) rest(row.cells[Math.min(row.cells.length - 1, Math.max(0, cell.cellIndex + across))]);
    } else if (event.key === "Enter" && !event.target.matches(".fold, a")) {
      open(cell, event);
    } else return;
    event.preventDefault();
  });
}
