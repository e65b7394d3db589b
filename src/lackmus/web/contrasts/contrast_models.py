"""The shapes in which studies of contrasts come and go through the API."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from lackmus.core.contrasts.study_lists import Choice, StudyShown

_VERDICT = "good, bad or unknown."


class Studies(BaseModel):
    """All studies."""

    studies: Sequence[StudyShown]


class ContrastTally(BaseModel):
    """How often the counterpart was chosen, another one was, or nobody can tell."""

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
    """What a study shows, with everything in it; other keys may be added."""

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
    """A word of a tree, as CoNLL-U has it."""

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
    """A verdict with all that it rests on."""

    system: str
    verdict: str = Field(description=_VERDICT)
    reason: str | None = Field(description="Why it is unknown.")
    found_by: str | None
    output: str | None
    aligned: list[TreeWord]
    clause: TreeWord | None = Field(description="The head of the clause that was found.")


class StudyItem(BaseModel):
    """A keyword in its sentence, with verdicts on what became of it."""

    number: int = Field(description="From 1, in the order of the study.")
    item: str
    contrast: str
    phenomenon: str
    selected: bool
    kept: bool | None = Field(description="What a person said of it, if anybody did.")
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


class RefiningCard(BaseModel):
    """An item that is to be kept or dropped."""

    number: int
    item: str
    contrast: str
    phenomenon: str
    about: str = Field(description="What the contrast asks, for whoever decides.")
    source: str
    keyword: TreeWord | None
    references: list[ContrastVerdict]
    kept: bool | None
    selected: bool


class RefiningProgress(BaseModel):
    """How far the pre-selected items are looked at."""

    selected: int
    kept: int
    dropped: int
    left: int


class RefiningCards(BaseModel):
    """What comes next."""

    cards: list[RefiningCard]
    progress: RefiningProgress


class StudyChoice(BaseModel):
    """Whether an item is kept; null lets hold again what came with the study."""

    item: str = Field(max_length=500, description="Its name.")
    kept: bool | None


class StudyChoices(BaseModel):
    """What somebody says of items; all of it is one change."""

    choices: list[StudyChoice] = Field(min_length=1, max_length=5000)


class ChosenItems(BaseModel):
    """What is other than before."""

    changed: list[str]
    progress: RefiningProgress


class StudyHistory(BaseModel):
    """What was ever said of the items of a study."""

    choices: Sequence[Choice]


class ChoiceUndone(BaseModel):
    """What was taken back."""

    items: list[str]
    numbers: list[int]
    change: int
    progress: RefiningProgress
