// People, settings, log: roles are saved at once, tokens can be copied, rows work by keyboard.
import { announce } from "./messages.js";
import { keys } from "./keys.js";
import { rows } from "./rows.js";

// A role is saved as soon as it is chosen, but not while arrow keys move over it.
document.addEventListener("change", (event) => {
  const choice = event.target.closest("select[data-send]");
  if (!choice) return;
  if (confirm(`${choice.getAttribute("aria-label")}: ${choice.dataset.was} → ${choice.value}?`)) choice.form.requestSubmit();
  else choice.value = choice.dataset.was;
});

document.addEventListener("change", (event) => {
  if (event.target.name !== "colours") return;
  const chosen = event.target.value;
  if (chosen) document.documentElement.dataset.theme = chosen; else delete document.documentElement.dataset.theme;
  document.cookie = `lackmus_theme=${chosen}; path=/; max-age=31536000; samesite=lax`;
});

// A download does not leave the page, so the page says that it has started.
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-download]")) announce("The backup is being made; the download begins when it is there.", 8);
});

// In the log and the list of people the first control of a row gets the focus.
const CLICKED = "a, button, select";
if (document.querySelector(`[data-rows] tbody tr :is(${CLICKED})`)) {
  rows("List", `[data-rows] tbody tr:has(${CLICKED})`, { inside: CLICKED });
}
const turn = (way) => document.querySelector(`.pager a[rel=${way}]`);
if (document.querySelector(".pager")) keys("List", {
  n: { does: "Next page", run: () => turn("next")?.click() },
  p: { does: "Page before", run: () => turn("prev")?.click() },
});
