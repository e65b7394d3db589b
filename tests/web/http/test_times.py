"""Times as people say them."""

from datetime import UTC, datetime

import pytest

from lackmus.web.http.times import day, moment, since

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "at, said",
    [
        ("2026-11-16T11:59:30.000001Z", "just now"),
        ("2026-11-16T11:58:00Z", "2 minutes ago"),
        ("2026-11-16T10:59:00Z", "1 hour ago"),
        ("2026-11-14T11:00:00Z", "2 days ago"),
        (datetime(2026, 11, 16, 11, 0), "1 hour ago"),
    ],
)
def test_since(at: str | datetime, said: str) -> None:
    assert since(at, NOW) == said


def test_moment_is_in_utc_until_a_browser_knows_better() -> None:
    assert (
        str(moment("2026-11-16T11:59:30.000001Z"))
        == '<time datetime="2026-11-16T11:59:30+00:00">2026-11-16 11:59 UTC</time>'
    )
    assert str(moment(None)) == "–"
    assert day("2026-11-16T23:59:59Z") == "2026-11-16"
