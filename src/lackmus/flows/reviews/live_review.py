"""The review board in a server's memory: next texts, effects of decisions, progress."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import AssignmentOverview, OwnWork
from lackmus.core.reviews.controls import PersonControls
from lackmus.core.reviews.decisions import Seen
from lackmus.core.reviews.offers import AssignedTo, Filters, Occasion, Offer, why_unfair
from lackmus.core.reviews.progress import Progress, seconds_at
from lackmus.core.reviews.queue import review_status
from lackmus.core.reviews.remarks import Flag, Remark
from lackmus.core.reviews.standing import TextStanding
from lackmus.core.reviews.work_queue import PersonQueue, WorkQueue
from lackmus.core.rules.judge import Reason
from lackmus.core.search.query import query_from
from lackmus.errors import NotFoundError
from lackmus.flows.reviews.assigning import overview_of, own_scopes, phenomenon_owners
from lackmus.flows.reviews.live_state import ReviewState, ReviewStates
from lackmus.flows.reviews.reviews import (
    REASONS,
    ReviewOverview,
    Scope,
    checked,
    own_work_in,
    refuse_untrained,
    reviewable,
)
from lackmus.flows.reviews.screens import offer_of, proposed, said, shown_counts
from lackmus.flows.reviews.standings import text_standings
from lackmus.flows.search.searching import review_texts
from lackmus.flows.workspaces.workspaces import Desk, shown_item
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.claims import Claim, claimed_texts, held_by, keep, release, withheld_from
from lackmus.store.reviews.daily_progress import ruled_outcomes
from lackmus.store.reviews.decision_errors import ErrorsNamed
from lackmus.store.reviews.decisions import decide as store_decisions
from lackmus.store.reviews.known_answers import TrainingLeft, offer_controls
from lackmus.store.suites.examples import examples_in

Chosen = list[tuple[int, Occasion]]


@dataclass(frozen=True)
class ReviewPage:
    """Texts for a person, with the progress."""

    left: int  # besides these, and besides what they have already
    held: int  # of these, how many others are looking at just now
    fitting: int  # all that fit the filters
    progress: Progress
    about: Scope
    texts: tuple[Offer, ...]


@dataclass(frozen=True)
class DecisionResult:
    """The effect of one decision."""

    text_id: int
    verdict: Verdict  # what holds
    reason: Reason | None
    rules_say: Verdict  # the rules alone
    fair: bool
    unfair: str
    contradicts_rules: bool
    own_since: int  # the change since which this person says so


@dataclass(frozen=True)
class DecisionResults:
    """What was saved in one change; None if nothing changed."""

    change: int | None
    decisions: tuple[DecisionResult, ...]
    progress: Progress


@dataclass(frozen=True)
class PhenomenonCounts:
    """How many texts a phenomenon has for a person."""

    category: str
    phenomenon: str
    open: int  # if this phenomenon is chosen
    in_category: int  # if its category is chosen, or nothing: without texts that are assigned to others
    person: str  # to whom it is assigned; empty: to nobody


@dataclass(frozen=True)
class OpenCounts:
    """What the filters of review offer a person, and what is assigned to them."""

    phenomena: tuple[PhenomenonCounts, ...]
    yours: OwnWork
    revision: int


class LiveReview:
    """The state of everything under review, for many people at once.

    Claims are in the database, so that servers and command lines share them.
    """

    def __init__(self, workspace: OpenWorkspace) -> None:
        self._states = ReviewStates(workspace)

    # -- what comes next -----------------------------------------------------------------------------------

    def next(
        self,
        desk: Desk,
        scope: Scope,
        filters: Filters | None = None,
        many: int = 1,
        without: Collection[int] = (),
        together: bool = False,
    ) -> ReviewPage:
        """The next texts of a person, claimed for them; `together`: all of one phenomenon.

        Texts they have claimed already come first.
        """
        states, filters = self._states, filters or Filters()
        person = states.person(desk)
        states.load(scope)
        found = self._found(desk, filters.found) if filters.found is not None else ()
        with states.claiming() as connection:
            at = datetime.now(UTC)
            claimed = claimed_texts(connection, at)
            with states.lock:
                part = states.part(connection, scope)
                refuse_untrained(states.records, person, part.found.suite)
                filters = checked(part.queue, filters)
                controls = states.controls(part, person)
                wanted = states.records.wanted(person, filters, part.found.of, controls)
                line = part.queue.offered(replace(wanted, found=found), filters)
                withheld = _withheld(line, claimed, person) - set(without)
                own = held_by(claimed, person)
                given = sum(line.occasion_of(one) is not None for one in set(without))
                chosen = _chosen(line, own, withheld | set(without), many, together, given)
                left, fitting = line.count(without) - len(chosen), line.count()
                progress = self._progress(part, person, controls)  # of the same moment as what fits
                about = states.field(scope).scope
            secret = [text for text, _ in chosen if text in controls.waiting]
            keep(connection, person, [text for text, _ in chosen], at, {*_alone(chosen), *secret})
            offer_controls(connection, part.found.of, person, secret)
        texts = self._shown(part, person, chosen)
        with states.lock:
            if many > 1:
                texts = proposed(part.queue, states.records, texts)
            return ReviewPage(left, len(withheld), fitting, progress, about, tuple(texts))

    def _found(self, desk: Desk, search: str, afresh: bool = False) -> Collection[int]:
        """The texts of a search, as its page shows them: those of reserved items only to editors."""
        person = self._states.person(desk)
        with self._states.lock:
            editor = self._states.records.editor(person)
        return review_texts(replace(desk, shows_reserved=editor), search, afresh)

    def search_again(self, desk: Desk, scope: Scope, search: str) -> str:
        """Look up the texts of a search anew, since a person opens them; the words of the search."""
        self._states.load(scope)
        self._found(desk, search, afresh=True)
        return query_from(search).wanted or "a list of texts"

    def _shown(self, part: ReviewState, person: int, chosen: Chosen) -> list[Offer]:
        """The current state of texts; no query if all items are cached."""
        states, queue = self._states, part.queue
        items = [queue.item_of(number).number for number, _ in chosen]
        if any(item not in part.review_items for item in items):
            with states.workspace.reading() as connection, states.lock:
                for item in items:
                    part.look_up(connection, item)
        with states.lock:
            controls, records, name = states.controls(part, person), states.records, part.found.suite_name
            return [
                offer_of(queue, records, part.review_items[item], name, *one, person, controls, whose)
                for item, one in zip(items, chosen, strict=True)
                if item in part.review_items  # or it was just retired
                for whose in [records.owner_of(part.found.of, queue.item_of(one[0]))]
            ]

    def text(self, desk: Desk, scope: Scope, number: int) -> Offer:
        """One text, without claiming it."""
        with self._states.looking(scope) as (_, part):
            person = self._states.records.person(desk.who) or 0
            chosen = self._occasions(part, person, [_there(part, number)])
        item = part.queue.item_of(number).number
        if not desk.shows_reserved:
            with desk.open() as workspace, workspace.reading() as connection:
                shown = shown_item(desk, connection, item).item
                kind = shown.category, shown.phenomenon
                examples = [one.example for one in examples_in(connection, part.found.suite, phenomenon=kind)]
        (found,) = self._shown(part, person, chosen)
        return found if desk.shows_reserved else replace(found, examples=tuple(examples))

    def _occasions(self, part: ReviewState, person: int, texts: Sequence[int]) -> Chosen:
        """Why each of these texts would be offered to a person."""
        controls = self._states.controls(part, person)
        line = part.queue.offered(self._states.records.wanted(person, Filters(), part.found.of, controls))
        return [(text, line.occasion_of(text) or Occasion.AGAIN) for text in texts if text in part.queue]

    def give_back(self, desk: Desk, texts: Sequence[int]) -> None:
        """Release these texts for others."""
        person = self._states.person(desk)
        with self._states.claiming() as connection:
            release(connection, person, texts)

    def claim(self, desk: Desk, scope: Scope, texts: Sequence[int]) -> list[Offer]:
        """The current state of these texts, claimed unless others have them."""
        person = self._states.person(desk)
        with self._states.looking(scope) as (_, part):
            chosen = self._occasions(part, person, texts)
        alone = _alone(chosen)
        with self._states.claiming() as connection:
            at = datetime.now(UTC)
            withheld = withheld_from(claimed_texts(connection, at), person) - alone
            keep(connection, person, [text for text, _ in chosen if text not in withheld], at, alone)
        return self._shown(part, person, chosen)

    def training_first(self, desk: Desk, scope: Scope) -> TrainingLeft | None:
        """The training set that this person is to judge before open texts, if any."""
        with self._states.looking(scope) as (_, part):
            records = self._states.records
            return records.training.get((part.found.suite, records.person(desk.who) or 0))

    # -- deciding ------------------------------------------------------------------------------------------

    def decide(
        self,
        desk: Desk,
        scope: Scope,
        decisions: Sequence[tuple[int, Verdict]],
        comment: str = "",
        seen: Mapping[int, Seen] | None = None,
        errors: ErrorsNamed | None = None,
    ) -> DecisionResults:
        """Save decisions; an editor's decision on a disputed text adjudicates, unless it is an assigned
        opinion.

        `seen` is what the person saw; nothing is saved if they decided a text differently since. `errors`
        name what is wrong with texts, by the labels or keys of error types.
        """
        states = self._states
        person = states.person(desk)
        states.load(scope)
        final: set[int] = set()
        if states.records.editor(person):
            with states.looking(scope) as (_, part):
                final = {text for text, _ in decisions if self._disputed(part.queue, person, text)}
        verb = "review adjudicate" if final else "review decide"
        with states.writing(desk.who, verb, comment or desk.comment) as change:
            for adjudicate in (True, False):
                some = [one for one in decisions if (one[0] in final) == adjudicate]
                if some:
                    about = {text for text, _ in some}
                    said = {text: label for text, label in (errors or {}).items() if text in about}
                    store_decisions(change, some, adjudicate, seen, said)
        with states.looking(scope) as (connection, part):
            ruled = ruled_outcomes(connection, {text for text, _ in decisions})
            results = [self._result(part, person, *one, ruled[one[0]][0]) for one in decisions]
            progress = self._progress(part, person)
        return DecisionResults(change.number if change.written else None, tuple(results), progress)

    def _disputed(self, queue: WorkQueue, person: int, text: int) -> bool:
        """Whether a text is disputed, and this person is not asked for another opinion."""
        if text not in queue or queue.outcome(text)[1] is not Reason.DISPUTED:
            return False
        records = self._states.records
        return text not in records.given_to(person) or records.own(person, text) is not None

    def _result(
        self, part: ReviewState, person: int, text: int, decided: Verdict, ruled: Verdict
    ) -> DecisionResult:
        queue, controls = part.queue, self._states.controls(part, person)
        contradicts = ruled not in (Verdict.WARNING, decided)
        answer = controls.answered.get(text)
        since = answer.since if answer else self._states.records.since(person, text)
        if text not in queue:  # decided anyway: texts belong to items, not to campaigns
            verdict, reason = self._states.records.outcome(text) or (ruled, None)
            elsewhere = "It is no text of this campaign."
            return DecisionResult(text, verdict, reason, ruled, False, elsewhere, contradicts, since)
        item = queue.item_of(text)
        verdict, reason = controls.outcome(text, queue.outcome(text))
        counts = shown_counts(queue, item.number, controls)
        itself = verdict is Verdict.WARNING
        unfair = why_unfair(counts.open - itself, item.missing, itself, counts.untestable)
        fair = not (counts.open or item.missing or counts.untestable)
        return DecisionResult(text, verdict, reason, ruled, fair, unfair, contradicts, since)

    # -- how far -------------------------------------------------------------------------------------------

    def progress(self, desk: Desk, scope: Scope) -> Progress:
        """The progress."""
        with self._states.looking(scope) as (_, part):
            return self._progress(part, self._states.records.person(desk.who) or 0)

    def _progress(self, part: ReviewState, person: int, controls: PersonControls | None = None) -> Progress:
        """The progress as this person sees it: control texts that are still to come count as open."""
        queue, records = part.queue, self._states.records
        controls = self._states.controls(part, person) if controls is None else controls
        coming: list[int] = []
        if controls.waiting:
            line = queue.offered(records.wanted(person, Filters(), part.found.of, controls))
            coming = line.controls.first(queue.open) if line.controls else []
        spoiled = {queue.item_of(text).number for text in coming}
        today = datetime.now(UTC).date().isoformat()
        seconds_left, pace_seconds = seconds_at(records.watch.pace, queue.open + len(coming))
        return Progress(
            items=len(queue.items),
            fair=queue.fair - sum(queue.is_fair(item) for item in spoiled),
            open=queue.open + len(coming),
            decided_today=records.decided_on(person, today),
            fair_today=queue.won,
            seconds_left=seconds_left,
            pace_seconds=pace_seconds,
            revision=self._states.revision,
        )

    def status(self, desk: Desk, scope: Scope) -> ReviewOverview:
        """The progress by category, system and reason, and what is this person's."""
        with self._states.looking(scope) as (_, part):
            yours = self._own(desk, scope, part)
            outputs, pace = part.queue.standing(), self._states.records.watch.pace
            about = self._states.field(scope).about
        return ReviewOverview(review_status(outputs, pace, about), part.left_out, yours)

    def assignments(self, desk: Desk, scope: Scope) -> AssignmentOverview:
        """What is assigned to whom, and how much of it is open."""
        with self._states.looking(scope) as (_, part):
            yours = self._own(desk, scope, part)
            return overview_of(self._states.field(scope), part.queue, self._states.records, yours)

    def own_work(self, desk: Desk) -> tuple[OwnWork, ...]:
        """What is assigned to this person, in each campaign."""
        with self._states.workspace.reading() as connection:
            scopes = own_scopes(connection, desk.who)
        found = []
        for scope in scopes:
            with self._states.looking(scope) as (_, part):
                found.append(self._own(desk, scope, part))
        return tuple(found)

    def _own(self, desk: Desk, scope: Scope, part: ReviewState) -> OwnWork:
        """What of a part is assigned to this person; the caller has the lock."""
        states, person = self._states, self._states.records.person(desk.who) or 0
        controls = states.controls(part, person)
        return own_work_in(states.field(scope), part.queue, states.records, person, controls)

    def items_standing(self, scope: Scope) -> tuple[dict[int, int], frozenset[int]]:
        """The open texts of each item of a campaign, and its fair items."""
        with self._states.looking(scope) as (_, part):
            return part.queue.items_standing()

    def counts(self, desk: Desk, scope: Scope, filters: Filters) -> OpenCounts:
        """How many texts each category and phenomenon would offer this person, with the other filters."""
        states = self._states
        found = self._found(desk, filters.found) if filters.found is not None else ()
        with states.looking(scope) as (_, part):
            queue, records = part.queue, states.records
            person = records.person(desk.who) or 0
            filters = replace(checked(queue, filters), category=None, phenomenon=None)
            controls = states.controls(part, person)
            wanted = replace(records.wanted(person, filters, part.found.of, controls), found=found)
            line = queue.offered(wanted, filters)
            named = line
            if filters.assigned is None and not filters.of_others:  # to name a phenomenon asks for it
                named = queue.offered(wanted, replace(filters, assigned=AssignedTo.ANYONE))
            owners = phenomenon_owners(queue, records, part.found)
            yours = self._own(desk, scope, part)
            revision = states.revision
        by_name, whole = named.by_phenomenon(), line.by_phenomenon()
        return OpenCounts(
            tuple(
                PhenomenonCounts(*kind, by_name.get(kind, 0), whole.get(kind, 0), owners[kind][0])
                for kind in queue.kind_names
            ),
            yours,
            revision,
        )

    def choices(self, scope: Scope) -> dict[str, Any]:
        """The choices for review; missing or unknown ones default to the first."""
        states, queue, assigned = self._states, None, False
        with states.workspace.reading() as connection, states.lock:
            there = reviewable(connection)
            campaign = _first(scope.campaign, there)
            suites = there.get(campaign or "", {})
            suite = _first(scope.suite, suites)
            pairs = suites.get(suite or "", [])
            meant = Scope(campaign, suite, _first(scope.pair, pairs))
            if campaign is not None:
                part = states.part(connection, meant)
                queue = part.queue
                owners = queue.owners(states.records.phenomena_of(part.found.of), states.records.items)
                assigned = bool(owners.any() or states.records.assigned)
        return {
            "campaigns": list(there),
            "suites": list(suites),
            "pairs": pairs,
            "categories": queue.kinds if queue else {},
            "systems": queue.systems if queue else [],
            "reasons": REASONS,
            "assigned": assigned,
            "about": vars(meant),
        }

    def has_item(self, scope: Scope, key: str) -> bool:
        """Whether an item has any text."""
        with self._states.looking(scope) as (_, part):
            return any(one.key == key for one in part.queue.items)

    def systems(self, scope: Scope, text: int) -> list[str]:
        """The systems that wrote a text; the caller should log the request."""
        with self._states.looking(scope) as (_, part):
            return part.queue.written_by(_there(part, text))

    def standings(
        self, desk: Desk, texts: Collection[int], campaign: str | None = None
    ) -> dict[int, TextStanding]:
        """How texts stand that a person reads in a list, by number, if they can be decided."""
        return text_standings(self._states, desk, texts, campaign)

    def remarks(self, text: int) -> tuple[tuple[Remark, ...], tuple[Flag, ...]]:
        """Comments and flags on a text."""
        states = self._states
        with states.workspace.reading() as connection, states.lock:
            states.catch_up(connection)
            return said(states.records.comments.get(text)), said(states.records.flags.get(text))


