// The verdicts that a person can give to a text, with their keys, in review and wherever texts can be decided.
export const VERDICTS = [
  { value: "pass", keys: "p 1", does: "Pass" },
  { value: "fail", keys: "f 0", does: "Fail" },
];
