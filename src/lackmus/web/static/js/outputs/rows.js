// Campaigns, systems and templates by keyboard: j and k go from row to row, Enter opens, u uploads.
import { keys } from "../keys.js";
import { rows } from "../rows.js";

if (document.querySelector("table.rows a.open")) rows("Outputs", "table.rows tbody tr", { inside: "a.open" });
for (const [key, name] of [["u", "upload"], ["e", "from-engine"]]) {
  const link = document.getElementById(name);
  if (link) keys("Outputs", { [key]: { does: link.firstChild.textContent.trim(), run: () => link.click() } });
}
