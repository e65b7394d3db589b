// What is wrong with a page, in words. Run in the page by test_pages.py; colours are mixed as the browser does.
() => {
  const faults = [];
  const say = (what, element) => faults.push(
    `${what}: <${element.tagName.toLowerCase()} class="${element.className}"> ${(element.textContent || element.name || "").trim().slice(0, 50)}`);
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && element.getBoundingClientRect().width > 1 && !element.closest(".unseen, .skip:not(:focus)");

  if (document.documentElement.scrollWidth > innerWidth) {
    faults.push(`sticks out: ${document.documentElement.scrollWidth} of ${innerWidth}`);
  }
  const heading = document.querySelector("h1");
  if (!heading || !seen(heading)) faults.push("no h1");

  const label = (element) => element.getAttribute("aria-label")
    || (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("")
    || [...(element.labels ?? [])].map((one) => one.textContent).join("")
    || element.textContent || element.querySelector("img")?.alt || element.title;
  for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
    if (element.type === "hidden" || !seen(element)) continue;
    const own = ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
    const name = own && !element.labels.length ? element.getAttribute("aria-label") ?? element.title : label(element);
    if (!name?.trim()) say("without a name", element);
  }

  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const colour = (words) => {
    if (!known.has(words)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = words;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(words, [red, green, blue, alpha / 255]);
    }
    return known.get(words);
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const ground = (element) => {
    if (!element) return colour(getComputedStyle(document.body).backgroundColor).slice(0, 3);
    const own = colour(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, ground(element.parentElement));
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const done = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || done.has(element)) continue;
    done.add(element);
    if (element.closest("script, style, noscript, svg, option, :disabled, [aria-disabled=true]") || !seen(element)) continue;
    const style = getComputedStyle(element);
    let below = ground(element);
    let ink = over(colour(style.color), below);
    for (let one = element; one; one = one.parentElement) {
      const opacity = Number(getComputedStyle(one).opacity);
      if (opacity < 1) {
        const behind = ground(one.parentElement);
        [ink, below] = [over([...ink, opacity], behind), over([...below, opacity], behind)];
      }
    }
    const [bright, dark] = [light(ink), light(below)].sort((one, other) => other - one);
    const ratio = (bright + .05) / (dark + .05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5) - .005) say(`contrast ${ratio.toFixed(2)}`, element);
  }
  return [...new Set(faults)];
}
