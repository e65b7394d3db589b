// Choose files by dropping them, and show the upload progress.
import { keys } from "../keys.js";
import { complain, relieve } from "../messages.js";
import { askForNew } from "./campaign.js";

const form = document.getElementById("upload-form");
if (form) prepare();

function prepare() {
  const drop = document.getElementById("drop");
  const files = document.getElementById("files");

  function list() {
    const shown = [...files.files].slice(0, 12).map((file) => `${file.name} (${size(file.size)})`);
    if (files.files.length > 12) shown.push(`and ${files.files.length - 12} more`);
    document.getElementById("chosen").replaceChildren(...shown.map((words) => {
      const line = document.createElement("li");
      line.textContent = words;
      return line;
    }));
  }
  files.addEventListener("change", list);

  // A template knows its suite, so none has to be chosen.
  const [template, part] = [form.elements.template, form.elements.part];
  function free() {
    const named = [...files.files].some((file) => /lackmus[-_]/i.test(file.name));
    if (part) part.required = !named && !template?.value;
  }
  files.addEventListener("change", free);
  template?.addEventListener("change", free);

  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
  }
  for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    // Dropped files are added to those chosen before, if several are allowed.
    const all = new DataTransfer();
    if (files.multiple) for (const file of files.files) all.items.add(file);
    for (const file of event.dataTransfer.files) if (files.multiple || !all.items.length) all.items.add(file);
    files.files = all.files;
    files.dispatchEvent(new Event("change"));
  });

  askForNew(form);

  form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
  keys("Upload", { "Ctrl+Enter": { does: "Upload and look", run: () => form.requestSubmit() } });
}

function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3).toLocaleString("en")} kB` : `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}

// Not fetch(), which has no upload progress.
function send() {
  relieve();
  const button = document.getElementById("send");
  const sending = document.getElementById("sending");
  const [bar, words] = [sending.querySelector("progress"), sending.querySelector("span")];
  const request = new XMLHttpRequest();
  function failed(said) {
    sending.hidden = true;
    button.disabled = false;
    complain(said);
  }
  request.open("POST", form.action);
  request.setRequestHeader("X-CSRF-Token", document.querySelector('meta[name="csrf"]').content);
  request.setRequestHeader("HX-Request", "true"); // errors come as text, redirects as a header
  request.upload.addEventListener("progress", (event) => {
    bar.max = event.total || 1;
    bar.value = event.loaded;
    words.textContent = event.loaded < event.total ? `${size(event.loaded)} of ${size(event.total)} sent` : "All sent; the files are read …";
  });
  request.addEventListener("load", () => {
    const place = request.getResponseHeader("HX-Redirect");
    if (place) location.assign(place);
    else failed(request.responseText || `The server answered ${request.status}.`);
  });
  request.addEventListener("error", () => failed("The server cannot be reached. Nothing was stored; try again."));
  button.disabled = true;
  sending.hidden = false;
  words.textContent = "Sending …";
  request.send(new FormData(form));
}
