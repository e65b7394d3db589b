"""Texts whose verdict is known: training sets and control texts, and how people agree with them."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import polars as pl

from lackmus.core.base.agreement_measures import Coefficient, Resampling, measures_of_two
from lackmus.core.base.columns import Columns
from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import BY_PEOPLE, Verdict
from lackmus.core.suites.draws import Amount, dice, rounded, shuffled
from lackmus.core.verdicts.judging import VERDICT

# An answer beside the known verdict: one row per person and text.
KNOWN_ANSWERS = Columns(
    text_id=pl.Int64,
    person=pl.String,
    category=pl.String,
    phenomenon=pl.String,
    known=VERDICT,
    answer=VERDICT,
)


class SetKind(StrEnum):
    """What texts with known verdicts are for."""

    TRAINING = "training"
    CONTROL = "control"


class KnownBy(StrEnum):
    """How a verdict came to be known."""

    ADJUDICATED = "adjudicated"
    UNANIMOUS = "unanimous"  # at least two people decided alike
    GIVEN = "given"  # by an editor


@dataclass(frozen=True)
class KnownVerdict:
    """A text with its known verdict."""

    text: int
    verdict: Verdict
    origin: KnownBy


FEW = Amount(count=5)
_NAMED = re.compile(r"([0-9]{1,9})(?:=(\w+))?")


def named_text(written: str) -> tuple[int, Verdict | None]:
    """Read a text that is named by its number, with a verdict or as people decided: 12=fail, 12."""
    found = _NAMED.fullmatch(written)
    if found is None or found[2] not in (None, *BY_PEOPLE):
        raise ValueError(f"“{written}” is no text with its verdict. Write 12, or 12=fail")
    return int(found[1]), Verdict(found[2]) if found[2] else None


@dataclass(frozen=True)
class KnownChoice:
    """Which texts with known verdicts a set is to have: some of each phenomenon, and single ones."""

    by: Collection[KnownBy] = (KnownBy.ADJUDICATED, KnownBy.UNANIMOUS)
    category: str | None = None
    phenomenon: str | None = None
    amount: Amount = FEW  # of each phenomenon
    seed: int = 1
    texts: Mapping[int, Verdict | None] = field(default_factory=dict)  # None: as people decided

    @property
    def told(self) -> str:
        """The choice in words, for the log and signatures."""
        parts = [*(one for one in (self.category, self.phenomenon) if one), "+".join(sorted(self.by))]
        drawn = f"{self.amount} of each phenomenon, seed {self.seed}" if self.by else ""
        named = counted(len(self.texts), "text by number", "texts by number") if self.texts else ""
        return ", ".join(one for one in (*parts, drawn, named) if one)


@dataclass(frozen=True)
class Agreed:
    """How the answers of a person agree with the known verdicts, on a phenomenon or on all."""

    person: str
    category: str | None
    phenomenon: str | None
    texts: int
    same: int
    percent: Coefficient
    kappa: Coefficient


@dataclass(frozen=True)
class PhenomenonTexts:
    """How many texts a set has of a phenomenon."""

    category: str
    phenomenon: str
    texts: int


@dataclass(frozen=True)
class CampaignControls:
    """The control texts of a campaign's outputs for a suite."""

    campaign: str
    suite: str
    rate: str
    people: tuple[str, ...]  # nobody: all annotators
    texts: int
    phenomena: tuple[PhenomenonTexts, ...]
    about: str  # how they were chosen
    change: int | None = None  # in which they were set or removed


def known_of(decisions: Sequence[tuple[Verdict, bool]]) -> tuple[Verdict, KnownBy] | None:
    """The verdict that decisions on a text make known: an adjudicated one, or that of two people or more.

    Given are the current decisions in order, and whether each adjudicates.
    """
    adjudicated = [verdict for verdict, adjudicates in decisions if adjudicates]
    if adjudicated:
        return adjudicated[-1], KnownBy.ADJUDICATED
    said = {verdict for verdict, _ in decisions}
    return (said.pop(), KnownBy.UNANIMOUS) if len(decisions) > 1 and len(said) == 1 else None


def drawn(
    known: Iterable[tuple[KnownVerdict, str]], amount: Amount, seed: int, without: Collection[int] = ()
) -> list[KnownVerdict]:
    """A random part of the known texts of each phenomenon: so many, or a share of them, at least one."""
    groups: dict[str, list[KnownVerdict]] = {}
    for one, phenomenon in known:
        if one.text not in without:
            groups.setdefault(phenomenon, []).append(one)
    thrown, found = dice(seed), []
    for _, texts in sorted(groups.items()):
        ordered = shuffled(sorted(texts, key=lambda one: one.text), thrown)
        share = amount.share
        many = amount.of(len(ordered), 1) if share is None else max(1, rounded(share * len(ordered)))
        found += ordered[:many]
    return sorted(found, key=lambda one: one.text)


def agreed_with_known(answers: pl.DataFrame, resampling: Resampling | None = None) -> tuple[Agreed, ...]:
    """How people agree with known verdicts (KNOWN_BY_PEOPLE): each person overall, then by phenomenon."""
    how = resampling or Resampling()
    given = KNOWN_ANSWERS.of(answers).sort("person", "category", "phenomenon", "text_id")
    found = []
    for (person,), of_person in given.group_by("person", maintain_order=True):
        found.append(_agreed(of_person, str(person), None, None, how))
        for (category, phenomenon), part in of_person.group_by("category", "phenomenon", maintain_order=True):
            found.append(_agreed(part, str(person), str(category), str(phenomenon), how))
    return tuple(found)


def _agreed(
    part: pl.DataFrame, person: str, category: str | None, phenomenon: str | None, how: Resampling
) -> Agreed:
    place = {verdict.value: at for at, verdict in enumerate(BY_PEOPLE)}
    pairs = part.select(pl.col("known", "answer").cast(pl.String))
    codes = [len(BY_PEOPLE) * place[known] + place[said] for known, said in pairs.iter_rows()]
    same = sum(known == said for known, said in pairs.iter_rows())
    import numpy as np

    percent, kappa = measures_of_two(np.array(codes, dtype=np.int64), how, len(BY_PEOPLE))
    return Agreed(person, category, phenomenon, part.height, same, percent, kappa)
