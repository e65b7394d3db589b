"""Times for people; browsers convert them to their own zone (static/app.js)."""

from datetime import UTC, datetime

from markupsafe import Markup


def moment(at: str | datetime | None) -> Markup:
    """A time to the minute, in UTC until the browser converts it."""
    if at is None or at == "":
        return Markup("–")
    when = _read(at)
    return Markup('<time datetime="{}">{} UTC</time>').format(
        when.isoformat(timespec="seconds"), when.strftime("%Y-%m-%d %H:%M")
    )


def day(at: str | datetime) -> str:
    """The date."""
    return _read(at).date().isoformat()


def since(at: str | datetime, now: datetime | None = None) -> str:
    """How long ago, rounded."""
    seconds = ((now or datetime.now(UTC)) - _read(at)).total_seconds()
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        many = int(seconds // length)
        if many:
            return f"{many} {unit}{'s' * (many > 1)} ago"
    return "just now"


def _read(at: str | datetime) -> datetime:
    when = datetime.fromisoformat(at) if isinstance(at, str) else at
    return when if when.tzinfo else when.replace(tzinfo=UTC)
