/* The labels of charts that lose letters at the edge of their drawing, or of the box in which it is scrolled. */
[...document.querySelectorAll("figure svg text")]
  .filter((label) => {
    const svg = label.closest(".wide > svg");
    const edge = (getComputedStyle(svg).overflow === "visible" ? svg.parentElement : svg).getBoundingClientRect();
    const box = label.getBoundingClientRect();
    return box.width && (box.left < edge.left - 0.5 || box.bottom > edge.bottom + 0.5);
  })
  .map((label) => label.textContent)
