// The fields of an item: rules of a new one, and sentences tried against the rules while one types.
import { keys } from "../keys.js";
import { EDITOR_KEYS, ruleEditor } from "../lab/editor.js";
import { trySentences } from "../lab/trying.js";

const form = document.getElementById("item");
if (form) begin();

function begin() {
  const stored = JSON.parse(form.dataset.rules);
  const isNew = form.dataset.new === "1";
  const editor = isNew ? ruleEditor(document.getElementById("rules"), { rules: stored, onChange: () => soon() }) : null;
  const field = document.getElementById("try");
  const soon = trySentences(field, document.getElementById("tried"), {
    rules: () => (editor ? editor.value() : stored), source: () => form.elements.source.value, checked: (rules) => editor?.showProblems(rules),
  });
  let saved = false;

  form.elements.source.addEventListener("input", () => field.value && soon());
  form.addEventListener("submit", () => {
    if (editor) form.elements.rules.value = JSON.stringify(editor.value());
    saved = true;
  });

  keys("Item", { "Ctrl+Enter": { does: "Save", run: () => form.requestSubmit(form.querySelector("button.main")) } });
  if (editor) keys("Rules", Object.fromEntries(Object.entries(EDITOR_KEYS).map(([key, does]) => [key, { does, run() {} }])));

  // Ask before leaving with unsaved changes.
  const first = form.dataset.unsaved === "1" ? null : snapshot();
  function snapshot() {
    const fields = [...form.elements].filter((one) => one.name && one.type !== "hidden").map((one) => (one.type === "checkbox" ? one.checked : one.value));
    return JSON.stringify([fields, editor?.value() ?? []]);
  }
  addEventListener("beforeunload", (event) => {
    if (!saved && snapshot() !== first) event.preventDefault();
  });
  if (stored.length) soon();
  // Focus the first field without scrolling.
  if (isNew && !form.elements.source.value) form.elements.source.focus({ preventScroll: true });
}
