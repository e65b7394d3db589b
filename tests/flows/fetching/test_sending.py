"""Every sentence gets its own translation, whatever the engine does, and no thread is left behind."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Ask, Limits, Mark, Reply
from lackmus.engines import (
    BadReplyError,
    BadRequestError,
    BusyError,
    Engine,
    EngineError,
    KeyRefusedError,
    Keys,
    MissingPartError,
    PairNotOfferedError,
    QuotaError,
    TooLongError,
    UnreachableError,
)
from lackmus.errors import LackmusError
from lackmus.flows.fetching.sending import FetchProgress, RetryLimits, ask_all
from lackmus.web.http.remedies import on_page

PAIR = Pair("en", "de")
HASTY = RetryLimits(first=0.001)
KEY = "secret-0123456789"
Trick = Callable[[Sequence[str]], Sequence[str | Reply]]


def loud(sources: Sequence[str]) -> Sequence[str | Reply]:
    """What every engine here answers unless it has a reason not to."""
    return [source.upper() for source in sources]


class Fake(Engine):
    """Whatever a test wants of an engine; it counts what it was asked."""

    LABEL = "Fake"

    def __init__(self, trick: Trick = loud) -> None:
        super().__init__({}, Keys({"FAKE_KEY": KEY}, Path("no-file-of-keys")))
        self.keys.need("FAKE_KEY")
        self.trick = trick
        self.calls: list[tuple[float, list[str]]] = []
        self.contexts: list[tuple[str, ...]] = []
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()

    def about(self, pair: Pair) -> About:
        """Nothing."""
        return About()

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[str | Reply]:
        """By the trick."""
        assert pair == PAIR
        with self._lock:
            self.calls.append((time.monotonic(), list(sources)))
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return self.trick(sources)
        finally:
            with self._lock:
                self.at_once -= 1

    def in_context(self, source: str, before: Sequence[str], pair: Pair) -> str | Reply:
        """With what stands before it."""
        self.contexts.append(tuple(before))
        return self.translate([source], pair)[0]


@dataclass
class Shelf:
    """Keeps answers, and minds who brings them."""

    kept: dict[Ask, Reply] = field(default_factory=dict)
    times: Counter[Ask] = field(default_factory=Counter)
    thread: int = field(default_factory=threading.get_ident)

    def keep(self, answered: Sequence[tuple[Ask, Reply]]) -> None:
        assert threading.get_ident() == self.thread
        assert answered
        self.kept.update(answered)
        self.times.update(ask for ask, _ in answered)

    @property
    def texts(self) -> dict[str, str]:
        return {ask.text: reply.text for ask, reply in self.kept.items()}


def asks(many: int) -> list[Ask]:
    return [Ask(f"sentence {number}") for number in range(many)]


def right(many: int) -> dict[str, str]:
    return {ask.text: ask.text.upper() for ask in asks(many)}


def fails(problems: Sequence[BaseException]) -> Trick:
    """The first requests fail, one with each problem; the others are answered."""
    left = iter(problems)

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if (problem := next(left, None)) is not None:
            raise problem
        return loud(sources)

    return trick


@pytest.fixture(autouse=True)
def _nobody_stays() -> Iterator[None]:
    """Whoever carried something has gone home."""
    yield
    assert not [thread for thread in threading.enumerate() if thread.name == "lackmus-carrier"]


def run(
    engine: Fake,
    many: int | list[Ask],
    shelf: Shelf,
    limits: Limits = Limits(texts=3, in_flight=2),  # noqa: B008  (frozen)
    patience: RetryLimits = HASTY,
    stop: threading.Event | None = None,
    told: Callable[[FetchProgress], None] = lambda _: None,
) -> FetchProgress:
    asked = asks(many) if isinstance(many, int) else many
    return ask_all(
        engine, PAIR, iter(asked), shelf.keep, limits=limits, stop=stop or threading.Event(),
        patience=patience, told=told,
    )  # fmt: skip


@pytest.mark.parametrize(
    "limits, largest",
    [
        (Limits(), 1),
        (Limits(texts=7, in_flight=1), 7),
        (Limits(texts=50, in_flight=16), 50),
        (Limits(texts=50, size=25, in_flight=3), 2),
    ],
)
def test_each_gets_its_own_answer_in_batches_that_the_engine_takes(limits: Limits, largest: int) -> None:
    """Kept by the thread that asks for them; each is sent once."""
    engine, shelf = Fake(), Shelf()
    tally = run(engine, 100, shelf, limits)
    assert shelf.texts == right(100)
    assert max(len(sources) for _, sources in engine.calls) == largest
    assert sum(len(sources) for _, sources in engine.calls) == 100
    assert engine.most_at_once <= limits.in_flight
    assert (tally.answered, tally.retried, tally.too_long, tally.failed) == (100, 0, [], 0)


def test_several_requests_are_in_flight() -> None:
    """All that the engine takes at a time, and not one after the other: they wait for each other here."""
    together = threading.Barrier(4, timeout=60)

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        together.wait()
        return loud(sources)

    shelf = Shelf()
    run(Fake(trick), 8, shelf, Limits(texts=1, in_flight=4))
    assert shelf.texts == right(8)


def test_sentences_in_context_go_alone() -> None:
    """With what stands before them, and never in a batch."""
    engine, shelf = Fake(), Shelf()
    asked = [Ask("one"), Ask("two", ("one",)), Ask("three", ("one", "two")), Ask("four"), Ask("five")]
    run(engine, asked, shelf, Limits(texts=10, in_flight=1))
    assert shelf.texts == {text: text.upper() for text in ("one", "two", "three", "four", "five")}
    assert engine.contexts == [("one",), ("one", "two")]
    assert [sources for _, sources in engine.calls] == [["one"], ["two"], ["three"], ["four", "five"]]


def test_what_an_engine_says_about_its_answer_is_kept() -> None:
    """A reply is kept as it is, a plain text becomes one."""
    reply = Reply("ja", raw="Sure: ja", mark=Mark.VERBOSE, cleaned=("prefix",), model="m", billed=3)
    shelf = Shelf()
    run(Fake(lambda sources: [reply if source == "a" else source for source in sources]),
        [Ask("a"), Ask("b")], shelf)  # fmt: skip
    assert shelf.kept == {Ask("a"): reply, Ask("b"): Reply("b")}


@pytest.mark.parametrize(
    "problem",
    [
        BusyError("busy"),
        BusyError("busy", after=0.001),
        UnreachableError("gone"),
        UnreachableError("gone", after=0.001),
        BadReplyError("odd"),
    ],
    ids=repr,
)
def test_what_may_help_is_tried_again(problem: EngineError) -> None:
    """Twice in a row and once more; every sentence is kept once."""
    shelf = Shelf()
    tally = run(Fake(fails([problem, problem, problem])), 30, shelf)
    assert shelf.texts == right(30)
    assert set(shelf.times.values()) == {1}
    assert (tally.answered, tally.waiting, tally.failed) == (30, 0, 0)
    assert tally.retried >= 1


def odd_if_many(sources: Sequence[str]) -> Sequence[str | Reply]:
    return loud(sources)[:-1] if len(sources) > 1 else loud(sources)


def one_text(sources: Sequence[str]) -> Sequence[str | Reply]:
    return "x" * len(sources) if len(sources) > 1 else loud(sources)  # a str is a sequence of str, too


def nothing_if_many(sources: Sequence[str]) -> Sequence[str | Reply]:
    return [None] * len(sources) if len(sources) > 1 else loud(sources)  # type: ignore[list-item]


def no_text_if_many(sources: Sequence[str]) -> Sequence[str | Reply]:
    return [Reply(None)] * len(sources) if len(sources) > 1 else loud(sources)  # type: ignore[arg-type]


@pytest.mark.parametrize("trick", [odd_if_many, one_text, nothing_if_many, no_text_if_many])
def test_a_batch_that_comes_back_wrong_is_halved(trick: Trick) -> None:
    """Lines never shift."""
    shelf = Shelf()
    run(Fake(trick), 20, shelf, Limits(texts=8, in_flight=2))
    assert shelf.texts == right(20)


def test_what_is_too_long_is_left_out_and_the_others_are_not() -> None:
    """By the engine's limits without asking; else as the engine says, in halves down to the sentence."""

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if len("".join(sources)) > 40 or any("13" in source for source in sources):
            raise TooLongError("too long")
        return loud(sources)

    engine, shelf = Fake(trick), Shelf()
    asked = [*asks(20), Ask("x" * 101)]
    tally = run(engine, asked, shelf, Limits(texts=10, text=100, in_flight=2))
    assert sorted(ask.text for ask in tally.too_long) == ["sentence 13", "x" * 101]
    assert shelf.texts == {text: told for text, told in right(20).items() if text != "sentence 13"}
    assert not [sources for _, sources in engine.calls if "x" * 101 in sources]
    assert sum(sources == ["sentence 13"] for _, sources in engine.calls) == 1


