// A line that is copied by a button, such as a signature.
import { announce } from "./telling.js";

export function copying(button, line) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(line.textContent);
      announce("The signature is copied.");
    } catch { // not every address may use the clipboard: then it is marked, ready to be copied by hand
      getSelection().selectAllChildren(line);
      announce("The signature is marked: copy it with Ctrl+C.");
    }
  }
  button?.addEventListener("click", copy);
  return copy;
}
