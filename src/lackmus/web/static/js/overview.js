// The overview by keyboard: from campaign to campaign.
import { rows } from "./rows.js";

rows("Overview", "[data-row]", { what: "campaign" });
