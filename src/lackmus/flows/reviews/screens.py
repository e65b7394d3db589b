"""The review screen: a text with its context, and proposals for many."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from lackmus import __version__
from lackmus.core.base.paragraphs import paragraph_spans, place_in
from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.proposals import Proposer, Settled, Undecided
from lackmus.core.reviews.controls import NO_CONTROLS, PersonControls
from lackmus.core.reviews.offers import Occasion, Offer, OtherText, why_asked, why_unfair
from lackmus.core.reviews.proposals import nearest
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.judging import SETTLED
from lackmus.plugins import PluginGroup, added, version_of
from lackmus.store.reviews.review_items import ReviewItem
from lackmus.store.reviews.review_records import Noted, ReviewRecords, Said


def offer_of(
    queue: WorkQueue,
    records: ReviewRecords,
    card: ReviewItem,
    suite: str,
    number: int,
    occasion: Occasion,
    person: int,
    controls: PersonControls = NO_CONTROLS,
    assigned_to: str = "",
) -> Offer:
    """A text, as it stands now, for a person; their control texts look like all others."""
    item, its = queue.item_of(number), card.item
    verdict, reason = controls.outcome(number, queue.outcome(number))
    itself, counts = verdict is Verdict.WARNING, shown_counts(queue, item.number, controls)
    rest, apart = counts.open - itself, counts.untestable
    answer, secret = controls.answered.get(number), number in controls.waiting
    # A second judge must not see the first opinion; an editor who adjudicates must see both.
    independent = occasion in (Occasion.ASSIGNED, Occasion.SECOND)
    differ = reason is Reason.DISPUTED and not independent and records.editor(person)
    told = reason if occasion is Occasion.OPEN or differ else None
    opinions = records.opinions(number) if differ else {}
    text, spans = queue.text(number), paragraph_spans(its.source)
    stretch = its.stretch_bounds
    return Offer(
        item_id=card.number,
        item=its.key,
        suite=suite,
        category=its.category,
        phenomenon=its.phenomenon,
        guideline=card.guideline,
        source=its.source,
        text_id=number,
        text=text,
        marks=card.marks.get(number, ()),
        comments=() if secret else said(records.comments.get(number)),
        occasion=occasion,
        reason=told,
        why=why_asked(occasion, told, opinions),
        opinions=opinions,
        systems=queue.writers(number),
        unfair=why_unfair(rest, item.missing, itself, apart),
        others_open=rest,
        blocked=item.missing > 0 or apart > 0,
        rules=card.rules,
        others=_others(queue, card, number, controls),
        flags=() if secret else said(records.flags.get(number)),
        own=answer.verdict if answer else records.own(person, number),
        own_since=answer.since if answer else records.since(person, number),
        prompt=its.prompt,
        plain_rules=its.plain_rules,
        stretch=stretch,
        source_paragraphs=tuple(spans) if len(spans) > 1 else (),
        paragraphs=card.paragraphs.get(text, ()),
        paragraph=place_in(spans, stretch[0]) if stretch and len(spans) > 1 else None,
        examples=card.examples,
        error_types=card.error_types,
        own_error=records.error(person, number),
        assigned_to=assigned_to,
    )


@dataclass(frozen=True)
class ShownCounts:
    """How many texts of an item are open, and how many not testable."""

    open: int
    untestable: int


def shown_counts(queue: WorkQueue, item: int, controls: PersonControls) -> ShownCounts:
    """The texts of an item as a person is shown them."""
    held, shown = [], []
    for text in queue.texts_of(item):
        if text in controls.waiting or text in controls.answered:
            held.append(queue.outcome(text)[0])
            shown.append(controls.outcome(text, queue.outcome(text))[0])
    return ShownCounts(
        queue.open_texts(item) + shown.count(Verdict.WARNING) - held.count(Verdict.WARNING),
        queue.untestable_texts(item) + shown.count(Verdict.UNTESTABLE) - held.count(Verdict.UNTESTABLE),
    )


def _others(
    queue: WorkQueue, card: ReviewItem, number: int, controls: PersonControls
) -> tuple[OtherText, ...]:
    """The other texts of the item, by number of systems."""
    numbers = [one for one in queue.texts_of(card.number) if one != number]
    return tuple(
        OtherText(
            one,
            queue.text(one),
            queue.writers(one),
            *controls.outcome(one, queue.outcome(one)),
            card.marks.get(one, ()),
        )
        for one in sorted(numbers, key=lambda near: (-queue.writers(near), near))
    )


def said(made: dict[int, Noted[Said]] | None) -> tuple[Said, ...]:
    """Remarks in the order in which they were made."""
    return tuple(one.remark for one in sorted((made or {}).values(), key=lambda one: one.since))


def proposed(queue: WorkQueue, records: ReviewRecords, texts: Sequence[Offer]) -> list[Offer]:
    """The same texts, all of one phenomenon, with proposals where there are any."""
    if not texts:
        return []
    asked = [Undecided(one.text_id, one.item, one.text) for one in texts]
    name, version, propose = proposer()
    proposals = propose(asked, _settled(queue, records, texts[0].category, texts[0].phenomenon, asked))
    found = []
    for one in texts:
        proposal = proposals.get(one.text_id)
        if proposal is not None:
            proposal = replace(proposal, by=f"{proposal.by or name} {version}".strip())
        found.append(replace(one, proposal=proposal))
    return found


def _settled(
    queue: WorkQueue, records: ReviewRecords, category: str, phenomenon: str, asked: Sequence[Undecided]
) -> list[Settled]:
    """The settled texts of the phenomenon, without the texts in question; a proposer knows pass and fail."""
    hidden = {one.number for one in asked}
    found = []
    for number in queue.texts_about(category, phenomenon):
        verdict, _ = queue.outcome(number)
        if verdict in SETTLED and number not in hidden:
            key, text = queue.item_of(number).key, queue.text(number)
            found.append(Settled(number, key, text, verdict, number in records.decisions))
    return found


@cache
def proposer() -> tuple[str, str, Proposer]:
    """The proposer with its name and version: a plug-in, otherwise the nearest text."""
    found: list[tuple[str, str, Proposer]] = [("nearest", __version__, nearest)]
    for name, one in added(PluginGroup.PROPOSE):
        if not str(getattr(one, "__module__", "")).startswith("lackmus."):
            found.append((name, version_of(PluginGroup.PROPOSE, name), one))
    return found[-1]
