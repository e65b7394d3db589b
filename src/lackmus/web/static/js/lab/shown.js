// Elements for verdicts that change.
import { make, verdict } from "../shown.js";

// An element by the names of its classes: made("p", "dim note", "words").
export function made(name, classes = "", words = "") {
  return make([name, ...classes.split(" ").filter(Boolean)].join("."), {}, words);
}

// The verdict before and now, with an arrow between.
export function turned(before, after, beforeReason = null, afterReason = null) {
  const both = made("span", "turned");
  both.append(verdict(before, before === after ? beforeReason : null), made("span", "arrow", " → "), verdict(after, afterReason));
  return both;
}

// “2 warning → pass, 1 pass → fail”
export function turns(pairs) {
  const counts = new Map();
  for (const [before, after] of pairs) {
    const name = before === after ? "only the reason" : `${before} → ${after}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${count.toLocaleString("en")} ${name}`).join(", ");
}
