// Campaigns, systems and templates by keyboard: j and k go from row to row, Enter opens, u uploads.
import { keys } from "../keys.js";
import { rows } from "../rows.js";

if (document.querySelector("table.rows a.open")) rows("Outputs", "table.rows tbody tr", { inside: "a.open" });
const upload = document.getElementById("upload");
if (upload) keys("Outputs", { u: { does: upload.firstChild.textContent.trim(), run: () => upload.click() } });
