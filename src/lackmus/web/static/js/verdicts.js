// The verdicts on a text: their signs and words, and the keys by which a person gives them, in review and wherever
// texts can be decided.

export const SIGNS = { pass: "✓", fail: "✗", warning: "?", untestable: "⊘" };

// What a person can say, in the order of buttons.
export const VERDICTS = [
  { value: "pass", keys: "p 1", does: "Pass" },
  { value: "fail", keys: "f 0", does: "Fail" },
  { value: "untestable", keys: "x", does: "Not testable" }, // it avoids the phenomenon, or is unusable for it
];

// The words for a verdict on a page.
export function called(value) {
  return value === "untestable" ? "not testable" : value;
}
