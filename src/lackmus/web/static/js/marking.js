// Lists whose lines are marked with x, to do something to all of them at once. Marks hold on every page of the list.
import { keys } from "./keys.js";
import { announce } from "./messages.js";
import { ask } from "./server.js";
import { counted, make } from "./shown.js";

const ACT_KEYS = {
  t: "Tag what is marked", m: "Move it to another phenomenon", a: "Assign it", s: "Reserve it", S: "Release it",
  d: "Retire it", b: "Bring it back", r: "Review it", A: "Mark all that fit the filters", Escape: "Mark none",
};

// `list` are the rows of rows.js, `acts` what the buttons of the bar do with the marked numbers. Returns what acts
// need: mark none, and tell a result with its undo after the page is loaded again.
export function marking(list, { bar, one, acts }) {
  const kept = `lackmus marked ${location.pathname}`;
  const told = `lackmus told ${location.pathname}`;
  const marked = new Set(JSON.parse(sessionStorage.getItem(kept) ?? "[]"));
  const count = bar.querySelector(".count");
  let from = null; // the line that was marked last, by its number: ranges begin there
  let focused = null; // the line that had the focus last, likewise

  const number = (row) => Number(row.dataset.number);
  const shown = () => list.all().filter((row) => row.dataset.number);
  const keep = () => sessionStorage.setItem(kept, JSON.stringify([...marked]));

  function draw() {
    const rows = shown();
    for (const row of rows) {
      row.classList.toggle("marked", marked.has(number(row)));
      row.querySelector(".mark input").checked = marked.has(number(row));
    }
    const here = rows.filter((row) => marked.has(number(row))).length;
    const elsewhere = marked.size - here;
    count.textContent = marked.size ? `${counted(marked.size, one)} marked${elsewhere && here ? `, ${elsewhere.toLocaleString("en")} of them not on this page` : elsewhere ? ", not on this page" : ""}` : "";
    bar.hidden = !marked.size && !bar.querySelector(".told");
    const every = document.querySelector("[data-marks]");
    if (every) {
      every.checked = rows.length > 0 && here === rows.length;
      every.indeterminate = here > 0 && here < rows.length;
    }
  }

  function set(rows, on) {
    for (const row of rows) if (on) marked.add(number(row)); else marked.delete(number(row));
    keep();
    draw();
  }

  function range(to) {
    const rows = shown();
    const [a, b] = [rows.findIndex((row) => number(row) === from), rows.indexOf(to)];
    return a < 0 ? [to] : rows.slice(Math.min(a, b), Math.max(a, b) + 1);
  }

  function mark(row, through = false) {
    if (!row?.dataset.number) return;
    set(through ? range(row) : [row], through || !marked.has(number(row)));
    from = number(row);
  }

  function clear() {
    marked.clear();
    bar.querySelector(".told")?.remove();
    keep();
    draw();
  }

  async function all() {
    const found = await ask("GET", bar.dataset.numbers);
    for (const value of Object.values(found)[0]) marked.add(value);
    keep();
    draw();
  }

  // After the page was loaded again, the bar says what was done, and u takes it back.
  function tell(said, change = null) {
    sessionStorage.setItem(told, JSON.stringify({ said, change }));
    location.reload();
  }

  async function undo(change) {
    const done = await ask("POST", "/undo", { number: change });
    tell(`Undone: ${done.undone.about}.`);
  }

  document.addEventListener("click", (event) => {
    const box = event.target.closest?.("td.mark input");
    if (!box) return;
    event.stopPropagation();
    const row = box.closest("tr");
    set(event.shiftKey ? range(row) : [row], box.checked);
    from = number(row);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-marks]")) set(shown(), event.target.checked);
  });
  // Findings come later, with the whole list: the focus stays on its line.
  document.addEventListener("focusin", (event) => { focused = event.target.closest?.("tr[data-number]")?.dataset.number ?? null; });
  document.addEventListener("htmx:afterSettle", () => {
    draw();
    const row = focused && document.activeElement === document.body && document.querySelector(`tr[data-number="${focused}"]`);
    if (!row) return;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  });

  const here = () => list.here() ?? list.all()[0];
  const ready = (run) => () => {
    if (marked.size) Promise.resolve(run([...marked])).catch((problem) => announce(problem.message, 10));
    else announce(`Mark ${/^[aeiou]/.test(one) ? "an" : "a"} ${one} first: x`);
  };
  const every = { all: () => all().catch((problem) => announce(problem.message, 10)), none: clear };
  const bindings = {
    x: { does: "Mark the line", run: () => mark(here()) },
    X: { does: "Mark all from the last marked one to here", run: () => mark(here(), true) },
    "*": { does: "Mark all of this page", run: () => set(shown(), shown().some((row) => !marked.has(number(row)))) },
  };
  for (const button of bar.querySelectorAll("[data-act]")) {
    const name = button.dataset.act;
    const run = every[name] ?? ready(acts[name]);
    button.addEventListener("click", run);
    bindings[button.dataset.at] = { does: ACT_KEYS[button.dataset.at], run };
  }
  const last = JSON.parse(sessionStorage.getItem(told) ?? "null");
  sessionStorage.removeItem(told);
  if (last) {
    const back = () => undo(last.change).catch((problem) => announce(problem.message, 10));
    bar.prepend(make("p.told", { role: "status" }, last.said, " ", last.change ? make("button", { type: "button", onclick: back }, "Undo ", make("kbd", {}, "u")) : null));
    if (last.change) bindings.u = { does: "Undo what was done", run: back };
  }
  keys("Marked", bindings);
  draw();
  return { tell, clear };
}

// Numbers in few characters, as the server reads them: 12-40,45.
export function ranges(numbers) {
  const runs = [];
  for (const value of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === value - 1) run[1] = value; else runs.push([value, value]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

// Opens the one part that can be reviewed; of several, a dialog offers each with its own link.
export function offering(words, parts) {
  const dialog = document.getElementById("act-review");
  if (parts.length === 1) {
    location.href = parts[0].address;
    return;
  }
  dialog.querySelector("[data-many]").textContent = words;
  dialog.querySelector(".parts").replaceChildren(...parts.map(({ name, many, address }) => make("li", {}, make("a", { href: address }, name), many ? ` ${many}` : "")));
  dialog.querySelector("[data-cancels]").onclick = () => dialog.close();
  dialog.showModal();
}

// A dialog that asks for what an act needs; what the server refuses is said in it, and it stays open.
export function asking(dialog, send) {
  const form = dialog.querySelector("form");
  const complaint = form.querySelector(".complaint");
  let numbers = [];
  form.querySelector("[data-cancels]").addEventListener("click", () => dialog.close());
  form.addEventListener("keydown", (event) => { // as in a text field
    if (event.key !== "Enter" || event.repeat || event.target.tagName !== "SELECT") return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    complaint.textContent = "";
    const button = form.querySelector("button.main");
    button.disabled = true;
    try {
      await send(numbers, form.elements);
    } catch (problem) {
      complaint.textContent = problem.message;
    }
    button.disabled = false;
  });
  return (chosen, words) => {
    numbers = chosen;
    dialog.querySelector("[data-many]").textContent = words;
    complaint.textContent = "";
    dialog.showModal();
  };
}
