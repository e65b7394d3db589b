// The outbox in a browser: storage, sending, and the line that shows what is saved.
import { Refused, ask } from "../server.js";
import { Outbox } from "./outbox.js";
import { counted, make, verdict, words } from "./view.js";

const PATIENCE = 20_000; // ms until a request times out; sending again is safe

const LATER = new Set([408, 425, 429, 502, 503, 504]); // temporary failures of the server or a proxy
const MOST_BROKEN = 5; // failures of the server before a decision is shown as not saved

// What to do about a failure: retry temporary ones, accept a refusal.
export function remedy(error, broken = 0) {
  if (!(error instanceof Refused)) return "again";
  if (error.status === 401) return "login";
  if (LATER.has(error.status)) return "again";
  return error.status >= 500 && broken < MOST_BROKEN ? "again" : "refused";
}

// Why something waits, as part of a sentence; "" if there is no connection.
export function reason(error) {
  if (!(error instanceof Refused)) return "";
  const first = error.message.split(/[.;] /)[0].replace(/\.$/, "");
  return first.charAt(0).toLowerCase() + first.slice(1);
}

export function outboxOf(settings, hear) {
  const name = `lackmus outbox ${settings.workspace} ${settings.person}`;
  const locks = navigator.locks; // only with https; without it a decision may be sent twice, which is harmless
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

// “Saved”, “Saving 2 …”, “No connection: 3 decisions wait here and will be sent again”, “Not saved yet: the database is
// away; trying again. 3 decisions wait here”.
export function savingLine(place, outbox, [one, several] = ["decision", "decisions"]) {
  const many = outbox.count;
  const why = reason(outbox.trouble);
  const wait = `${counted(many, `${one} waits`, `${several} wait`)} here`;
  const states = {
    saved: "Saved",
    refused: `${counted(outbox.refused.length, `${one} is`, `${several} are`)} not saved: see above`,
    sending: `Saving${many > 1 ? ` ${many}` : ""} …`,
    offline: why ? `Not saved yet: ${why}; trying again. ${wait}` : `No connection: ${wait} and will be sent again`,
    login: `You are logged out: ${wait}. `,
  };
  const state = !many ? (outbox.refused.length ? "refused" : "saved") : outbox.state === "idle" ? "sending" : outbox.state;
  if (place.dataset.state === state && place.dataset.words === states[state]) return; // already shown
  Object.assign(place.dataset, { state, words: states[state] });
  place.replaceChildren(states[state]);
  if (state === "login") place.append(make("a", { href: `/login?next=${encodeURIComponent(location.pathname + location.search)}` }, "Log in"));
  if (state === "offline") place.append(" ", make("button.plain", { type: "button", onclick: () => outbox.push() }, "Send now"));
}

// Refused entries, shown until they are dismissed.
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
