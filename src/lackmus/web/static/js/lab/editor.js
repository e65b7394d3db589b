// The rules of one item as rows that can be edited by keyboard alone; needs static/lab.css.
//
// ruleEditor(element, { rules, onChange, readonly }) fills the element and gives back
//   value()             the rules as they would be saved: [{ rule_id, side, kind, value }]; blank new rows are left out
//   showProblems(list)  [{ error, position, risk }] for the rules that value() gave last, in the same order
//   set(rules, saved)   other rules in place of these; changed() compares with what is saved, else with these
//   focus(index)        into the value of a row; the first one by default
//   add({ side, kind })  a new rule, with the focus in it
//   changed()           whether value() is anything other than the rules it began with
import { made } from "./shown.js";

const SIDES = [["positive", "positive"], ["negative", "negative"]];
const KINDS = [["pattern", "pattern"], ["fixed", "fixed string"]];
// Python's messages for common mistakes, in plain words; the position is marked.
const SLIPS = {
  "missing ), unterminated subpattern": "This ( is never closed.",
  "unbalanced parenthesis": "This ) closes nothing.",
  "unterminated character set": "This [ is never closed.",
  "nothing to repeat": "There is nothing before this sign that could be repeated.",
  "multiple repeat": "Two signs of repetition stand side by side.",
};
// Small letters add patterns, capitals fixed strings.
const ADDING_KEYS = { "a p": "New positive pattern", "a n": "New negative pattern", "a P": "New positive fixed string", "a N": "New negative fixed string" };
const ADDS = new Map(Object.entries(ADDING_KEYS).map(([key, does]) => [does.split(" ").slice(1, 3).join(" "), key])); // by side and kind
const plain = (error) => SLIPS[error.replace(/ at \d+$/, "")] ?? error;

