"""Review a campaign: open texts, and the next texts of a person."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from lackmus.core.base.number_ranges import RangeError, ranges_of
from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.reviews.assignments import OwnWork
from lackmus.core.reviews.controls import PersonControls
from lackmus.core.reviews.decisions import Outcome, pace
from lackmus.core.reviews.offers import AssignedTo, Filters, Occasion, Offer
from lackmus.core.reviews.queue import ReviewStatus, review_status
from lackmus.core.reviews.work_queue import PersonQueue, WorkQueue
from lackmus.core.rules.judge import Reason
from lackmus.errors import Argument, ConflictError, LackmusError
from lackmus.flows.reviews.screens import offer_of
from lackmus.flows.search.searching import review_texts
from lackmus.flows.verdicts.requests import chosen_pair, listed
from lackmus.flows.workspaces.workspaces import Desk, the_campaign
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import Campaign, campaigns_of
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.reviews.assignments import CampaignSuite, assigned_parts
from lackmus.store.reviews.claims import claim, decision_times
from lackmus.store.reviews.daily_progress import ruled_outcomes
from lackmus.store.reviews.known_answers import offer_controls
from lackmus.store.reviews.queue import CampaignVerdicts, campaign_verdicts
from lackmus.store.reviews.review_items import review_item
from lackmus.store.reviews.review_records import ReviewRecords, read_review_records
from lackmus.store.suites.suites import suite_names
from lackmus.store.workspaces.people import entered

REASONS = [str(reason) for reason in Reason if reason not in (Reason.MISSING, Reason.EMPTY)]


@dataclass(frozen=True)
class Scope:
    """Which campaign, suite and pair is reviewed; optional where there is only one."""

    campaign: str | None = None
    suite: str | None = None
    pair: str | None = None


@dataclass(frozen=True)
class ResolvedScope:
    """The campaign, suite and pair of a scope, looked up."""

    campaign: Campaign
    suite: int
    suite_name: str
    pair: Pair | None

    @property
    def scope(self) -> Scope:
        """The scope by names."""
        return Scope(self.campaign.name, self.suite_name, str(self.pair) if self.pair else None)

    @property
    def of(self) -> tuple[int, int]:
        """The numbers of the campaign and the suite."""
        return self.campaign.id, self.suite

    @property
    def about(self) -> dict[str, object]:
        """The parts for signatures."""
        return {"campaign": self.campaign.name, "suite": self.suite_name, "pair": self.pair}


def resolved_scope(connection: Connection, scope: Scope, revision: int | None = None) -> ResolvedScope:
    """Look up the scope that a user means: a campaign, and the suite of its outputs."""
    campaign = the_campaign(connection, scope.campaign, revision)
    handed_in = current_hand_ins(connection, campaign.id, revision)
    names = {number: name for name, number in suite_names(connection, revision).items()}
    there = {names[suite]: suite for _, _, suite, *_ in handed_in if suite in names}
    if not there:
        raise LackmusError(
            f"{campaign.name} has no outputs.",
            code="no-outputs",
        )
    if scope.suite is None and len(there) > 1:
        raise LackmusError(
            f"{campaign.name} has outputs for {listed(there)}.",
            code="which-suite",
        )
    name = scope.suite or next(iter(there))
    if name not in there:
        raise LackmusError(f"{campaign.name} has no outputs for {name}, only for {listed(there)}.").at(
            Argument("suite")
        )
    pairs = {Pair.parse(written) for _, _, suite, written, *_ in handed_in if suite == there[name]}
    return ResolvedScope(campaign, there[name], name, chosen_pair(scope.pair, pairs))


def reviewable(connection: Connection) -> dict[str, dict[str, list[str]]]:
    """What can be reviewed: campaigns, latest first, with the suites and pairs of their outputs."""
    names = {number: name for name, number in suite_names(connection).items()}
    found: dict[str, dict[str, list[str]]] = {}
    for campaign in reversed(campaigns_of(connection)):
        for _, _, suite, pair, *_ in current_hand_ins(connection, campaign.id):
            if suite in names:
                pairs = found.setdefault(campaign.name, {}).setdefault(names[suite], [])
                if pair not in pairs:
                    pairs.append(pair)
    return found


def _standing(connection: Connection, found: ResolvedScope, revision: int | None = None) -> CampaignVerdicts:
    return campaign_verdicts(connection, found.campaign.id, found.suite, found.pair, revision)


@dataclass(frozen=True)
class ReviewOverview:
    """How much is open, and which systems did not take part."""

    review: ReviewStatus
    left_out: Mapping[str, str]
    yours: OwnWork  # of the person who asks


def status(desk: Desk, scope: Scope) -> ReviewOverview:
    """What is open in a campaign, and how long it would take at the current speed."""
    with desk.open() as workspace, workspace.reading() as connection:
        found = resolved_scope(connection, scope)
        stands = _standing(connection, found)
        so_far = pace(decision_times(connection))
        about = found.campaign.name, found.suite_name, str(found.pair) if found.pair else None
        yours = OwnWork(*about, 0, 0, 0, 0)
        if assigned_parts(connection, desk.reader):  # else the decisions need not be read
            records = read_review_records(connection)
            queue = WorkQueue(stands.outputs)
            yours = own_work_in(found, queue, records, *reading_of(connection, found, queue, records, desk))
        return ReviewOverview(review_status(stands.outputs, so_far, found.about), stands.left_out, yours)


def reading_of(
    connection: Connection, found: ResolvedScope, queue: WorkQueue, records: ReviewRecords, desk: Desk
) -> tuple[int, PersonControls]:
    """The person who reads (0: unknown), and their control texts."""
    person = records.person(desk.reader) or 0
    ruled = ruled_controls(connection, records, queue, found.of)
    return person, records.controls_of(person, found.of, ruled)


def own_work_in(
    found: ResolvedScope, queue: WorkQueue, records: ReviewRecords, person: int, controls: PersonControls
) -> OwnWork:
    """What of a campaign in memory waits for a person because it is theirs: what `assigned=me` offers."""
    filters = Filters(assigned=AssignedTo.ME)
    wanted = records.wanted(person, filters, found.of, controls)
    line = queue.offered(wanted, filters)
    seconds = line.count_of(Occasion.ASSIGNED)
    own = line.other_than(Occasion.ASSIGNED)
    owned = queue.owners(wanted.phenomena, wanted.items) == person
    texts, _ = queue.texts_by_item()
    return OwnWork(
        found.campaign.name,
        found.suite_name,
        str(found.pair) if found.pair else None,
        line.count() - seconds,
        len(own.by_phenomenon()),
        seconds,
        int(texts[owned].sum()) if person else 0,
    )


@dataclass(frozen=True)
class Offers:
    """Texts for a person, and how many more there are."""

    offers: tuple[Offer, ...]
    left: int
    about: Mapping[str, object]


@dataclass(frozen=True, eq=False)
class Waiting:
    """The texts available to a person at a revision."""

    found: ResolvedScope
    person: int
    seen: int
    line: PersonQueue
    texts: list[int]  # of the queue, in order
    records: ReviewRecords
    controls: PersonControls


def waiting(workspace: OpenWorkspace, desk: Desk, scope: Scope, filters: Filters | None = None) -> Waiting:
    """The texts that a person could judge, in order."""
    person = entered(workspace, desk.who)
    with workspace.reading() as connection:
        found = resolved_scope(connection, scope)
        queue = WorkQueue(_standing(connection, found).outputs)
        filters = checked(queue, filters or Filters())
        records = read_review_records(connection)
        refuse_untrained(records, person, found.suite)
        controls = records.controls_of(person, found.of, ruled_controls(connection, records, queue, found.of))
        wanted = records.wanted(person, filters, found.of, controls)
        if filters.found is not None:
            wanted = replace(wanted, found=review_texts(desk, filters.found))
        line = queue.offered(wanted, filters)
        seen = workspace.revision(connection).number
        return Waiting(found, person, seen, line, line.numbers(), records, controls)


def ruled_controls(
    connection: Connection, records: ReviewRecords, queue: WorkQueue, of: CampaignSuite
) -> dict[int, Outcome]:
    """What the rules say of the control texts of a campaign."""
    found = records.controls.get(of)
    return ruled_outcomes(connection, [text for text in found.texts if text in queue]) if found else {}


def refuse_untrained(records: ReviewRecords, person: int, suite: int) -> None:
    """Refuse open texts to a person who is to judge a training set of the suite first."""
    first = records.training.get((suite, person))
    if first is not None:
        left = counted(first.left, "text of it is", "texts of it are")
        raise ConflictError(
            f"The training set {first.name} comes first: {left} left.",
            code="training-first",
            name=first.name,
            number=first.number,
        )


def checked(queue: WorkQueue, filters: Filters) -> Filters:
    """Refuse unknown names in filters, which would look like finished work."""
    phenomena = sorted({name for names in queue.kinds.values() for name in names})
    known = {"category": list(queue.kinds), "phenomenon": phenomena, "system": queue.systems}
    _refuse_unknown(known, filters)
    if filters.items is not None:
        try:
            ranges_of(filters.items)
        except RangeError as problem:
            raise LackmusError(f"{problem}.", argument="items") from None
    if filters.item is None:
        return filters
    return replace(filters, item=item_key((one.key for one in queue.items), filters.item))


def item_key(keys: Iterable[str], written: str) -> str:
    """The key of an item from its id, or from pair and id: de-en:17."""
    known = set(keys)
    if written in known:
        return written
    found = sorted(key for key in known if key.partition(":")[2] == written)
    if not found:
        raise LackmusError(
            f"nothing is there for an item {written}. Items are named by their ids.", argument="item"
        )
    if len(found) > 1:
        raise LackmusError(
            f"{written} is in several pairs: {listed(found)}.",
            code="which-item-of-review",
            argument="item",
        )
    return found[0]


def _refuse_unknown(there: Mapping[str, Sequence[str]], filters: Filters) -> None:
    for name, known in there.items():
        value = getattr(filters, name)
        if value is not None and value not in known:
            raise LackmusError(f"there is no {value}. There are {listed(known)}.", argument=name)
    if filters.reason is not None and filters.reason not in REASONS:
        raise LackmusError(f"there is no {filters.reason}. There are {listed(REASONS)}.", argument="reason")


def take(workspace: OpenWorkspace, wait: Waiting, many: int, without: Collection[int] = ()) -> Offers:
    """The first texts that no one else has claimed, claimed for this person for a quarter of an hour."""
    aside, line, records = set(without), wait.line, wait.records
    texts = [number for number in wait.texts if number not in aside]
    with workspace.claiming() as connection:
        chosen = claim(connection, wait.person, texts, many, wait.seen, alone=line.alone())
        secret = [one for one in chosen if one in wait.controls.waiting]
        offer_controls(connection, wait.found.of, wait.person, secret)
    offers = []
    with workspace.reading() as connection:
        for number in chosen:
            card = review_item(connection, wait.found.suite, line.queue.item_of(number).number)
            if card is not None:  # or it was just retired
                occasion = line.occasion_of(number) or Occasion.OPEN
                whose = records.owner_of(wait.found.of, line.queue.item_of(number))
                seen = (card, wait.found.suite_name, number, occasion, wait.person, wait.controls, whose)
                offers.append(offer_of(line.queue, records, *seen))
    return Offers(tuple(offers), len(texts) - len(chosen), wait.found.about)


def next_texts(desk: Desk, scope: Scope, many: int = 1, filters: Filters | None = None) -> Offers:
    """The next texts of a person."""
    with desk.open() as workspace:
        return take(workspace, waiting(workspace, desk, scope, filters), many)
