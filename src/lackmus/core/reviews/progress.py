"""How far the review of a campaign is."""

from dataclasses import dataclass

from lackmus.core.reviews.decisions import TimePerText


@dataclass(frozen=True)
class Progress:
    """Review progress in a campaign; days begin at midnight UTC, times are for one person."""

    items: int
    fair: int
    open: int
    decided_today: int  # by this person
    fair_today: int  # items that became fair today
    seconds_left: float | None  # None while the pace is unknown
    pace_seconds: float | None
    revision: int  # the last change that is counted


def seconds_at(pace: TimePerText | None, texts: int) -> tuple[float | None, float | None]:
    """How long so many texts take at a pace, and one text."""
    return (pace.time_left(texts).total_seconds(), pace.gap.total_seconds()) if pace else (None, None)