@pytest.mark.parametrize(
    "problem",
    [
        KeyRefusedError("no"),
        QuotaError("used up"),
        PairNotOfferedError("no such pair"),
        BadRequestError("what?"),
        EngineError("broken"),
        MissingPartError("not there"),
        BusyError("come back tomorrow", after=120.5),
        UnreachableError("closed until tomorrow", after=3600),
    ],
    ids=repr,
)
def test_what_cannot_help_ends_the_run(problem: LackmusError) -> None:
    """At once; what was in flight is waited for and kept, and nothing more is sent."""
    others, numbers = threading.Event(), count()

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        number = next(numbers)
        if number == 5:
            raise problem
        if number > 5:
            others.wait(0.05)  # longer under way than the one that ends it
        return loud(sources)

    engine, shelf = Fake(trick), Shelf()
    with pytest.raises(type(problem), match=str(problem)) as caught:
        run(engine, 1000, shelf, Limits(texts=1, in_flight=4))
    assert getattr(caught.value, "after", None) == getattr(problem, "after", None)
    assert len(engine.calls) <= 5 + 2 * 4
    assert len(shelf.kept) == len(engine.calls) - 1
    assert set(shelf.times.values()) == {1}


@pytest.mark.parametrize("strange", [RuntimeError("list index\nout of range"), SystemExit(3), KeyError("x")])
def test_a_mistake_in_an_engine_names_it(strange: BaseException) -> None:
    """One line, with the mistake behind it for whoever mends it."""
    with pytest.raises(EngineError, match=rf"^Fake failed \({type(strange).__name__}: .*\)\. Tell") as caught:
        run(Fake(fails([strange])), 3, Shelf())
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is strange


