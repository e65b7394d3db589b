"""Which texts a person is offered to judge, with all that they need for it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from lackmus.core.base.paragraphs import Bounds
from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.proposals import Proposal
from lackmus.core.reviews.assignments import PhenomenonAssignment
from lackmus.core.reviews.controls import NO_CONTROLS, PersonControls
from lackmus.core.reviews.remarks import Flag, Remark
from lackmus.core.rules.judge import Reason
from lackmus.core.rules.spans import MarkedSpan, between_signs
from lackmus.core.suites.error_types import ErrorType
from lackmus.core.suites.examples import GuidelineExample
from lackmus.core.suites.suite import Kind, Side


class Occasion(StrEnum):
    """Why a text is offered to this person."""

    ASSIGNED = "assigned"  # to this person
    SECOND = "second"  # it needs two judges and has one
    OPEN = "open"
    AGAIN = "again"  # no decision is needed: the person wants to look at it

    @property
    def alone(self) -> bool:
        """Whether this person judges the text independently of others, so that it needs no claim."""
        return self in (Occasion.ASSIGNED, Occasion.AGAIN)


class AssignedTo(StrEnum):
    """Whose texts a person asks for, beside those that nobody is assigned."""

    ME = "me"  # only what is assigned to this person
    ANYONE = "anyone"  # what is assigned to others, too


@dataclass(frozen=True)
class Filters:
    """Which texts a person wants to see; by default all that need their decision.

    `mine`, `flagged`, `double` and `found` may show texts that need no decision. Texts that are assigned to
    others come only if they are asked for.
    """

    category: str | None = None
    phenomenon: str | None = None
    reason: str | None = None
    system: str | None = None
    mine: bool = False  # texts that they decided, latest first
    flagged: bool = False  # texts with a flag, latest first
    double: bool = False  # texts that two people judge
    item: str | None = None  # one item alone, by its key
    found: str | None = None  # the texts of a search, as `SearchQuery.written`
    items: str | None = None  # some items, by number: 12-40,45
    assigned: AssignedTo | None = None

    @property
    def of_others(self) -> bool:
        """Whether texts are asked for that are assigned to others: by saying so, or by their name."""
        named = (self.phenomenon, self.item, self.items)
        return self.assigned is AssignedTo.ANYONE or self.again or any(one is not None for one in named)

    @property
    def again(self) -> bool:
        """Whether texts are included that need no decision."""
        return self.mine or self.flagged or self.double or self.found is not None


@dataclass(frozen=True)
class PersonContext:
    """What a workspace knows about a person and the texts of a campaign, by text number."""

    mine: Collection[int] = ()  # decided by them, latest first
    assigned: Collection[int] = ()  # to them
    seconds: Collection[int] = ()  # assigned to a person who is the only one to have judged them
    editor: bool = False
    flagged: Collection[int] = ()  # by any person, latest first
    double: Collection[int] = ()  # assigned to any person, or judged by two
    found: Collection[int] = ()  # by the search of the filters
    person: int = 0
    phenomena: Sequence[PhenomenonAssignment] = ()  # of this campaign, to any person
    items: Mapping[int, int] = field(default_factory=dict)  # item -> the person it is assigned to
    controls: PersonControls = NO_CONTROLS

    def again(self, filters: Filters) -> list[Collection[int]]:
        """Sets of texts that the filters ask for, needed or not: a text must be in each."""
        sets = (
            (filters.mine, self.mine),
            (filters.flagged, self.flagged),
            (filters.double, self.double),
            (filters.found is not None, self.found),
        )
        return [numbers for asked, numbers in sets if asked]


@dataclass(frozen=True)
class NumberedRule:
    """A rule of an item, with its number in the workspace."""

    rule_id: int
    side: Side
    kind: Kind
    value: str


@dataclass(frozen=True)
class OtherText:
    """What others wrote for the same item, with its verdict."""

    text_id: int
    text: str
    systems: int
    verdict: Verdict
    reason: Reason | None
    marks: tuple[MarkedSpan, ...]


@dataclass(frozen=True)
class Offer:
    """A text to be judged with its context; it does not tell which systems wrote it."""

    item_id: int
    item: str  # its key
    suite: str
    category: str
    phenomenon: str
    guideline: str
    source: str
    text_id: int
    text: str
    marks: tuple[MarkedSpan, ...]
    comments: tuple[Remark, ...]
    occasion: Occasion
    reason: Reason | None  # why it is open; None if only a second opinion is needed
    why: str  # why this person is asked
    opinions: Mapping[str, Verdict]  # on a disputed text, for editors
    systems: int  # how many wrote it
    unfair: str  # why the item is not fair yet, in words
    others_open: int  # other texts of the item that are open
    blocked: bool  # no decision can make the item fair
    rules: tuple[NumberedRule, ...]
    others: tuple[OtherText, ...]
    flags: tuple[Flag, ...]
    own: Verdict | None  # the decision of this person
    own_since: int  # the change of that decision; 0 if there is none
    proposal: Proposal | None = None  # where several texts are shown at once
    prompt: str = ""  # what language models were told for the item
    plain_rules: tuple[str, ...] = ()
    stretch: Bounds | None = None  # the words of the source in question
    source_paragraphs: tuple[Bounds, ...] = ()  # where there are several; also the next
    paragraphs: tuple[Bounds, ...] = ()
    paragraph: int | None = None  # the paragraph of the stretch, in both; None: the whole text
    examples: tuple[GuidelineExample, ...] = ()  # of the guideline
    error_types: tuple[ErrorType, ...] = ()  # in the order of their number keys
    own_error: int = 0  # the number of the error type that this person names; 0 if there is none
    assigned_to: str = ""  # the person whose phenomenon or item it is; empty: nobody's

    @property
    def marked_source(self) -> str:
        """The source with the stretch between signs."""
        if self.stretch is None:
            return self.source
        start, end = self.stretch
        return f"{self.source[:start]}»{self.source[start:end]}«{self.source[end:]}"

    @property
    def marked(self) -> str:
        """The text with rule matches between signs."""
        return between_signs(self.text, self.marks)


def why_asked(occasion: Occasion, reason: Reason | None, opinions: Mapping[str, Verdict]) -> str:
    """Why a person is asked about a text, in words."""
    if opinions:
        said = ", ".join(f"{person}: {verdict}" for person, verdict in opinions.items())
        return f"{Reason.DISPUTED} ({said})"
    if occasion is Occasion.AGAIN:
        return "no decision is needed"
    if occasion is not Occasion.OPEN:
        return "a second opinion is wanted"
    return _REASONS.get(reason, reason) if reason else ""


def why_unfair(others: int, missing: int, itself: bool = False, untestable: int = 0) -> str:
    """Why an item is not fair, in words that name no system; empty if it is."""
    if itself and not others and not missing and not untestable:
        return "Only this text is open."
    told = [
        *([f"{counted(others, 'other text of it is', 'other texts of it are')} open"] if others else []),
        *([f"{counted(missing, 'output is', 'outputs are')} missing"] if missing else []),
        *([f"{counted(untestable, 'text of it is', 'texts of it are')} not testable"] if untestable else []),
    ]
    return f"{'; '.join(told)}." if told else ""


_REASONS: dict[Reason, str] = {
    Reason.UNMATCHED: "no rule matches (unmatched)",
    Reason.CONTRADICTION: "rules of both sides match (contradiction)",
    Reason.TIMEOUT: "a rule took too long (timeout)",
    Reason.VERBOSE: "it looks like more than a translation (verbose)",
    Reason.REFUSED: "it looks like a refusal to translate (refused)",
    Reason.PARAGRAPHS: "its document has other paragraphs than the source (paragraphs)",
    Reason.DISPUTED: "people differ (disputed)",
}
