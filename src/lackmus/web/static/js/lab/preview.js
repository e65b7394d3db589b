// The live preview: during typing, the server judges all texts of the item, and changes are shown.
import { ask } from "../server.js";
import { counted, make, marked, verdict } from "../shown.js";
import { turned, turns } from "./shown.js";

const PAUSE = 120; // milliseconds without a keystroke

// Request a preview after a pause; drop answers that a newer request has overtaken.
export function asker(item, { onAnswer, onTrouble }) {
  let timer = null;
  let asked = 0;
  let running = null;
  return function soon(rules, pause = PAUSE) {
    clearTimeout(timer);
    asked += 1;
    const number = asked;
    timer = setTimeout(async () => {
      running?.abort();
      running = new AbortController();
      try {
        const answer = await ask("POST", `/items/${item}/preview`, { rules }, { signal: running.signal });
        if (number === asked) onAnswer(answer);
      } catch (problem) {
        if (number === asked && problem.name !== "AbortError") onTrouble(problem);
      }
    }, pause);
  };
}

// Update the rows of texts to the verdicts of the tried rules.
export function textRows(list) {
  const rows = new Map([...list.querySelectorAll("[data-text]")].map((row) => [Number(row.dataset.text), row]));
  let show = "all";
  let latest = null;

  function update(texts) {
    latest = texts;
    list.classList.remove("waiting");
    for (const text of texts) {
      const row = rows.get(text.text_id);
      if (row) fill(row, text);
    }
    filter();
  }

  function fill(row, text) {
    const changed = text.verdict !== text.before || text.reason !== text.before_reason;
    const counts = text.decided ?? text.verdict; // people's decisions override rules
    const opposed = text.decided && text.decided !== "warning" && text.verdict !== "warning" && text.decided !== text.verdict;
    row.classList.toggle("changed", changed);
    row.classList.toggle("opposed", Boolean(changed && opposed));
    row.dataset.open = counts === "warning" ? "1" : "0";
    const judged = row.querySelector(".judged");
    if (text.decided) {
      judged.replaceChildren(verdict(text.decided, text.decided === "warning" ? "disputed" : null));
    } else {
      judged.replaceChildren(changed
        ? turned(text.before, text.verdict, text.before_reason, text.reason)
        : verdict(text.verdict, text.reason));
    }
    row.querySelector(".words").replaceChildren(marked(text.text, text.marks, ".block"));
    row.querySelector(".people").replaceChildren(...Object.entries(text.people).flatMap(([person, said]) =>
      [make("span", {}, `${person}: `, make(`b.said-${said}`, {}, said)), " "]));
    const say = row.querySelector(".rules-say");
    say.hidden = !text.decided;
    if (text.decided) {
      say.replaceChildren("rules: ", ...(changed
        ? [turned(text.before, text.verdict, text.before_reason, text.reason)]
        : [text.verdict + (text.reason ? ` (${text.reason})` : "")]));
      if (opposed) say.append(` contradicts ${Object.entries(text.people).filter(([, said]) => said !== text.verdict).map(([person]) => person).join(", ")}`);
    }
  }

  function filter(wanted = show) {
    show = wanted;
    let shown = 0;
    for (const row of rows.values()) {
      row.hidden = (show === "changed" && !row.classList.contains("changed"))
        || (show === "open" && (latest ? row.dataset.open !== "1" : !row.querySelector(".judged .verdict.warning")));
      shown += row.hidden ? 0 : 1;
    }
    return shown;
  }

  // In words: how many texts change, and how many stay open.
  function summary(ms) {
    const changed = latest.filter((text) => text.verdict !== text.before || text.reason !== text.before_reason);
    const open = latest.filter((text) => (text.decided ?? text.verdict) === "warning");
    const late = latest.filter((text) => text.reason === "timeout").length;
    const told = changed.length
      ? `${counted(changed.length, "text changes", "texts change")} (${turns(changed.map((text) => [text.before, text.verdict]))})`
      : "No text changes";
    return {
      changed: changed.length,
      open: open.length,
      words: `${told}; ${open.length.toLocaleString("en")} of ${counted(latest.length, "text")} open${late ? `, ${late.toLocaleString("en")} not searched in time` : ""}. Judged in ${Math.max(1, Math.round(ms))} ms.`,
    };
  }

  return { update, filter, summary, wait: () => list.classList.add("waiting") };
}
