// Assignments by keyboard: move over phenomena, mark some, assign them to a person.
import { keys, meant } from "./keys.js";
import { rows } from "./rows.js";
import { counted } from "./shown.js";

const form = document.getElementById("assign");
const marks = () => [...document.querySelectorAll("[name=phenomenon]:checked")];
const list = rows("Assignments", ".kinds tbody tr", { what: "phenomenon" });

const find = document.getElementById("find");
find?.addEventListener("input", () => {
  const wanted = find.value.trim().toLocaleLowerCase();
  let any = false;
  for (const body of document.querySelectorAll(".kinds tbody")) {
    const whole = body.dataset.category.toLocaleLowerCase().includes(wanted);
    let some = whole;
    for (const row of body.querySelectorAll("[data-kind]")) {
      row.hidden = !whole && !row.dataset.kind.toLocaleLowerCase().includes(wanted);
      some ||= !row.hidden;
    }
    body.hidden = !some;
    any ||= some;
  }
  document.getElementById("none").hidden = any;
});
find?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== "ArrowDown") return;
  event.preventDefault(); // Enter would load the page again
  const first = list.all().find((row) => row.dataset.kind !== undefined) ?? list.all()[0];
  first?.focus();
});

function count() {
  const many = marks().length;
  document.getElementById("marked").textContent = many ? `${counted(many, "phenomenon", "phenomena")} marked` : "Nothing is marked";
}

if (form) {
  const person = form.elements.to;
  const mark = () => {
    const box = list.here()?.querySelector("[name=phenomenon]");
    if (!box) return;
    box.checked = !box.checked;
    count();
    list.go(1);
  };
  person.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !meant(event)) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector("[value=assign]"));
  });
  document.addEventListener("change", (event) => { if (event.target.name === "phenomenon") count(); });
  keys("Assignments", {
    x: { does: "Mark the phenomenon, or the whole category", run: mark },
    " ": { does: "Mark the phenomenon, or the whole category", run: mark },
    a: { does: "Assign what is marked: choose a person, then Enter", run: () => person.focus() },
    n: { does: "Assign what is marked to nobody", run: () => form.requestSubmit(form.querySelector("[value=unassign]")) },
  });
  count();
}
const undo = document.getElementById("undo");
if (undo) keys("Assignments", { u: { does: "Undo the assignment", run: () => undo.requestSubmit() } });
