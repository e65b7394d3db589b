"""API models of studies of contrasts."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from lackmus.core.contrasts.study import Choice, StudyShown

_VERDICT = "good, bad or unknown."


class Studies(BaseModel):
    """All studies."""

    studies: Sequence[StudyShown]


class ContrastTally(BaseModel):
    """Counts of Good, Bad and Unknown."""

    total: int
    good: int
    bad: int
    unknown: int
    share: float | None = Field(description="Good in percent of Good and Bad.")


class ContrastShares(BaseModel):
    """One contrast on one set of items."""

    model_config = ConfigDict(extra="allow")

    phenomenon: str
    tallies: dict[str, ContrastTally] = Field(description="By system or reference.")
    best: list[str]


class ContrastSet(BaseModel):
    """All contrasts on one set of items."""

    model_config = ConfigDict(extra="allow")

    contrasts: list[ContrastShares]
    overall: dict[str, Any]


class StudyTendencies(BaseModel):
    """The results of a study; other keys may be added."""

    model_config = ConfigDict(extra="allow")

    signature: str
    study: str
    pair: str
    tendency: str = Field(description="What these numbers are, and what they are not.")
    in_short: str
    systems: list[str] = Field(description="By mean share, highest first.")
    references: list[str]
    sets: dict[str, ContrastSet] = Field(description="refined, pre-selected, hits.")
    correlations: list[dict[str, Any]]


class TreeWord(BaseModel):
    """A word of a tree, as in CoNLL-U."""

    number: int = Field(description="In its sentence, from 0.")
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int = Field(description="The number of a word from 1; 0 for the root.")
    deprel: str
    start: int
    end: int


class ContrastVerdict(BaseModel):
    """A verdict with its evidence."""

    system: str
    verdict: str = Field(description=_VERDICT)
    reason: str | None = Field(description="Why it is unknown.")
    found_by: str | None
    output: str | None
    aligned: list[TreeWord]
    clause: TreeWord | None = Field(description="The head of the clause that was found.")


class StudyItem(BaseModel):
    """A keyword in its sentence, with the verdicts on its translations."""

    number: int = Field(description="From 1, in the order of the study.")
    item: str
    contrast: str
    phenomenon: str
    selected: bool
    kept: bool | None = Field(description="What a person said of it; null where no one did.")
    source: str | None
    keyword: TreeWord | None
    verdicts: list[ContrastVerdict]


class StudyItems(BaseModel):
    """A page of the items behind a number."""

    set: str
    items: int = Field(description="That fit.")
    counts: dict[str, int] = Field(description="Verdicts that fit all but the verdict asked for.")
    page: int
    pages: int
    listed: list[StudyItem]


class StudySentence(BaseModel):
    """One verdict with both sentences as trees."""

    item: StudyItem
    source: list[TreeWord]
    target: list[TreeWord]
    links: list[tuple[int, int]] = Field(description="Source word, target word.")
    source_clause: list[int] = Field(description="The words of the keyword's clause.")
    target_clause: list[int]
    in_words: str


class RefiningItemAnswer(BaseModel):
    """An item that is to be kept or dropped."""

    number: int
    item: str
    contrast: str
    phenomenon: str
    about: str = Field(description="What the contrast asks, for the annotator.")
    source: str
    keyword: TreeWord | None
    references: list[ContrastVerdict]
    kept: bool | None
    selected: bool


class RefiningProgressAnswer(BaseModel):
    """Progress of refining: how many pre-selected items were kept or dropped."""

    selected: int
    kept: int
    dropped: int
    left: int


class RefiningItemsAnswer(BaseModel):
    """The next items."""

    cards: list[RefiningItemAnswer]
    progress: RefiningProgressAnswer


class StudyChoice(BaseModel):
    """Whether an item is kept; null restores the original state."""

    item: str = Field(max_length=500, description="Its name.")
    kept: bool | None


class StudyChoices(BaseModel):
    """Choices about items; all of them are one change."""

    choices: list[StudyChoice] = Field(min_length=1, max_length=5000)


class ChosenItems(BaseModel):
    """The items whose choice changed."""

    changed: list[str]
    progress: RefiningProgressAnswer


class StudyHistory(BaseModel):
    """All choices ever made in a study."""

    choices: Sequence[Choice]


class ChoiceUndone(BaseModel):
    """The undone choices."""

    items: list[str]
    numbers: list[int]
    change: int
    progress: RefiningProgressAnswer
