"""An interactive session: one person judges text after text, and can undo the last decision."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.offers import Filters, Offer
from lackmus.core.reviews.outcomes import DecisionOutcome
from lackmus.errors import LackmusError
from lackmus.flows.reviews.deciding import decide_in, take_back_in
from lackmus.flows.reviews.reviews import Offers, Scope, Waiting, take, waiting
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.claims import release
from lackmus.store.reviews.decisions import SavedDecision

_FRESH = 60.0  # seconds: changes by others affect the order a little, but never claims


@dataclass
class Round:
    """An open workspace with the texts for a person; the order is refreshed now and then."""

    workspace: OpenWorkspace
    desk: Desk
    scope: Scope
    filters: Filters
    done: list[SavedDecision] = field(default_factory=list)
    skipped: set[int] = field(default_factory=set)
    _waiting: Waiting | None = None
    _looked: float = 0.0

    def next(self) -> Offers:
        """The next text of this person; none when only skipped ones are left."""
        if self._waiting is None or monotonic() - self._looked > _FRESH:
            self._look()
        offers = self._take()
        if not offers.offers:  # others may have released texts, or differ by now
            self._look()
            offers = self._take()
        return offers

    def _look(self) -> None:
        self._waiting = waiting(self.workspace, self.desk, self.scope, self.filters)
        self._looked = monotonic()

    def _take(self) -> Offers:
        if self._waiting is None:
            raise RuntimeError("the texts were not looked up yet")
        return take(self.workspace, self._waiting, 1, {*self.skipped, *(one.text for one in self.done)})

    def decide(self, offer: Offer, verdict: Verdict) -> DecisionOutcome:
        """Save a decision; on a disputed text that is shown to an editor it adjudicates."""
        decided = decide_in(self.workspace, self.desk, [(offer.text_id, verdict)], bool(offer.opinions))
        self.done += decided.saved
        return decided.outcomes[0]

    def skip(self, offer: Offer) -> None:
        """Skip a text and release it for others."""
        self.skipped.add(offer.text_id)
        if self._waiting is not None:
            with self.workspace.claiming() as connection:
                release(connection, self._waiting.person, [offer.text_id])

    def take_back(self) -> int:
        """Undo the last decision of this session; its text is shown again."""
        if not self.done:
            raise LackmusError("There is no decision of this round to take back.")
        saved = self.done.pop()
        take_back_in(self.workspace, self.desk, saved)
        self._waiting = None
        return saved.text


@contextmanager
def judging_round(desk: Desk, scope: Scope, filters: Filters | None = None) -> Iterator[Round]:
    """Open a workspace for one person to judge text after text."""
    with desk.open() as workspace:
        yield Round(workspace, desk, scope, filters or Filters())
