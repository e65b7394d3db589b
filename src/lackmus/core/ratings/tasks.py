"""A rating task: which translations of a study people rate blindly, without knowing the systems."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import polars as pl

from lackmus.core.base.choices import ItemSet
from lackmus.core.base.texts import text_key
from lackmus.core.contrasts.study import ContrastStudy, Unknown
from lackmus.core.suites.draws import dice, shuffled

HIGHEST = 1000  # of a scale
MOST_REPEATS = 50  # percent
MOST_PEOPLE = 50  # who rate one text
MOST_LABEL = 60  # characters at an end of the scale
MOST_ADVICE = 2000  # characters
SHEET_COLUMNS = ("key", "source", "translation", "rating")  # of a rating spreadsheet


class TaskError(ValueError):
    """The requested task is not possible; the message says why."""


@dataclass(frozen=True)
class RatingScale:
    """Whole numbers from the lowest to the highest, with words for both ends."""

    lowest: int = 0
    highest: int = 100
    low_label: str = ""
    high_label: str = ""

    @property
    def written(self) -> str:
        """“0–100”."""
        return f"{self.lowest}–{self.highest}"

    def check(self, value: int, where: str) -> int:
        """The value, if it is on the scale; otherwise an error that names `where`."""
        if not self.lowest <= value <= self.highest:
            raise TaskError(f"{where}: {value} is not on the scale from {self.lowest} to {self.highest}.")
        return value


def scale_of(written: str, low_label: str = "", high_label: str = "") -> RatingScale:
    """The scale that a user writes as 0-100 or 1–5."""
    ends = [part.strip() for part in written.replace("–", "-").split("-")]
    if len(ends) != 2 or not all(end.isascii() and end.isdecimal() and len(end) < 10 for end in ends):
        raise TaskError(f"“{written}” is no scale. Write 0-100 or 1-5, say.")
    return RatingScale(int(ends[0]), int(ends[1]), low_label.strip(), high_label.strip())


@dataclass(frozen=True)
class TaskPlan:
    """The settings of a task; they never change afterwards."""

    scale: RatingScale = field(default_factory=RatingScale)
    chosen: ItemSet = ItemSet.SELECTED  # from which set of keywords sentences are drawn
    contrasts: tuple[str, ...] = ()  # only sentences with keywords of these; empty: of all
    systems: tuple[str, ...] = ()  # empty: all of the study
    references: tuple[str, ...] = ()  # human translations that are rated as well
    sentences: int = 0  # so many, drawn by the seed; 0: all
    people: int = 2  # who rate each text
    repeats: int = 0  # percent of a person's texts that come a second time
    marked: bool = False  # the keyword is marked in the source
    advice: str = ""  # instructions for annotators
    seed: int = 1

    def checked(self) -> "TaskPlan":
        """The plan itself; an error if it is not possible."""
        scale = self.scale
        if not 0 <= scale.lowest < scale.highest <= HIGHEST:
            raise TaskError(
                f"A scale goes from 0 or more up to at most {HIGHEST}, and its highest value is above its "
                f"lowest. {scale.written} does not; write 0-100 or 1-5, say."
            )
        for what, value, least, most in (
            ("The number of sentences", self.sentences, 0, 10**6),
            ("The number of people who rate a text", self.people, 1, MOST_PEOPLE),
            ("The share of repeats in percent", self.repeats, 0, MOST_REPEATS),
            ("The seed", self.seed, 0, 2**31 - 1),
        ):
            if not least <= value <= most:
                raise TaskError(f"{what} is {value}. It must be from {least} to {most}.")
        for what, text, longest in (
            ("A label of the scale", scale.low_label, MOST_LABEL),
            ("A label of the scale", scale.high_label, MOST_LABEL),
            ("What annotators are told", self.advice, MOST_ADVICE),
        ):
            if len(text) > longest:
                raise TaskError(f"{what} is longer than {longest} characters. Shorten it.")
        return self


@dataclass(frozen=True)
class RatedSentence:
    """A source sentence of a task."""

    sentence: int  # its number among the sources of the study
    source: str
    marks: tuple[tuple[int, int], ...]  # positions of its keywords


@dataclass(frozen=True)
class RatedText:
    """A translation that is rated once, for all who wrote it."""

    sentence: int
    text: str
    systems: tuple[str, ...]  # and references


@dataclass(frozen=True)
class Drawn:
    """What people rate: sentences, and texts in random order."""

    sentences: tuple[RatedSentence, ...]
    texts: tuple[RatedText, ...]


@dataclass(frozen=True)
class TaskShown:
    """What a list shows of a task: everything but its texts."""

    number: int
    name: str
    study: int  # the number of the study
    study_name: str
    pair: str
    plan: TaskPlan
    texts: int
    sentences: int
    token: str  # random, known only to the server; the keys of texts are made from it
    person: str  # who made it
    at: str

    @property
    def wanted(self) -> int:
        """How many ratings the complete task has, without hidden repeats."""
        return self.texts * self.plan.people

    @property
    def in_short(self) -> str:
        """“24 texts of 8 sentences on a scale of 0–100, 2 annotators each”."""
        people = "1 annotator" if self.plan.people == 1 else f"{self.plan.people} annotators"
        return (
            f"{self.texts:,} {'text' if self.texts == 1 else 'texts'} of {self.sentences:,} "
            f"{'sentence' if self.sentences == 1 else 'sentences'}, {self.plan.scale.written}, {people} each"
        )


def plan_values(plan: TaskPlan) -> dict[str, Any]:
    """A plan as plain values, for a database or JSON."""
    return asdict(plan)


def plan_of(values: Mapping[str, Any]) -> TaskPlan:
    """A plan from its plain values."""
    lists = {name: tuple(values[name]) for name in ("contrasts", "systems", "references")}
    return TaskPlan(
        **{**values, **lists, "scale": RatingScale(**values["scale"]), "chosen": ItemSet(values["chosen"])}
    )


def planned(study: ContrastStudy, plan: TaskPlan) -> TaskPlan:
    """The plan with all defaults replaced by names from the study."""
    plan = plan.checked()
    if plan.chosen not in study.sets:
        there = ", ".join(study.sets)
        raise TaskError(f"{study.name} has no {plan.chosen} keywords. It has {there}.")
    names = {one.name: one.name for one in study.contrasts} | {
        one.phenomenon: one.name for one in study.contrasts
    }
    contrasts = [_known(names, one, study.name, "contrast") for one in plan.contrasts]
    systems = {one: one for one in study.systems}
    references = {one: one for one in study.references}
    return replace(
        plan,
        contrasts=tuple(dict.fromkeys(contrasts)),
        systems=tuple(
            dict.fromkeys(_known(systems, one, study.name, "system") for one in plan.systems or study.systems)
        ),
        references=tuple(
            dict.fromkeys(_known(references, one, study.name, "reference") for one in plan.references)
        ),
    )


def _known(names: Mapping[str, str], one: str, study: str, what: str) -> str:
    if one not in names:
        raise TaskError(f"{study} has no {what} {one}. It has {', '.join(names) or 'none'}.")
    return names[one]


def draw(study: ContrastStudy, plan: TaskPlan) -> Drawn:
    """Draw sentences by the seed, and lay out their distinct translations in random order."""
    items = study.chosen(plan.chosen)
    if plan.contrasts:
        items = items.filter(pl.col("contrast").is_in(plan.contrasts))
    written = {
        sentence: _written(study, sentence, (*plan.systems, *plan.references))
        for sentence in sorted(items["sentence"].unique().to_list())
    }
    there = [sentence for sentence, texts in written.items() if texts]
    thrown = dice(plan.seed)
    drawn = shuffled(there, thrown)
    sentences = sorted(drawn[: plan.sentences] if plan.sentences else drawn)
    if not sentences:
        raise TaskError(f"{study.name} has no sentence with a translation to rate. Choose other keywords.")
    texts = [
        RatedText(sentence, text, tuple(who))
        for sentence in sentences
        for text, who in sorted(written[sentence].items())
    ]
    marks = _marks(study, items)
    return Drawn(
        tuple(RatedSentence(one, study.sources.texts[one], marks.get(one, ())) for one in sentences),
        tuple(shuffled(texts, thrown)),
    )


def _written(study: ContrastStudy, sentence: int, who: Sequence[str]) -> dict[str, list[str]]:
    """The distinct translations of a sentence and their writers; blank ones are left out."""
    found: dict[str, list[str]] = {}
    for name in who:
        target = int(study.target_of[name][sentence])
        text = text_key(study.targets.texts[target]) if target >= 0 else ""
        if text:
            found.setdefault(text, []).append(name)
    return found


def _marks(study: ContrastStudy, items: pl.DataFrame) -> dict[int, tuple[tuple[int, int], ...]]:
    """The positions of the keywords of each sentence; those not in its parse are left out."""
    lost = study.verdicts.filter(pl.col("reason") == Unknown.NO_KEYWORD).select("item").unique()
    found: dict[int, set[tuple[int, int]]] = {}
    own = items.join(lost, on="item", how="anti")
    for sentence, keyword in own.select("sentence", "keyword").unique().iter_rows():
        word = study.sources.word(int(study.sources.bounds[sentence]) + keyword)
        found.setdefault(sentence, set()).add((word.start, word.end))
    return {sentence: tuple(sorted(places)) for sentence, places in found.items()}


@dataclass(frozen=True)
class ListedTask:
    """A task with its progress: ratings of all annotators, and of the current person."""

    task: TaskShown
    made: int  # ratings, without repeats
    own: int  # of the current person
    left: int  # for the current person
    open: bool = True  # the current person may see the report and the plan

    @property
    def done(self) -> bool:
        """Whether every text has all its ratings."""
        return self.made >= self.task.wanted


@dataclass(frozen=True)
class BlindTranslation:
    """A translation as an annotator sees it: without its writer, and without a sign that it is a repeat."""

    key: str
    source: str
    marks: tuple[tuple[int, int], ...]  # positions of keywords in the source
    text: str
    value: int | None  # the rating by this annotator
