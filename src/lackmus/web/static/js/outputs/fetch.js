// Start a fetch: an estimate is valid only for the options it was made for.
import { keys } from "../keys.js";
import { rows } from "../rows.js";
import { relieve } from "../messages.js";
import { askForNew } from "./campaign.js";

const form = document.getElementById("fetch-form");
if (form) prepare();
else if (document.querySelector("table.rows a.open")) rows("Engines", "table.rows tbody tr", { inside: "a.open" });

function prepare() {
  askForNew(form);

  // A template knows its suite.
  function free() {
    const part = form.elements.part;
    if (part) part.disabled = Boolean(form.elements.template?.value);
  }
  free();

  // Any change may change the price.
  function forget(event) {
    document.getElementById("estimate")?.replaceChildren();
    if (event.target.name === "template") free();
  }
  form.addEventListener("input", forget);
  form.addEventListener("change", forget);

  document.addEventListener("htmx:beforeRequest", (event) => {
    relieve();
    // This button does not validate the form.
    if (event.target.id === "estimate-button" && !form.reportValidity()) event.preventDefault();
  });
  document.addEventListener("htmx:afterSettle", free);
  keys("Fetch", {
    "Ctrl+Enter": { does: "Fetch, or estimate the cost first", run: () => (document.getElementById("fetch") ?? document.getElementById("estimate-button"))?.click() },
  });
}