def _withheld(line: PersonQueue, claimed: Sequence[Claim], person: int) -> set[int]:
    """The texts for a person that others have claimed.

    Assigned texts are never withheld from the assigned person.
    """
    found = ((text, line.occasion_of(text)) for text in withheld_from(claimed, person))
    return {text for text, occasion in found if occasion is not None and not occasion.alone}


def _alone(chosen: Chosen) -> set[int]:
    return {text for text, occasion in chosen if occasion.alone}


def _chosen(
    line: PersonQueue, own: set[int], aside: set[int], many: int, together: bool, given: int
) -> Chosen:
    """The first available texts; those already claimed by this person come first.

    `given` is how many of the texts aside are this person's.
    """
    own = own - aside
    if together:
        first = _chosen(replace(line, controls=None), own, aside, 1, False, given)
        if not first:
            return []
        item = line.queue.item_of(first[0][0])
        line = line.about(item.category, item.phenomenon)
    mine = line.held(own, many) if own else []
    return [*mine, *line.first(many - len(mine), aside | own, given + len(mine))]


def _there(part: ReviewState, text: int) -> int:
    if text not in part.queue:
        raise NoSuchTextError(f"{part.found.campaign.name} has no text {text}.")
    return text


class NoSuchTextError(NotFoundError):
    """A text is asked for that the campaign does not have."""


