"""A challenge: tuples of source, reference, better and worse translation, by which metrics are judged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.challenges.error_spans import SPANS
from lackmus.core.suites.suite import SuitePart, UnknownNameError

# One row a tuple, in the order of the challenge. `tuple` is its name; `item` the item it was built from (the
# tuples of one item share a reference). `…_from` say who wrote a text (CAMPAIGN/SYSTEM, comma-separated where
# several wrote it), and are empty where it is unknown.
TUPLES = Columns(
    tuple=pl.String,
    item=pl.String,
    pair=pl.String,
    category=pl.String,
    phenomenon=pl.String,
    source=pl.String,
    reference=pl.String,
    better=pl.String,
    worse=pl.String,
    reference_from=pl.String,
    better_from=pl.String,
    worse_from=pl.String,
)

# What else may be known of a tuple; a column that says nothing is left out. Spans are null where no errors
# were marked, and empty where there is none.
GOLD = Columns(worse_spans=SPANS, better_grade=pl.String, worse_grade=pl.String)

# What `about` says of other kinds than pairs of a better and a worse text. In an error-free challenge each
# tuple is a single text: `better` if it is free of errors, else `worse`, and the other side is blank.
KIND, ERROR_FREE, SEVERITY = "kind", "error-free", "severity"
UNPLACED = "errors not found"  # what `about` calls annotations that do not fit their texts

# What `about` says of free combinations: their tuples depend on each other more than others, so they are
# tested by items, and blind files of them would tell which texts are right.
REFERENCES, FREE = "references", "every right text for every other"


@dataclass(frozen=True)
class ChallengeSet:
    """Tuples on which every metric is asked which of two texts is better."""

    name: str
    tuples: pl.DataFrame  # TUPLES, and columns of GOLD where they say something
    signature: str = ""  # how it was built; for one from a file, which file
    about: Mapping[str, str] = field(default_factory=dict)  # seed and other choices, in words

    def __post_init__(self) -> None:
        known = [name for name in GOLD if name in self.tuples.columns]
        known = [name for name in known if self.tuples[name].null_count() < self.tuples.height]
        columns = Columns(**TUPLES.schema, **{name: GOLD[name] for name in known})
        object.__setattr__(self, "tuples", columns.of(self.tuples))

    @property
    def pairs(self) -> list[str]:
        """The language pairs, sorted."""
        return sorted(self.tuples["pair"].unique())

    @property
    def single(self) -> bool:
        """Whether each tuple is a single text, free of errors (better) or not (worse)."""
        return self.about.get(KIND) == ERROR_FREE

    @property
    def graded(self) -> bool:
        """Whether tuples are pairs of differently graded texts of an item."""
        return self.about.get(KIND) == SEVERITY

    @property
    def has_spans(self) -> bool:
        """Whether errors are marked in worse texts."""
        return "worse_spans" in self.tuples.columns

    @property
    def free(self) -> bool:
        """Whether every right text of an item is a reference for the others."""
        return self.about.get(REFERENCES) == FREE

    @property
    def items(self) -> int:
        """From how many items the tuples were built."""
        return self.tuples.select("pair", "item").n_unique()

    def only(
        self, pair: str | None = None, categories: Sequence[str] = (), phenomena: Sequence[str] = ()
    ) -> "ChallengeSet":
        """The tuples of one pair, of some categories and of some of their phenomena; all by default.

        It says in `about` which part of the whole it is: numbers on a part must not look like those on all.
        """
        part = str(SuitePart(tuple(categories), tuple(phenomena)))
        said = " > ".join(filter(None, (self.about.get("only"), part)))
        kept = self.tuples.filter(self.chosen(pair, categories, phenomena))
        return replace(self, tuples=kept, about={**self.about, **({"only": said} if said else {})})

    def chosen(
        self, pair: str | None = None, categories: Sequence[str] = (), phenomena: Sequence[str] = ()
    ) -> pl.Series:
        """A mask of the chosen tuples; an unknown name is an error."""
        kept = pl.Series([True]).new_from_index(0, self.tuples.height)
        for level, names in (
            ("pair", [pair] if pair else []),
            ("category", categories),
            ("phenomenon", phenomena),
        ):
            known = set(self.tuples.filter(kept)[level].unique())
            for name in names:
                if name not in known:
                    raise UnknownNameError(level, name, known)
            if names:
                kept &= self.tuples[level].is_in(list(names))
        return kept

    @cached_property
    def segments(self) -> "Segments":
        """What a metric scores: each distinct (source, reference, hypothesis) once."""
        return segments_of(self.tuples, self.single)


@dataclass(frozen=True)
class Segments:
    """Distinct (source, reference, hypothesis), and where each tuple finds the scores of its two texts."""

    source: list[str]
    reference: list[str]
    hypothesis: list[str]
    better: pl.Series  # of each tuple: the place of its better text among the segments; null if it has none
    worse: pl.Series

    def __len__(self) -> int:
        return len(self.hypothesis)


def segments_of(tuples: pl.DataFrame, single: bool = False) -> Segments:
    """The distinct segments of the tuples, in the order of first use; each is scored once.

    The blank side of a tuple that is a `single` text is no segment; a blank text of a pair is one.
    """
    what = ["source", "reference", "hypothesis"]
    long = pl.concat(
        [
            tuples.select("source", "reference", pl.col(side).alias("hypothesis"))
            for side in ("better", "worse")
        ]
    )
    scored = long.filter(pl.col("hypothesis") != "") if single else long
    distinct = scored.unique(what, keep="first", maintain_order=True).with_row_index("place")
    places = long.join(distinct, on=what, how="left", maintain_order="left")["place"]
    texts = [distinct[name].to_list() for name in what]
    return Segments(texts[0], texts[1], texts[2], places[: tuples.height], places[tuples.height :])


@dataclass(frozen=True)
class BlindKey:
    """The key to blind files: on which lines the texts of each tuple stand. Only the organiser has it."""

    challenge: ChallengeSet
    lines: Mapping[str, int]  # of each language pair: how many lines its blind files have
    better: pl.Series  # of each tuple: the line of its better text in the files of its pair, from 1
    worse: pl.Series
    secret: str = ""
    hypotheses: int = 1  # files of hypotheses of each pair, whose lines follow each other

    @property
    def before(self) -> dict[str, int]:
        """How many lines come before those of each pair when the files of all pairs are read in order."""
        found, seen = {}, 0
        for pair in sorted(self.lines):
            found[pair] = seen
            seen += self.lines[pair]
        return found


def document_order(tuples: pl.DataFrame) -> pl.Series:
    """The rows by category and phenomenon: an mt-metrics-eval folder wants each document in one piece."""
    return tuples.select(pl.arg_sort_by("category", "phenomenon", maintain_order=True)).to_series()
