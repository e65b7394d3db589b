// Rate one translation after the other: digits and Enter, arrows, Backspace goes back. Ratings are saved
// in the background, and the next texts are loaded ahead.
import { drawn, keys, meant } from "../keys.js";
import { outboxOf, refusedList, savingLine } from "../review/sending.js";
import { complain, relieve } from "../messages.js";

const READY = 3; // texts loaded ahead
const NOUN = ["rating", "ratings"];
const token = document.querySelector('meta[name="csrf"]').content;

const page = document.getElementById("rating");
begin(JSON.parse(page.dataset.settings));

function begin(settings) {
  const { lowest, highest } = settings;
  const coarse = Math.max(1, Math.round((highest - lowest) / 10));
  const board = document.getElementById("board");
  const over = document.getElementById("over");
  const places = Object.fromEntries(["saving", "refused", "told"].map((id) => [id, document.getElementById(id)]));
  const bar = page.querySelector("footer");
  const ready = []; // next texts
  const trail = []; // texts in the order in which they were shown
  let at = -1; // index of the shown text; past the end when all is done
  let filling = null;
  let open = Number(page.querySelector("[data-told=left]").dataset.left); // remaining ratings according to the server
  let busy = false; // the next text is being loaded: keys pressed meanwhile are ignored
  bar.hidden = false;

  const tell = (words) => { places.told.textContent = words; };
  const current = () => board.querySelector("article");
  const outbox = outboxOf({ workspace: `${settings.workspace} ratings`, person: settings.person }, hear);
  const mine = (entry) => entry.about.task === settings.task;

  function hear(event) {
    if (event.kind === "saved" && mine(event.entry)) showProgress(event.answer.progress);
    if (event.kind === "refused" && mine(event.entry)) {
      const card = trail.find((one) => one.dataset.key === event.entry.about.key);
      if (card) card.dataset.value = "";
      if (card && card === current()) show();
    }
    savingLine(places.saving, outbox, NOUN);
    refusedList(places.refused, outbox, (entry) => look(entry));
  }

  // Ratings that wait in this browser are not known to the server.
  function showProgress({ rated, left }) {
    open = left;
    const fresh = outbox.waiting.filter((entry) => mine(entry) && entry.about.fresh).length;
    const progress = page.querySelector("progress");
    progress.max = rated + left || 1;
    progress.value = rated + fresh;
    page.querySelector("[data-told=rated]").textContent = `${(rated + fresh).toLocaleString("en")} rated`;
    page.querySelector("[data-told=left]").textContent = `${Math.max(0, left - fresh).toLocaleString("en")} left`;
  }

  async function part(path, options = {}) {
    const answer = await fetch(`/ratings/${settings.task}/${path}`, { ...options, headers: { "HX-Request": "true", "X-CSRF-Token": token } });
    if (answer.redirected || answer.headers.has("HX-Redirect")) throw new Error("You are logged out. Log in on another page, then go on here.");
    const text = await answer.text();
    if (!answer.ok) throw new Error(text || `The server answered ${answer.status}.`);
    const cards = [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("article")].map((card) => document.adoptNode(card));
    for (const card of cards) {
      const waiting = outbox.waiting.findLast((entry) => entry.about.key === card.dataset.key);
      if (waiting) card.dataset.value = waiting.about.value;
      listen(card);
    }
    return cards;
  }

  // Texts that are loaded, shown, or rated but not saved must not be loaded again.
  function without() {
    const shown = trail.filter((card) => card.dataset.value === "").map((card) => card.dataset.key);
    const unsaved = [...outbox.waiting, ...outbox.refused].filter(mine).map((entry) => entry.about.key);
    return [...new Set([...ready.map((card) => card.dataset.key), ...shown, ...unsaved])].slice(-200);
  }

  function fill() {
    filling ??= (async () => {
      const asked = new FormData();
      asked.set("many", String(Math.max(1, READY - ready.length)));
      for (const key of without()) asked.append("without", key);
      const known = new Set([...trail, ...ready].map((card) => card.dataset.key));
      ready.push(...(await part("cards", { method: "POST", body: asked })).filter((card) => !known.has(card.dataset.key)));
    })().finally(() => { filling = null; });
    return filling;
  }

  function show() {
    const card = trail[at] ?? null;
    board.replaceChildren(...(card ? [card] : []));
    over.hidden = Boolean(card);
    if (card) {
      fields(card, card.dataset.value);
      const earlier = card.querySelector(".earlier");
      earlier.hidden = card.dataset.value === "";
      earlier.querySelector("b").textContent = card.dataset.value;
      card.focus({ preventScroll: true });
    } else {
      const [title, remedy] = open
        ? ["Other annotators look at the rest", "What they leave comes back within a quarter of an hour."]
        : ["All is rated", "Thank you. The report is open to you when your ratings are saved."];
      over.querySelector(".title").textContent = title;
      over.querySelector(".remedy").textContent = remedy;
      over.querySelector("[data-do=again]").hidden = !open;
      over.querySelector("a").focus({ preventScroll: true });
    }
    bar.querySelector("[data-do=next]").disabled = !card || card.dataset.value === "";
    drawn();
  }

  // Slider and number field are synchronised; an untouched slider means no rating.
  function fields(card, value) {
    const [slider, number] = [card.querySelector("[type=range]"), card.querySelector("[type=number]")];
    number.value = value;
    const whole = value !== "" && Number(value) >= lowest && Number(value) <= highest;
    slider.classList.toggle("unset", !whole);
    slider.value = whole ? value : Math.floor((lowest + highest) / 2);
    number.classList.toggle("wrong-input", value !== "" && Number(value) > highest);
  }

  const written = () => current()?.querySelector("[type=number]").value ?? "";

  function listen(card) {
    const [slider, number] = [card.querySelector("[type=range]"), card.querySelector("[type=number]")];
    slider.addEventListener("input", () => fields(card, slider.value));
    number.addEventListener("input", () => fields(card, number.value));
    card.querySelector("form").noValidate = true; // errors are shown below
    card.querySelector("form").addEventListener("submit", (event) => { event.preventDefault(); save(); });
    card.querySelector("button").addEventListener("click", (event) => { event.preventDefault(); if (meant(event)) save(); });
    number.addEventListener("keydown", (event) => field(event, number.value === ""));
    slider.addEventListener("keydown", (event) => {
      if (/^\d$/.test(event.key)) { event.preventDefault(); if (!event.repeat) digit(event.key); } else field(event, true);
    });
  }

  // Keys in a field: Enter saves, Backspace in an empty field goes back.
  function field(event, empty) {
    if (event.key === "Enter") { event.preventDefault(); if (meant(event)) save(); }
    if (event.key === "Backspace" && empty) { event.preventDefault(); if (meant(event)) back(); }
  }

  let typed = false; // digits were typed for this text: append the next one
  function digit(key) {
    const card = current();
    if (!card || busy) return;
    const soFar = typed ? written() : "";
    fields(card, String(Number(`${soFar}${key}`)).slice(0, String(highest).length + 1));
    typed = true;
  }

  function erase() {
    if (typed && written() !== "") fields(current(), written().slice(0, -1)); else back();
  }

  function move(by) {
    const card = current();
    if (!card || busy) return;
    const from = written() === "" ? Math.floor((lowest + highest) / 2) : Number(written());
    fields(card, String(Math.min(highest, Math.max(lowest, from + by))));
    typed = false;
  }

  function save() {
    const card = current();
    if (!card || busy) return;
    const value = Number(written());
    if (!/^\d+$/.test(written()) || value < lowest || value > highest) {
      tell(`Write a number from ${lowest} to ${highest}.`);
      return;
    }
    const { key, text } = card.dataset;
    const before = card.dataset.value;
    if (before !== String(value)) {
      outbox.add({
        path: `/ratings/${settings.task}/ratings`,
        body: { ratings: [{ key, value }] },
        about: { task: settings.task, key, value: String(value), fresh: before === "", what: String(value), texts: [{ text }] },
      });
    }
    card.dataset.value = String(value);
    tell(before !== "" && before !== String(value) ? `Corrected: ${before} → ${value}` : `Rated ${value}`);
    forward();
  }

  // Go to the next text; wait if it is not loaded yet.
  async function forward() {
    if (busy) return;
    typed = false;
    if (at + 1 < trail.length) { at += 1; show(); return; }
    busy = true;
    try {
      if (!ready.length) await filling;
      if (!ready.length && (await outbox.empty(3))) await fill(); // a repeat or the last text depends on ratings being sent
      else if (!ready.length) await fill();
      relieve();
      const card = ready.shift();
      if (card) { trail.push(card); at = trail.length - 1; } else at = trail.length;
      if (trail.length > 200) { trail.shift(); at -= 1; }
      show();
    } catch (error) {
      complain(`${reasonOf(error)} What you said is safe; Next tries again.`);
    } finally {
      busy = false;
    }
    if (ready.length < READY && current()) fill().catch(() => {}); // the error shows when the text is needed
  }

  const reasonOf = (error) => (error instanceof TypeError ? "The server cannot be reached." : error.message);

  async function back() {
    if (busy) return;
    typed = false;
    if (at > 0) { at -= 1; show(); tell(""); return; }
    busy = true;
    try {
      const first = trail[0];
      const [card] = await part(`before${first ? `?key=${encodeURIComponent(first.dataset.key)}` : ""}`);
      if (card) { trail.unshift(card); at = 0; show(); } else tell("This is the first text.");
      relieve();
    } catch (error) {
      tell(reasonOf(error));
    } finally {
      busy = false;
    }
  }

  function next() {
    const card = current();
    if (card && card.dataset.value === "") { tell("Rate this text first."); return; }
    forward();
  }

  // Send a refused rating again.
  async function look(entry) {
    if (!mine(entry)) { location.href = `/ratings/${entry.about.task}/rate?key=${encodeURIComponent(entry.about.key)}`; return; }
    if (busy) return;
    const there = trail.findIndex((card) => card.dataset.key === entry.about.key);
    if (there >= 0) { at = there; show(); return; }
    const [card] = await part(`card?key=${encodeURIComponent(entry.about.key)}`).catch((error) => { tell(reasonOf(error)); return []; });
    if (card) { trail.splice(Math.max(0, at), 0, card); at = Math.max(0, at); show(); }
  }

  const deeds = { back, next, again: () => forward() };
  for (const button of page.querySelectorAll("[data-do]")) button.addEventListener("click", (event) => { if (meant(event)) deeds[button.dataset.do](); });
  const digits = Object.fromEntries([..."0123456789"].map((key) => [key, { does: "Write the rating", run: () => digit(key) }]));
  keys("Rate", {
    Enter: { does: "Save and go on", run: save },
    ...digits,
    ArrowLeft: { does: "One less, one more", run: () => move(-1), moves: true },
    ArrowRight: { does: "One less, one more", run: () => move(1), moves: true },
    ArrowDown: { does: "A tenth of the scale less, more", run: () => move(-coarse), moves: true },
    ArrowUp: { does: "A tenth of the scale less, more", run: () => move(coarse), moves: true },
    Backspace: { does: "Delete a digit; else back to the previous text", run: erase },
    p: { does: "Back to the previous text", run: back },
    n: { does: "Next text, if this one is rated", run: next },
    b: { does: "Back to the task", run: () => document.getElementById("up").click() },
  });

  savingLine(places.saving, outbox, NOUN);
  refusedList(places.refused, outbox, look);
  if (outbox.waiting.length) outbox.push();
  const first = current();
  if (first) { listen(first); trail.push(first); }
  at = 0;
  const known = first && outbox.waiting.findLast((entry) => entry.about.key === first.dataset.key);
  if (known) first.dataset.value = known.about.value; // already rated, being sent
  show();
  if (known) forward(); else if (first) fill().catch(() => {});
}
