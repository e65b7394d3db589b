// Deciding where texts are read: on the page of an item, in a report, a search, a comparison. Keys, saving, undo and what
// happens without a connection are those of review.
import { keys, meant } from "./keys.js";
import { Actions } from "./review/actions.js";
import { Errors, ownError } from "./review/errors.js";
import { outboxOf, refusedList, savingLine } from "./review/sending.js";
import { remarks, savedWords } from "./review/view.js";
import { ask } from "./server.js";
import { counted, make, verdict, words as quoted } from "./shown.js";
import { VERDICTS, called } from "./verdicts.js";

const LINE = "[data-decide]";

// Let the texts of this page be decided, if its reader may. `walks`: whether the arrow keys go from text to text;
// `changed`: called when the server has taken something.
export function decideHere({ walks = true, changed = () => {} } = {}) {
  const bar = document.getElementById("deciding");
  if (!bar) return;
  const kept = JSON.parse(bar.dataset.settings);
  const places = Object.fromEntries(["told", "saving", "refused", "remarks", "stale"].map((id) => [id, document.getElementById(id)]));
  const tell = (words) => { places.told.textContent = words; };
  const lines = [...document.querySelectorAll(LINE)];
  const texts = new Map(); // by number: one text may stand in several lines
  const numbers = new WeakMap();
  for (const line of lines) {
    const { verdict: value, reason, ...told } = JSON.parse(line.dataset.decide);
    const words = [...line.querySelectorAll("[data-words]")].map((part) => part.textContent.trim()).join(" ");
    numbers.set(line, told.text_id);
    if (!texts.has(told.text_id)) texts.set(told.text_id, { ...told, held: { verdict: value, reason }, text: words, others: [] });
  }
  const all = [...texts.values()];
  const linesOf = (text) => lines.filter((line) => numbers.get(line) === text.text_id);
  let line = null; // the chosen one

  const scope = () => {
    const { campaign, suite, pair } = way.current ?? all[0];
    return { campaign, suite, pair };
  };
  const settings = { ...kept, get scope() { return scope(); }, get address() { return new URLSearchParams(scope()); } };
  const way = {
    get current() { return line && texts.get(numbers.get(line)); },
    redraw: draw,
    focus: () => line?.focus({ preventScroll: true }),
    again: (some) => { // after an undo, or because another window said otherwise
      const [first] = some.map((one) => texts.get(one.text_id)).filter(Boolean);
      if (first && first !== way.current) linesOf(first)[0].focus();
      some.forEach((one) => { if (texts.has(one.text_id)) texts.get(one.text_id).done = false; });
      refresh();
    },
  };
  const outbox = outboxOf(kept, hear);
  const actions = new Actions({ outbox, settings, queue: { texts: all, page: all }, tell, progressed: () => {} });
  actions.way = way;
  keys("Decide", {}); // listed before the keys of error types
  const errors = new Errors({ tell, name: (text, number) => { actions.error(text, number); draw(text); } });

  // The verdict at once, who says so, and marks of remarks; the bar shows what was said about the chosen text.
  function draw(given) {
    const text = texts.get(given?.text_id);
    if (!text) return;
    const value = text.done ? text.own : text.held.verdict;
    for (const one of linesOf(text)) {
      if (text.touched) one.querySelector("[data-judged]").replaceChildren(verdict(value, text.done ? null : text.held.reason));
      const said = one.querySelector("[data-comments]");
      said?.replaceChildren(...[remarks(text)].filter(Boolean));
      const marks = [
        text.own && !said ? make("span", {}, text.own === value ? "by you" : `you said ${called(text.own)}`) : null,
        text.own && ownError(text) ? make("span", {}, quoted(ownError(text))) : null,
        text.flags.length && !said ? make("span.flag", { title: `Flagged by ${text.flags.map((flag) => flag.person).join(", ")}` }, "⚑ flagged") : null,
        text.comments.length && !said ? make("span", {}, counted(text.comments.length, "comment")) : null,
      ].filter(Boolean);
      one.querySelector("[data-remarked]")?.replaceChildren(...marks.flatMap((mark, index) => [index ? " · " : "", mark]));
    }
    if (text === way.current) showRemarks();
  }

  function showRemarks() {
    const text = way.current;
    const beside = text && !line.querySelector("[data-comments]") ? remarks(text) : null;
    places.remarks.replaceChildren(...[beside].filter(Boolean));
  }

  function choose(one) {
    if (one === line) return;
    errors.close();
    line?.removeAttribute("aria-current");
    line = one;
    line?.setAttribute("aria-current", "true");
    document.getElementById("remark").replaceChildren();
    for (const button of bar.querySelectorAll("[data-text]")) button.disabled = !line;
    showRemarks();
  }

  // The texts as the server has them now.
  async function refresh() {
    const known = await ask("GET", `/review/texts?${all.map((text) => `texts=${text.text_id}`).join("&")}`).catch(() => []);
    for (const { verdict: value, reason, ...told } of known) {
      const text = texts.get(told.text_id);
      if (!text.done) Object.assign(text, told, { held: { verdict: value, reason }, touched: true });
    }
    all.forEach(draw);
    changed();
  }

  function hear(event) {
    if (event.kind === "saved") {
      actions.took(event.entry, event.answer);
      if (event.entry.path === "/review/decide") {
        actions.known(event.answer);
        for (const { text_id: number, verdict: value, reason } of event.answer.decisions) {
          if (texts.has(number)) Object.assign(texts.get(number), { done: false, held: { verdict: value, reason } });
        }
        const last = event.answer.decisions.at(-1);
        tell(`${savedWords(last)}${last.fair ? "" : ` ${last.unfair}`}`);
        if (places.stale && event.answer.change !== null) places.stale.hidden = false;
      }
      event.entry.about.texts.forEach(draw);
      changed();
    }
    if (event.kind === "refused") {
      actions.forget(event.entry.id);
      const decided = event.error?.status === 409 && event.error.answer?.decided;
      if (decided) actions.elsewhere(event.entry, decided);
      else {
        way.again(event.entry.about.texts);
        tell("The server did not take a decision; it is shown here.");
      }
    }
    savingLine(places.saving, outbox);
    if (event.kind !== "saved") refusedList(places.refused, outbox, look);
  }

  function look(entry) {
    const [{ text_id: number, item_id: item }] = entry.about.texts;
    const [there] = texts.has(number) ? linesOf(texts.get(number)) : [];
    if (there) there.focus(); else location.assign(`/items/${item}#text-${number}`);
  }

  function decide(value, event) {
    const text = way.current;
    if (!actions.decide([{ text, verdict: value }])) return;
    errors.decided(text, value, event);
    text.touched = true;
    draw(text);
  }

  const go = (step) => {
    const shown = lines.filter((one) => one.offsetParent !== null);
    const at = line ? shown.indexOf(line) : -1;
    const next = shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + step))];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  };

  const looks = { pass: ".pass.big", fail: ".fail.big", untestable: ".apart.big" };
  // name: [keys, words, action, whether it needs a text]
  const deeds = {
    ...Object.fromEntries(VERDICTS.map(({ value, keys: pressed, does }) => [value, [pressed, does, (event) => decide(value, event), true]])),
    comment: ["c", "Comment", () => actions.comment(), true],
    flag: ["d", "Flag", () => actions.flag(), true],
    undo: ["u", "Undo", () => actions.undo(), false],
  };
  const own = walks ? {
    ArrowDown: { does: "Next text", moves: true, run: () => go(1) },
    ArrowUp: { does: "Previous text", moves: true, run: () => go(-1) },
  } : {};
  for (const [name, [pressed, does, run, needs]] of Object.entries(deeds)) {
    const [key] = pressed.split(" "); // digits mean other things on these pages
    const guarded = (event) => {
      if (actions.busy) return;
      errors.close();
      if (needs && !line) tell("Choose a translation first: j or ↓ goes to the next line.");
      else run(event);
    };
    own[key] = { does, run: guarded };
    bar.querySelector(".buttons").append(make(`button${looks[name] ?? ""}`, {
      type: "button", "data-do": name, "data-text": needs, disabled: needs,
      onclick: (event) => { if (meant(event)) guarded(); if (event.detail && name !== "comment") way.focus(); },
    }, does, " ", make("kbd", {}, key)));
  }
  if (places.stale) {
    const reload = () => { if (!places.stale.hidden) actions.go(location.href); };
    own.l = { does: "Load the page again, with your decisions", run: reload };
    places.stale.querySelector("button").addEventListener("click", reload);
  }
  keys("Decide", own);

  document.addEventListener("focusin", ({ target }) => {
    if (!bar.contains(target) && !target.closest("dialog")) choose(target.closest(LINE));
  });
  all.forEach(draw);
  hear({ kind: "changed" });
  outbox.push();
}
