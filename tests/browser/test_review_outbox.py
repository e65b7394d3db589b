"""The outbox and the deck of the review page: strictly in order, sent until answered, fetched ahead."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from lackmus.web.http.assets import STATIC
from tests.browser.conftest import new_context

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

# What the server answers to each attempt, in order: a number is a refusal, "lost" no answer at all.
OUTBOX = """async ({ answers, entries, before }) => {
  const { Outbox } = await import("/static/js/review/outbox.js");
  const kept = new Map(before ? [["box", JSON.stringify(before)]] : []);
  const sent = [], slept = [];
  let most = 0, now = 0;
  const box = new Outbox({
    storage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
    name: "box",
    random: (() => { let last = 0; return () => (last += 0.0001); })(),
    retry: (error) => error.status === 401 ? "login" : error.status ? "refused" : "again",
    sleep: (seconds) => {
      if (seconds >= 0.5) slept.push(Math.round(seconds));
      return new Promise((done) => setTimeout(done, 1));
    },
    send: async (entry) => {
      sent.push(entry.body);
      most = Math.max(most, ++now);
      await new Promise((done) => setTimeout(done, 2));
      now -= 1;
      const answer = answers.shift() ?? "ok";
      if (answer === "lost") throw new TypeError("no connection");
      if (typeof answer === "number") throw Object.assign(new Error("no"), { status: answer });
      return answer;
    },
  });
  for (const body of entries) box.add({ path: "/x", body, about: {} });
  box.push();
  const emptied = await box.empty(100);
  return { sent, slept, most, emptied, refused: box.refused.map((entry) => entry.body), state: box.state };
}"""


@pytest.fixture(scope="module")
def page(browser: "Browser") -> Iterator["Page"]:
    """A page that has our modules and no server: nothing of this needs one."""

    def serve(route: "Route") -> None:
        file = STATIC / route.request.url.partition("/static/")[2]
        if file.suffix == ".js":
            route.fulfill(path=file, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>Nothing</title>", content_type="text/html")

    context = new_context(browser)
    page = context.new_page()
    page.route("**/*", serve)
    page.goto("http://127.0.0.1/")
    yield page
    context.close()


@pytest.mark.parametrize(
    "answers, entries, sent, refused, slept",
    [
        ([], ["a", "b", "c"], ["a", "b", "c"], [], []),
        (["lost", "lost"], ["a", "b"], ["a", "a", "a", "b"], [], [1, 2]),  # nothing overtakes
        ([409], ["a", "b"], ["a", "b"], ["a"], []),  # a refusal holds up nobody
        ([401], ["a"], ["a", "a"], [], [1]),  # logged out: it waits
        (["ok", "lost"], ["a", "b"], ["a", "b", "b"], [], [1]),
        (
            ["lost"] * 7,
            ["a"],
            ["a"] * 8,
            [],
            [1, 2, 3, 6, 6, 6, 6],
        ),  # ever more patiently, but not for ever
    ],
)
def test_the_outbox_sends_in_order_until_answered(
    page: "Page",
    answers: list[Any],
    entries: list[str],
    sent: list[str],
    refused: list[str],
    slept: list[int],
) -> None:
    told = page.evaluate(OUTBOX, {"answers": answers, "entries": entries, "before": None})
    assert told["sent"] == sent
    assert told["refused"] == refused
    assert told["slept"] == slept
    assert told["most"] == 1  # one at a time
    assert told["emptied"] and told["state"] == "idle"


def test_the_outbox_sends_what_an_earlier_visit_left(page: "Page") -> None:
    left = {"id": "1", "path": "/x", "body": "early", "about": {}, "weight": 1, "tries": 3}
    before = {"waiting": [left], "refused": []}
    told = page.evaluate(OUTBOX, {"answers": [], "entries": ["late"], "before": before})
    assert told["sent"] == ["early", "late"]


WITHDRAWN = """async (tries) => {
  const { Outbox } = await import("/static/js/review/outbox.js");
  const entry = { id: "1", path: "/x", body: 1, about: {}, weight: 1, tries };
  let kept = JSON.stringify({ waiting: [entry], refused: [] });
  const storage = { getItem: () => kept, setItem: (_, value) => { kept = value; } };
  const box = new Outbox({ storage, name: "box" });
  return [box.withdraw("1"), box.waiting.length];
}"""


REMEDIES = """async ([status, broken]) => {
  const { remedy } = await import("/static/js/review/sending.js");
  const { Refused } = await import("/static/js/server.js");
  return remedy(status ? new Refused(status, "no", null) : new TypeError("no connection"), broken);
}"""


@pytest.mark.parametrize(
    "status, broken, remedy",
    [
        *[(status, 100, "again") for status in (0, 408, 429, 502, 503, 504)],  # 0: no connection
        *[(status, 0, "refused") for status in (400, 403, 404, 409, 413, 422)],
        (401, 0, "login"),
        (500, 0, "again"),
        (500, 5, "refused"),  # a mistake of the server must not hold up all other decisions for ever
    ],
)
def test_what_cannot_be_done_now_is_sent_again(page: "Page", status: int, broken: int, remedy: str) -> None:
    told = page.evaluate(REMEDIES, [status, broken])
    assert told == remedy


PAUSES = """async (after) => {
  const { Outbox } = await import("/static/js/review/outbox.js");
  let kept = null;
  const pauses = [], answers = [after, null];
  const box = new Outbox({
    storage: { getItem: () => kept, setItem: (_, value) => { kept = value; } },
    name: "box", random: () => 0.5, retry: () => "again",
    sleep: async (seconds) => { pauses.push(seconds); },
    send: async () => {
      if (answers.length) throw Object.assign(new Error("no"), { status: 503, after: answers.shift() });
    },
  });
  box.add({ path: "/x", body: 1, about: {} });
  await box.push();
  return pauses;
}"""


@pytest.mark.parametrize("after, pauses", [(None, [1, 2]), (0.1, [1, 2]), (30, [30, 2]), (9999, [300, 2])])
def test_the_outbox_waits_as_long_as_the_server_asks(
    page: "Page", after: float | None, pauses: list[float]
) -> None:
    told = page.evaluate(PAUSES, after)
    assert told == pauses


@pytest.mark.parametrize(
    "tries, taken",
    [
        (0, [True, 0]),
        (1, [False, 1]),  # the answer may have been lost on its way back
    ],
)
def test_only_what_never_left_can_be_taken_back_here(page: "Page", tries: int, taken: list[Any]) -> None:
    told = page.evaluate(WITHDRAWN, tries)
    assert told == taken


DECK = """async (steps) => {
  const { TextQueue } = await import("/static/js/review/queue.js");
  const queue = [1, 2, 3, 4, 5].map((text_id) => ({ text_id })), asked = [];
  let clock = 0;
  const deck = new TextQueue({ hold: 2, now: () => clock, fetch: async (without) => {
    asked.push(without);
    const open = queue.filter((text) => !text.decided && !without.includes(text.text_id));
    return { left: 0, texts: open.slice(0, 1).map((text) => ({ ...text })) };
  } });
  const seen = [];
  for (const step of steps) {
    if (step === "next") seen.push((await deck.forward())?.[0].text_id ?? null);
    if (step === "back") seen.push(deck.back()[0].text_id);
    if (step === "decide") {
      deck.page[0].done = true;
      queue.find((text) => text.text_id === deck.page[0].text_id).decided = true;
    }
    if (step === "undo 1") {
      queue[0].decided = false;
      deck.show([{ text_id: 1 }]);
      seen.push(deck.page[0].text_id);
    }
    if (step === "skip") deck.skipped.add(deck.page[0].text_id);
    if (step === "wait") await deck.fill(2);
    if (step === "an hour") clock += 3_600_000;
    if (step === "restart") { deck.restart(); }
  }
  return { seen, ready: deck.ready, asked: asked.length };
}"""


@pytest.mark.parametrize(
    "steps, seen, ready",
    [
        (["next", "wait"], [1], 2),
        (["next", "decide", "next", "decide", "next"], [1, 2, 3], 2),
        (["next", "next", "back", "next", "next"], [1, 2, 1, 2, 3], 2),  # nothing is lost by looking back
        (["next", "decide", "next", "undo 1", "next"], [1, 2, 1, 2], 2),
        (
            ["next", "skip", "next", "next", "next", "next", "next", "restart", "next"],
            [1, 2, 3, 4, 5, None, 1],
            2,
        ),
        (["next", "next", "back", "restart", "next"], [1, 2, 1, 1], 2),  # what was left open comes again
    ],
)
def test_the_deck_holds_the_next_texts_ready(
    page: "Page", steps: list[str], seen: list[Any], ready: int
) -> None:
    told = page.evaluate(DECK, [*steps, "wait"])
    assert told["seen"] == seen
    assert told["ready"] == ready


@pytest.mark.parametrize(
    "pause, asked",
    [
        ("", 4),
        ("an hour", 6),  # what lay ready is fetched anew, for others may have it by now
    ],
)
def test_the_deck_trusts_what_lies_ready_for_a_while(page: "Page", pause: str, asked: int) -> None:
    told = page.evaluate(DECK, ["next", "wait", pause, "decide", "next", "wait"])
    assert (told["seen"], told["asked"]) == ([1, 2], asked)


@pytest.mark.parametrize(
    "words, marks, parts",
    [
        ("a bench", [("positive", 2, 7)], [["", "a "], ["right", "bench"]]),
        ("😀 bench", [("negative", 2, 7)], [["", "😀 "], ["wrong", "bench"]]),  # letters, not UTF-16
        (
            "abc",
            [("positive", 0, 2), ("negative", 1, 3)],
            [["right", "a"], ["right wrong", "b"], ["wrong", "c"]],
        ),
        ("<b>", [], [["", "<b>"]]),
        ("ab", [("positive", 1, 9)], [["", "a"], ["right", "b"]]),  # no mark reaches beyond the text
    ],
)
def test_marks_colour_what_rules_matched(
    page: "Page", words: str, marks: list[Any], parts: list[Any]
) -> None:
    told = page.evaluate(
        """async ([words, marks]) => {
          const { marked } = await import("/static/js/review/view.js");
          const box = marked(words, marks.map(([side, start, end]) => ({ side, start, end })));
          return [...box.childNodes].map((node) => [node.className ?? "", node.textContent]);
        }""",
        [words, marks],
    )
    assert told == parts
