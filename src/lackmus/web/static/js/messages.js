// Messages: short-lived ones below, problems above the page until they are solved.
function toasts() {
  let box = document.getElementById("toasts");
  if (!box) {
    box = document.createElement("div");
    box.id = "toasts";
    box.setAttribute("role", "status");
    document.body.append(box);
  }
  return box;
}

export function announce(words, seconds = 4) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = words;
  toasts().append(toast);
  setTimeout(() => toast.remove(), seconds * 1000);
}

export function complain(words) {
  const place = document.getElementById("trouble");
  place.textContent = words;
  place.scrollIntoView({ block: "nearest" });
}

export function relieve() {
  document.getElementById("trouble").textContent = "";
}
