"""As fast as a server takes it, and not faster: servers that throttle, in a time of their own."""

import heapq
import random
from collections.abc import Callable
from math import ceil

import pytest

from lackmus.core.engines.rate_limits import RateLimiter


class Bucket:
    """So many requests a second, and some at once; a refusal tells whole seconds, exact ones, or nothing."""

    def __init__(self, rate: float, burst: float, tells: Callable[[float], float | None]) -> None:
        self.rate, self.burst, self.tells = rate, burst, tells
        self.level, self.at = burst, 0.0

    def refuses(self, now: float) -> tuple[bool, float | None]:
        """Whether it is too much, and when to come again."""
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return True, self.tells((1 - self.level) / self.rate)
        self.level -= 1
        return False, None

    def over(self) -> None:
        """A request has been dealt with."""

    def seconds(self, many: int) -> float:
        """In which that many requests are taken."""
        return (many - self.burst) / self.rate


class Window(Bucket):
    """So many requests in each minute, or whatever lasts `every` seconds."""

    def __init__(self, many: int, every: float) -> None:
        super().__init__(many / every, 0, ceil)
        self.many, self.every, self.number, self.count = many, every, -1, 0

    def refuses(self, now: float) -> tuple[bool, float | None]:
        """Until the next minute begins."""
        if (number := int(now // self.every)) != self.number:
            self.number, self.count = number, 0
        self.count += 1
        return self.count > self.many, ceil((number + 1) * self.every - now)


class Few(Bucket):
    """So many requests at the same time, and no word about when to come again."""

    def __init__(self, many: int, latency: float) -> None:
        super().__init__(many / latency, 0, lambda _: None)
        self.many, self.now = many, 0

    def refuses(self, now: float) -> tuple[bool, float | None]:
        """As long as the others are there."""
        if self.now >= self.many:
            return True, None
        self.now += 1
        return False, None

    def over(self) -> None:
        """One has left."""
        self.now -= 1


def asked(server: Bucket, many: int, in_flight: int, latency: float, failing: float) -> tuple[float, int]:
    """Seconds until all are answered, and how many were refused; time passes only here."""
    chance = random.Random(1)
    pace = RateLimiter(in_flight, 0.5, chance.random)
    now, left, refused, answered, number = 0.0, many, 0, 0, 0
    flying: list[tuple[float, int, str, float | None, float]] = []
    waiting: list[float] = []
    while answered < many:
        while pace.room(len(flying)) and pace.opens() <= now and (left or (waiting and waiting[0] <= now)):
            if waiting and waiting[0] <= now:
                heapq.heappop(waiting)
            else:
                left -= 1
            pace.sent(now)
            number += 1
            too_much, after = server.refuses(now)
            what = "busy" if too_much else "failed" if chance.random() < failing else "answered"
            lasts = 0.005 if too_much else latency * chance.uniform(0.8, 1.2)
            heapq.heappush(flying, (now + lasts, number, what, after, now))
        coming = [flying[0][0]] if flying else []
        if pace.room(len(flying)) and (left or waiting):
            coming.append(max(pace.opens(), 0.0 if left else waiting[0]))
        now = max(now, min(coming))
        while flying and flying[0][0] <= now:
            _, _, what, after, sent = heapq.heappop(flying)
            if what == "busy":
                refused += 1
                pace.busy(now, sent, after)
                heapq.heappush(waiting, now)
                continue
            server.over()
            if what == "failed":
                pace.failed(now, sent)
                heapq.heappush(waiting, now + pace.back_off(0))
            else:
                answered += 1
                pace.answered()
    return now, refused


SERVERS: list[tuple[str, Callable[[], Bucket]]] = [
    ("100 a second, whole seconds", lambda: Bucket(100, 100, ceil)),
    ("100 a second, 5 at once, exact", lambda: Bucket(100, 5, float)),
    ("100 a second, 10 at once, silent", lambda: Bucket(100, 10, lambda _: None)),
    ("20 a second, 5 at once, whole seconds", lambda: Bucket(20, 5, ceil)),
    ("20 a second, 5 at once, silent", lambda: Bucket(20, 5, lambda _: None)),
    ("100 in each second", lambda: Window(100, 1)),
    ("80 in each minute", lambda: Window(80, 60)),
    ("2 at a time", lambda: Few(2, 0.05)),
    ("4 at a time", lambda: Few(4, 0.05)),
]


@pytest.mark.parametrize("failing", [0.0, 0.1])
@pytest.mark.parametrize("in_flight", [4, 8, 16])
@pytest.mark.parametrize("make", [make for _, make in SERVERS], ids=[name for name, _ in SERVERS])
def test_a_thousand_requests_take_little_longer_than_the_server_allows(
    make: Callable[[], Bucket], in_flight: int, failing: float
) -> None:
    """Within 1.5 × of its limit, and hardly one request in thirty is refused."""
    server = make()
    taken, refused = asked(server, 1000, in_flight, 0.05, failing)
    own = max(server.seconds(1000), 1000 * 0.05 / in_flight) * (1 + failing)
    assert taken <= 1.5 * own
    assert refused <= 32


def test_a_server_that_takes_everything_is_never_slowed_down() -> None:
    """As many as may be in flight, all the time."""
    taken, refused = asked(Bucket(1e9, 1e9, ceil), 1000, 10, 0.1, 0.0)
    assert refused == 0
    assert taken <= 1000 * 0.1 / 10 * 1.1


def opened(most: int = 8) -> RateLimiter:
    """A pace without chance."""
    return RateLimiter(most, 0.5, lambda: 0.0)


def test_who_is_told_to_wait_waits_and_then_others_follow_one_by_one() -> None:
    """Nobody sends before that, and afterwards not all in the same moment."""
    pace = opened()
    for number in range(8):
        pace.sent(number * 0.01)
        pace.answered()
    for _ in range(3):  # of which two were on their way before anybody knew
        pace.busy(0.1, 0.09, after=2.0)
    assert pace.opens() == pytest.approx(2.1)
    assert [pace.rest(0.1), pace.rest(3.0)] == pytest.approx([2.0, 0.0])
    assert (pace.refusals, pace.room(4), pace.room(5)) == (1, True, False)
    moments = []
    for _ in range(4):
        moments.append(pace.opens())
        pace.sent(moments[-1])
    assert len({round(moment, 3) for moment in moments[1:]}) == 3


@pytest.mark.parametrize("after", [None, 0.0])
def test_who_is_not_told_how_long_waits_longer_each_time(after: float | None) -> None:
    """A server that says “at once” and refuses again is not asked again and again without a pause."""
    pace, now, waits = RateLimiter(4, 0.5, lambda: 1.0), 0.0, []
    for _ in range(4):
        pace.sent(now)
        pace.busy(now, now, after)
        waits.append(pace.rest(now))
        now = pace.opens()
    assert waits == [0.5, 1.0, 2.0, 4.0]


def test_several_that_wait_for_the_same_moment_do_not_come_all_at_once() -> None:
    """Two programs that were told the same."""
    moments = set()
    for seed in range(5):
        pace = RateLimiter(4, 0.5, random.Random(seed).random)
        pace.busy(0.0, 0.0, after=10.0)
        moments.add(pace.opens())
    assert len(moments) == 5
    assert all(10.0 <= moment <= 11.0 for moment in moments)


def test_one_failure_holds_up_nobody_and_many_in_a_row_everybody() -> None:
    """Then one alone tries, at longer and longer intervals, until an answer comes."""
    pace = opened()
    pace.failed(1.0, 0.5)
    assert (pace.opens(), pace.room(7)) == (0.0, True)
    pace.failed(1.0, 0.6)  # was on its way already
    assert pace.refusals == 1
    rests = []
    now = 1.0
    for _ in range(6):
        now = max(now, pace.opens()) + 0.1
        pace.failed(now, now)
        rests.append(pace.rest(now))
    assert rests == pytest.approx([0.0, 0.0625, 0.125, 0.25, 0.5, 1.0])
    assert (pace.refusals, pace.room(0), pace.room(1)) == (7, True, False)
    pace.answered()
    assert (pace.refusals, pace.room(7)) == (0, True)


def test_a_server_in_trouble_can_say_for_how_long() -> None:
    """503 with Retry-After: everybody waits, and the pace stays as it is."""
    pace = opened()
    pace.failed(1.0, 0.5, after=5.0)
    assert (pace.opens(), pace.room(7)) == (6.0, True)


def test_back_offs_double_up_to_a_limit_and_vary() -> None:
    """From half of it to the whole."""
    assert [opened().back_off(tried) for tried in range(6)] == [0.25, 0.5, 1.0, 2.0, 4.0, 4.0]
    late = RateLimiter(4, 0.5, lambda: 1.0)
    assert [late.back_off(tried) for tried in (0, 1, 50)] == [0.5, 1.0, 8.0]