@pytest.mark.parametrize(
    "problem", [KeyRefusedError(f"wrong key {KEY}", page=f"key {KEY}?"), ValueError(f"bad header {KEY}")]
)
def test_errors_never_show_a_key(problem: Exception) -> None:
    """Neither on the command line, nor on a page, nor in what is behind the error."""
    with pytest.raises(LackmusError) as caught:
        run(Fake(fails([problem])), 3, Shelf())
    assert "(key)" in str(caught.value)
    said = caught.value
    for text in (str(said), on_page(said), repr(said), repr(said.__cause__), repr(said.__context__)):
        assert KEY not in text


def test_when_one_is_told_to_wait_nobody_sends_anything() -> None:
    """A server that says when is not asked before that."""
    numbers = count()
    told_at = []

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if next(numbers) == 3:
            told_at.append(time.monotonic())
            raise BusyError("busy", after=0.4)
        return loud(sources)

    engine, shelf = Fake(trick), Shelf()
    run(engine, 12, shelf, Limits(texts=1, in_flight=1))
    assert shelf.texts == right(12)
    later = [at - told_at[0] for at, _ in engine.calls[4:]]
    assert min(later) >= 0.4


def test_an_engine_that_is_asked_too_much_gets_less() -> None:
    """Two at a time is what it takes: it says so a few times, not for every request."""
    engine = Fake()

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if engine.at_once > 2:
            raise BusyError("two at a time")
        threading.Event().wait(0.002)
        return loud(sources)

    engine.trick = trick
    shelf = Shelf()
    run(engine, 300, shelf, Limits(texts=1, in_flight=8), RetryLimits(first=0.02))
    assert shelf.texts == right(300)
    assert len(engine.calls) < 300 + 100


