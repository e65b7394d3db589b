// The progress of the campaign, the time left, and how many open texts match the filters.
import { counted, timeLeft } from "./view.js";

export function showProgress(place, progress, fitting = null) {
  if (!progress) return;
  const bar = place.querySelector("progress");
  bar.max = progress.items || 1;
  bar.value = progress.fair;
  const fair = `${progress.fair.toLocaleString("en")} of ${counted(progress.items, "item", "items")} fair`;
  bar.setAttribute("aria-label", fair);
  const told = {
    fair,
    open: fitting === null ? `${counted(progress.open, "text", "texts")} open`
      : `${counted(fitting, "text fits", "texts fit")} the filters, ${progress.open.toLocaleString("en")} open in all`,
    time: timeLeft(progress.seconds_left),
    today: progress.decided_today ? `you today: ${progress.decided_today.toLocaleString("en")}` : "",
    won: progress.fair_today ? `${counted(progress.fair_today, "item", "items")} won today` : "",
  };
  for (const [name, words] of Object.entries(told)) place.querySelector(`[data-told="${name}"]`).textContent = words;
}
