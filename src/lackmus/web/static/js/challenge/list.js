// Challenges by keyboard.
import { rows } from "../rows.js";

rows("Challenges", "table.rows tbody tr", { what: "challenge", inside: "a.open" });