@pytest.mark.parametrize(
    "patience",
    [RetryLimits(first=0.0001, tries=4), RetryLimits(first=0.0001, tries=1000, refusals=6)],
    ids=["tries", "refusals"],
)
@pytest.mark.parametrize("kind", [UnreachableError, BusyError, BadReplyError])
def test_an_engine_that_never_answers_is_left_alone(kind: type[EngineError], patience: RetryLimits) -> None:
    """What came before is kept; and it is not asked much more often than one is patient."""
    numbers = count()

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if next(numbers) >= 10:
            raise kind("nothing")
        return loud(sources)

    engine, shelf = Fake(trick), Shelf()
    with pytest.raises(kind, match=r"^nothing$"):
        run(engine, 1000, shelf, Limits(texts=1, in_flight=4), patience)
    assert len(shelf.kept) == 10
    assert len(engine.calls) <= 10 + 4 * 10


@pytest.mark.parametrize("kind", [UnreachableError, BadReplyError])
def test_one_sentence_that_is_never_answered_does_not_keep_the_others_away(kind: type[EngineError]) -> None:
    """They come first, and then the error says which it was."""

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if "sentence 7" in sources:
            raise kind("trouble")
        return loud(sources)

    seen: list[FetchProgress] = []
    engine, shelf = Fake(trick), Shelf()
    with pytest.raises(kind, match=r"^“sentence 7”: trouble$"):
        run(
            engine,
            60,
            shelf,
            Limits(texts=1, in_flight=3),
            RetryLimits(first=0.001, tries=5),
            told=seen.append,
        )
    assert shelf.texts == {text: told for text, told in right(60).items() if text != "sentence 7"}
    assert (seen[-1].answered, seen[-1].failed) == (59, 1)


def test_stopping_keeps_what_is_in_flight_and_sends_nothing_more() -> None:
    """Somebody cancels while requests are under way."""
    stop, numbers = threading.Event(), count()

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if next(numbers) == 10:
            stop.set()
        threading.Event().wait(0.01)
        return loud(sources)

    engine, shelf = Fake(trick), Shelf()
    tally = run(engine, 1000, shelf, Limits(texts=1, in_flight=4), stop=stop)
    assert tally.answered == len(shelf.kept) == len(engine.calls)
    assert 11 <= len(engine.calls) <= 16


def test_stopping_does_not_wait_for_the_engine_to_want_more() -> None:
    """An engine that asks for two minutes is not slept for: whoever stops is heard at once."""
    stop = threading.Event()
    told: list[FetchProgress] = []

    def tell(tally: FetchProgress) -> None:
        told.append(tally)
        if tally.waiting > 60:
            stop.set()

    tally = run(
        Fake(fails([BusyError("busy", after=110)])), 9, Shelf(), Limits(in_flight=1), stop=stop, told=tell
    )
    assert (tally.answered, stop.is_set()) == (0, True)


def test_whoever_looks_on_is_told_while_nothing_happens() -> None:
    """The engine answers only when somebody was told three times."""
    heard = threading.Semaphore(0)

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        for _ in range(3):
            assert heard.acquire(timeout=60)
        return loud(sources)

    shelf = Shelf()
    run(Fake(trick), 1, shelf, told=lambda _: heard.release())
    assert shelf.texts == right(1)


def test_whoever_looks_on_is_told_what_is_the_matter() -> None:
    """As long as nothing is answered, and without the key: the engine fails until somebody was told."""
    seen: list[str] = []

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if not any(seen):
            raise UnreachableError(f"{KEY} is not at home.")
        return loud(sources)

    shelf = Shelf()
    tally = run(
        Fake(trick),
        1,
        shelf,
        patience=RetryLimits(first=0.3, tries=100, refusals=100),
        told=lambda tally: seen.append(str(tally.trouble or "")),
    )
    assert set(seen) == {"", "(key) is not at home."}
    assert (tally.trouble, shelf.texts) == (None, right(1))


def test_ctrl_c_keeps_what_is_in_flight() -> None:
    """Then it goes on its way, as if nobody had caught it."""
    asked, over = threading.Semaphore(0), threading.Event()

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        asked.release()
        assert over.wait(60)
        return loud(sources)

    def tell(tally: FetchProgress) -> None:
        for _ in range(4):
            assert asked.acquire(timeout=60)
        over.set()
        raise KeyboardInterrupt

    engine, shelf = Fake(trick), Shelf()
    with pytest.raises(KeyboardInterrupt):
        run(engine, 100, shelf, Limits(texts=1, in_flight=4), told=tell)
    assert len(shelf.kept) == len(engine.calls) == 4


