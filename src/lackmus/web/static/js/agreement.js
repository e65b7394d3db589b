// Disputes by keyboard, and a sentence to copy.
import { keys } from "./keys.js";
import { rows } from "./rows.js";
import { ask } from "./server.js";
import { announce, complain, relieve } from "./telling.js";

const list = rows("Disputes", ".look", { what: "text" });
const left = document.getElementById("left");
let last = null; // the text that was settled last: u takes it back

async function settle(look, verdict) {
  const comment = look.querySelector("[name=comment]");
  if (!comment || look.classList.contains("settled")) return;
  try {
    const told = await ask("POST", `/disputes/${look.dataset.text}`, { verdict, comment: comment.value });
    relieve();
    mark(look, told);
    last = look;
    const next = list.all().find((one) => !one.classList.contains("settled") && one.querySelector("[data-verdict]"));
    (next ?? look).focus({ preventScroll: true });
    (next ?? look).scrollIntoView({ block: "nearest" });
  } catch (problem) {
    complain(problem.status ? problem.message : "The server cannot be reached. The text is still open; try again.");
  }
}

function mark(look, told) {
  look.classList.add("settled");
  for (const button of look.querySelectorAll("[data-verdict], [name=comment]")) button.hidden = true;
  look.querySelector("[data-take-back]").hidden = false;
  const fair = told.decisions[0].campaigns.filter((one) => one.fair).map((one) => one.campaign);
  look.querySelector(".outcome").textContent = `Settled: ${told.decisions[0].verdict}.${fair.length ? ` Its item is fair now in ${fair.join(", ")}.` : ""}`;
  count(-1);
}

async function takeBack(look) {
  if (!look?.classList.contains("settled")) return;
  try {
    await ask("DELETE", `/disputes/${look.dataset.text}`);
    relieve();
    look.classList.remove("settled");
    for (const button of look.querySelectorAll("[data-verdict], [name=comment]")) button.hidden = false;
    look.querySelector("[data-take-back]").hidden = true;
    look.querySelector(".outcome").textContent = "Open again.";
    look.focus();
    count(1);
  } catch (problem) {
    complain(problem.status ? problem.message : "The server cannot be reached. Nothing was changed; try again.");
  }
}

function count(step) {
  if (left) left.textContent = String(Number(left.textContent) + step);
}

document.addEventListener("click", (event) => {
  const verdict = event.target.closest("[data-verdict]");
  if (verdict) settle(verdict.closest(".look"), verdict.dataset.verdict);
  if (event.target.closest("[data-take-back]")) takeBack(event.target.closest(".look"));
  const copy = event.target.closest("[data-copy]");
  if (copy) copyWords(document.querySelector(copy.dataset.copy));
});

async function copyWords(place) {
  if (!place) return;
  try {
    await navigator.clipboard.writeText(place.textContent);
    announce("Copied.");
  } catch { // without https a browser may refuse: mark the words instead
    getSelection().selectAllChildren(place);
    announce("Press Ctrl+C to copy.");
  }
}

if (document.querySelector("[data-verdict]")) {
  const here = () => list.here() ?? list.all()[0];
  keys("Disputes", {
    p: { does: "It passes", run: () => settle(here(), "pass") },
    f: { does: "It fails", run: () => settle(here(), "fail") },
    c: { does: "Say why", run: () => here().querySelector("[name=comment]")?.focus() },
    u: { does: "Take the last one back", run: () => takeBack(last) },
  });
}
if (document.querySelector("[hx-get*='effort']")) {
  keys("Effort", { y: { does: "Copy the sentence", run: () => copyWords(document.getElementById("sentence")) } });
}
