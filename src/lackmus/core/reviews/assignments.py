"""Who judges what: texts assigned to a second person, and phenomena and items assigned to one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from lackmus.core.base.plurals import counted
from lackmus.core.suites.draws import Amount, dice, rounded, shuffled


@dataclass(frozen=True)
class Assigned:
    """The texts assigned to a person."""

    person: str
    campaign: str
    share: str  # as asked
    seed: int
    new: int
    before: int  # given earlier
    of: int  # texts that people judged or will judge
    change: int | None  # None if nothing new was assigned


@dataclass(frozen=True, slots=True)
class PhenomenonAssignment:
    """A phenomenon of a campaign whose open texts are a person's, whenever they come."""

    pair: str
    category: str
    phenomenon: str  # empty: the whole category, but for phenomena that are assigned by themselves
    person: int


@dataclass(frozen=True)
class PhenomenonWork:
    """How much of a phenomenon is open in a campaign, and who it is assigned to."""

    category: str
    phenomenon: str
    person: str  # empty: nobody
    by_category: bool  # assigned with its whole category
    texts: int
    open: int
    open_of: Mapping[str, int]  # open texts by person, also of single items

    @property
    def open_of_nobody(self) -> int:
        """Open texts that are assigned to nobody."""
        return self.open - sum(self.open_of.values())


@dataclass(frozen=True)
class PersonWork:
    """What is assigned to a person in a campaign: phenomena, categories and single items together."""

    person: str
    texts: int
    open: int
    phenomena: int  # with any of these texts

    @property
    def settled(self) -> int:
        """How many need no decision any more."""
        return self.texts - self.open


@dataclass(frozen=True)
class OwnWork:
    """What waits for a person in a campaign because it is assigned to them."""

    campaign: str
    suite: str
    pair: str | None
    open: int  # texts of phenomena and items
    phenomena: int  # that these texts are of
    seconds: int  # texts of which a second opinion is wanted
    texts: int  # all that are assigned, also settled ones

    @property
    def all_open(self) -> int:
        """How many texts wait."""
        return self.open + self.seconds

    @property
    def told(self) -> str:
        """How many texts of how many phenomena wait, in words."""
        if not self.texts and not self.seconds:
            return "nothing is assigned to you"
        parts = [
            *(
                [f"{counted(self.open, 'open text')} in {counted(self.phenomena, 'phenomenon', 'phenomena')}"]
                if self.open
                else []
            ),
            *([counted(self.seconds, "second opinion")] if self.seconds else []),
        ]
        return " and ".join(parts) or f"nothing is left to judge ({counted(self.texts, 'text')})"


@dataclass(frozen=True, order=True)
class PhenomenonName:
    """A phenomenon by its names."""

    category: str
    phenomenon: str = ""  # empty: the whole category

    @property
    def told(self) -> str:
        """What it is called in a sentence."""
        return self.phenomenon or f"the category {self.category}"


@dataclass(frozen=True)
class AssignedPhenomena:
    """Phenomena of a campaign that were assigned to a person, or to nobody."""

    campaign: str
    suite: str
    phenomena: Sequence[PhenomenonName]
    person: str | None
    before: Sequence[str]  # whose they were
    change: int | None  # None if it was so already


@dataclass(frozen=True)
class AssignedTexts:
    """Texts that a person is to judge in any case, or that nobody is any more."""

    person: str  # empty: nobody
    texts: tuple[int, ...]  # that were not so already
    unchanged: int
    said: str
    change: int | None


@dataclass(frozen=True)
class AssignmentOverview:
    """What of a campaign is assigned to whom, and how much of it is open."""

    campaign: str
    suite: str
    pair: str | None
    phenomena: Sequence[PhenomenonWork]
    people: Sequence[PersonWork]  # with any text, by name
    yours: OwnWork  # of the person who asks


@dataclass(frozen=True)
class WaitingTraining:
    """A training set that waits for a person."""

    number: int
    name: str
    left: int  # texts
    required: bool  # before open texts of its suite


@dataclass(frozen=True)
class Inbox:
    """What waits for a person, in numbers of texts."""

    assigned: int  # to this person, who has not decided them yet
    disputed: int  # people differ, and no editor has adjudicated
    flagged: int  # by any person
    training: tuple[WaitingTraining, ...] = ()
    phenomena: int = 0  # phenomena, categories and items that are assigned to this person, in any campaign


def doubled(
    pool: Collection[int], given: Collection[int], judged: Collection[int], amount: Amount, seed: int
) -> list[int]:
    """Texts of the pool to assign to a person, apart from those already assigned or judged.

    The amount is the total in the end, so asking twice assigns nothing more. A person who has judged a text
    cannot be its second judge.
    """
    there = len(set(pool) & set(given))
    share = amount.share
    most = amount.of(len(pool), 0) if share is None else rounded(share * len(pool))
    free = [text for text in shuffled(sorted(pool), dice(seed)) if text not in {*given, *judged}]
    return sorted(free[: max(0, most - there)])
