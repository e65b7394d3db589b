// What is wrong with the text that was just decided: f or x decides, then a number names an error type; the same number
// again takes it away.
import { keys } from "../keys.js";
import { make, words } from "./view.js";

const WITH = ["fail", "untestable"]; // verdicts that may have an error type
const MOST = 9;

// The label of the error type that this person names for a text.
export function ownError(text) {
  return text.error_types?.find((one) => one.number === text.own_error)?.label ?? "";
}

export class Errors {
  #text = null;

  // name(text, number): save it, or keep it until the line is confirmed.
  constructor({ name, tell }) {
    Object.assign(this, { name, tell, place: document.getElementById("error-types") });
    const bindings = {};
    for (let key = 1; key <= MOST; key += 1) {
      bindings[key] = { does: "After f or x: what is wrong, by an error type", when: () => this.open, lasting: true, run: () => this.choose(key) };
    }
    keys("Error types", bindings);
    const other = ({ key }) => !/^\d$/.test(key) && !["Shift", "Control", "Alt", "Meta"].includes(key);
    document.addEventListener("keydown", (event) => { if (other(event)) this.close(); }, true); // before it is acted upon
  }

  get open() { return this.#text !== null; }

  // A text was decided by a letter or a click: offer its error types. Digits that decide keep their meaning.
  decided(text, value, event = null) {
    const digit = /^\d$/.test(event?.key ?? "");
    this.#show(WITH.includes(value) && text.error_types?.length && !digit ? text : null);
  }

  close() { this.#show(null); }

  // Another state of the same text is known.
  fresh(text) { if (this.#text?.text_id === text?.text_id) this.#show(text); }

  choose(key) {
    const text = this.#text;
    const one = text.error_types[key - 1];
    if (!one) {
      this.tell(`No error type has the key ${key}: there are ${text.error_types.map((each, at) => `${at + 1} ${each.label}`).join(", ")}.`);
      return;
    }
    this.name(text, text.own_error === one.number ? 0 : one.number);
    this.#show(text);
  }

  #show(text) {
    this.#text = text;
    this.place.hidden = !text;
    if (!text) { this.place.replaceChildren(); return; }
    const short = text.text.length > 40 ? `${text.text.slice(0, 39)}…` : text.text;
    this.place.replaceChildren(make("p", {}, "What is wrong with “", words(short), "”?"),
      ...text.error_types.map((one, at) => make("button", {
        type: "button", "aria-pressed": String(text.own_error === one.number), onclick: () => this.choose(at + 1),
      }, words(one.label), " ", make("kbd", {}, String(at + 1)))));
  }
}
