"""A server's in-memory state of reviews, kept up to date with the workspace."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from threading import Lock, RLock
from weakref import proxy

from sqlalchemy import Connection

from lackmus.core.reviews.controls import PersonControls
from lackmus.core.reviews.decisions import Outcome
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.flows.reviews.reviews import ResolvedScope, Scope, resolved_scope, reviewable, ruled_controls
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.changes import Change
from lackmus.store.db.errors import Busy
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.daily_progress import outcomes_at_midnight, ruled_outcomes
from lackmus.store.reviews.queue import campaign_verdicts
from lackmus.store.reviews.review_items import ReviewItem, review_item
from lackmus.store.reviews.review_records import ReviewRecords, read_review_records
from lackmus.store.reviews.updates import ReviewUpdates, first_updates, updates_since
from lackmus.store.workspaces.people import entered

_MOST = 4  # campaigns (or parts of them) in memory
_MOST_SCOPES = 100

Key = tuple[int, int, str]  # campaign, suite, pair


@dataclass
class ReviewState:
    """One part of a workspace under review."""

    found: ResolvedScope
    queue: WorkQueue
    left_out: dict[str, str]
    review_items: dict[int, ReviewItem] = field(default_factory=dict)
    ruled_controls: dict[int, Outcome] | None = None  # what the rules say of control texts

    def look_up(self, connection: Connection, item: int) -> None:
        """Load the details of an item, unless cached."""
        if item not in self.review_items:
            found_item = review_item(connection, self.found.suite, item)
            if found_item is not None:
                self.review_items[item] = found_item


class ReviewStates:
    """Loads each part once and keeps it up to date.

    Every access first checks for newer changes, by any person, and reads again what they touched.

    A holder of `lock` must not start to write: a writer holds the database lock and then asks for `lock`.
    """

    def __init__(self, workspace: OpenWorkspace) -> None:
        # A weak reference: it lives while the owner keeps the workspace open.
        self.workspace: OpenWorkspace = proxy(workspace)
        self.lock = RLock()
        # Writers queue here: SQLite would let them sleep for up to a tenth of a second.
        self._turn = Lock()
        self.records = ReviewRecords()
        self._seen: tuple[int, str] | None = None
        self._parts: OrderedDict[Key, ReviewState] = OrderedDict()
        self._fields: dict[Scope, tuple[ResolvedScope, Key]] = {}
        self._day: date | None = None

    @property
    def revision(self) -> int:
        """The last change that is included."""
        return self._seen[0] if self._seen else 0

    @contextmanager
    def looking(self, scope: Scope) -> Iterator[tuple[Connection, ReviewState]]:
        """The current state of the part that a user means."""
        with self.workspace.reading() as connection, self.lock:
            yield connection, self.part(connection, scope)

    @contextmanager
    def claiming(self) -> Iterator[Connection]:
        """Like `OpenWorkspace.claiming`, but queued."""
        with self._in_turn(), self.workspace.claiming() as connection:
            yield connection

    @contextmanager
    def writing(self, person: str, verb: str, comment: str) -> Iterator[Change]:
        """Like `OpenWorkspace.writing`, but queued."""
        with self._in_turn(), self.workspace.writing(person, verb, comment=comment) as change:
            yield change

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Wait for other writers of this server, no longer than for those of the database."""
        patience = self.workspace.patience
        if not self._turn.acquire(timeout=-1 if patience is None else patience):
            raise Busy(self.workspace.name)
        try:
            yield
        finally:
            self._turn.release()

    def load(self, scope: Scope) -> None:
        """Load a part before writing, so that others do not wait for it."""
        with self.lock:
            known = self._fields.get(scope)
            loaded = known is not None and known[1] in self._parts
        if not loaded:
            with self.looking(scope):
                pass

    def field(self, scope: Scope) -> ResolvedScope:
        """The campaign, suite and pair of a scope whose part was loaded."""
        return self._fields[scope][0]

    def part(self, connection: Connection, scope: Scope) -> ReviewState:
        """The part of a scope; the caller has a connection and the lock."""
        self.catch_up(connection)
        if scope not in self._fields:
            if len(self._fields) > _MOST_SCOPES:  # a pair can be written in many ways
                self._fields.clear()
            meant = resolved_scope(connection, scope)
            self._fields[scope] = meant, _key(connection, meant)
        found, key = self._fields[scope]
        part = self._parts.get(key)
        if part is None:
            stands = campaign_verdicts(connection, found.campaign.id, found.suite, found.pair)
            part = ReviewState(found, WorkQueue(stands.outputs), dict(stands.left_out))
            part.queue.begin_day(outcomes_at_midnight(connection, self.records, datetime.now(UTC)))
            self._parts[key] = part
            while len(self._parts) > _MOST:
                self._parts.popitem(last=False)
        self._parts.move_to_end(key)
        if part.ruled_controls is None:
            part.ruled_controls = ruled_controls(connection, self.records, part.queue, found.of)
        return part

    def controls(self, part: ReviewState, person: int) -> PersonControls:
        """The control texts of a part as a person meets them; the caller has the lock."""
        return self.records.controls_of(person, part.found.of, part.ruled_controls or {})

    def catch_up(self, connection: Connection) -> None:
        """Read again what has changed since the last access."""
        today = datetime.now(UTC).date()
        if today != self._day:
            self._day = today
            for part in self._parts.values():
                part.queue.begin_day()
        news = updates_since(connection, *self._seen) if self._seen else first_updates(connection)
        if news is None:
            return
        # If the database fails in between, the state is incomplete: then all is read again.
        self._seen = None
        if news.everything:
            self._parts.clear()
            self._fields.clear()
            self.records = read_review_records(connection)
        else:
            self._hear(connection, news)
        self._seen = (news.revision, news.token)

    def _hear(self, connection: Connection, news: ReviewUpdates) -> None:
        records = self.records
        if news.people or any(person not in records.people for person, _ in news.clicks):
            records.read_people(connection)
        if news.owners:
            records.read_owners(connection)
        if news.controls or news.suites:
            records.read_controls(connection)
        for texts, read in (
            (news.decisions, records.read_decisions),
            (news.assignments, records.read_assignments),
            (news.comments, records.read_comments),
            (news.flags, records.read_flags),
        ):
            if texts:
                read(connection, texts)
        records.click(news.clicks)
        if news.suites or news.campaigns:
            self._fields.clear()
        for key in list(self._parts):
            campaign, suite, _ = key
            if campaign in news.campaigns or suite in news.suites:
                del self._parts[key]
            else:
                self._tell(connection, self._parts[key], news)

    def _tell(self, connection: Connection, part: ReviewState, news: ReviewUpdates) -> None:
        """Update the queue with the current verdicts of changed texts."""
        queue = part.queue
        if news.controls or news.items:
            part.ruled_controls = None
        touched = {text for text in news.decisions if text in queue}
        for item in news.items:
            part.review_items.pop(item, None)
            if queue.has_item(item):
                touched.update(queue.texts_of(item))
        spoken = {text: self.records.outcome(text) for text in touched}
        ruled = ruled_outcomes(connection, [text for text, outcome in spoken.items() if outcome is None])
        for text, outcome in spoken.items():
            queue.tell(text, outcome or ruled[text])

    # -- people --------------------------------------------------------------------------------------------

    def person(self, desk: Desk) -> int:
        """The number of the current person; a new one is added."""
        with self.lock:
            number = self.records.person(desk.who)
        return entered(self.workspace, desk.who) if number is None else number


def _key(connection: Connection, found: ResolvedScope) -> Key:
    """The key of a part, with or without an explicit pair."""
    pairs = reviewable(connection).get(found.campaign.name, {}).get(found.suite_name, [])
    only = pairs[0] if len(pairs) == 1 else ""
    return found.campaign.id, found.suite, str(found.pair or only)
