// Parts that are folded in a narrow window open in a wide one, which has no control to unfold them.
export function foldWhenNarrow(details) {
  if (!details) return;
  const narrow = matchMedia("(max-width: 900px)");
  details.open = !narrow.matches;
  narrow.addEventListener("change", () => { details.open = !narrow.matches; });
}
