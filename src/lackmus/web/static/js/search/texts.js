// The list of texts: lines by j and k, marks by x, and what is done to all that is marked.
import { keys } from "../keys.js";
import { asking, marking, offering, ranges } from "../marking.js";
import { rows } from "../rows.js";
import { ask } from "../server.js";
import { counted } from "../shown.js";

const follow = (selector) => document.querySelector(selector)?.click();
const lines = rows("List", "#texts tbody tr", { what: "line" });
keys("List", {
  "[": { does: "Previous page", run: () => follow("[rel=prev]") },
  "]": { does: "Next page", run: () => follow("[rel=next]") },
});

const LONGEST = 15_000; // letters of an address
const bar = document.getElementById("marking");
if (bar) {
  const acts = {
    async review(numbers) {
      const texts = encodeURIComponent(ranges(numbers));
      if (texts.length > LONGEST) throw new Error("These are too many single texts for an address. Choose them by filters, and review those.");
      const { parts, review } = await ask("GET", `/texts?lines=0&texts=${texts}${bar.dataset.campaign}`);
      offering(counted(numbers.length, "text"), parts.map(({ campaign, suite, pair, texts: many }) => ({
        name: [campaign, suite, pair].filter((name, place, all) => all.indexOf(name) === place).join(", "),
        many: counted(many, "text"),
        address: `/review?${new URLSearchParams({ campaign, suite, pair, found: review })}`,
      })));
    },
  };
  const dialog = document.getElementById("act-assign");
  if (dialog) {
    const open = asking(dialog, async (numbers, fields) => {
      const done = await ask("POST", bar.dataset.path, { texts: numbers, person: fields.person.value, log: fields.log.value });
      marks.tell(`${done.said}.${done.unchanged ? ` ${done.unchanged} were so already.` : ""}`, done.change);
    });
    acts.assign = (numbers) => open(numbers, counted(numbers.length, "text"));
  }
  const marks = marking(lines, { bar, one: "text", acts });
}
