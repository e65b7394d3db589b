// Shared by all pages: keys and their list, navigation by keyboard, colours, times, messages.
import { copyButtons } from "./copying.js";
import { watchEdges } from "./edges.js";
import { foldWhenNarrow } from "./folding.js";
import { make, timeLeft } from "./shown.js";
import { announce, complain } from "./messages.js";
import { keys, showKeys } from "./keys.js";

const places = document.querySelectorAll("[data-go]");
keys("Go to", Object.fromEntries([...places].map((link) =>
  [`g ${link.dataset.go}`, { does: link.textContent, run: () => link.click() }])));
keys("Everywhere", {
  "?": { does: "Show the keys", run: showKeys },
  "/": { does: "Search or filter", run: () => (document.querySelector("main input[type=search]") ?? document.querySelector(".finds input") ?? document.querySelector(".filters :is(input:not([type=hidden]), select)"))?.focus() },
});
document.getElementById("help")?.addEventListener("click", showKeys);

// Light, dark or the system's theme: kept in a cookie, so that the server sends the right page at once.
document.getElementById("theme")?.addEventListener("click", () => {
  const next = { "": "dark", dark: "light", light: "" }[document.documentElement.dataset.theme ?? ""];
  if (next) document.documentElement.dataset.theme = next; else delete document.documentElement.dataset.theme;
  document.cookie = `lackmus_theme=${next}; path=/; max-age=31536000; samesite=lax`;
  announce(`Colours: ${next || "as the system has them"}`);
});

// The result of the last request, shown by the page it led to.
const said = document.cookie.match(/(?:^|; )lackmus_said=([^;]*)/);
if (said) {
  document.getElementById("said").textContent = decodeURIComponent(said[1]);
  document.cookie = "lackmus_said=; path=/; max-age=0; samesite=lax";
}

function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const when = new Date(time.dateTime);
    time.dataset.local = "";
    time.title = time.textContent;
    const [day, hour] = when.toLocaleString("sv", { dateStyle: "short", timeStyle: "short" }).split(" ");
    time.replaceChildren(make("span", {}, day), " ", make("span", {}, hour)); // may wrap between them
  }
}
localTimes(document);

function timesLeft(root) {
  for (const one of root.querySelectorAll("[data-seconds-left]")) one.textContent = `· ${timeLeft(Number(one.dataset.secondsLeft))}`;
}

// A filter is in the address, so that it can be shared and the back button works.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form.filters");
  if (form && !event.target.matches("[data-wait]")) form.requestSubmit();
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.filters")) return;
  for (const field of event.target.elements) if (field.name && field.value === "") field.disabled = true;
});
addEventListener("pageshow", () => document.querySelectorAll("form.filters :disabled").forEach((field) => { field.disabled = false; }));

// Ask before something would be lost.
document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
}, true);

document.addEventListener("htmx:afterSettle", (event) => {
  localTimes(event.target);
  timesLeft(event.target);
  watchEdges(event.target);
});
document.addEventListener("htmx:responseError", (event) => complain(event.detail.xhr.responseText || "That did not work."));
document.addEventListener("htmx:sendError", () => complain("The server cannot be reached. Nothing was lost; try again."));

watchEdges(document);
copyButtons();

// In a narrow window the menu starts folded.
foldWhenNarrow(document.querySelector(".side .menu"));
