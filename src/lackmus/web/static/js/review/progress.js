// The progress of the campaign, the time left, how many open texts match the filters, and what is the person's.
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

// What is assigned to the person and open; a link unless just that is shown.
export function showYours(place, yours, shown) {
  const part = place.querySelector('[data-told="yours"]');
  const open = yours.open + yours.seconds;
  part.hidden = shown || !open;
  part.querySelector("a").textContent = `yours: ${open.toLocaleString("en")} open`;
}

// What is said when nothing of it is left: a title, and a sentence.
export function yoursDone(yours, campaign) {
  if (yours && !yours.texts) return ["Nothing is assigned to you", `Editors assign phenomena of ${campaign} to people.`];
  return ["All that is yours is done", yours ? `Nothing is left to judge of ${counted(yours.texts, "text", "texts")} assigned to you in ${campaign}.` : `Nothing assigned to you in ${campaign} is left to judge.`];
}
