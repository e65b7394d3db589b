"""A study: contrasts judged together on the outputs of some systems, with the trees and links behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256

import numpy as np
import polars as pl

from lackmus.core.base.choices import Fallback, ItemSet, Symmetry
from lackmus.core.base.columns import Columns
from lackmus.core.base.plurals import counted
from lackmus.core.trees.treebank import Rows, Treebank
from lackmus.core.verdicts.judging import VERDICT


class Unknown(StrEnum):
    """Why a verdict is Unknown."""

    MISSING = "missing"  # the system has no text for the sentence
    UNPARSED = "unparsed"  # its text has no words, or too many
    NO_KEYWORD = "keyword not found"  # the source is now parsed into other words
    UNALIGNED = "not aligned"
    FUNCTION_WORD = "function word"  # aligned to punctuation or function words only
    DISAGREEING = "disagreeing"  # several aligned words, Good and Bad among them
    UNDECIDED = "undecided"  # neither Good nor Bad by the contrast's own tests


class FoundBy(StrEnum):
    """How the word was found that a verdict looks at."""

    LINK = "link"  # of the chosen symmetry
    PART = "part"  # of the chosen symmetry, to a function word that is part of the predicate
    GROW = "grow-diag-final-and"  # a fall-back
    CLAUSE = "clause"  # a fall-back


UNKNOWN = pl.Enum(Unknown)
FOUND_BY = pl.Enum(FoundBy)

# What a query found: one row per keyword. `refined` is null until a person decides.
STUDY_ITEMS = Columns(
    item=pl.String,
    contrast=pl.String,
    category=pl.String,
    phenomenon=pl.String,
    sentence=pl.UInt32,  # its number among the sources of the study
    keyword=pl.UInt32,  # its number among the words of the sentence, from 0
    selected=pl.Boolean,  # the reference has what the contrast expects
    refined=pl.Boolean,  # a person kept it (true) or dropped it (false)
)
# The verdicts: Good is a pass, Bad a fail, Unknown a warning. One row per keyword, system and symmetry.
STUDY_VERDICTS = Columns(
    item=pl.String,
    category=pl.String,
    phenomenon=pl.String,
    system=pl.String,
    symmetry=pl.Enum(Symmetry),
    verdict=VERDICT,
    reason=UNKNOWN,
    found_by=FOUND_BY,
    aligned=pl.List(pl.UInt32),  # words of the target that the verdict rests on, from 0
    clause=pl.UInt32,  # the head of the clause in which the first of them stands
)


@dataclass(frozen=True)
class Overall:
    """An overall quality score of systems, such as BLEU or human ratings."""

    name: str
    values: Mapping[str, float]
    signature: str = ""
    higher: bool = True  # is better
    references: tuple[str, ...] = ()  # of the study, by which it was computed


@dataclass(frozen=True)
class ContrastShown:
    """What a study says about one of its contrasts."""

    name: str
    category: str
    phenomenon: str
    about: str = ""
    source: str = ""  # the queries, as their author wrote them
    reference: str = ""
    good: str = ""
    bad: str = ""


@dataclass(frozen=True)
class ContrastStudy:
    """Contrasts on outputs. Each target sentence belongs to one source sentence and one system or more."""

    name: str
    pair: str
    contrasts: tuple[ContrastShown, ...]
    systems: tuple[str, ...]  # as they were given
    references: tuple[str, ...]  # human translations, each with a row
    selected_by: str  # the reference by which items were selected; empty: all hits are
    symmetry: Symmetry  # the chosen one
    fallbacks: tuple[Fallback, ...]
    items: pl.DataFrame  # STUDY_ITEMS
    verdicts: pl.DataFrame  # STUDY_VERDICTS
    sources: Treebank = field(repr=False)
    targets: Treebank = field(repr=False)
    target_of: Mapping[str, Rows] = field(repr=False)  # system -> for each source its target, or -1
    links: Rows = field(repr=False)  # target sentence, source word, target word; within their sentences
    scores: tuple[Overall, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)  # how it was made: parsers, aligner, files
    notes: tuple[str, ...] = ()  # notes for the reader: a small corpus, sentences without a parse

    @property
    def everybody(self) -> tuple[str, ...]:
        """Systems and references."""
        return (*self.systems, *self.references)

    @cached_property
    def sets(self) -> tuple[ItemSet, ...]:
        """Which sets of items exist: refined if a person refined the study, hits if not all were selected."""
        refined = (ItemSet.REFINED,) if self.items["refined"].is_not_null().any() else ()
        hits = (ItemSet.HITS,) if self.selected_by else ()
        return (*refined, ItemSet.SELECTED, *hits)

    def chosen(self, which: ItemSet) -> pl.DataFrame:
        """The items of a set; refined items are those that a person kept."""
        match which:
            case ItemSet.REFINED:
                return self.items.filter(pl.col("selected") & pl.col("refined").fill_null(False))
            case ItemSet.SELECTED:
                return self.items.filter("selected")
            case ItemSet.HITS:
                return self.items

    def verdicts_on(self, which: ItemSet, symmetry: Symmetry | None = None) -> pl.DataFrame:
        """The verdicts on a set of items, with the links of one symmetry."""
        kept = self.chosen(which).select("item")
        return self.verdicts.filter(pl.col("symmetry") == (symmetry or self.symmetry)).join(
            kept, on="item", how="semi", maintain_order="left"
        )

    def refined(self, choices: Mapping[str, bool]) -> "ContrastStudy":
        """A copy of the study with these items kept or dropped; earlier choices about other items stay."""
        said = pl.DataFrame(
            {"item": list(choices), "now": list(choices.values())},
            schema={"item": pl.String, "now": pl.Boolean},
        )
        joined = self.items.join(said, on="item", how="left", maintain_order="left")
        items = joined.with_columns(pl.coalesce("now", "refined").alias("refined"))
        return replace(self, items=STUDY_ITEMS.of(items))

    @property
    def choices(self) -> dict[str, bool]:
        """What people kept (true) and dropped, by item."""
        said = self.items.filter(pl.col("refined").is_not_null())
        return dict(said.select("item", "refined").iter_rows())

    def links_of(self, target: int) -> Rows:
        """The links of one target sentence: source word, target word."""
        low, high = np.searchsorted(self.links[:, 0], [target, target + 1])
        return self.links[low:high, 1:]


def digest(study: ContrastStudy) -> str:
    """A short digest of all verdicts, for the signature."""
    hashed = sha256()
    rows = study.verdicts.select("item", "system", "symmetry", "verdict").sort("item", "system", "symmetry")
    for part in rows:
        hashed.update("\n".join(map(str, part.to_list())).encode())
    kept = study.items.select("item", "selected", "refined").sort("item")
    hashed.update(repr(kept.rows()).encode())
    return hashed.hexdigest()[:8]


@dataclass(frozen=True)
class StudyShown:
    """What a list shows of a study: everything but its trees and verdicts."""

    number: int
    name: str
    pair: str
    contrasts: tuple[str, ...]  # by name
    systems: tuple[str, ...]
    references: tuple[str, ...]
    items: int
    selected: int  # of them
    kept: int  # of the selected ones
    dropped: int
    person: str  # who ran or imported it
    at: str
    digest: str  # of the parts that never change

    @property
    def in_short(self) -> str:
        """“5 contrasts, 3,512 items, 10 systems, en-cs”."""
        counts = (counted(len(self.contrasts), "contrast"), counted(self.items, "item"))
        return f"{', '.join(counts)}, {counted(len(self.systems), 'system')}, {self.pair}"

    @property
    def looked_at(self) -> int:
        """Selected items that were kept or dropped."""
        return self.kept + self.dropped


@dataclass(frozen=True)
class Choice:
    """A person's choice about an item, and for how long it holds."""

    item: str
    kept: bool
    person: str
    at: str
    change: int  # in which it was made
    holds: bool
