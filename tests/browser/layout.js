// What is wrong with how a page is laid out, in words. Run in the page by test_pages.py, at every width.
() => {
  const faults = new Set();
  const say = (what, element) => faults.add(
    `${what}: <${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${(element.textContent || element.name || "").trim().replace(/\s+/g, " ").slice(0, 50)}`);
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
    && element.getBoundingClientRect().width > 1 && ![element, ...above(element)].some((one) => style(one).clipPath === "inset(50%)");
  const style = (element) => getComputedStyle(element);
  const above = (element) => (element.parentElement ? [element.parentElement, ...above(element.parentElement)] : []);
  const slack = 1.5;
  const page = document.documentElement;

  // Every control is on the screen, or in a table or drawing that shows that more of it lies behind its edge.
  const sideways = (box) => ["auto", "scroll"].includes(style(box).overflowX) && box.scrollWidth > box.clientWidth + 1;
  const shows = (box) => box.querySelector("table, svg") && box.matches("[data-more-behind], [data-more-before]");
  const outside = (inner, outer) => inner.left < outer.left - slack || inner.right > outer.right + slack;
  const screen = { left: 0, right: page.clientWidth };
  for (const control of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
    if (control.type === "hidden" || !seen(control)) continue;
    const place = control.getBoundingClientRect();
    const boxes = above(control).filter(sideways);
    const hiding = boxes.find((box) => !shows(box) && outside(place, box.getBoundingClientRect()));
    if (hiding || (!boxes.length && outside(place, screen))) say("off the screen", control);
  }

  // A word that fits its line stands on one line; in a cell, which is as wide as its table makes it, any ordinary word does.
  const block = (element) => (style(element).display === "inline" ? block(element.parentElement) : element);
  const room = (element) => element.clientWidth - parseFloat(style(element).paddingLeft) - parseFloat(style(element).paddingRight);
  const clips = (value) => ["hidden", "clip"].includes(value);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, noscript, svg, option, textarea, dialog:not([open])") || !seen(element)) continue;
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    if (!whole.width) continue;
    const box = [element, ...above(element)].find((one) => style(one).overflowX !== "visible" || style(one).overflowY !== "visible");
    const fades = box && style(box).maskImage !== "none"; // context that shows that there is more of it
    if (box && !fades && clips(style(box).overflowX) && outside(whole, box.getBoundingClientRect())) say("cut at the side", element);
    if (box && clips(style(box).overflowY) && whole.bottom > box.getBoundingClientRect().bottom + slack
      && !box.matches(".long:not(.whole)")) say("cut below", element); // a button shows all of it
    const around = block(element);
    if (style(around).writingMode !== "horizontal-tb") continue;
    if (outside(whole, screen) && !fades && !above(element).some(sideways)) say("text off the screen", element);
    if (range.getClientRects().length < 2) continue;
    if (element.closest("code, .code, .signature")) continue; // patterns and signatures are no words
    for (const word of node.data.matchAll(/[^\s\-|/–—]+/gu)) { // a line may end at these
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter((part) => part.width > 0);
      if (parts.length < 2 || Math.abs(parts[0].top - parts.at(-1).top) < parts[0].height / 2) continue;
      const width = parts.reduce((sum, part) => sum + part.width, 0);
      if (width <= room(around) - slack || width <= 9 * parseFloat(style(around).fontSize)) {
        say(`"${word[0]}" broken, ${width.toFixed()} wide in ${room(around).toFixed()}`, element);
      }
    }
  }

  // The last row of what scrolls can be brought wholly into view, and nothing that sticks there covers it.
  const ends = [...document.querySelectorAll("main, main *")].filter((one) => one === document.querySelector("main")
    || (["auto", "scroll"].includes(style(one).overflowY) && one.scrollHeight > one.clientHeight + 1 && seen(one)));
  for (const end of ends) {
    const rows = [...end.querySelectorAll("tr, li, p, dd, button")].filter((one) => seen(one) && one.getBoundingClientRect().height
      && ![one, ...above(one)].some((each) => ["sticky", "fixed"].includes(style(each).position)));
    const last = rows.filter((one) => one.getBoundingClientRect().bottom >= Math.max(...rows.map((each) => each.getBoundingClientRect().bottom)) - 1).at(-1);
    if (!last) continue;
    end.scrollTop = end.scrollHeight;
    last.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = last.getBoundingClientRect();
    const there = document.elementFromPoint(Math.max(left + 3, Math.min((left + right) / 2, innerWidth / 2)), bottom - 3);
    if (bottom - top < innerHeight && !(there && (last.contains(there) || there.contains(last)))) say("last row covered", last);
    end.scrollTop = 0;
  }
  scrollTo(0, 0);
  return [...faults];
}
