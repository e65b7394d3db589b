// The fields of an item: rules of a new one, and sentences tried against the rules while one types.
import { keys } from "../keys.js";
import { EDITOR_KEYS, ruleEditor } from "../lab/editor.js";
import { ask } from "../server.js";
import { make, marked, verdict } from "../shown.js";
import { complain, relieve } from "../messages.js";

const form = document.getElementById("item");
if (form) begin();

function begin() {
  const stored = JSON.parse(form.dataset.rules);
  const isNew = form.dataset.new === "1";
  const editor = isNew ? ruleEditor(document.getElementById("rules"), { rules: stored, onChange: soon }) : null;
  const field = document.getElementById("try");
  const tried = document.getElementById("tried");
  const written = () => (editor ? editor.value() : stored);
  let timer = null;
  let asked = 0;
  let saved = false;

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(judge, 150);
  }

  async function judge() {
    const rules = written();
    const texts = field.value.split("\n").map((line) => line.trim()).filter(Boolean).slice(0, 100);
    const mine = ++asked; // drop answers that a newer request has overtaken
    if (!rules.length && !texts.length) {
      tried.replaceChildren();
      return;
    }
    try {
      const answer = await ask("POST", "/rules/try", { rules, texts, source: form.elements.source.value });
      if (mine !== asked) return;
      relieve();
      editor?.showProblems(answer.rules);
      const broken = answer.rules.some((rule) => rule.error);
      tried.replaceChildren(...(broken && texts.length
        ? [make("li.dim", {}, "A rule has an error; correct it to see what the rules say.")]
        : answer.texts.map((one) => make("li", {}, verdict(one.verdict, one.reason), " ", marked(one.text, one.marks)))));
    } catch (problem) {
      if (mine === asked) complain(problem.message);
    }
  }

  field.addEventListener("input", soon);
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
