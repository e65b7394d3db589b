// Elements for texts, marks and verdicts on all pages. User content is only set as text.
import { SIGNS, called } from "./verdicts.js";

// make("p.dim", { title: "…", onclick() {…} }, "words", element, …); null and empty values are left out.
export function make(tag, options = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export function counted(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

// The remaining time in words, rounded.
export function timeLeft(seconds) {
  if (!seconds) return ""; // unknown or 0
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "less than a minute left";
  if (minutes < 60) return `about ${minutes} min left`;
  const hours = Math.floor(minutes / 60);
  return hours < 10 ? `about ${hours} h ${minutes % 60} min left` : `about ${Math.round(minutes / 60)} h left`;
}

// A verdict as a badge; only open texts show a reason.
export function verdict(value, reason = null, words_ = called(value)) {
  return make(`span.verdict.${value in SIGNS ? value : "warning"}`, {}, `${SIGNS[value] ?? "?"} ${words_}`,
    reason && value === "warning" ? make("small", {}, ` ${reason}`) : null);
}

// The text with coloured rule matches; positions count code points, not UTF-16 units.
export function marked(text, marks = [], kind = "") {
  const letters = Array.from(text);
  const cuts = [...new Set([0, letters.length, ...marks.flatMap((mark) => [mark.start, mark.end])])]
    .filter((place) => place >= 0 && place <= letters.length).sort((a, b) => a - b);
  const parts = cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1];
    const sides = new Set(marks.filter((mark) => mark.start <= start && mark.end >= end).map((mark) => mark.side));
    const part = letters.slice(start, end).join("");
    if (!sides.size) return part;
    const classes = [sides.has("positive") ? ".right" : "", sides.has("negative") ? ".wrong" : ""].join("");
    if (sides.has("stretch")) return make("mark.stretch", { title: "in question" }, part);
    const told = sides.size > 1 ? "matched by rules of both sides" : sides.has("positive") ? "matched by a positive rule" : "matched by a negative rule";
    return make(`mark${classes}`, { title: told }, part);
  });
  return make(`bdi.text${kind}`, { dir: "auto" }, ...parts);
}

const LONG = 240; // characters of context that are shown without unfolding

// A text of several paragraphs: the one in question in full, those around it quieter, and folded where long.
export function passage(text, marks, paragraphs, paragraph) {
  const letters = Array.from(text);
  const part = (start, end) => marked(letters.slice(start, end).join(""), marks.filter((mark) => mark.start < end && mark.end > start)
    .map((mark) => ({ ...mark, start: Math.max(mark.start, start) - start, end: Math.min(mark.end, end) - start })));
  const known = paragraph !== null && paragraph < paragraphs.length;
  const context = (spans, where) => {
    if (!spans.length) return null;
    const parts = spans.map(([start, end]) => make("p", {}, part(start, end)));
    if (spans.reduce((sum, [start, end]) => sum + end - start, 0) <= LONG) return make(`div.context.${where}`, {}, ...parts);
    return make(`details.context.${where}`, {}, make("summary", {}, `${counted(spans.length, "paragraph")} ${where}`), ...parts);
  };
  if (!known) return make("div.passage", {}, ...paragraphs.map(([start, end]) => make("p", {}, part(start, end))));
  return make("div.passage", {}, context(paragraphs.slice(0, paragraph), "before"),
    make("p.asked", {}, part(...paragraphs[paragraph])), context(paragraphs.slice(paragraph + 1), "after"));
}

export function words(text, kind = "") {
  return make(`bdi.text${kind}`, { dir: "auto" }, text);
}
