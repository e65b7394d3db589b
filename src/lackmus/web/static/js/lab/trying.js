// Sentences of one's own, a line each, judged by rules while one types.
import { complain, relieve } from "../messages.js";
import { ask } from "../server.js";
import { make, marked, verdict } from "../shown.js";

// `rules()` and `source()` say by what they are judged; `checked(rules)` hears what is wrong with the rules.
// Returns the function to call when one of these has changed.
export function trySentences(field, tried, { rules, source, checked = () => {} }) {
  let timer = null;
  let asked = 0;

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(judge, 150);
  }

  async function judge() {
    const by = rules();
    const texts = field.value.split("\n").map((line) => line.trim()).filter(Boolean).slice(0, 100);
    const mine = ++asked; // drop answers that a newer request has overtaken
    if (!by.length && !texts.length) {
      tried.replaceChildren();
      return;
    }
    try {
      const answer = await ask("POST", "/rules/try", { rules: by, texts, source: source() });
      if (mine !== asked) return;
      relieve();
      checked(answer.rules);
      const broken = answer.rules.some((rule) => rule.error);
      tried.replaceChildren(...(broken && texts.length
        ? [make("li.dim", {}, "A rule has an error; correct it to see what the rules say.")]
        : answer.texts.map((one) => make("li", {}, verdict(one.verdict, one.reason), " ", marked(one.text, one.marks)))));
    } catch (problem) {
      if (mine === asked) complain(problem.message);
    }
  }

  field.addEventListener("input", soon);
  return soon;
}
