// Disputes by keyboard, and a sentence to copy.
import { drawn, keys, meant } from "./keys.js";
import { outboxOf, refusedList, savingLine } from "./review/sending.js";
import { rows } from "./rows.js";
import { ask } from "./server.js";
import { announce, complain, relieve } from "./messages.js";
import { VERDICTS, called } from "./verdicts.js";

const list = rows("Disputes", ".look", { what: "text" });
const left = document.getElementById("left");
const places = { saving: document.getElementById("saving"), refused: document.getElementById("refused") };
const settings = places.saving && JSON.parse(document.getElementById("disputed").dataset.settings);
const outbox = settings && outboxOf({ workspace: `${settings.workspace} disputes`, person: settings.person }, hear);
let last = null; // the text decided last: u undoes it

const lookAt = (entry) => list.all().find((look) => Number(look.dataset.text) === entry.about.texts[0].text_id && look.querySelector("[data-verdict]"));

function hear(event) {
  const look = event.entry && lookAt(event.entry);
  if (event.kind === "saved" && look) {
    look.dataset.own = event.answer.change ?? ""; // the next decision builds on this
    say(look, outcome(event.answer.decisions[0]));
  }
  const decided = event.kind === "refused" && event.error?.status === 409 && event.error.answer?.decided?.[0];
  if (decided && look) elsewhere(look, event.entry, decided);
  else if (event.kind === "refused" && look) reopen(look, "Not saved: see above.");
  savingLine(places.saving, outbox);
  refusedList(places.refused, outbox, (entry) => lookAt(entry)?.focus());
}

// It was decided in another window meanwhile: the next decision builds on that.
function elsewhere(look, entry, decided) {
  outbox.drop(entry.id);
  look.dataset.own = decided.own_since;
  const time = decided.at ? ` at ${new Date(decided.at).toLocaleTimeString("sv", { timeStyle: "short" })}` : "";
  const said = decided.verdict ? `You decided ${decided.verdict}${time}` : "You took your decision back";
  reopen(look, `${said} in another window. Nothing was changed; press again to change it.`);
}

// Decisions are sent in the background, and again later without a connection or database.
function settle(look, verdict) {
  const comment = look.querySelector("[name=comment]");
  if (!outbox || !comment || look.classList.contains("settled")) return;
  const text_id = Number(look.dataset.text);
  const text = look.querySelector(".said").textContent;
  close(look, "Saving …");
  look.dataset.entry = outbox.add({
    path: `/disputes/${text_id}`,
    body: { verdict, comment: comment.value, own_since: look.dataset.own === "" ? null : Number(look.dataset.own) },
    about: { what: "decision", texts: [{ text_id, text, verdict }] },
  });
  relieve();
  last = look;
  const next = list.all().find((one) => !one.classList.contains("settled") && one.querySelector("[data-verdict]"));
  (next ?? look).focus({ preventScroll: true });
  (next ?? look).scrollIntoView({ block: "nearest" });
  drawn();
}

function say(look, words) {
  look.querySelector(".outcome").textContent = words;
}

function outcome(told) {
  const fair = told.campaigns.filter((one) => one.fair).map((one) => one.campaign);
  return `Settled: ${called(told.verdict)}.${fair.length ? ` Its item is fair now in ${fair.join(", ")}.` : ""}`;
}

function close(look, words) {
  if (look.classList.contains("settled")) return;
  look.classList.add("settled");
  for (const button of look.querySelectorAll("[data-verdict], [name=comment]")) button.hidden = true;
  look.querySelector("[data-take-back]").hidden = false;
  say(look, words);
  count(-1);
}

function reopen(look, words) {
  if (!look.classList.contains("settled")) return;
  look.classList.remove("settled");
  for (const button of look.querySelectorAll("[data-verdict], [name=comment]")) button.hidden = false;
  look.querySelector("[data-take-back]").hidden = true;
  say(look, words);
  count(1);
}

// One request per text at a time: further ones wait for the answer.
async function takeBack(look) {
  if (!look?.classList.contains("settled") || look.hasAttribute("aria-busy")) return;
  if (outbox.withdraw(look.dataset.entry)) { opened(look, "Open again: taken back before it was sent."); return; }
  look.setAttribute("aria-busy", "true");
  try {
    if (!(await outbox.empty(4))) { complain("It cannot be taken back before it is saved. Try again in a moment."); return; }
    await ask("DELETE", `/disputes/${look.dataset.text}`);
    look.dataset.own = ""; // only the server knows what holds now
    relieve();
    opened(look, "Open again.");
  } catch (problem) {
    complain(problem.status ? problem.message : "The server cannot be reached. Nothing was changed; try again.");
  } finally {
    look.removeAttribute("aria-busy");
  }
}

function opened(look, words) {
  reopen(look, words);
  look.focus();
  drawn();
}

// Entries that an earlier visit could not send.
if (outbox) {
  for (const entry of outbox.waiting) {
    const look = lookAt(entry);
    if (!look) continue;
    close(look, "Not saved yet.");
    look.dataset.entry = entry.id;
  }
  if (outbox.waiting.length || outbox.refused.length) hear({ kind: "changed" });
  if (outbox.waiting.length) outbox.push();
}

function count(step) {
  if (left) left.textContent = String(Number(left.textContent) + step);
}

document.addEventListener("click", (event) => {
  const verdict = event.target.closest("[data-verdict]");
  if (verdict && meant(event)) settle(verdict.closest(".look"), verdict.dataset.verdict);
  if (event.target.closest("[data-take-back]")) takeBack(event.target.closest(".look"));
  const copy = event.target.closest("[data-copy]");
  if (copy) copyWords(document.querySelector(copy.dataset.copy));
});

async function copyWords(place) {
  if (!place) return;
  try {
    await navigator.clipboard.writeText(place.textContent);
    announce("Copied.");
  } catch { // no clipboard without https: select the text instead
    getSelection().selectAllChildren(place);
    announce("Press Ctrl+C to copy.");
  }
}

if (document.querySelector("[data-verdict]")) {
  const here = () => list.here() ?? list.all()[0];
  keys("Disputes", {
    ...Object.fromEntries(VERDICTS.map((one) => [one.keys[0], { does: one.does, run: () => settle(here(), one.value) }])),
    c: { does: "Say why", run: () => here().querySelector("[name=comment]")?.focus() },
    u: { does: "Take the last one back", run: () => takeBack(last) },
  });
}
if (document.querySelector("[hx-get*='effort']")) {
  keys("Effort", { y: { does: "Copy the sentence", run: () => copyWords(document.getElementById("sentence")) } });
}
