// Elements for texts under review, their rules and remarks. User content is only set as text.
import { counted, make, marked, passage, timeLeft, verdict as badge, words } from "../shown.js";
import { called } from "../verdicts.js";

export { counted, make, marked, timeLeft, words };

// In review a warning is called “open”.
export function verdict(value, reason = null) {
  return value === "warning" ? badge(value, reason, "open") : badge(value, reason);
}

function moment(at) {
  return make("time.dim", { datetime: at }, new Date(at).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" }));
}

// A foldable part; its state is remembered for all texts.
function foldable(name, title, ...children) {
  const kept = `lackmus review fold ${name}`;
  const long = name === "examples" && children[0].children.length > 3; // a long list is folded until it is opened
  const box = make(`details.fold.${name}`, { open: (localStorage.getItem(kept) ?? (long ? "folded" : "open")) !== "folded" }, make("summary", {}, title), ...children);
  box.addEventListener("toggle", () => localStorage.setItem(kept, box.open ? "open" : "folded"));
  return box;
}

// Whose phenomenon or item it is.
function whose(text, person) {
  if (!text.assigned_to) return null;
  return text.assigned_to === person ? make("span.tag.own", {}, "yours") : make("span.tag", { title: "assigned to" }, text.assigned_to);
}

export function place(text, person) {
  return make("p.crumbs", {}, words(text.category), " › ", make("strong", {}, words(text.phenomenon)), make("span.key", {}, " · ", words(text.item, ".code")), " ", whose(text, person));
}

// The source with the stretch in question marked; of several paragraphs, that of the stretch in full.
export function source(text) {
  const marks = text.stretch ? [{ side: "stretch", start: text.stretch[0], end: text.stretch[1] }] : [];
  return text.source_paragraphs.length ? passage(text.source, marks, text.source_paragraphs, text.paragraph) : marked(text.source, marks);
}

// The translation; only as many paragraphs as the source has tell which of them is meant.
export function target(text) {
  if (!text.source_paragraphs.length || text.paragraphs.length < 2) return marked(text.text, text.marks);
  const paragraph = text.paragraphs.length === text.source_paragraphs.length ? text.paragraph : null;
  return passage(text.text, text.marks, text.paragraphs, paragraph);
}

const SAYS = { positive: "pass", negative: "fail" };

function rules(text) {
  if (!text.rules.length) return make("p.dim", {}, "This item has no rules yet.");
  return make("ul.rules", {}, ...text.rules.map((rule) => make(`li.${rule.side}`, {},
    make("span.what", { title: `${rule.side} ${rule.kind}: where it matches, the text is a ${SAYS[rule.side] ?? rule.side}` },
      make("span", { "aria-hidden": "true" }, rule.side === "positive" ? "+" : "−"), make("span.unseen", {}, `${rule.side} ${rule.kind}`)),
    words(rule.value, ".code"), rule.kind === "fixed" ? make("small.dim", {}, " fixed") : null)));
}

export function others(text) {
  if (!text.others.length) return null;
  return foldable("others", `Other texts of this item (${text.others.length})`, make("ul.others", {}, ...text.others.map((other) =>
    make("li", {}, verdict(other.verdict, other.reason), marked(other.text, other.marks),
      other.systems > 1 ? make("small.dim", {}, ` ×${other.systems}`) : null))));
}

export function remarks(text) {
  const flags = text.flags.map((flag) => make("li.flag", {}, "⚑ flagged by ", words(flag.person), flag.at ? " " : "", flag.at ? moment(flag.at) : null));
  const comments = text.comments.map((one) => make("li", {}, make("strong", {}, words(one.person)), " ", one.at ? moment(one.at) : null,
    make("div", {}, words(one.comment, ".block"))));
  return flags.length + comments.length ? make("ul.remarks", {}, ...flags, ...comments) : null;
}

export function opinions(text) {
  const said = Object.entries(text.opinions ?? {});
  return said.length ? make("p.opinions", {}, "People differ: ", ...said.flatMap(([person, value], index) =>
    [index ? ", " : "", words(person), " ", verdict(value)])) : null;
}

// What the server says of a saved decision.
export function savedWords(one) {
  const contradicts = one.contradicts_rules ? ` The rules say ${one.rules_say}.` : "";
  return `Saved: ${called(one.verdict)}.${one.fair ? " The item is now fair." : ""}${contradicts}`;
}

// The systems are shown only on request.
export function writers(text) {
  if (text.names) return make("span.writers", {}, "Written by ", ...text.names.flatMap((name, index) => [index ? ", " : "", words(name)]));
  return make("span.writers", {}, `${counted(text.systems, "system", "systems")} wrote this`);
}

// Translations that show what passes and what fails; undecided ones are left open on purpose.
function examples(text) {
  return make("ol.examples", {}, ...text.examples.map((one) => make("li", {},
    one.verdict === "undecided" ? make("span.tag", {}, "undecided") : verdict(one.verdict),
    make("div", {}, make("p.source", {}, words(one.source, ".block")), make("p", {}, words(one.translation, ".block")),
      one.note ? make("p.dim", {}, words(one.note)) : null))));
}

// Context for judging: guideline, examples, rules, remarks.
export function aside(text) {
  return [
    text.prompt ? foldable("prompt", "Prompt", make("p", {}, words(text.prompt, ".block"))) : null,
    text.guideline ? foldable("guideline", "Guideline", make("p", {}, words(text.guideline, ".block"))) : null,
    text.examples.length ? foldable("examples", `Examples (${text.examples.length})`, examples(text)) : null,
    text.error_types?.length ? foldable("error-types", "Error types: f or x, then a number", make("ol.error-types", {}, ...text.error_types.map((one, at) =>
      make("li", {}, make("kbd", {}, String(at + 1)), " ", words(one.label))))) : null,
    text.plain_rules.length ? foldable("plain", "Rules in plain language", make("ul", {}, ...text.plain_rules.map((rule) => make("li", {}, words(rule, ".block"))))) : null,
    text.rules && (text.rules.length || !text.plain_rules.length) ? foldable("rules", text.rules.length ? `Rules (${text.rules.length})` : "Rules", rules(text)) : null,
    remarks(text),
  ].filter(Boolean);
}
