// Rating tasks by keyboard.
import { rows } from "../rows.js";

rows("Ratings", "table.rows tbody tr", { what: "task", inside: "a.open" });
