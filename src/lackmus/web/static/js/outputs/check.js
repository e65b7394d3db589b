// The check of an upload: store it by keyboard.
import { keys } from "../keys.js";

keys("Upload", {
  "Ctrl+Enter": { does: "Store these", run: () => document.getElementById("store")?.click() },
  l: { does: "Look again", run: () => document.getElementById("again")?.click() },
});