def test_a_second_ctrl_c_abandons_what_is_in_flight() -> None:
    """An engine that hangs keeps nobody."""
    over = threading.Event()

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        assert over.wait(60)
        return loud(sources)

    def tell(_: FetchProgress) -> None:
        raise KeyboardInterrupt

    class Impatient(Shelf):
        def keep(self, answered: Sequence[tuple[Ask, Reply]]) -> None:
            raise AssertionError

    engine = Fake(trick)
    asked = iter(asks(9))
    with pytest.MonkeyPatch.context() as patch:
        # The first comes while it tells how far it is, the second while it waits.
        patch.setattr(
            "lackmus.flows.fetching.transport.RequestThreads.wait", lambda *_: tell(FetchProgress())
        )
        with pytest.raises(KeyboardInterrupt):
            ask_all(
                engine, PAIR, asked, Impatient().keep, limits=Limits(in_flight=2), stop=threading.Event(),
                told=tell,
            )  # fmt: skip
    assert len(engine.calls) <= 2
    over.set()
    for thread in threading.enumerate():
        if thread.name == "lackmus-carrier":
            thread.join(60)


@pytest.mark.parametrize("trouble", [OSError("disk full"), KeyboardInterrupt()], ids=repr)
def test_what_could_not_be_kept_is_kept_once_more(trouble: BaseException) -> None:
    """Ctrl-C in the middle of keeping, or a disk that was full: nothing that was paid for is lost."""

    class Full(Shelf):
        left = 1

        def keep(self, answered: Sequence[tuple[Ask, Reply]]) -> None:
            if len(self.kept) >= 5 and self.left:
                self.left = 0
                raise trouble
            super().keep(answered)

    engine, shelf = Fake(), Full()
    with pytest.raises(type(trouble)):
        run(engine, 100, shelf, Limits(texts=1, in_flight=4))
    assert len(shelf.kept) == len(engine.calls) < 100


def test_a_disk_that_stays_full_is_told() -> None:
    """After everything under way has come home."""

    def keep(_: Sequence[tuple[Ask, Reply]]) -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        ask_all(Fake(), PAIR, asks(20), keep, limits=Limits(in_flight=4), stop=threading.Event())


def test_a_lease_that_is_lost_ends_the_run() -> None:
    """Whoever is told may say that it is over; it is kept all the same, and said once."""

    def tell(_: FetchProgress) -> None:
        raise LackmusError("somebody else fetches this")

    engine, shelf = Fake(), Shelf()
    with pytest.raises(LackmusError, match="somebody else"):
        run(engine, 100, shelf, Limits(texts=1, in_flight=4), told=tell)
    assert 4 <= len(shelf.kept) == len(engine.calls) <= 8


def test_nothing_to_ask_asks_nothing() -> None:
    """Not even a thread."""
    engine = Fake()
    assert run(engine, 0, Shelf()).answered == 0
    assert engine.calls == []


def test_no_more_is_drawn_than_is_under_way() -> None:
    """Memory does not grow with the number of sentences: two hundred thousand, never far ahead."""
    drawn = kept = ahead = 0

    def many() -> Iterator[Ask]:
        nonlocal drawn, ahead
        for number in range(200_000):
            drawn += 1
            ahead = max(ahead, drawn - kept)
            yield Ask(str(number))

    def keep(answered: Sequence[tuple[Ask, Reply]]) -> None:
        nonlocal kept
        kept += len(answered)

    chance = count()

    def trick(sources: Sequence[str]) -> Sequence[str | Reply]:
        if next(chance) % 10 == 0:
            raise UnreachableError("every tenth")
        return sources

    limits = Limits(texts=250, in_flight=4)
    tally = ask_all(
        Fake(trick), PAIR, many(), keep, limits=limits, stop=threading.Event(), patience=HASTY
    )  # fmt: skip
    assert kept == tally.answered == 200_000
    assert ahead <= 250 * (4 + 4 + 8 + 4 + 1)
