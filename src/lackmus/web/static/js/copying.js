// Buttons that copy a line, such as a signature.
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

// Buttons with data-copy copy the text of the element that they name.
export function copyButtons() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const place = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(place.textContent);
      announce("Copied.");
    } catch { // no clipboard without https: select the text, so that Ctrl+C copies it
      getSelection().selectAllChildren(place);
      announce("It is marked: press Ctrl+C.");
    }
  });
}
