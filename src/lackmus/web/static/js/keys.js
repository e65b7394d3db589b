// Keys: a page says what each does, one listener runs them, and the overlay lists them.
//
// A key that is held down does nothing more than once, unless its binding only moves the cursor (`moves`). A key means
// what was shown when it was pressed: a page that shows another text says so with `drawn`, and older presses are ignored.
// Keys that hold everywhere mean the same whatever is shown, so they are never ignored.
const groups = new Map();
let first = null; // of a sequence such as “g r”
let since = 0; // when what is shown now was drawn

// keys("Review", { p: { does: "Pass", run() {…} } }); a second call with the same title adds to the first.
export function keys(title, bindings) {
  groups.set(title, { ...groups.get(title), ...bindings });
}

const NAMES = { " ": "Space", ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", Enter: "Enter" };

const CONTROLS = "button, a, summary, input";

function typing(target) {
  return target.closest?.("input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]");
}

function find(name) {
  for (const bindings of groups.values()) if (name in bindings) return bindings[name];
  return null;
}

function everywhere(binding) {
  return LAST.some((title) => Object.values(groups.get(title) ?? {}).includes(binding));
}

// Say that something else is shown from now on.
export function drawn() {
  since = performance.now();
}

// Whether a key or a click came after what is shown now was drawn. (Typing in a field is never asked.)
export function meant(event) {
  return !event.repeat && event.timeStamp >= since;
}

function named(event) {
  return event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.altKey ? `Alt+${event.key}` : event.key;
}

// Whether a held key may act again and again: where people write, where it only moves, and where the browser scrolls.
function mayRepeat(event) {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  if (event.key === "Enter") return !modified && Boolean(event.target.closest?.("textarea, [contenteditable]"));
  if (typing(event.target)) return true;
  const binding = find(named(event));
  if (binding) return Boolean(binding.moves) || (event.key === " " && Boolean(event.target.closest?.(CONTROLS)));
  return modified || event.key === " " || event.key.length > 1; // a control takes Space only when it is let go
}

// First of all listeners: Enter held on a button, Ctrl+Enter held in a field and keys of dialogs are stopped here as well.
addEventListener("keydown", (event) => {
  if (!event.repeat || mayRepeat(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === "Escape" && typing(event.target)) { event.target.blur(); return; }
  const control = event.ctrlKey || event.metaKey;
  const name = named(event);
  if (!control && (typing(event.target) || document.querySelector("dialog[open]"))) return;
  if (!control && (event.key === " " || event.key === "Enter")) {
    if (event.target.closest?.(CONTROLS)) return; // they have a use for it themselves
  }
  const sequence = first ? `${first} ${name}` : name;
  first = null;
  const binding = find(sequence) ?? find(name);
  if (binding) {
    event.preventDefault();
    if (binding.moves || everywhere(binding) || meant(event)) binding.run(event);
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
    const sorted = Object.entries(bindings).sort(([one], [other]) => /^\d$/.test(one) - /^\d$/.test(other));
    for (const [key, { does }] of sorted) rows.set(does, [...rows.get(does) ?? [], key]);
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
