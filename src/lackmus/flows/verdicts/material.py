"""The material of a comparison: outputs with their verdicts, from files (here) or from a workspace.

Everything that differs between the two is here and in `workspace_material.py`; the verbs are the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import polars as pl

from lackmus.core.base.choices import Choices
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.misalignment import standard_lengths, suspicions_in
from lackmus.core.outputs.outputs import HandIn, noted, outputs_of
from lackmus.core.reviews.decisions import decided_with_errors
from lackmus.core.rules.judge import RuleError
from lackmus.core.suites.counts import only_plain_rules
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.evaluation import evaluate as evaluate_outputs
from lackmus.core.verdicts.human_scores import OutputPlaces, output_places
from lackmus.core.verdicts.judging import marked_in
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.outputs.frames import given_hand_ins
from lackmus.flows.verdicts.requests import (
    Given,
    Progress,
    ReadOptions,
    named_systems,
    open_suite,
    suite_name,
)
from lackmus.read.decisions import read_decisions

if TYPE_CHECKING:  # comparing files needs no database
    from lackmus.flows.verdicts.views import StoredRequest


@dataclass(frozen=True)
class Entrant:
    """A system of a campaign, and its name in a comparison."""

    campaign: str
    system: str
    name: str  # an alias, or CAMPAIGN/SYSTEM with several campaigns
    label: str
    tags: tuple[str, ...] = ()


class ComparedMaterial(ABC):
    """The material of one comparison: campaigns in order, their systems, and the verdicts."""

    request: "Request | StoredRequest"
    suite: Suite
    campaigns: Sequence[str]
    entrants: Sequence[Entrant]
    hidden: Mapping[str, int] = {}  # items whose wording is hidden from the reader
    revision: int | None = None  # of the workspace
    at: str = ""  # time of that revision
    anonymous: bool = False  # systems are shown under other names

    @abstractmethod
    def suspicions(self, chosen: Sequence[Entrant], progress: Progress) -> dict[str, list[Suspicion]]:
        """Warnings about the files of these systems, by name."""

    @abstractmethod
    def evaluated(self, chosen: Sequence[Entrant], choices: Choices, progress: Progress) -> SuiteEvaluation:
        """The outputs of these systems, judged and compared in this order."""

    @abstractmethod
    def texts(
        self, campaign: str, chosen: Sequence[Entrant], choices: Choices, progress: Progress
    ) -> tuple[pl.DataFrame, Mapping[str, str]]:
        """The judged texts of systems of a campaign, and why some of them were left out."""

    @abstractmethod
    def outside(self, campaign: str, names: Collection[str]) -> Collection[str]:
        """The systems of a campaign that these names exclude from its average."""

    def notes(self, evaluation: SuiteEvaluation | None = None) -> tuple[str, ...]:
        """The most important notes, about the material or about an evaluation of it."""
        return ()

    def places(self) -> OutputPlaces:
        """Where items stand in the files of systems, by name; a workspace does not keep this."""
        return OutputPlaces()


# As users name them: NAME=FOLDER, names in a workspace, or (in Python) names with outputs.
Campaigns = Sequence[str] | Mapping[str, Sequence[Given]]


@dataclass(frozen=True)
class Request:
    """A request about files."""

    suite: Path | Suite  # a file, or an already read one
    outputs: Sequence[Given] = ()
    asked: ReadOptions = field(default_factory=ReadOptions)  # options for reading outputs
    pair: str | None = None
    systems: Sequence[str] = ()
    exclude: Sequence[str] = ()
    choices: Choices = field(default_factory=Choices)
    decisions: Path | None = None  # decisions of people

    tags: ClassVar[Sequence[str]] = ()  # only workspaces have tags
    exclude_tags: ClassVar[Sequence[str]] = ()

    @contextmanager
    def opened(self) -> Iterator[ComparedMaterial]:
        """The named outputs, as one campaign."""
        suite = open_suite(self.suite, self.pair)
        yield FileMaterial(self, suite, {"": given_hand_ins(suite, self.outputs, self.asked)})

    @contextmanager
    def over_time(self, campaigns: Campaigns) -> Iterator[ComparedMaterial]:
        """The outputs of each campaign."""
        suite = open_suite(self.suite, self.pair)
        given = _campaigns(campaigns).items()
        yield FileMaterial(
            self, suite, {name: given_hand_ins(suite, outputs, self.asked) for name, outputs in given}
        )


class FileMaterial(ComparedMaterial):
    """Outputs from files."""

    request: Request

    def __init__(self, request: Request, suite: Suite, handed_in: Mapping[str, Sequence[HandIn]]) -> None:
        self.request, self.suite = request, suite
        self._hand_ins = {(name, one.system): one for name, found in handed_in.items() for one in found}
        self.campaigns = list(handed_in)
        self.entrants = [Entrant(name, system, system, system) for name, system in self._hand_ins]

    def suspicions(self, chosen: Sequence[Entrant], progress: Progress) -> dict[str, list[Suspicion]]:
        """Check for misaligned lines."""
        return suspicions_of(self._of(chosen), progress)

    def evaluated(self, chosen: Sequence[Entrant], choices: Choices, progress: Progress) -> SuiteEvaluation:
        """Judge the outputs, with what people decided where a file tells it."""
        request, hand_ins = self.request, self._of(chosen)
        said = None
        if request.decisions is not None:
            said = decided_with_errors(read_decisions(request.decisions, self.suite))
        try:
            evaluation = evaluate_outputs(
                self.suite,
                outputs_of(hand_ins),
                choices,
                lambda done, total: progress("Judging", done, total),
                said,
                marked=marked_in(hand_ins),
            )
        except RuleError as problem:
            raise LackmusError(f"{suite_name(request.suite)}, {problem}. Fix it there.") from None
        return with_somebody(evaluation)

    def texts(
        self, campaign: str, chosen: Sequence[Entrant], choices: Choices, progress: Progress
    ) -> tuple[pl.DataFrame, Mapping[str, str]]:
        """Judged as for a comparison."""
        evaluation = self.evaluated(chosen, choices, progress)
        return evaluation.verdicts.filter(pl.col("text").is_not_null()), evaluation.left_out

    def outside(self, campaign: str, names: Collection[str]) -> Collection[str]:
        """All of the names: a system may have another name in other campaigns."""
        return names

    def notes(self, evaluation: SuiteEvaluation | None = None) -> tuple[str, ...]:
        """How the files were read, where that is not plain."""
        about = (*self.suite.not_kept, *only_plain_rules(self.suite))
        return (*noted({one.system: one.notes for one in self._hand_ins.values()}), *about)

    def places(self) -> OutputPlaces:
        """Where items stand in the files."""
        return output_places({one.name: self._hand_ins[one.campaign, one.system] for one in self.entrants})

    def _of(self, chosen: Sequence[Entrant]) -> list[HandIn]:
        return [self._hand_ins[one.campaign, one.system] for one in chosen]


def chosen_hand_ins(suite: Suite, request: Request) -> list[HandIn]:
    """The chosen outputs, in the order of the systems given."""
    hand_ins = {one.system: one for one in given_hand_ins(suite, request.outputs, request.asked)}
    excluded = named_systems(request.exclude, hand_ins, "exclude")
    wanted = named_systems(request.systems, hand_ins, "systems") or tuple(hand_ins)
    chosen = [hand_ins[name] for name in dict.fromkeys(wanted) if name not in excluded]
    if not chosen:
        raise LackmusError("No system is left to compare.")
    return chosen


def with_somebody(evaluation: SuiteEvaluation) -> SuiteEvaluation:
    """The evaluation; an error if no system took part."""
    if not evaluation.systems:
        each = "; ".join(f"{system}: {reason}" for system, reason in evaluation.left_out.items())
        raise NoAnswerError(
            f"No system took part ({each}).",
            code="none-took-part",
        )
    return evaluation


def suspicions_of(hand_ins: Sequence[HandIn], progress: Progress) -> dict[str, list[Suspicion]]:
    """Warnings about files, by system."""
    found = {}
    # Line-aligned files share one source, which is measured once.
    measured = {id(hand_in.sources): standard_lengths(hand_in.sources) for hand_in in hand_ins[:1]}
    for done, hand_in in enumerate(hand_ins):
        progress("Looking for shifted lines", done, len(hand_ins))
        lengths = measured.get(id(hand_in.sources))
        found[hand_in.system] = suspicions_in(hand_in, lengths)
    return {system: suspected for system, suspected in found.items() if suspected}


def _campaigns(given: Campaigns) -> Mapping[str, Sequence[Given]]:
    """Outputs by campaign, from user input."""
    found: dict[str, Sequence[Given]] = dict(given) if isinstance(given, Mapping) else {}
    for campaign in () if isinstance(given, Mapping) else given:
        name, equals, folder = campaign.partition("=")
        name = name.strip()
        if not equals or not name or not folder:
            raise LackmusError(
                f"“{campaign}” names no campaign. Write NAME=FOLDER, such as WMT22=outputs/2022."
            )
        if name in found:
            raise LackmusError(f"Two campaigns are named {name}. Give them different names.")
        found[name] = [folder]
    if len(found) < 2:
        raise LackmusError("A trend needs at least two campaigns.")
    return found
