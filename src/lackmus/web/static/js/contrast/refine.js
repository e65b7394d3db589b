// Keep and drop: the next items are loaded ahead, and choices are saved in the background.
import { drawn, keys, meant } from "../keys.js";
import { outboxOf, refusedList, savingLine } from "../review/sending.js";
import { ask } from "../server.js";
import { counted } from "../shown.js";
import { complain, relieve } from "../messages.js";

const READY = 3; // texts loaded ahead
const WORDS = { keep: "kept", drop: "dropped", "": "open" };

const page = document.getElementById("refining");
begin(JSON.parse(page.dataset.settings));

function begin(settings) {
  const board = document.getElementById("board");
  const over = document.getElementById("over");
  const places = Object.fromEntries(["saving", "refused", "told"].map((id) => [id, document.getElementById(id)]));
  const bar = page.querySelector("footer");
  const may = Boolean(bar.querySelector("[data-do=keep]"));
  const ready = []; // open items that come next
  const done = []; // choices made on this page: { card, id, before }
  let filling = null;
  let round = 0; // answers of earlier rounds are dropped
  let busy = false; // an undo or a requested item is being loaded
  let moving = false; // the next item is being loaded: keys pressed meanwhile are ignored
  bar.hidden = false;

  const tell = (words) => { places.told.textContent = words; };
  const current = () => board.querySelector("article");
  const number = (card) => Number(card.dataset.item);
  const api = `/contrasts/${settings.study}`;
  const outbox = outboxOf({ workspace: `${settings.workspace} contrasts`, person: settings.person }, hear);

  function hear(event) {
    if (event.kind === "saved") showProgress(event.answer.progress);
    if (event.kind === "refused") forget(event.entry.id);
    savingLine(places.saving, outbox);
    refusedList(places.refused, outbox, (entry) => open(entry.about.number));
  }

  // A refused choice is not saved: the item shows its old state again.
  function forget(id) {
    const at = done.findIndex((one) => one.id === id);
    if (at >= 0) mark(done.splice(at, 1)[0]);
  }

  function mark({ card, before }) {
    card.dataset.kept = before;
    state(card);
  }

  function state(card) {
    const tag = card.querySelector("[data-state]");
    tag.textContent = WORDS[card.dataset.kept];
    tag.className = `tag ${WORDS[card.dataset.kept]}`;
  }

  // Numbers over all contrasts; with one contrast chosen, its own come with the next page.
  function showProgress({ selected, kept, dropped }) {
    if (settings.contrast) { showOwn(); return; }
    write(selected, kept, dropped);
  }

  async function showOwn() {
    const answer = await ask("GET", `${api}/refine?contrast=${encodeURIComponent(settings.contrast)}`).catch(() => null);
    if (answer) write(answer.progress.selected, answer.progress.kept, answer.progress.dropped);
  }

  function write(selected, kept, dropped) {
    const progress = page.querySelector("progress");
    progress.max = selected || 1;
    progress.value = kept + dropped;
    const told = { looked: `${(kept + dropped).toLocaleString("en")} of ${counted(selected, "item")} looked at`, kept: `${kept.toLocaleString("en")} kept`, dropped: `${dropped.toLocaleString("en")} dropped` };
    for (const [name, words] of Object.entries(told)) page.querySelector(`[data-told=${name}]`).textContent = words;
  }

  async function part(path, asked) {
    const said = new URLSearchParams(asked);
    if (settings.contrast) said.set("contrast", settings.contrast);
    const answer = await fetch(`/contrasts/${settings.study}/refine/${path}?${said}`, { headers: { "HX-Request": "true" } });
    if (answer.redirected || answer.headers.has("HX-Redirect")) throw new Error("You are logged out. Log in on another page, then go on here.");
    const text = await answer.text();
    if (!answer.ok) throw new Error(text || `The server answered ${answer.status}.`);
    return [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("article")].map((card) => document.adoptNode(card));
  }

  // Items that are loaded, shown, or decided but not saved must not be loaded again.
  function without() {
    const unsaved = outbox.waiting.map((entry) => entry.about.number);
    const here = current();
    return [...new Set([...ready.map(number), ...unsaved, ...done.slice(-100).map((one) => number(one.card)), ...(here ? [number(here)] : [])])].slice(-200);
  }

  function fill(many = READY) {
    const now = round;
    filling ??= (async () => {
      const last = ready.at(-1) ?? current();
      const asked = [["many", String(Math.max(1, many - ready.length))], ...without().map((one) => ["without", String(one)])];
      if (last) asked.push(["after", String(number(last))]);
      const cards = await part("cards", asked);
      if (now === round) ready.push(...cards);
    })().finally(() => { filling = null; });
    return filling;
  }

  function show(card) {
    board.replaceChildren(...(card ? [card] : []));
    over.hidden = Boolean(card);
    for (const button of bar.querySelectorAll("[data-do=keep], [data-do=drop]")) button.disabled = !card;
    const address = new URL(location.href);
    if (card) address.searchParams.set("item", card.dataset.item); else address.searchParams.delete("item");
    history.replaceState(null, "", address);
    card?.focus({ preventScroll: true });
    drawn();
  }

  // Go to the next open item; wait if it is not loaded yet.
  async function forward() {
    if (moving) return;
    moving = true;
    try {
      if (!ready.length) await filling; // may be of an earlier round
      if (!ready.length) await fill();
      relieve();
    } catch (error) {
      show(null);
      over.hidden = true;
      complain(`${said(error)} What you said is safe; Next (→) tries again.`);
      return;
    } finally {
      moving = false;
    }
    show(ready.shift() ?? null);
    if (ready.length < READY) fill().catch(() => {}); // the error shows when the text is needed
  }

  const said = (error) => (error instanceof TypeError ? "The server cannot be reached." : error.message);

  function choose(kept) {
    const card = current();
    if (!card || !may || moving || busy) return; // another item or an undo is being loaded
    const before = card.dataset.kept;
    const { item, name, text } = card.dataset;
    const id = outbox.add({
      path: `${api}/choices`,
      body: { choices: [{ item: name, kept: kept === "keep" }] },
      about: { what: kept, number: Number(item), texts: [{ text }] },
    });
    card.dataset.kept = kept;
    state(card);
    done.push({ card, id, before });
    tell(`${kept === "keep" ? "Kept" : "Dropped"}: ${name}`);
    forward();
  }

  // The server undoes only what was sent; the rest is just removed here.
  async function undo() {
    if (busy || !may) return;
    const last = done.at(-1);
    if (last && outbox.withdraw(last.id)) {
      done.pop();
      mark(last);
      put(last.card);
      tell("Taken back before it was sent.");
      return;
    }
    busy = true;
    try {
      if (!(await outbox.empty(4))) { tell("No connection: undo has to wait until everything is saved."); return; }
      const answer = await ask("POST", `${api}/undo`);
      showProgress(answer.progress);
      const at = done.findLastIndex((one) => answer.numbers.includes(number(one.card)));
      if (at >= 0) done.splice(at, 1);
      const [card] = await part("card", [["item", String(answer.numbers[0])]]);
      put(card);
      tell(`Taken back: ${answer.items.join(", ")}`);
      relieve();
    } catch (error) {
      if (error instanceof TypeError) tell("No connection: undo did not work. Try again."); else complain(error.message);
    } finally {
      busy = false;
    }
  }

  // Insert it before the shown item, which comes again if it is open.
  function put(card) {
    const here = current();
    if (here && !here.dataset.kept && number(here) !== number(card)) ready.unshift(here);
    show(card);
  }

  async function open(item) {
    if (!item || busy) return;
    busy = true;
    try {
      const [card] = await part("card", [["item", String(item)]]);
      const waiting = outbox.waiting.findLast((entry) => entry.about.number === number(card));
      if (waiting) { card.dataset.kept = waiting.about.what; state(card); }
      show(card);
      relieve();
      ready.length = 0; // next are the open items after this one
      round += 1;
      Promise.resolve(filling).catch(() => {}).then(() => fill()).catch(() => {});
    } catch (error) {
      tell(said(error));
    } finally {
      busy = false;
    }
  }

  const step = (way) => {
    if (!current() && way === "after") { forward(); return; }
    const item = current()?.dataset[way];
    if (item) open(item); else tell(way === "after" ? "This is the last item." : "This is the first item.");
  };

  const deeds = { keep: () => choose("keep"), drop: () => choose("drop"), undo, back: () => step("before"), next: () => step("after") };
  for (const button of bar.querySelectorAll("[data-do]")) button.addEventListener("click", (event) => { if (meant(event)) deeds[button.dataset.do](); });
  keys("Refine", {
    ...(may && {
      k: { does: "Keep", run: deeds.keep },
      d: { does: "Drop", run: deeds.drop },
      u: { does: "Undo", run: deeds.undo },
    }),
    ArrowRight: { does: "Next item, open or not", run: deeds.next },
    j: { does: "Next item, open or not", run: deeds.next },
    ArrowLeft: { does: "Previous item", run: deeds.back },
    h: { does: "Previous item", run: deeds.back },
    t: { does: "Trees and links", run: () => current()?.querySelector("a.tree")?.click() },
    b: { does: "Back to the study", run: () => document.getElementById("up").click() },
  });
  savingLine(places.saving, outbox);
  refusedList(places.refused, outbox, (entry) => open(entry.about.number));
  if (outbox.waiting.length) outbox.push();
  show(current());
  if (current()) fill().catch(() => {});
}

