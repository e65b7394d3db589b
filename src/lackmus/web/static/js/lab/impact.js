// The impact of saving, shown before anything is saved; and the dialog for conflicting edits.
import { counted, marked, verdict } from "../shown.js";
import { made, turned, turns } from "./shown.js";

const MOST = 50; // texts listed at most

export function impactShown(impact) {
  const parts = [];
  if (!impact.changed) return [made("p", "", "These rules are the ones that the item already has. There is nothing to save.")];
  const { flips, contradicted, fair, unfair, warnings } = impact;
  parts.push(made("p", "impact-line", flips.length
    ? `${counted(flips.length, "text flips", "texts flip")}: ${turns(flips.map((one) => [one.before, one.after]))}.`
    : "No verdict changes."));
  if (fair.length) parts.push(made("p", "told", `The item becomes fair in ${fair.join(", ")}.`));
  if (unfair.length) parts.push(made("p", "alarm", `The item is no longer fair in ${unfair.join(", ")}.`));
  for (const warning of warnings) parts.push(made("p", "alarm", warning));
  if (contradicted.length) {
    const box = made("section", "alarm");
    box.append(made("p", "", `${counted(contradicted.length, "decision", "decisions")} would be contradicted; what people decided still counts:`));
    box.append(listed(contradicted, (one) => {
      const who = made("span", "", `${one.person} said `);
      who.append(verdict(one.said), ", the rules say ", verdict(one.rules_say), ": ", marked(one.text));
      return [who];
    }));
    parts.push(box);
  }
  if (flips.length) {
    const box = made("details", "");
    box.open = flips.length <= 12;
    box.append(made("summary", "", "Texts that flip"), listed(flips, (one) =>
      [turned(one.before, one.after, one.before_reason, one.after_reason), " ", marked(one.text)]));
    parts.push(box);
  }
  return parts;
}

function listed(rows, line) {
  const list = made("ul", "impact-texts");
  for (const row of rows.slice(0, MOST)) {
    const entry = made("li");
    entry.append(...line(row));
    list.append(entry);
  }
  if (rows.length > MOST) list.append(made("li", "dim", `… and ${counted(rows.length - MOST, "more", "more")}`));
  return list;
}

// Both versions side by side; rules on one side only are marked.
export function versionsShown(now, mine) {
  const key = (rule) => JSON.stringify([rule.side, rule.kind, rule.value]);
  const there = new Set(now.map(key));
  const wanted = new Set(mine.map(key));
  const lines = (rules, other) => rules.map((rule) => {
    const entry = made("li", other.has(key(rule)) ? "" : "only-here");
    const value = made("code", "", rule.value);
    value.dir = "auto";
    entry.append(made("span", "dim", `${rule.side} ${rule.kind === "fixed" ? "fixed string" : "pattern"} `), value);
    return entry;
  });
  return [lines(now, wanted), lines(mine, there)];
}