def _first(asked: str | None, there: Collection[str]) -> str | None:
    return asked if asked in there else next(iter(there), None)


_live_reviews: WeakKeyDictionary[OpenWorkspace, LiveReview] = WeakKeyDictionary()
_making = Lock()


def live_review_at(desk: Desk) -> LiveReview:
    """The board of a server's workspace, shared by all its desks."""
    if desk.opened is None:
        raise RuntimeError("a board needs a workspace that is kept open")
    with _making:
        return _live_reviews.setdefault(desk.opened, LiveReview(desk.opened))


def choices(desk: Desk, scope: Scope) -> dict[str, Any]:
    """The choices for review."""
    return live_review_at(desk).choices(scope)


def training_first(desk: Desk, scope: Scope) -> TrainingLeft | None:
    """The training set that comes before review, if any."""
    return live_review_at(desk).training_first(desk, scope)


def has_item(desk: Desk, scope: Scope, key: str) -> bool:
    """Whether an item can be reviewed."""
    return live_review_at(desk).has_item(scope, key)


def own_work(desk: Desk) -> tuple[OwnWork, ...]:
    """What is assigned to a person, in each campaign."""
    return live_review_at(desk).own_work(desk)


def search_again(desk: Desk, scope: Scope, search: str) -> str:
    """Look up the texts of a search anew; the words of the search."""
    return live_review_at(desk).search_again(desk, scope, search)


def progress(desk: Desk, scope: Scope) -> dict[str, Any]:
    """How far the work is, as plain values."""
    return asdict(live_review_at(desk).progress(desk, scope))
