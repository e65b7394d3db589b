"""What a challenge is built from: judged texts, from files or from a workspace."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import polars as pl

from lackmus.core.base.choices import Choices
from lackmus.core.challenges.building import JUDGED_TEXTS
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import HandIn, absences, first_of_repeats, items_of
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.judging import with_decisions
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.outputs.frames import given_hand_ins
from lackmus.flows.verdicts.material import Request, judged_and_compared, suspicions_of
from lackmus.flows.verdicts.requests import Given, Progress, named_systems, open_suite, silent
from lackmus.flows.verdicts.views import StoredRequest, View, view_of
from lackmus.flows.verdicts.workspace_material import FromWorkspace
from lackmus.flows.workspaces.workspaces import Desk

# Outputs as users name them: those of one campaign, NAME=OUTPUTS, or (in Python) by campaign; of a workspace,
# campaigns by name.
Outputs = Sequence[Given] | Mapping[str, Sequence[Given]]


@dataclass(frozen=True)
class Sources:
    """What systems translated: one file for all campaigns, or one for each (CAMPAIGN=FILE)."""

    every: Path | None = None
    of: Mapping[str, Path] = field(default_factory=dict)

    @classmethod
    def parse(cls, written: Sequence[str]) -> "Sources":
        """As users write it."""
        every: Path | None = None
        of: dict[str, Path] = {}
        for one in written:
            name, equals, file = one.partition("=")
            if _is_there(one) or not equals:
                if every is not None:
                    raise LackmusError("two files are named. Write CAMPAIGN=FILE.", argument="source")
                every = Path(one)
            elif name in of:
                raise LackmusError(f"{name} has two files. Name one.", argument="source")
            else:
                of[name] = Path(file)
        return cls(every, of)


class JudgedTexts(NamedTuple):
    """What systems of campaigns wrote and what was said about it."""

    suite: Suite  # the items of the pair, reserved ones among them
    texts: pl.DataFrame  # JUDGED_TEXTS
    judging: Mapping[str, object]  # how texts were judged, for the signature
    left_out: Mapping[str, str]  # CAMPAIGN/SYSTEM that did not take part -> why
    suspicions: Mapping[str, list[Suspicion]]  # CAMPAIGN/SYSTEM -> what looked wrong with its file
    notes: tuple[str, ...] = ()  # what is to be said before all else
    desk: Desk | None = None  # where the challenge is kept; none for files


def judged_texts(
    source: Request | FromWorkspace,
    outputs: Outputs = (),
    sources: Sources | None = None,
    progress: Progress = silent,
) -> JudgedTexts:
    """The texts of campaigns as rules and people judge them; of a workspace, of all unless some are named.

    Systems that did not take part are left out unless they are kept.
    """
    if isinstance(source, Request):
        campaigns: _OfFiles | _OfWorkspace = _OfFiles(source, outputs, sources or Sources(), progress)
        return _joined(campaigns, source, progress)
    names = [one for one in outputs if isinstance(one, str)]
    if len(set(names)) < len(names):
        raise LackmusError("A campaign is named twice. Name each once.")
    with view_of(source.desk, source.request, names or None) as view:
        if not view.campaigns:
            raise LackmusError(
                f"No campaign has outputs for {view.about}.",
                code="no-outputs",
            )
        return _joined(_OfWorkspace(view), source.request, progress)._replace(
            notes=view.notes, desk=source.desk
        )


def _joined(
    campaigns: "_OfFiles | _OfWorkspace", asked: Request | StoredRequest, progress: Progress
) -> JudgedTexts:
    """The texts of all campaigns, of the systems that were asked for."""
    known = {system for systems in campaigns.systems.values() for system in systems}
    kept = named_systems(asked.choices.keep, known, "keep")
    wanted = named_systems(asked.systems, known, "systems") or known
    excluded = named_systems(asked.exclude, known, "exclude")
    frames: list[pl.DataFrame] = []
    left_out: dict[str, str] = {}
    suspected: dict[str, list[Suspicion]] = {}
    for name, systems in campaigns.systems.items():
        chosen = [system for system in systems if system in wanted and system not in excluded]
        if systems and not chosen:
            continue
        of = f"{name}/" if name else ""
        said = campaigns.said(name, chosen, kept, progress)
        frames.append(JUDGED_TEXTS.of(said.texts.with_columns(pl.lit(name).alias("campaign"))))
        left_out |= {of + system: why for system, why in said.left_out.items()}
        suspected |= {of + system: told for system, told in said.suspicions.items()}
    if not any(frame.height for frame in frames):
        each = "; ".join(f"{name}: {why}" for name, why in left_out.items())
        error = LackmusError if isinstance(asked, Request) else NoAnswerError
        raise error(
            f"No system is left to build from{f' ({each})' if each else ''}.",
            code="nobody-left" if each else "",
        )
    return JudgedTexts(campaigns.suite, pl.concat(frames), campaigns.judging, left_out, suspected)


class _Said(NamedTuple):
    """What was said about the texts of one campaign."""

    texts: pl.DataFrame
    left_out: Mapping[str, str]
    suspicions: Mapping[str, list[Suspicion]]


class _OfFiles:
    """Campaigns whose outputs lie in files."""

    def __init__(self, request: Request, outputs: Outputs, sources: Sources, progress: Progress) -> None:
        self.suite, self._request = open_suite(request.suite, request.pair), request
        self.judging = request.choices.parts
        campaigns = outputs if isinstance(outputs, Mapping) else _campaigns(outputs)
        for unknown in sorted(set(sources.of) - set(campaigns)):
            raise LackmusError(f"there is no campaign {unknown} among the outputs.", argument="source")
        self._hand_ins: dict[str, dict[str, HandIn]] = {}
        for name, given in campaigns.items():
            progress("Reading", len(self._hand_ins), len(campaigns))
            asked = replace(request.asked, source=sources.of.get(name, sources.every))
            self._hand_ins[name] = {one.system: one for one in given_hand_ins(self.suite, given, asked)}
        self.systems = {name: list(hand_ins) for name, hand_ins in self._hand_ins.items()}

    def said(self, name: str, chosen: Sequence[str], kept: tuple[str, ...], progress: Progress) -> _Said:
        """Judge the outputs of some systems."""
        hand_ins = [self._hand_ins[name][system] for system in chosen]
        suspected = suspicions_of(hand_ins, progress)
        choices = replace(self._request.choices, keep=kept)
        evaluation = judged_and_compared(self._request, self.suite, hand_ins, choices, progress)
        texts = evaluation.verdicts.filter(pl.col("text").is_not_null())
        return _Said(texts, evaluation.left_out, suspected)


class _OfWorkspace:
    """Campaigns of a workspace."""

    def __init__(self, view: View) -> None:
        self.suite, self._view = view.stored.suite, view
        # No revision: the digest of what was judged says enough, and other changes make no other challenge.
        self.judging = Choices().parts
        self._campaigns = {one.name: one for one in view.campaigns}
        self.systems = {one.name: [system.name for system in view.systems(one)] for one in view.campaigns}

    def said(self, name: str, chosen: Sequence[str], kept: tuple[str, ...], progress: Progress) -> _Said:
        """What rules and people say about the outputs of some systems."""
        judged = self._view.judged(self._campaigns[name]).filter(pl.col("system").is_in(chosen))
        found = absences(judged, items_of(self.suite)).items()
        absent = {system: why.reason for system, why in found if system not in kept}
        told = self._view.suspicions(self._campaigns[name])
        suspected = {system: told[system] for system in chosen if system in told}
        texts = first_of_repeats(judged.filter(~pl.col("system").is_in(list(absent))))
        if self._view.decided is not None:
            texts = with_decisions(texts, self._view.decided)
        return _Said(texts, absent, suspected)


def _campaigns(outputs: Sequence[Given]) -> dict[str, list[Given]]:
    """Outputs by the name of their campaign: NAME=OUTPUTS, or all of one campaign that needs no name."""
    found: dict[str, list[Given]] = {}
    for one in outputs:
        if not isinstance(one, str):
            found.setdefault("", []).append(one)
            continue
        name, equals, where = one.partition("=")
        if not equals or _is_there(one):
            name, where = "", one
        found.setdefault(name.strip(), []).append(where)
    if "" in found and len(found) > 1:
        raise LackmusError(
            f"{found[''][0]} belongs to no campaign. Write NAME={found[''][0]}, as for the others."
        )
    return found


def _is_there(name: str) -> bool:
    return os.path.exists(name)  # noqa: PTH110  (a name that no file can have is no error here)
