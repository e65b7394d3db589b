// A drawing of two sentences: scroll to the keyword, and show the links of a word on hover.
export function tree(figure) {
  const box = figure?.querySelector(".drawing");
  const svg = box?.querySelector("svg");
  if (!svg) return;
  const keyword = svg.querySelector(".word.marked");
  if (keyword && box.scrollWidth > box.clientWidth) {
    const place = keyword.getBoundingClientRect();
    box.scrollLeft += place.left + place.width / 2 - box.getBoundingClientRect().left - box.clientWidth / 2;
  }
  const light = (word) => {
    svg.classList.toggle("pointing", Boolean(word));
    for (const link of svg.querySelectorAll(".link")) {
      const ends = link.dataset.ends.split(" ");
      const lit = word !== null && ends.includes(word);
      link.classList.toggle("lit", lit);
      for (const end of ends) if (lit) svg.querySelector(`[data-word="${end}"]`)?.classList.add("lit");
    }
    if (!word) svg.querySelectorAll(".word.lit").forEach((one) => one.classList.remove("lit"));
  };
  svg.addEventListener("pointerover", (event) => {
    light(null);
    light(event.target.closest?.("[data-word]")?.dataset.word ?? null);
  });
  svg.addEventListener("pointerleave", () => light(null));
}
