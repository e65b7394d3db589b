// The progress of a fetch, sent by the server through one stream per page.
import { keys } from "../keys.js";

const PATIENCE = 3000; // ms until a refused stream is tried again
const box = () => document.getElementById("progress");
const told = (what) => box()?.querySelector(`[data-told="${what}"]`);
let stream = null;
let retry = null;

function close() {
  stream?.close();
  stream = null;
  clearTimeout(retry);
}

// Browsers allow few connections per server: a hidden page closes its own.
function listen() {
  close();
  const place = box()?.dataset.events;
  if (!place || document.hidden) return;
  stream = new EventSource(place);
  stream.addEventListener("message", (event) => show(JSON.parse(event.data)));
  stream.addEventListener("error", () => {
    if (stream?.readyState === EventSource.CLOSED) retry = setTimeout(listen, PATIENCE); // otherwise it retries by itself
  });
}

function show(job) {
  if (job.state !== box().dataset.state) { exchange(); return; }
  const bar = box().querySelector("progress");
  if (job.total) {
    bar.max = job.total;
    bar.value = job.done;
    told("count").textContent = `${job.done.toLocaleString("en")} of ${job.total.toLocaleString("en")}`;
  }
  told("stage").textContent = job.stage;
  if (job.since) told("elapsed").dataset.since = job.since;
  tick();
}

// On a new state, get words and buttons from the server.
function exchange() {
  close();
  htmx.ajax("GET", box().dataset.part, { target: "#progress", swap: "outerHTML" }).then(listen, () => { retry = setTimeout(listen, PATIENCE); });
}

function tick() {
  const since = told("elapsed")?.dataset.since;
  if (!since) return;
  const seconds = Math.max(0, Math.round((Date.now() - new Date(since)) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  told("elapsed").textContent = `· ${hours ? `${hours} h ${minutes} min` : minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`}`;
}

document.addEventListener("visibilitychange", () => (document.hidden ? close() : listen()));
addEventListener("pagehide", close);
setInterval(tick, 1000);
listen();
tick();
keys("Fetch", {
  x: { does: "Cancel", run: () => document.getElementById("cancel")?.click() },
  Enter: { does: "Go on", run: () => document.getElementById("resume")?.click() },
});
