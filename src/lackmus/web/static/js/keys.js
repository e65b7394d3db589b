// Keys: a page says what each does, one listener runs them, and the overlay lists them.
const groups = new Map();
let first = null; // of a sequence such as “g r”

// keys("Review", { p: { does: "Pass", run() {…} } }); a second call with the same title adds to the first.
export function keys(title, bindings) {
  groups.set(title, { ...groups.get(title), ...bindings });
}

const NAMES = { " ": "Space", ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", Enter: "Enter" };

function typing(target) {
  return target.closest?.("input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]");
}

function find(name) {
  for (const bindings of groups.values()) if (name in bindings) return bindings[name];
  return null;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === "Escape" && typing(event.target)) { event.target.blur(); return; }
  const control = event.ctrlKey || event.metaKey;
  const name = control ? `Ctrl+${event.key}` : event.altKey ? `Alt+${event.key}` : event.key;
  if (!control && (typing(event.target) || document.querySelector("dialog[open]"))) return;
  if (!control && (event.key === " " || event.key === "Enter")) {
    if (event.target.closest?.("button, a, summary, input")) return; // they have a use for it themselves
  }
  const sequence = first ? `${first} ${name}` : name;
  first = null;
  const binding = find(sequence) ?? find(name);
  if (binding) {
    event.preventDefault();
    binding.run(event);
  } else if ([...groups.values()].some((bindings) => Object.keys(bindings).some((key) => key.startsWith(`${name} `)))) {
    first = name;
    setTimeout(() => { first = null; }, 1200);
  }
});

// A page's own keys come first, in the order in which it tells them; what holds everywhere comes last.
const LAST = ["Everywhere", "Go to"];

function inOrder() {
  const listed = [...groups].filter(([, bindings]) => Object.keys(bindings).length);
  return listed.sort(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other)); // stable; -1 for a page's own
}

export function showKeys() {
  const dialog = document.getElementById("keys");
  const lists = inOrder().map(([title, bindings]) => {
    const section = document.createElement("section");
    const heading = document.createElement("h3");
    heading.textContent = title;
    const list = document.createElement("dl");
    const rows = new Map(); // keys that do the same share a row
    // Objects name digits first; people look for the letters.
    const named = Object.entries(bindings).sort(([one], [other]) => /^\d$/.test(one) - /^\d$/.test(other));
    for (const [key, { does }] of named) rows.set(does, [...rows.get(does) ?? [], key]);
    for (const [does, pressed] of rows) {
      const term = document.createElement("dt");
      for (const part of pressed.flatMap((key) => key === " " ? [key] : key.split(" "))) {
        const cap = document.createElement("kbd");
        cap.textContent = NAMES[part] ?? part;
        term.append(cap, " ");
      }
      const told = document.createElement("dd");
      told.textContent = does;
      list.append(term, told);
    }
    section.append(heading, list);
    return section;
  });
  dialog.querySelector(".lists").replaceChildren(...lists);
  dialog.showModal();
  dialog.scrollTop = 0; // the button below has the focus, the list is what one wants to see
}
