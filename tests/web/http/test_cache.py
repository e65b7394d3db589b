"""What took long to work out is worked out once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from lackmus.web.http.cache import AnswerCache


def test_the_same_is_made_once_and_the_oldest_goes() -> None:
    kept, made = AnswerCache(most=2), []
    for key in ("a", "b", "a", "c", "a", "b"):
        kept.get(key, lambda key=key: made.append(key))  # type: ignore[misc]
    assert made == ["a", "b", "c", "b"]  # b was the one asked for longest ago when c came


def test_who_asks_meanwhile_waits_instead_of_working_twice() -> None:
    kept, go, made = AnswerCache(), Event(), []

    def slow() -> int:
        go.wait(5)
        made.append(1)
        return 42

    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(kept.get, "a", slow) for _ in range(4)]
        go.set()
        assert [one.result(5) for one in answers] == [42] * 4
    assert made == [1]


def test_what_failed_is_tried_again() -> None:
    kept = AnswerCache()
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 // 0)
    assert kept.get("a", lambda: 1) == 1
