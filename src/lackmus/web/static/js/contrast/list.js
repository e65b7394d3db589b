// Studies by keyboard.
import { rows } from "../rows.js";

rows("Contrasts", "table.rows tbody tr", { what: "study", inside: "a.open" });
