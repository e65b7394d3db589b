"""Crowd annotation: open texts in tasks for several people, and their answers as verdicts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from lackmus.core.base.paragraphs import Bounds
from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.draws import dice, shuffled

MOST_PEOPLE = 500
_CONTROL = "control"
_NAME = re.compile(r"[\w.-]+")  # stands in the address that an annotator opens


class CrowdError(ValueError):
    """The requested tasks are not possible; the message says why."""


class AnswerBy(StrEnum):
    """How annotators answer."""

    CHOICE = "choice"  # pass, fail, or that they cannot tell
    SCORE = "score"  # on a slider from 0 to 100


@dataclass(frozen=True)
class CrowdPlan:
    """How open texts are given to annotators."""

    people: int = 1
    names: tuple[str, ...] = ()  # of the annotators; without them the annotation tool makes names
    times: int = 1  # so many annotators judge each text
    by: AnswerBy = AnswerBy.CHOICE
    labels: tuple[str, str, str] = ("Pass", "Fail", "Cannot tell")
    controls: int = 0  # texts for each annotator that people have decided already
    seed: int = 1

    def __post_init__(self) -> None:
        if self.names:
            object.__setattr__(self, "people", len(self.names))
        odd = [name for name in self.names if not _NAME.fullmatch(name)]
        if odd:
            raise CrowdError(
                f"“{odd[0]}” cannot name an annotator: only letters, digits, - _ and . may occur"
            )
        if len(set(self.names)) < len(self.names):
            raise CrowdError("two annotators have one name")
        if not 1 <= self.people <= MOST_PEOPLE:
            raise CrowdError(f"there may be 1 to {MOST_PEOPLE} annotators")
        if not 1 <= self.times <= self.people:
            many = counted(self.people, "annotator")
            raise CrowdError(f"a text cannot be judged {self.times} times by {many}")
        if len({label.strip() for label in self.labels}) < 3 or not all(map(str.strip, self.labels)):
            raise CrowdError("the three answers must differ, and none may be blank")


@dataclass(frozen=True)
class CrowdText:
    """A text as annotators see it, without who wrote it."""

    item: str  # key of the item
    category: str
    phenomenon: str
    guideline: str
    plain_rules: tuple[str, ...]
    prompt: str
    source: str
    text: str
    stretch: Bounds | None = None  # the words of the source in question
    control: bool = False

    @property
    def id(self) -> str:
        """Names the text in answers, in any workspace."""
        said = f"{self.item}#{text_digest(self.text)}"
        return f"{said}#{_CONTROL}" if self.control else said


def text_digest(text: str) -> str:
    """A short digest of a text's key."""
    return sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class TextId:
    """The text that an answer is about."""

    item: str
    digest: str
    control: bool

    @classmethod
    def parse(cls, written: str) -> "TextId | None":
        """The id as `CrowdText.id` writes it; None if it is none of ours."""
        bare, control = written.removesuffix(f"#{_CONTROL}"), written.endswith(f"#{_CONTROL}")
        item, _, digest = bare.rpartition("#")
        known = ":" in item and re.fullmatch(r"[0-9a-f]{12}", digest)
        return cls(item, digest, control) if known else None


def tasks(
    texts: Sequence[CrowdText], plan: CrowdPlan, decided: Sequence[CrowdText] = ()
) -> list[list[CrowdText]]:
    """The texts of each annotator, in random order: each text `times` times, never twice for one of them."""
    thrown = dice(plan.seed)
    given: list[list[CrowdText]] = [[] for _ in range(plan.people)]
    for place, text in enumerate(shuffled(texts, thrown)):
        for turn in range(plan.times):
            given[(place * plan.times + turn) % plan.people].append(text)
    for task in given:
        task += shuffled(decided, thrown)[: plan.controls]
    return [shuffled(task, thrown) for task in given]


@dataclass(frozen=True)
class Cut:
    """Which scores are a pass and which a fail; between them a text stays open."""

    pass_from: float = 67
    fail_to: float = 33

    def __post_init__(self) -> None:
        if not self.fail_to < self.pass_from:
            raise CrowdError(
                f"scores up to {self.fail_to:g} cannot be a fail where those from {self.pass_from:g} pass"
            )

    def verdict(self, score: float) -> Verdict | None:
        """The verdict of a score; None: open."""
        if score >= self.pass_from:
            return Verdict.PASS
        return Verdict.FAIL if score <= self.fail_to else None


@dataclass(frozen=True)
class CrowdAnswer:
    """What an annotator said about a text; the verdict is None where they did not decide."""

    about: TextId
    person: str
    verdict: Verdict | None
    comment: str = ""


@dataclass(frozen=True)
class CrowdAnswers:
    """The answers in a file, each person's latest on each text, and what was not read."""

    answers: tuple[CrowdAnswer, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ImportedAnswers:
    """What an import of answers did; texts are named by the keys of their items."""

    change: int | None  # in the log; None if nothing was new
    answers: int
    decided: int  # new decisions
    replaced: int  # decisions that an annotator had made otherwise
    known: int  # answers that the workspace had already
    undecided: int  # answers that leave their text open
    kept: tuple[str, ...]  # decided otherwise by the same person since
    settled_before: tuple[str, ...]  # of those decided: others had settled the text before
    retired: tuple[str, ...]  # the item is no longer in the suite
    unknown: tuple[str, ...]  # the suite has no such text
    disputed: int  # texts of the answers that are disputed now
    comments: int
    people: Mapping[str, bool]  # annotators, and whether they are new
    controls: Mapping[str, tuple[int, int]]  # by annotator: agreed with the decision, and how many
    notes: tuple[str, ...] = ()
