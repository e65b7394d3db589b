"""The log for a page: filtered, in pages, with links, and with who may undo what."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from lackmus.core.workspaces.history import LogEntry, Subject
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.workspaces import log_pages as stored
from lackmus.store.workspaces.log_pages import LogConditions

MANY = 50


@dataclass(frozen=True)
class LogQuery:
    """Filters of the log."""

    person: str = ""
    verb: str = ""
    since: str = ""  # days, both included
    until: str = ""
    text: str = ""
    page: int = 1


@dataclass(frozen=True)
class LogPage:
    """A page of the log, and the values of its filters."""

    entries: list[LogEntry]
    subjects: dict[int, Subject]
    total: int
    page: int
    people: list[str]
    verbs: list[str]

    @property
    def pages(self) -> int:
        """The number of pages."""
        return max(1, -(-self.total // MANY))


def log_page(desk: Desk, sought: LogQuery, many: int = MANY) -> LogPage:
    """The entries of one page, newest first; beyond the end, the last page."""
    wanted = LogConditions(
        sought.person or None,
        sought.verb or None,
        _day(sought.since, time.min),
        _day(sought.until, time.max),
        sought.text.replace("\x00", "").strip() or None,
    )
    with desk.open() as workspace, workspace.reading() as connection:
        page = max(1, min(sought.page, 10**9))
        entries, total = stored.log_page(connection, wanted, (page - 1) * many, many)
        if not entries and total:
            page = -(-total // many)
            entries, total = stored.log_page(connection, wanted, (page - 1) * many, many)
        subjects = stored.subjects_of(connection, [one.number for one in entries])
        people, verbs = stored.log_people(connection), stored.log_verbs(connection)
        return LogPage(entries, subjects, total, page, people, verbs)


def _day(written: str, of_day: time) -> datetime | None:
    """The beginning or the end of a day, in UTC, as in the log."""
    if not written.strip():
        return None
    try:
        return datetime.combine(date.fromisoformat(written.strip()), of_day, UTC)
    except ValueError:
        raise LackmusError(f"“{written}” is no day. Write it as 2026-05-01.") from None
