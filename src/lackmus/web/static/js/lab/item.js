// The page of an item: its rules are edited, tried and saved here.
import { decideHere } from "../deciding.js";
import { drawn, keys, meant } from "../keys.js";
import { ask } from "../server.js";
import { announce, complain, relieve } from "../messages.js";
import { EDITOR_KEYS, addingKeys, ruleEditor } from "./editor.js";
import { impactShown, versionsShown } from "./impact.js";
import { asker, textRows } from "./preview.js";
import { trySentences } from "./trying.js";
import { counted } from "../shown.js";

const lab = document.getElementById("lab");
const { item, back } = lab.dataset;
const held = lab.dataset.held === "1";
const saves = lab.dataset.saves === "1";
let base = Number(lab.dataset.base);
let first = JSON.parse(lab.dataset.rules);
let leaving = false;

const find = (id) => document.getElementById(id);
const list = find("texts");
const rows = list ? textRows(list) : null;
const see = find("see");
const reset = find("reset");
const impactDialog = find("impact");
const movedDialog = find("moved");

const editor = ruleEditor(find("rules"), { rules: first, onChange: changed, readonly: !held });
const soon = asker(item, { onAnswer: answered, onTrouble: (problem) => complain(told(problem)) });

const tryAgain = held ? trySentences(find("try"), find("tried"), { rules: () => (find("try").value.trim() ? editor.value() : []), source: () => lab.dataset.source }) : null;

function changed(rules) {
  tryAgain?.();
  const other = editor.changed();
  if (see) { see.disabled = !other; reset.disabled = !other; }
  soon(rules);
}

function answered({ rules, texts, ms }) {
  relieve();
  editor.showProblems(rules);
  const wrong = rules.filter((rule) => rule.error).length;
  see.disabled = wrong > 0 || !editor.changed();
  if (wrong) {
    rows?.wait();
    find("summary").textContent = wrong === 1 ? "A rule cannot be read yet." : `${wrong} rules cannot be read yet.`;
  } else if (rows) {
    rows.update(texts);
    const { words, changed: turning, open } = rows.summary(ms);
    find("summary").textContent = words;
    find("many-changed").textContent = turning;
    find("many-open").textContent = open;
    shown();
  }
}

// -- which texts are shown -------------------------------------------------------------------------------------

const buttons = [...document.querySelectorAll("[data-show]")];
function choose(wanted) {
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === wanted));
  shown();
}
function shown() {
  const wanted = buttons.find((button) => button.getAttribute("aria-pressed") === "true")?.dataset.show ?? "all";
  const left = rows?.filter(wanted) ?? 0;
  const nothing = find("nothing");
  if (nothing) {
    nothing.hidden = left > 0;
    nothing.textContent = wanted === "changed" ? "No text changes by these rules." : "No text is open.";
  }
}
for (const button of buttons) button.addEventListener("click", () => choose(button.dataset.show));

// -- impact and saving -------------------------------------------------------------------------------------------

async function impact() {
  if (!see || see.disabled) return;
  see.disabled = true;
  try {
    const answer = await ask("POST", `/items/${item}/impact`, { rules: editor.value(), base });
    relieve();
    find("impact-body").replaceChildren(...impactShown(answer));
    for (const id of ["save", "save-back"]) if (find(id)) find(id).disabled = !answer.changed;
    impactDialog.showModal();
    drawn(); // ignore keys pressed before it was shown
    find("impact-comment")?.focus();
  } catch (problem) {
    refused(problem);
  } finally {
    see.disabled = false;
  }
}

async function save(leave) {
  const button = find(leave ? "save-back" : "save");
  if (!button || button.disabled) return;
  button.disabled = true;
  try {
    const answer = await ask("PUT", `/items/${item}/rules`, { rules: editor.value(), base, comment: find("impact-comment").value });
    leaving = true;
    const flips = answer.flips.length ? counted(answer.flips.length, "text") : "no text";
    const words = answer.change === null ? "The rules are as they were." : `Saved as change #${answer.change}; ${flips} flipped.`;
    document.cookie = `lackmus_said=${encodeURIComponent(words)}; path=/; max-age=60; samesite=lax`;
    if (leave) location.assign(back); else location.reload();
  } catch (problem) {
    impactDialog.close();
    refused(problem);
  } finally {
    button.disabled = false;
  }
}

function refused(problem) {
  if (problem.status !== 409 || !problem.answer?.now) {
    complain(told(problem));
    return;
  }
  const { now, base: latest } = problem.answer;
  const mine = editor.value();
  find("moved-told").textContent = problem.message;
  const [there, wanted] = versionsShown(now, mine);
  find("moved-now").replaceChildren(...there);
  find("moved-mine").replaceChildren(...wanted);
  find("take-now").onclick = () => begin(now, latest, now);
  find("keep-mine").onclick = () => {
    // A deleted rule cannot be edited: the wanted one becomes a new rule.
    const numbers = new Set(now.map((rule) => rule.rule_id));
    begin(now, latest, mine.map((rule) => ({ ...rule, rule_id: numbers.has(rule.rule_id) ? rule.rule_id : null })));
    see.disabled = false;
    impact();
  };
  movedDialog.showModal();
}

// Restart from the current rules, with these in the rows.
function begin(now, latest, rules) {
  movedDialog.close();
  [first, base] = [now, latest];
  editor.set(rules, now);
  changed(editor.value());
}

const told = (problem) => (problem.status ? problem.message : "The server cannot be reached. Your rules are still here; try again.");

see?.addEventListener("click", impact);
find("save")?.addEventListener("click", () => save(false));
find("save-back")?.addEventListener("click", () => save(true));
reset?.addEventListener("click", () => {
  editor.set(first);
  changed(editor.value());
  announce("The rules are again as they are saved.");
});
find("impact-comment")?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  if (meant(event)) save(Boolean(back));
});
addEventListener("beforeunload", (event) => { if (!leaving && held && editor.changed()) event.preventDefault(); });

// -- keys ----------------------------------------------------------------------------------------------------------

const follow = (id) => () => find(id)?.click();
keys("Item", {
  "[": { does: "The item before, of this phenomenon", run: follow("before") },
  "]": { does: "The item after", run: follow("after") },
  ...(back ? { b: { does: "Back to where you came from", run: follow("back") } } : {}),
  1: { does: "All texts", run: () => choose("all") },
  2: { does: "Texts that change", run: () => choose("changed") },
  3: { does: "Open texts", run: () => choose("open") },
});
if (held) {
  keys("Rules", {
    e: { does: "Edit the rules: the first one", run: () => editor.focus() },
    ...addingKeys(editor),
    t: { does: "Try a sentence", run: () => find("try").focus() },
    "Ctrl+Enter": { does: saves ? "See the impact; then save" : "See the impact", run: () => (impactDialog.open ? save(Boolean(back)) : impact()) },
    ...Object.fromEntries(Object.entries(EDITOR_KEYS).map(([name, does]) => [name, { does, run: () => editor.focus() }])),
  });
  // Focus the editor when coming from review; a browser that jumps to #lab late would take the focus away.
  if (location.hash === "#lab" && editor.value().length) {
    editor.focus();
    addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(() => {
      if (document.activeElement === document.body) editor.focus();
    })));
  }
}
decideHere({ changed: () => { if (held) soon(editor.value(), 0); } });
