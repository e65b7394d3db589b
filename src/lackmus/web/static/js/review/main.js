// The review page: texts are loaded ahead, and decisions are saved in the background.
import { foldWhenNarrow } from "../folding.js";
import { drawn, keys, meant } from "../keys.js";
import { ask } from "../server.js";
import { TextQueue } from "./queue.js";
import { Actions } from "./actions.js";
import { Errors } from "./errors.js";
import { Kinds } from "./kinds.js";
import { One } from "./one.js";
import { showProgress, showYours, yoursDone } from "./progress.js";
import { Screen } from "./screen.js";
import { outboxOf, reason, refusedList, remedy, savingLine } from "./sending.js";
import { counted, make } from "./view.js";
import { VERDICTS, called } from "../verdicts.js";

// The address of the same texts, only those assigned to the person, or again all of them.
function onlyYours(settings) {
  const other = new URLSearchParams(location.search);
  if (settings.filters.assigned === "me") other.delete("assigned"); else other.set("assigned", "me");
  return other;
}

const ALWAYS = ["undo", "back", "next", "view"]; // available without a text

const review = document.getElementById("review");
if (review) begin(JSON.parse(review.dataset.settings));

function begin(settings) {
  settings.address = new URLSearchParams(Object.entries(settings.scope).filter(([, value]) => value)); // of the scope
  const board = document.getElementById("board");
  const places = { saving: document.getElementById("saving"), refused: document.getElementById("refused"), progress: document.getElementById("progress"), told: document.getElementById("told") };
  const tell = (words) => { places.told.textContent = words; };
  let latest = null; // the newest progress; answers can overtake each other
  let fitting = null; // the texts that match the filters, if any
  let fittingAt = 0; // the last change counted in it
  const filtered = Object.values(settings.filters).some(Boolean);
  const show = (progress) => {
    if (progress && progress.revision >= (latest?.revision ?? 0)) latest = progress;
    showProgress(places.progress, latest, fitting);
  };
  const outbox = outboxOf(settings, hear);
  let yours = null; // what is assigned to this person in this campaign
  const kinds = new Kinds(settings, (counts) => {
    yours = counts.yours;
    showYours(places.progress, yours, settings.filters.assigned === "me");
  });

  const skippedName = `lackmus skipped ${settings.workspace} ${settings.person} ${JSON.stringify([settings.scope, settings.filters])}`;
  const { mine, flagged, double, found } = settings.filters;
  const queue = new TextQueue({
    hold: settings.many > 1 ? 1 : 3,
    again: mine || flagged || double || Boolean(found), // these lists include decided texts
    skipped: JSON.parse(sessionStorage.getItem(skippedName) ?? "[]"),
    unsaved: () => [...outbox.waiting, ...outbox.refused].filter((entry) => entry.path === "/review/decide").flatMap((entry) => entry.about.texts.map((text) => text.text_id)),
    fetch: async (without) => {
      const answer = await ask("POST", "/review/next", { ...settings.scope, ...settings.filters, many: settings.many, without, ahead: queue.at >= 0 });
      if (outbox.waiting.length) outbox.push(); // the server is back: send now
      const { revision } = answer.progress;
      if (filtered && revision >= Math.max(fittingAt, latest?.revision ?? 0)) [fitting, fittingAt] = [answer.fitting, revision];
      show(answer.progress);
      return answer;
    },
  });

  const actions = new Actions({ outbox, settings, queue, tell, progressed: show });
  const Way = settings.many > 1 ? Screen : One;
  const way = new Way({ board, queue, actions, settings, tell });
  actions.way = way;
  way.step = step;
  keys("Review", {}); // listed before the keys of error types
  const errors = new Errors({ tell, name: (text, number) => way.error(text, number) });

  // Go to a place in the queue and show it; if nothing comes, say why.
  let stepping = false;
  async function step(move) {
    if (stepping) return;
    stepping = true;
    const slow = setTimeout(() => board.setAttribute("aria-busy", "true"), 150);
    try {
      const page = await move();
      sessionStorage.setItem(skippedName, JSON.stringify([...queue.skipped].slice(-500)));
      if (page) way.draw(); else end();
      drawn();
    } catch (error) {
      stuck(error);
    } finally {
      clearTimeout(slow);
      board.removeAttribute("aria-busy");
      stepping = false;
      for (const button of review.querySelectorAll("[data-do]")) button.disabled = !way.current && !ALWAYS.includes(button.dataset.do);
    }
  }

  function message(title, remedy_, ...more) {
    board.className = "board";
    board.replaceChildren(make("div.empty", { tabindex: "-1" }, make("p.title", {}, title), make("p", {}, remedy_), make("div.row", {}, ...more)));
    board.firstChild.focus({ preventScroll: true });
  }

  // No more texts for this person: offer those left open, or say that others have them.
  function end() {
    const open = queue.skipped.size + queue.passed.filter((text) => !queue.again || !text.own).length;
    const held = `${counted(queue.left, "text is", "texts are")} being judged by others just now. What they leave open comes back within a quarter of an hour.`;
    const lookAgain = make("button", { type: "button", onclick: () => way.next() }, "Look again");
    const all = make("a.button", { href: `/review?${settings.address}` }, "Without filters");
    const more = filtered ? [all] : [];
    const again = () => { queue.restart(); step(() => queue.forward()); };
    if (open) {
      message(`${counted(open, "text was", "texts were")} left open`, queue.left > 0 ? `Besides, ${held}` : queue.again ? "You have judged the rest of the list." : "Everything else here is judged.",
        make("button.main", { type: "button", onclick: again }, "Look at them again"), ...(queue.left > 0 ? [lookAgain] : []), ...more);
    } else if (queue.left > 0) {
      message("Others are looking at the rest", held, lookAgain, ...more);
    } else if (queue.again && queue.texts.length) {
      message("That was the whole list", "It holds what is decided, too.", make("button.main", { type: "button", onclick: again }, "From the start"), ...more);
    } else if (settings.filters.assigned === "me" && Object.values(settings.filters).filter(Boolean).length === 1) {
      message(...yoursDone(yours, settings.scope.campaign), make("a.button.main", { href: `/review?${settings.address}` }, "Review the rest"), make("a.button", { href: "/assignments" }, "Assignments"));
    } else {
      message(filtered ? "Nothing is left to judge here" : "Everything is judged", filtered ? "No text fits these filters." : "Every text of this campaign is settled.",
        ...more, make("a.button", { href: "/report" }, "To the report"));
    }
  }

  function stuck(error) {
    const what = remedy(error);
    if (what === "login") {
      message("You are logged out", "What you decided is kept here and will be sent once you are back.",
        make("a.button.main", { href: `/login?next=${encodeURIComponent(location.pathname + location.search)}` }, "Log in"));
    } else if (what === "again") {
      const why = reason(error);
      message(why ? why.charAt(0).toUpperCase() + why.slice(1) : "No connection", "The next text could not be fetched. It is tried again by itself; what you decided is kept here.",
        make("button.main", { type: "button", onclick: () => way.next() }, "Try again"));
      const retry = setTimeout(() => { if (!queue.page) way.next(); }, 1000 * Math.max(3, error.after ?? 0));
      addEventListener("online", () => { clearTimeout(retry); if (!queue.page) way.next(); }, { once: true });
    } else {
      message("This cannot be shown", error.message, make("a.button", { href: "/review" }, "Review from the start"));
    }
  }

  function hear(event) {
    if (event.kind === "saved") {
      const counts = event.entry.path === "/review/decide" && !queue.again && event.answer?.change > fittingAt; // else it is counted already
      if (fitting !== null && counts) fitting = Math.max(0, fitting - event.entry.about.texts.length);
      if (event.answer?.progress) show(event.answer.progress);
      kinds.changed();
      if (event.entry.path === "/review/decide") {
        actions.known(event.answer);
        way.said(event.entry, event.answer);
      }
      actions.took(event.entry, event.answer);
    }
    if (event.kind === "refused") {
      actions.forget(event.entry.id);
      const decided = event.error?.status === 409 && event.error.answer?.decided;
      if (decided) actions.elsewhere(event.entry, decided);
      else tell("The server did not take a decision; it is shown above.");
    }
    savingLine(places.saving, outbox);
    if (event.kind !== "saved") refusedList(places.refused, outbox, look);
  }

  async function look(entry) {
    const number = entry.about.texts[0].text_id;
    try {
      way.again([await ask("GET", `/review/texts/${number}?${settings.address}`)]);
    } catch (error) {
      tell(error.message);
    }
  }

  const other = new URLSearchParams(location.search);
  if (settings.many > 1) other.delete("many"); else other.set("many", "20");
  const view = () => actions.go(`/review?${other}`);

  const both = {
    flag: ["d", "Flag for discussion", () => actions.flag()],
    comment: ["c", "Comment (Ctrl+Enter saves, Esc leaves)", () => actions.comment()],
    undo: ["u", "Undo", () => actions.undo()],
    lab: ["e", "Edit the rules of the item", () => actions.lab()],
    ...(settings.editor ? { rule: ["r", "Make this sentence a rule", () => actions.rule()] } : {}),
    reveal: ["n", "Show the names of the systems", () => actions.reveal()],
    view: ["v", settings.many > 1 ? "One text at a time" : "A screen of 20", view],
  };
  // The error types of the text that is decided now, if it is; what comes next is shown meanwhile.
  function decideAs(value, event, decide) {
    const text = way.current;
    const done = decide();
    if (text && (text.own === value || text.chosen === value)) errors.decided(text, value, event);
    return done;
  }
  const alone = {
    ...Object.fromEntries(VERDICTS.map(({ value, keys: pressed, does }) => [value, [pressed, does, (event) => decideAs(value, event, () => way.decide(value))]])),
    skip: ["s", "Skip: leave it to others", () => way.skip()],
    next: ["j ArrowRight", "Next, without deciding", () => way.next()],
    back: ["k ArrowLeft", "Back to the previous one", () => way.back()],
  };
  const many = {
    ...Object.fromEntries(VERDICTS.map(({ value, keys: pressed }) => [value, [pressed, `Set ${called(value)}`, (event) => decideAs(value, event, () => way.set(value))]])),
    clear: ["Space", "Clear: stays open", () => way.set(null)],
    confirm: ["Enter a", "Confirm all lines with a verdict", () => way.confirm()],
    down: ["j ArrowDown", "Line down", () => way.down(), { moves: true }],
    up: ["k ArrowUp", "Line up", () => way.up(), { moves: true }],
    next: ["ArrowRight", "Next screen, without deciding", () => way.next()],
    back: ["ArrowLeft", "Back to the previous screen", () => way.back()],
  };
  const deedsOf = { ...(settings.many > 1 ? many : alone), ...both };
  const bindings = {};
  for (const [name, [pressed, does, run, more]] of Object.entries(deedsOf)) {
    const guarded = (event) => { // only the shown text can be judged
      if (actions.busy || stepping) return undefined;
      errors.close();
      return run(event);
    };
    for (const key of pressed.split(" ")) bindings[key === "Space" ? " " : key] = { does, run: guarded, ...more };
    for (const button of review.querySelectorAll(`[data-do="${name}"]`)) {
      button.addEventListener("click", (event) => {
        if (meant(event)) guarded();
        if (event.detail) way.focus(); // by mouse: give the keys back to the text
      });
    }
  }
  bindings.t = { does: "Choose a category or phenomenon", run: () => kinds.open() };
  bindings.y = { does: "Only what is assigned to you, and back", run: () => actions.go(`/review?${onlyYours(settings)}`) };
  keys("Review", bindings);
  const filtering = document.getElementById("filtering");
  keys("Everywhere", { "/": { does: "Search or filter", run: () => { filtering.open = true; filtering.querySelector("select")?.focus(); } } });
  foldWhenNarrow(filtering);

  showProgress(places.progress, settings.progress);
  hear({ kind: "changed" });
  outbox.push();
  step(() => queue.forward()).then(() => kinds.refresh());
}