export function ruleEditor(element, { rules = [], onChange = () => {}, readonly = false } = {}) {
  let rows = [];
  let removed = []; // rows that were taken away, and where they stood, latest last
  let sent = [];
  let first = "[]";
  const list = made("ol", "rules");
  const none = made("p", "note", "No rules yet: every translation of this item stays open until people decide.");
  element.replaceChildren(none, list);
  if (!readonly) {
    const bar = made("div", "rule-adding");
    for (const [side, kind, words] of [
      ["positive", "pattern", "+ positive pattern"], ["negative", "pattern", "+ negative pattern"],
      ["positive", "fixed", "+ positive fixed string"], ["negative", "fixed", "+ negative fixed string"],
    ]) {
      const button = made("button", side === "positive" ? "adds right" : "adds wrong", words);
      button.type = "button";
      button.addEventListener("click", () => add({ side, kind }));
      button.append(" ", Object.assign(document.createElement("kbd"), { textContent: ADDS.get(`${side} ${kind}`) }));
      bar.append(button);
    }
    element.append(bar);
  }
  element.addEventListener("keydown", pressed);
  set(rules);

  function set(wanted, saved = null) {
    rows = [];
    removed = [];
    list.replaceChildren();
    for (const rule of wanted) place(row(rule), rows.length);
    first = JSON.stringify(saved ?? value());
    tidy();
  }

  function value() {
    sent = rows.filter((one) => !one.gone && (one.rule.rule_id !== null || one.area.value.trim()));
    return sent.map((one) => ({
      rule_id: one.rule.rule_id,
      side: one.side.value,
      kind: one.kind.value,
      // A field normalises line breaks: an unedited value is returned unchanged.
      value: one.area.value === one.shown ? one.rule.value : one.area.value,
    }));
  }

  function showProblems(problems) {
    sent.forEach((one, index) => problem(one, problems[index] ?? {}));
  }

  function changed() {
    return JSON.stringify(value()) !== first;
  }

  // -- rows ------------------------------------------------------------------------------------------------

  function row(rule) {
    const one = { rule: { rule_id: null, value: "", ...rule }, gone: false };
    one.element = made("li", "rule");
    one.side = chooser(SIDES, one.rule.side, "Side");
    one.kind = chooser(KINDS, one.rule.kind, "Kind");
    one.area = made("textarea", "code");
    Object.assign(one.area, { rows: 1, spellcheck: false, autocapitalize: "off", autocomplete: "off", readOnly: readonly });
    one.area.dir = "auto";
    one.area.setAttribute("aria-label", "Wording of the rule");
    one.area.value = one.rule.value;
    one.shown = one.area.value;
    one.told = made("div", "rule-problem");
    one.told.id = `rule-problem-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    one.told.setAttribute("aria-live", "polite");
    one.area.setAttribute("aria-describedby", one.told.id);
    one.remove = made("button", "plain removes", "✕");
    one.remove.type = "button";
    one.remove.addEventListener("click", () => (one.gone ? keep(one) : remove(one)));
    one.area.addEventListener("input", () => {
      // A rule is one line, as texts are.
      if (one.area.value.includes("\n") && !one.rule.value.includes("\n")) {
        const caret = one.area.selectionStart;
        one.area.value = one.area.value.replaceAll("\n", " ");
        one.area.setSelectionRange(caret, caret);
      }
      grow(one.area);
      happened();
    });
    for (const choice of [one.side, one.kind]) {
      choice.disabled = readonly;
      choice.addEventListener("change", () => { tidy(); happened(); });
    }
    one.element.append(one.side, one.kind, one.area, ...(readonly ? [] : [one.remove]), one.told);
    return one;
  }

  function place(one, index) {
    list.insertBefore(one.element, rows[index]?.element ?? null);
    rows.splice(index, 0, one);
    grow(one.area);
  }

  function add({ side, kind }, index = after(side, kind)) {
    const one = row({ side, kind });
    place(one, index);
    tidy();
    one.area.focus();
    happened();
  }

  // Patterns come before fixed strings and positive before negative, as every format keeps them.
  function after(side, kind) {
    const order = (one) => 2 * (one.kind.value === "fixed") + (one.side.value === "negative");
    const own = 2 * (kind === "fixed") + (side === "negative");
    const later = rows.findIndex((one) => order(one) > own);
    return later < 0 ? rows.length : later;
  }

  function remove(one) {
    const index = rows.indexOf(one);
    removed.push([one, index]);
    if (one.rule.rule_id === null) {
      rows.splice(index, 1);
      one.element.remove();
    } else {
      one.gone = true; // it stays visible until saved, so that it can be restored
      problem(one, {});
    }
    tidy();
    (rows[Math.min(index, rows.length - 1)]?.area ?? element.querySelector("button"))?.focus();
    happened();
  }

  function keep(one) {
    one.gone = false;
    removed = removed.filter(([other]) => other !== one);
    tidy();
    one.area.focus();
    happened();
  }

  function restore() {
    const [one, index] = removed.at(-1) ?? [];
    if (!one) return;
    if (!rows.includes(one)) place(one, Math.min(index, rows.length));
    keep(one);
  }

  // Among the rules of its side and kind: lists and files keep these together.
  function move(one, step) {
    const alike = rows.filter((other) => other.side.value === one.side.value && other.kind.value === one.kind.value);
    const other = alike[alike.indexOf(one) + step];
    if (!other) return;
    const index = rows.indexOf(other);
    rows.splice(rows.indexOf(one), 1);
    one.element.remove();
    place(one, index);
    tidy();
    one.area.focus();
    happened();
  }

  function tidy() {
    none.hidden = rows.length > 0;
    rows.forEach((one, index) => {
      one.element.className = `rule ${one.side.value === "positive" ? "right" : "wrong"}${one.gone ? " gone" : ""}`;
      one.area.setAttribute("aria-label", `Rule ${index + 1}: ${one.side.value} ${one.kind.value === "fixed" ? "fixed string" : "pattern"}`);
      one.area.readOnly = readonly || one.gone;
      one.area.placeholder = one.kind.value === "fixed" ? "a sentence, or words it contains" : "a regular expression";
      one.remove.textContent = one.gone ? "keep" : "✕";
      one.remove.title = one.gone ? "Keep this rule after all" : "Remove this rule (Alt+Delete; Alt+Z brings it back)";
      one.remove.setAttribute("aria-label", one.remove.title);
    });
  }

  function happened() {
    onChange(value());
  }

  // -- what is wrong with a rule -----------------------------------------------------------------------------

  function problem(one, { error = null, position = null, risk = null }) {
    one.area.classList.toggle("wrong-input", Boolean(error));
    one.area.setAttribute("aria-invalid", String(Boolean(error)));
    one.element.classList.toggle("risky", Boolean(risk));
    one.told.replaceChildren();
    if (error) {
      if (position !== null) one.told.append(pointed(one.area.value, position));
      one.told.append(made("span", "complaint", plain(error)));
    } else if (risk) {
      one.told.append(made("span", "risk", `Can run away: ${risk}. It is searched under a time limit.`));
    }
  }

  // The value once more with the place of the error marked; positions count characters as Python does.
  function pointed(words, position) {
    const letters = Array.from(words);
    const from = Math.max(0, position - 40);
    const line = made("code", "pointed");
    line.dir = "ltr"; // a pattern is always left to right
    line.append((from ? "…" : "") + letters.slice(from, position).join(""));
    line.append(made("mark", "here", letters[position] ?? "␣"));
    line.append(letters.slice(position + 1, position + 40).join("") + (letters.length > position + 40 ? "…" : ""));
    return line;
  }

  // -- keys ------------------------------------------------------------------------------------------------

  function pressed(event) {
    if (event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyZ" && !readonly) {
      event.preventDefault();
      restore();
      return;
    }
    const index = rows.findIndex((one) => one.element.contains(event.target));
    if (index < 0 || event.isComposing) return;
    const one = rows[index];
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey && !control && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const step = event.key === "ArrowUp" ? -1 : 1;
      event.preventDefault();
      if (!event.shiftKey) rows[index + step]?.area.focus();
      else if (!readonly) move(one, step);
    } else if (readonly) {
      return;
    } else if (event.altKey && !control && event.key === "Delete") {
      event.preventDefault();
      if (!one.gone) remove(one);
    } else if (event.altKey && !control && (event.code === "KeyS" || event.code === "KeyK") && !one.gone) {
      const choice = event.code === "KeyS" ? one.side : one.kind;
      event.preventDefault();
      choice.selectedIndex = 1 - choice.selectedIndex;
      tidy();
      happened();
    } else if (event.target === one.area && event.key === "Enter" && !control && !event.altKey) {
      event.preventDefault(); // rules have no line breaks
      add({ side: one.side.value, kind: one.kind.value }, index + 1);
    } else if (event.target === one.area && event.key === "Backspace" && one.area.value === "" && one.rule.rule_id === null) {
      event.preventDefault();
      remove(one);
    }
  }

  return {
    value,
    showProblems,
    set,
    changed,
    add,
    focus: (index = 0) => (rows[index]?.area ?? element.querySelector("button"))?.focus(),
  };
}

// Keys outside of the editor that add a rule.
export function addingKeys(editor) {
  return Object.fromEntries(Object.entries(ADDING_KEYS).map(([key, does]) => {
    const [, side, kind] = does.split(" ");
    return [key, { does, run: () => editor.add({ side, kind }) }];
  }));
}

// What the editor can do, for the list of keys (js/keys.js): they work inside of it.
export const EDITOR_KEYS = {
  "Alt+↑ Alt+↓": "The rule before, the rule after",
  "Alt+Shift+↑ Alt+Shift+↓": "Move the rule up, down",
  "Enter in a rule": "One more below it",
  "Alt+Delete": "Remove the rule",
  "Alt+Z": "Bring back the rule removed last",
  "Alt+S": "Positive or negative",
  "Alt+K": "Pattern or fixed string",
};

function chooser(options, chosen, label) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  for (const [value, words] of options) select.append(new Option(words, value, false, value === chosen));
  return select;
}

function grow(area) {
  area.style.height = "auto";
  if (area.scrollHeight) area.style.height = `${area.scrollHeight + 2}px`;
}
