"""Numbers at a glance may be some minutes old, where they take long to make."""

import pytest

from lackmus.web.http.stale_cache import StaleCache


@pytest.mark.parametrize(
    "took, later, token, made",
    [
        (0.1, 0.0, "a", 1),  # the same revision: nothing to make
        (0.1, 0.0, "b", 2),  # quick to make: always of now
        (2.0, 1.0, "b", 1),  # slow to make: what was made a second ago will do
        (2.0, 119.0, "b", 1),
        (2.0, 121.0, "b", 2),  # but not for ever
        (2.0, 999.0, "a", 1),
    ],
)
def test_when_they_are_made_anew(took: float, later: float, token: str, made: int) -> None:
    now = 0.0
    count = 0

    def make() -> int:
        nonlocal now, count
        now += took
        count += 1
        return count

    cache = StaleCache(lambda: now)
    assert cache.get("x", "a", make) == 1
    now += later
    assert cache.get("x", token, make) == made
    assert cache.get("y", token, make) == made + 1


def test_what_failed_is_tried_again() -> None:
    cache = StaleCache()
    with pytest.raises(ZeroDivisionError):
        cache.get("x", "a", lambda: 1 // 0)
    assert cache.get("x", "a", lambda: 7) == 7
