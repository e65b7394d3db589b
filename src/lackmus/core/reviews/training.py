"""Training sets: texts with known verdicts that people judge to see how they agree with them."""

from collections.abc import Sequence
from dataclasses import dataclass

from lackmus.core.base.paragraphs import Bounds
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.known_verdicts import Agreed, KnownBy, PhenomenonTexts
from lackmus.core.reviews.remarks import Remark
from lackmus.core.rules.spans import MarkedSpan
from lackmus.core.suites.examples import GuidelineExample


@dataclass(frozen=True)
class TrainingPerson:
    """How far a person is with a training set."""

    person: str
    done: int


@dataclass(frozen=True)
class TrainingSet:
    """A training set, and who judges it."""

    number: int
    name: str
    suite: str
    texts: int
    required: bool  # open texts of the suite come only when it is done
    people: tuple[TrainingPerson, ...]
    phenomena: tuple[PhenomenonTexts, ...]
    about: str  # how its texts were chosen
    change: int | None = None  # in which it was made, assigned or removed

    def done_by(self, person: str) -> int:
        """How many of its texts a person has judged."""
        return next((one.done for one in self.people if one.person == person), 0)

    def asks(self, person: str) -> bool:
        """Whether a person is asked to judge it."""
        return any(one.person == person for one in self.people)


@dataclass(frozen=True)
class TrainingText:
    """A text to be judged, with what helps: nothing tells its verdict."""

    text_id: int
    item_id: int
    item: str
    suite: str
    category: str
    phenomenon: str
    guideline: str
    examples: tuple[GuidelineExample, ...]
    source: str
    text: str
    prompt: str
    plain_rules: tuple[str, ...]
    stretch: Bounds | None
    source_paragraphs: tuple[Bounds, ...]
    paragraphs: tuple[Bounds, ...]
    paragraph: int | None
    marks: tuple[MarkedSpan, ...] = ()
    comments: tuple[Remark, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class TrainingPage:
    """The next text of a person, none when all are judged."""

    number: int
    name: str
    done: int
    texts: int
    text: TrainingText | None


@dataclass(frozen=True)
class TrainingAnswer:
    """A person's answer on a text beside its known verdict, and why that is known."""

    text_id: int
    answer: Verdict
    known: Verdict
    same: bool
    origin: KnownBy
    comments: tuple[Remark, ...]  # what people said about it
    done: int
    texts: int


@dataclass(frozen=True)
class TrainingDifference:
    """A text on which a person differs from its known verdict."""

    person: str
    text_id: int
    item_id: int
    item: str
    category: str
    phenomenon: str
    source: str
    text: str
    known: Verdict
    answer: Verdict
    origin: KnownBy
    comments: tuple[Remark, ...]


@dataclass(frozen=True)
class TrainingReport:
    """How people agree with a training set: each overall and by phenomenon, and where they differ."""

    number: int
    name: str
    suite: str
    texts: int
    agreed: Sequence[Agreed]
    differences: Sequence[TrainingDifference]


WHY = {
    KnownBy.ADJUDICATED: "An editor adjudicated it.",
    KnownBy.UNANIMOUS: "All who judged it agree.",
    KnownBy.GIVEN: "An editor gave it this verdict.",
}
