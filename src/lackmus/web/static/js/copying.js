// A button that copies a line, such as a signature.
import { announce } from "./messages.js";

export function copying(button, line) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(line.textContent);
      announce("The signature is copied.");
    } catch { // the clipboard may be unavailable: select the text instead
      getSelection().selectAllChildren(line);
      announce("The signature is marked: copy it with Ctrl+C.");
    }
  }
  button?.addEventListener("click", copy);
  return copy;
}
