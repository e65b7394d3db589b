// What is folded in a narrow window is open in a wide one, which shows no way to unfold it; zooming makes either.
export function foldWhenNarrow(details) {
  if (!details) return;
  const narrow = matchMedia("(max-width: 900px)");
  details.open = !narrow.matches;
  narrow.addEventListener("change", () => { details.open = !narrow.matches; });
}
