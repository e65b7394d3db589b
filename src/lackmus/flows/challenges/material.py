"""The material of a challenge: judged texts, from files or from a workspace."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import polars as pl

from lackmus.core.base.addresses import address_in
from lackmus.core.base.choices import Choices
from lackmus.core.challenges.building import JUDGED_TEXTS
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.outputs.frames import given_hand_ins
from lackmus.flows.verdicts.material import ComparedMaterial, FileMaterial, Request
from lackmus.flows.verdicts.requests import Given, Progress, named_systems, open_suite, silent
from lackmus.flows.verdicts.views import view_of
from lackmus.flows.verdicts.workspace_material import FromWorkspace, WorkspaceMaterial
from lackmus.flows.workspaces.workspaces import Desk

# Outputs as users name them: those of one campaign, NAME=OUTPUTS, or (in Python) by campaign; of a workspace,
# campaigns by name.
Outputs = Sequence[Given] | Mapping[str, Sequence[Given]]


@dataclass(frozen=True)
class Sources:
    """Source files: one for all campaigns, or one for each (CAMPAIGN=FILE)."""

    every: Path | None = None
    of: Mapping[str, Path] = field(default_factory=dict)

    @classmethod
    def parse(cls, written: Sequence[str]) -> "Sources":
        """Source files from user input."""
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
    """The outputs of campaigns and their verdicts."""

    suite: Suite  # the items of the pair, including reserved ones
    texts: pl.DataFrame  # JUDGED_TEXTS
    judging: Mapping[str, object]  # how texts were judged, for the signature
    left_out: Mapping[str, str]  # CAMPAIGN/SYSTEM that did not take part -> why
    suspicions: Mapping[str, list[Suspicion]]  # CAMPAIGN/SYSTEM -> warnings about its file
    notes: tuple[str, ...] = ()  # the most important notes
    desk: Desk | None = None  # the workspace that stores the challenge; None for files


def judged_texts(
    source: Request | FromWorkspace,
    outputs: Outputs = (),
    sources: Sources | None = None,
    progress: Progress = silent,
) -> JudgedTexts:
    """The texts of campaigns with their verdicts; of a workspace, by default of all campaigns.

    Systems that did not take part are left out unless kept.
    """
    of_files = isinstance(source, Request)
    with (
        _of_files(source, outputs, sources or Sources(), progress)
        if isinstance(source, Request)
        else _of_workspace(source, outputs)
    ) as material:
        asked, known = material.request, {one.name for one in material.entrants}
        choices = replace(asked.choices, keep=named_systems(asked.choices.keep, known, "keep"))
        wanted = named_systems(asked.systems, known, "systems") or known
        excluded = named_systems(asked.exclude, known, "exclude")
        frames: list[pl.DataFrame] = []
        left_out: dict[str, str] = {}
        suspected: dict[str, list[Suspicion]] = {}
        for name in material.campaigns:
            systems = [one for one in material.entrants if one.campaign == name]
            chosen = [one for one in systems if one.name in wanted and one.name not in excluded]
            if systems and not chosen:
                continue
            of = f"{name}/" if name else ""
            told = material.suspicions(chosen, progress)
            texts, absent = material.texts(name, chosen, choices, progress)
            frames.append(JUDGED_TEXTS.of(texts.with_columns(pl.lit(name).alias("campaign"))))
            left_out |= {of + system: why for system, why in absent.items()}
            suspected |= {of + system: what for system, what in told.items()}
        if not any(frame.height for frame in frames):
            each = "; ".join(f"{name}: {why}" for name, why in left_out.items())
            raise (LackmusError if of_files else NoAnswerError)(
                f"No system is left to build from{f' ({each})' if each else ''}.",
                code="none-left" if each else "",
            )
        return JudgedTexts(
            material.suite,
            pl.concat(frames),
            # No revision: the digest of what was judged says enough; other changes make no other challenge.
            choices.parts if of_files else Choices().parts,
            left_out,
            suspected,
            material.notes(),
            None if isinstance(source, Request) else source.desk,
        )


@contextmanager
def _of_workspace(source: FromWorkspace, campaigns: Outputs) -> Iterator[ComparedMaterial]:
    """Campaigns of a workspace: those that are named, or all that have outputs."""
    names = [one for one in campaigns if isinstance(one, str)]
    if len(set(names)) < len(names):
        raise LackmusError("A campaign is named twice. Name each once.")
    with view_of(source.desk, source.request, names or None) as view:
        if not view.campaigns:
            raise LackmusError(
                f"No campaign has outputs for {view.about}.",
                code="no-outputs",
            )
        yield WorkspaceMaterial(view, source.request)


@contextmanager
def _of_files(
    request: Request, outputs: Outputs, sources: Sources, progress: Progress
) -> Iterator[ComparedMaterial]:
    """Campaigns whose outputs lie in files."""
    suite = open_suite(request.suite, request.pair)
    campaigns = outputs if isinstance(outputs, Mapping) else _campaigns(outputs)
    for unknown in sorted(set(sources.of) - set(campaigns)):
        raise LackmusError(f"there is no campaign {unknown} among the outputs.", argument="source")
    read: dict[str, list[HandIn]] = {}
    for name, given in campaigns.items():
        progress("Reading", len(read), len(campaigns))
        asked = replace(request.asked, source=sources.of.get(name, sources.every))
        read[name] = given_hand_ins(suite, given, asked)
    yield FileMaterial(request, suite, read)


def _campaigns(outputs: Sequence[Given]) -> dict[str, list[Given]]:
    """Outputs by campaign: NAME=OUTPUTS, or all of one unnamed campaign."""
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
    return bool(address_in(name)) or os.path.exists(name)  # noqa: PTH110  (a name that no file can have is no error here)
