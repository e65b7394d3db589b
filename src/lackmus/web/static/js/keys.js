// Keys: pages register them, one listener runs them, and the overlay lists them.
// A key that is held down acts once, unless its binding only moves the cursor (`moves`). A key refers to what was
// shown when it was pressed: a page that shows another text calls `drawn`, and earlier presses are ignored. Global
// keys do not depend on what is shown, so they are never ignored.
const groups = new Map();
let first = null; // of a sequence such as “g r”
let since = 0; // when the current content was drawn

// keys("Review", { p: { does: "Pass", run() {…} } }); a second call with the same title adds to the first.
// A binding with `when` goes before others of its key while that is true, and does not exist otherwise; one that is
// `lasting` refers to something else than what is shown.
export function keys(title, bindings) {
  groups.set(title, { ...groups.get(title), ...bindings });
}

const NAMES = { " ": "Space", ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", Enter: "Enter" };

const CONTROLS = "button, a, summary, input";

function typing(target) {
  return target.closest?.("input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]");
}

function find(name) {
  const found = [...groups.values()].filter((bindings) => name in bindings).map((bindings) => bindings[name]);
  return found.find((binding) => binding.when?.()) ?? found.find((binding) => !binding.when) ?? null;
}

function everywhere(binding) {
  return LAST.some((title) => Object.values(groups.get(title) ?? {}).includes(binding));
}

// Record that the content has changed.
export function drawn() {
  since = performance.now();
}

// Whether a key or a click came after the current content was drawn. (Typing in a field is not checked.)
export function meant(event) {
  return !event.repeat && event.timeStamp >= since;
}

function named(event) {
  return event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.altKey ? `Alt+${event.key}` : event.key;
}

// Whether a held key may repeat: in text fields, for moves, and for scrolling.
function mayRepeat(event) {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  if (event.key === "Enter") return !modified && Boolean(event.target.closest?.("textarea, [contenteditable]"));
  if (typing(event.target)) return true;
  const binding = find(named(event));
  if (binding) return Boolean(binding.moves) || (event.key === " " && Boolean(event.target.closest?.(CONTROLS)));
  return modified || event.key === " " || event.key.length > 1; // controls react to Space on release
}

// The first listener: it also stops a held Enter on a button, held Ctrl+Enter in a field, and keys of dialogs.
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
    if (event.target.closest?.(CONTROLS)) return; // they handle it themselves
  }
  const sequence = first ? `${first} ${name}` : name;
  first = null;
  const binding = find(sequence) ?? find(name);
  if (binding) {
    event.preventDefault();
    if (binding.moves || binding.lasting || everywhere(binding) || meant(event)) binding.run(event);
  } else if ([...groups.values()].some((bindings) => Object.keys(bindings).some((key) => key.startsWith(`${name} `)))) {
    first = name;
    setTimeout(() => { first = null; }, 1200);
  }
});

// A page's own keys come first, in the order of registration; global keys come last.
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
    const rows = new Map(); // keys with the same action share a row
    // Objects list digits first; show letters first.
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
  dialog.scrollTop = 0; // show the top of the list, although a button below has the focus
}
