"use strict";
// Rows of items are built when they are opened. Outside content enters the page as text, never as HTML.
(() => {
  const at = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const MANY = 20; // items built at a time
  const SOME = 8; // systems named before the rest is only counted

  const make = (tag, properties = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in made) made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...inside);
    return made;
  };
  const number = new Intl.NumberFormat("en");
  const counted = (count, one, many = `${one}s`) => `${number.format(count)} ${count === 1 ? one : many}`;

  // ---- the data: items phenomenon by phenomenon, texts item by item, all in columns

  let read;
  const data = () => {
    if (!read) {
      read = JSON.parse(at("#data").textContent);
      read.reserved = new Set(read.items.reserved);
      read.firstItem = starts(read.phenomena.map(([, count]) => count));
      read.firstText = starts(read.items.texts);
    }
    return read;
  };
  const starts = (counts) => {
    let sum = 0;
    return [0, ...counts.map((count) => (sum += count))];
  };
  const span = (first, last) => Array.from({ length: last - first }, (_, place) => first + place);
  const itemsOf = (phenomenon) => span(data().firstItem[phenomenon], data().firstItem[phenomenon + 1]);
  const textsOf = (item) => span(data().firstText[item], data().firstText[item + 1]);
  const outcomeOf = (text) => data().outcomes[data().texts.outcome[text]];
  const verdictsOf = (item) => {
    const found = [];
    for (const text of textsOf(item)) {
      for (const system of data().texts.by[text]) found[system] = outcomeOf(text);
    }
    return found;
  };
  const phenomenonOf = (item) => data().firstItem.findLastIndex((first) => first <= item);

  // ---- one text: its verdict, what was matched, who wrote it

  const SIGNS = { pass: "✓", fail: "✗", warning: "?", untestable: "⊘" };
  const WHY = {
    unmatched: "no rule matches",
    contradiction: "a right and a wrong rule match",
    missing: "there is no line for this item",
    empty: "the line is empty",
    timeout: "a pattern took too long",
    verbose: "it looks like more than a translation",
    refused: "it looks like a refusal to translate",
    disputed: "people differ",
  };
  const STEPS = {
    decision: "a person decided",
    exact: "equals a fixed string",
    pattern: "a pattern matches",
    contained: "contains a fixed string",
  };
  const sign = ([verdict, reason, step]) =>
    make("span", {
      className: `sign ${verdict}`,
      role: "img",
      title: [verdict, WHY[reason] ?? reason ?? "", STEPS[step] ?? ""].filter(Boolean).join(": "),
      "aria-label": reason ? `${verdict}, ${reason}` : verdict,
    }, SIGNS[verdict]);

  const markedText = (text) => {
    const { text: written, right_start, right_end, wrong_start, wrong_end } = data().texts;
    // Spans count characters as Python does; JavaScript would count two for some of them.
    const signs = Array.from(written[text]);
    const within = (start, end, place) => start >= 0 && start <= place && place < end;
    const cuts = [0, right_start[text], right_end[text], wrong_start[text], wrong_end[text], signs.length]
      .filter((cut) => cut >= 0)
      .sort((one, other) => one - other);
    const line = make("span", { className: "text", dir: "auto" });
    for (let place = 1; place < cuts.length; place++) {
      const [start, end] = [cuts[place - 1], cuts[place]];
      if (start === end) continue;
      const piece = signs.slice(start, end).join("");
      const right = within(right_start[text], right_end[text], start);
      const wrong = within(wrong_start[text], wrong_end[text], start);
      const kind = [right && "right", wrong && "wrong"].filter(Boolean).join(" ");
      line.append(kind ? make("mark", { className: kind, title: kind.replace(" ", " and ") }, piece) : piece);
    }
    return line;
  };

  const writers = (text) => {
    const { systems, texts } = data();
    const by = texts.by[text];
    if (by.length === systems.length && by.length > 2) {
      return make("span", { className: "by" }, make("b", {}, `all ${by.length} systems`));
    }
    const names = (some) => some.flatMap((system) => [make("b", { dir: "auto" }, systems[system]), " "]);
    const [first, rest] = by.length > SOME + 1 ? [by.slice(0, SOME), by.slice(SOME)] : [by, []];
    const line = make("span", { className: "by" }, ...names(first));
    if (rest.length) {
      const more = make("button", { type: "button" }, `and ${rest.length} more`);
      more.addEventListener("click", () => more.replaceWith(...names(rest)));
      line.append(more);
    }
    return line;
  };

  const textRow = (text, hidden) => {
    const [verdict, reason, step] = outcomeOf(text);
    const { right_rule, wrong_rule, text: written } = data().texts;
    const rules = [right_rule[text], wrong_rule[text]].filter((rule) => rule >= 0).map((rule) => rule + 1);
    const why = [
      reason === "missing" || reason === "empty" ? "" : reason,
      step === "empty" || step === "mark" ? "" : step,
      rules.length ? `${rules.length > 1 ? "rules" : "rule"} ${rules.join(" and ")}` : "",
    ].filter(Boolean).join(" · ");
    const badge = make("span", { className: "badge" }, sign(outcomeOf(text)), ` ${verdict === "untestable" ? "not testable" : verdict} `, make("small", {}, why));
    let line;
    if (hidden) line = make("span", { className: "text none" }, "reserved");
    else if (reason === "missing") line = make("span", { className: "text none" }, "no line");
    else if (written[text]) line = markedText(text);
    else line = make("span", { className: "text none" }, "empty");
    return make("li", { className: verdict }, badge, line, writers(text));
  };

  // ---- one item: a row of signs below the systems, and its texts below that

  const KINDS = ["right, pattern", "wrong, pattern", "right, fixed string", "wrong, fixed string"];
  const ruleList = (item) => {
    const rules = data().items.rules[item];
    if (!rules.length) return make("p", { className: "rules none" }, "This item has no rules.");
    const details = make("details", { className: "rules" }, make("summary", {}, counted(rules.length, "rule")));
    details.addEventListener("toggle", () => {
      if (at("ol", details)) return;
      const lines = rules.map(([kind, value]) =>
        make("li", {}, make("span", { className: kind % 2 ? "wrong" : "right" }, KINDS[kind]), " ",
          make("code", { dir: "auto" }, value)));
      details.append(make("ol", {}, ...lines));
    });
    return details;
  };

  const RANKS = { pass: 0, fail: 1, untestable: 2, warning: 3 };
  const columns = all(".main thead th").length;
  const across = (...inside) =>
    make("td", { colSpan: columns }, make("div", { className: "across" }, ...inside));

  const itemRows = (item, phenomenon) => {
    const { items, systems, reserved, texts } = data();
    const verdicts = verdictsOf(item);
    const open = systems.filter((_, system) => verdicts[system]?.[0] === "warning");
    const apart = systems.filter((_, system) => verdicts[system]?.[0] === "untestable");
    const counts = !open.length && !apart.length;
    const passes = verdicts.filter((outcome) => outcome?.[0] === "pass").length;
    const row = make("tr", { className: "item", id: `item/${items.id[item]}` },
      make("th", { scope: "row" }, make("a", { href: `#item/${items.id[item]}` }, items.id[item])),
      make("td", { className: "number" }, counts ? "1" : "0"),
      ...systems.map((_, system) => {
        const outcome = verdicts[system];
        return make("td", { className: `number ${outcome?.[0] ?? ""}` }, outcome ? sign(outcome) : "");
      }));
    if (systems.length > 1) {
      row.append(make("td", { className: "number" }, counts ? ((100 * passes) / systems.length).toFixed(1) : "–"));
    }
    while (row.children.length < columns) row.append(make("td"));

    const hidden = reserved.has(item);
    const inside = [make("p", { className: "source", dir: "auto" }, hidden ? "A reserved item: what it says is not in this file." : items.source[item])];
    if (items.comment[item]) inside.push(make("p", { className: "comment", dir: "auto" }, items.comment[item]));
    const ordered = textsOf(item).sort((one, other) =>
      RANKS[outcomeOf(one)[0]] - RANKS[outcomeOf(other)[0]] || texts.by[other].length - texts.by[one].length);
    inside.push(make("ul", { className: "texts" }, ...ordered.map((text) => textRow(text, hidden))));
    const foot = make("div", { className: "foot" });
    if (!hidden) foot.append(ruleList(item));
    if (!counts) {
      const some = (names) => names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
      const why = [open.length ? `open for ${some(open)}` : "", apart.length ? `not testable for ${some(apart)}` : ""];
      foot.append(make("p", { className: "unfair" }, `Does not count: ${why.filter(Boolean).join("; ")}.`));
    }
    inside.push(foot);
    const below = make("tr", { className: "below" }, across(...inside));
    for (const one of [row, below]) one.dataset.of = phenomenon;
    return [row, below];
  };

  // ---- a phenomenon opens into its items

  const which = at("#which");
  const wanted = (item) => {
    if (which.value === "all") return true;
    const said = new Set(verdictsOf(item).map((outcome) => outcome?.[0]));
    if (which.value === "differ") return said.has("pass") && said.has("fail");
    if (which.value === "open") return said.has("warning");
    if (which.value === "untestable") return said.has("untestable");
    return verdictsOf(item)[Number(which.value)]?.[0] === "fail";
  };
  const fill = (row, least = MANY) => {
    const phenomenon = Number(row.dataset.phenomenon);
    empty(row);
    const [guideline, count] = data().phenomena[phenomenon];
    const chosen = itemsOf(phenomenon).filter(wanted);
    const head = [make("p", {}, which.value === "all" ? counted(count, "item") : `${chosen.length} of ${counted(count, "item")}: ${which.selectedOptions[0].textContent}`)];
    if (guideline) head.unshift(make("p", { className: "guideline", dir: "auto" }, guideline));
    const rows = [make("tr", { className: "guide" }, across(...head))];
    rows.push(...chosen.slice(0, least).flatMap((item) => itemRows(item, phenomenon)));
    const rest = chosen.slice(least);
    if (rest.length) rows.push(moreRow(row, rest, phenomenon));
    for (const one of rows) one.dataset.of = phenomenon;
    row.after(...rows);
  };
  const moreRow = (row, rest, phenomenon) => {
    const next = rest.slice(0, MANY);
    const button = make("button", { type: "button" }, `Show ${next.length} more`);
    const everything = make("button", { type: "button" }, `Show all ${rest.length}`);
    const more = make("tr", { className: "more" }, across(button, " ", rest.length > next.length ? everything : ""));
    const add = (items, left) => {
      const rows = items.flatMap((item) => itemRows(item, phenomenon));
      if (left.length) rows.push(moreRow(row, left, phenomenon));
      more.replaceWith(...rows);
      at("a", rows[0]).focus({ preventScroll: true });
    };
    button.addEventListener("click", () => add(next, rest.slice(MANY)));
    everything.addEventListener("click", () => add(rest, []));
    more.dataset.of = phenomenon;
    return more;
  };
  const empty = (row) => followers(row).forEach((one) => one.remove());
  const followers = (row) => {
    const found = [];
    for (let next = row.nextElementSibling; next?.dataset.of; next = next.nextElementSibling) found.push(next);
    return found;
  };

  // ---- opening and closing

  const main = at(".main");
  const toggleOf = (row) => at("button.toggle", row);
  const isOpen = (row) => toggleOf(row).getAttribute("aria-expanded") === "true";
  const setOpen = (row, open) => {
    if (isOpen(row) === open) return;
    toggleOf(row).setAttribute("aria-expanded", open);
    if (row.matches(".group")) return arrange(row.parentElement);
    if (open) fill(row);
    else empty(row);
    measure();
  };
  const remember = (anchor) => {
    try {
      history.replaceState(null, "", anchor ? `#${anchor}` : location.pathname + location.search);
    } catch {
      // Some browsers keep the address of a local file as it is.
    }
  };

  let sought = "";
  const arrange = (body) => {
    const group = at("tr.group", body);
    const named = (row) => at(".name", row).textContent.toLowerCase().includes(sought);
    const whole = !sought || named(group);
    let shown = 0;
    for (const row of all("tr.member", body)) {
      const found = whole || named(row);
      const visible = found && (isOpen(group) || (Boolean(sought) && !named(group)));
      row.classList.toggle("shown", visible);
      for (const one of followers(row)) one.hidden = !visible;
      shown += found;
    }
    body.hidden = Boolean(sought) && !shown;
    measure();
  };

  const addToggles = () => {
    for (const row of all("tr.group, tr.member", main)) {
      const name = at(".name", row);
      const button = make("button", { type: "button", className: "toggle", "aria-expanded": "false" });
      name.replaceWith(button);
      button.append(name);
      if (row.matches(".group")) {
        button.append(make("small", {}, String(all("tr.member", row.parentElement).length)));
      } else {
        row.cells[0].append(make("a", { className: "link", href: `#${row.id}`, "aria-label": `Link to ${name.textContent}` }, "#"));
      }
      button.addEventListener("click", () => {
        setOpen(row, !isOpen(row));
        remember(isOpen(row) ? row.id : "");
      });
    }
  };

  const goTo = (anchor) => {
    let row = document.getElementById(anchor);
    if (!row && anchor.startsWith("item/")) {
      const item = data().items.id.indexOf(anchor.slice(5));
      if (item < 0) return;
      const above = at(`tr[data-phenomenon="${phenomenonOf(item)}"]`);
      which.value = "all";
      setOpen(at("tr.group", above.parentElement), true);
      toggleOf(above).setAttribute("aria-expanded", "true");
      fill(above, itemsOf(phenomenonOf(item)).indexOf(item) + MANY);
      row = document.getElementById(anchor);
    } else if (row?.matches(".group, .member")) {
      setOpen(at("tr.group", row.parentElement), true);
      setOpen(row, true);
    }
    row?.scrollIntoView({ block: "start" });
  };

  // ---- sorting: categories among themselves, phenomena within their category, averages stay below

  const valueOf = (row, column) => {
    const cell = row.cells[column];
    return "value" in cell.dataset ? (cell.dataset.value === "" ? null : Number(cell.dataset.value)) : cell.textContent.trim();
  };
  const compare = (one, other, column, down) => {
    const [left, right] = [valueOf(one, column), valueOf(other, column)];
    if (left === null || right === null) return (left === null) - (right === null); // no figure: last, either way
    const order = typeof left === "number" ? left - right : left.localeCompare(right);
    return down ? -order : order;
  };
  const sortTable = (table, column, direction) => {
    const ordered = (rows, rowOf) => rows.sort((one, other) =>
      (direction === "none" ? 0 : compare(rowOf(one), rowOf(other), column, direction === "descending")) ||
      rowOf(one).dataset.order - rowOf(other).dataset.order);
    const bodies = [...table.tBodies];
    for (const body of bodies) {
      const groups = all("tr.member, tr.body", body).map((row) => [row, ...followers(row)]);
      body.append(...ordered(groups, ([row]) => row).flat());
    }
    if (bodies.length > 1) {
      const sorted = ordered(bodies, (body) => body.rows[0]);
      table.tFoot.before(...sorted);
    }
  };
  const sortOn = (table, column) => {
    const heads = [...table.tHead.rows[0].cells];
    const now = heads[column].getAttribute("aria-sort");
    const first = "value" in (at("tbody tr", table)?.cells[column]?.dataset ?? {}) ? "descending" : "ascending";
    const second = first === "descending" ? "ascending" : "descending";
    const next = !now ? first : now === first ? second : "none";
    for (const head of heads) head.removeAttribute("aria-sort");
    if (next !== "none") heads[column].setAttribute("aria-sort", next);
    sortTable(table, column, next);
    pin();
  };
  for (const table of all("table.sortable")) {
    all("tbody tr", table).forEach((row, place) => (row.dataset.order = place));
    table.tHead.addEventListener("click", (event) => {
      const button = event.target.closest("button.sort");
      if (button) sortOn(table, button.closest("th").cellIndex);
    });
  }

  // ---- the headings stay in sight: a copy of them is pinned while the table scrolls by

  const frame = at(".frame");
  const wide = at(".wide", frame);
  const pinned = at(".pinned", frame);
  const pin = () => {
    const copy = main.cloneNode(false);
    copy.append(at("colgroup", main).cloneNode(true), main.tHead.cloneNode(true));
    for (const button of all("button", copy)) button.tabIndex = -1;
    copy.addEventListener("click", (event) => {
      const button = event.target.closest("button.sort");
      if (button) sortOn(main, button.closest("th").cellIndex);
    });
    pinned.replaceChildren(copy);
    measure();
  };
  let measuring = false;
  const measure = () => {
    if (measuring) return;
    measuring = true;
    requestAnimationFrame(() => {
      measuring = false;
      const copy = pinned.firstElementChild;
      if (!copy) return;
      const box = wide.getBoundingClientRect();
      const height = main.tHead.offsetHeight;
      const needed = box.top < 0 && box.bottom > 2 * height;
      pinned.classList.toggle("needed", needed);
      document.documentElement.style.setProperty("--head", `${height}px`);
      if (!needed) return;
      pinned.scrollLeft = wide.scrollLeft;
    });
  };
  addEventListener("scroll", measure, { passive: true });
  addEventListener("resize", measure, { passive: true });
  wide.addEventListener("scroll", () => (pinned.scrollLeft = wide.scrollLeft), { passive: true });

  // ---- the tools above the table

  const groups = () => all("tr.group", main);
  const unfold = at("#unfold");
  const tell = () => {
    const open = groups().every(isOpen);
    unfold.textContent = open ? "Close all categories" : "Open all categories";
  };
  unfold.addEventListener("click", () => {
    const open = !groups().every(isOpen);
    for (const row of open ? groups() : all("tr.member, tr.group", main)) setOpen(row, open);
    remember("");
    tell();
  });
  main.addEventListener("click", tell);
  at("#find").addEventListener("input", (event) => {
    sought = event.target.value.trim().toLowerCase();
    for (const body of main.tBodies) arrange(body);
    at("#nothing").hidden = [...main.tBodies].some((body) => !body.hidden);
  });
  which.addEventListener("change", () => {
    for (const row of all("tr.member", main)) {
      if (!isOpen(row)) continue;
      fill(row);
      arrange(row.parentElement);
    }
  });
  const copy = at("#copy");
  copy.addEventListener("click", async () => {
    const signature = at("#signature");
    try {
      await navigator.clipboard.writeText(signature.textContent);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(signature); // not allowed to copy here: at least it is chosen
      copy.textContent = "Press Ctrl+C";
    }
  });

  addToggles();
  main.classList.add("live");
  at(".tools").hidden = false;
  copy.hidden = false;
  pin();
  const visit = () => {
    let anchor = location.hash.slice(1);
    try {
      anchor = decodeURIComponent(anchor);
    } catch {
      // Not encoded: taken as it is.
    }
    if (anchor) goTo(anchor);
    tell();
  };
  addEventListener("hashchange", visit);
  visit();
})();
