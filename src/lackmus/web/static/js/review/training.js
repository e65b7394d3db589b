// Judging a training set: one text after the other, by the keys of review; the known verdict is shown after each answer.
import { drawn, keys, meant } from "../keys.js";
import { ask } from "../server.js";
import { VERDICTS, called } from "../verdicts.js";
import { aside, make, place, remarks, source, target, verdict } from "./view.js";

const training = document.getElementById("training");
const settings = JSON.parse(training.dataset.settings);
const board = document.getElementById("board");
const told = document.getElementById("told");
const here = `/training/${settings.number}`;
let text = null; // that is shown
let answer = null; // to it, once it is given
let busy = false;

function progress({ done, texts }) {
  const place_ = document.getElementById("progress");
  place_.querySelector("progress").value = done;
  place_.querySelector("p").textContent = `${done.toLocaleString("en")} of ${texts.toLocaleString("en")} judged`;
}

function revealed() {
  if (!answer) return null;
  return make("div.known", { tabindex: "-1" },
    make("p", {}, make("strong", {}, answer.same ? "As known: " : "Known: "), verdict(answer.known), answer.same ? null : make("span", {}, " · you said ", verdict(answer.answer))),
    make("p.dim", {}, settings.why[answer.origin]),
    remarks({ flags: [], comments: answer.comments }));
}

function draw() {
  board.className = "board of-one";
  board.replaceChildren(
    make("article.one", { tabindex: "-1", "aria-labelledby": "source target", "data-text": text.text_id }, place(text),
      make("div.sentence", {}, make("span.label", {}, "Source"), make("div.source", { id: "source" }, source(text))),
      make("div.sentence", {}, make("span.label", {}, "Translation"), make("div.target", { id: "target" }, target(text))), revealed()),
    make("aside.help", { "aria-label": "What helps to judge" }, ...aside(text)));
  const known = board.querySelector(".known");
  (known ?? board.firstChild).focus({ preventScroll: true });
  known?.scrollIntoView({ block: "nearest" });
  buttons();
  drawn();
}

function buttons() {
  for (const button of training.querySelectorAll("[data-do]")) button.disabled = !text || (button.dataset.do === "next") !== Boolean(answer);
}

function end() {
  const report = make("a.button.main", { href: `/agreement${here}/report` }, "How you agree");
  board.className = "board";
  board.replaceChildren(make("div.empty", {}, make("p.title", {}, "The whole set is judged"),
    make("p", {}, "See how you agree with the known verdicts, by phenomenon, and where you differ."), make("div.row", {}, report, make("a.button", { href: "/review" }, "To review"))));
  report.focus({ preventScroll: true });
  buttons();
}

async function alone(work) {
  if (busy) return;
  busy = true;
  board.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    told.textContent = error instanceof TypeError ? "No connection. Try again." : error.message;
  } finally {
    busy = false;
    board.removeAttribute("aria-busy");
  }
}

function next() {
  return alone(async () => {
    const found = await ask("GET", `${here}/next`);
    [text, answer] = [found.text, null];
    progress(found);
    if (text) draw(); else end();
  });
}

function decide(value) {
  if (!text || answer) return;
  alone(async () => {
    answer = await ask("POST", `${here}/answers`, { text_id: text.text_id, verdict: value });
    progress(answer);
    draw();
    told.textContent = answer.same ? `As known: ${called(answer.known)}.` : `You said ${called(answer.answer)}; known is ${called(answer.known)}.`;
  });
}

function forward() {
  if (!answer && text) return;
  told.textContent = "";
  next();
}

const deeds = { ...Object.fromEntries(VERDICTS.map(({ value, keys: pressed, does }) => [value, [pressed, does, () => decide(value)]])), next: ["j ArrowRight Enter", "The next text", forward] };
keys("Training", Object.fromEntries(Object.values(deeds).flatMap(([pressed, does, run]) => pressed.split(" ").map((key) => [key, { does, run }]))));
for (const button of training.querySelectorAll("[data-do]")) {
  button.addEventListener("click", (event) => { if (meant(event)) deeds[button.dataset.do][2](); });
}
next();
