// What is done to the marked items of a suite: each is one change, and one undo.
import { asking, marking, offering, ranges } from "../marking.js";
import { ask } from "../server.js";
import { counted } from "../shown.js";

const split = (field) => field.value.split(",").map((tag) => tag.trim()).filter(Boolean);

export function markItems(lines, bar) {
  async function edit(numbers, action, more = {}) {
    const done = await ask("POST", bar.dataset.path, { items: numbers, action, ...more });
    if (action === "retire" || action === "restore") marks.clear(); // they leave the list
    marks.tell(done.said, done.change);
  }

  const dialogs = {
    tag: (numbers, fields) => edit(numbers, "tag", { add: split(fields.add), remove: split(fields.remove), log: fields.log.value }),
    move(numbers, fields) {
      const chosen = fields.to.selectedOptions[0];
      const isNew = "new" in chosen.dataset;
      return edit(numbers, "move", {
        phenomenon: isNew ? fields.phenomenon.value : chosen.value,
        category: isNew ? fields.category.value : chosen.dataset.category, new: isNew, log: fields.log.value,
      });
    },
    assign: (numbers, fields) => edit(numbers, fields.person.value ? "assign" : "unassign", { person: fields.person.value, log: fields.log.value }),
  };
  const acts = {
    async review(numbers) {
      const items = ranges(numbers);
      const here = `${bar.dataset.review}${bar.dataset.review.includes("?") ? "&" : "?"}items=${items}`;
      const { pairs } = bar.dataset; // there are several, and none is chosen
      const found = pairs === undefined ? [] : (await ask("GET", `/texts?lines=0&items=${items}${pairs}`)).parts;
      const named = [...new Set(found.map(({ pair }) => pair))].map((pair) => ({ name: pair, address: `${here}&pair=${encodeURIComponent(pair)}` }));
      offering(counted(numbers.length, "item"), named.length ? named : [{ address: here }]);
    },
  };
  for (const action of ["retire", "restore", "reserve", "release"]) acts[action] = (numbers) => edit(numbers, action);
  for (const [name, send] of Object.entries(dialogs)) {
    const dialog = document.getElementById(`act-${name}`);
    if (!dialog) continue; // only editors have them
    const open = asking(dialog, send);
    acts[name] = (numbers) => open(numbers, counted(numbers.length, "item"));
  }
  const to = document.querySelector("#act-move select");
  to?.addEventListener("change", () => { document.querySelector("#act-move div[data-new]").hidden = !("new" in to.selectedOptions[0].dataset); });
  const marks = marking(lines, { bar, one: "item", acts });
}
