// How far the campaign is, and how long the rest would take.
import { counted } from "./view.js";

export function timeLeft(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "less than a minute left";
  if (minutes < 60) return `about ${minutes} min left`;
  const hours = Math.floor(minutes / 60);
  return hours < 10 ? `about ${hours} h ${minutes % 60} min left` : `about ${Math.round(minutes / 60)} h left`;
}

export function showProgress(place, progress) {
  if (!progress) return;
  const bar = place.querySelector("progress");
  bar.max = progress.items || 1;
  bar.value = progress.fair;
  const fair = `${progress.fair.toLocaleString("en")} of ${counted(progress.items, "item", "items")} fair`;
  bar.setAttribute("aria-label", fair);
  const told = {
    fair,
    open: `${counted(progress.open, "text", "texts")} open`,
    time: timeLeft(progress.seconds_left),
    today: progress.decided_today ? `you today: ${progress.decided_today.toLocaleString("en")}` : "",
    won: progress.fair_today ? `${counted(progress.fair_today, "item", "items")} won today` : "",
  };
  for (const [name, words] of Object.entries(told)) place.querySelector(`[data-told="${name}"]`).textContent = words;
}
