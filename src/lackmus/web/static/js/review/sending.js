// The outbox in a browser: where it is kept, how it is sent, and the line that always says what is saved.
import { Refused, ask } from "../server.js";
import { Outbox } from "./outbox.js";
import { counted, make, verdict, words } from "./view.js";

const PATIENCE = 20_000; // ms until an answer is given up; asking again does no harm

// What to do about a failure: a server that cannot answer now is asked again, one that says no is believed.
export function remedy(error) {
  if (!(error instanceof Refused)) return "again";
  if (error.status === 401) return "login";
  return error.status >= 500 || error.status === 408 || error.status === 429 ? "again" : "refused";
}

export function outboxOf(settings, hear) {
  const name = `lackmus outbox ${settings.workspace} ${settings.person}`;
  const locks = navigator.locks; // there only on safe addresses; without it a decision may be sent twice, which changes nothing
  const outbox = new Outbox({
    storage: localStorage,
    name,
    hear,
    send: (entry) => ask("POST", entry.path, entry.body, { signal: AbortSignal.timeout(PATIENCE) }),
    retry: remedy,
    sleep: (seconds) => new Promise((done) => { setTimeout(done, seconds * 1000); }),
    locked: locks ? (run) => locks.request(name, run) : undefined,
  });
  addEventListener("online", () => outbox.push());
  addEventListener("storage", (event) => { if (event.key === name) hear({ kind: "changed" }); });
  addEventListener("beforeunload", (event) => { if (outbox.waiting.length) event.preventDefault(); });
  return outbox;
}

// “Saved”, “Saving 2 …”, “No connection: 3 decisions wait here and will be sent again”.
export function savingLine(place, outbox) {
  const many = outbox.count;
  const wait = `${counted(many, "decision waits", "decisions wait")} here`;
  const states = {
    saved: "Saved",
    refused: `${counted(outbox.refused.length, "decision is", "decisions are")} not saved: see above`,
    sending: `Saving${many > 1 ? ` ${many}` : ""} …`,
    offline: `No connection: ${wait} and will be sent again`,
    login: `You are logged out: ${wait}. `,
  };
  const state = !many ? (outbox.refused.length ? "refused" : "saved") : outbox.state === "idle" ? "sending" : outbox.state;
  if (place.dataset.state === state && place.dataset.words === states[state]) return; // said already
  Object.assign(place.dataset, { state, words: states[state] });
  place.replaceChildren(states[state]);
  if (state === "login") place.append(make("a", { href: `/login?next=${encodeURIComponent(location.pathname + location.search)}` }, "Log in"));
  if (state === "offline") place.append(" ", make("button.plain", { type: "button", onclick: () => outbox.push() }, "Send now"));
}

// What the server did not take, until somebody has seen it.
export function refusedList(place, outbox, look) {
  place.hidden = !outbox.refused.length;
  place.replaceChildren(...outbox.refused.map((entry) => make("div.alarm", {},
    make("p", {}, make("strong", {}, "Not saved. "), entry.error ?? ""),
    make("ul", {}, ...entry.about.texts.slice(0, 5).map((one) => make("li", {}, one.verdict ? verdict(one.verdict) : entry.about.what, " ", words(one.text))),
      entry.about.texts.length > 5 ? make("li.dim", {}, `and ${entry.about.texts.length - 5} more`) : null),
    make("div.row", {},
      make("button", { type: "button", onclick: () => look(entry) }, "Look at it"),
      make("button", { type: "button", onclick: () => outbox.again(entry.id) }, "Send again"),
      make("button.danger", { type: "button", onclick: () => outbox.drop(entry.id) }, "Drop it")))));
}
