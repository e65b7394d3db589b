"""Overall scores of systems: BLEU, chrF and TER on a test set, or scores from a table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lackmus.core.contrasts.study import Overall
from lackmus.core.outputs.outputs import system_names
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.material import StudyMaterial, TextFile, given
from lackmus.flows.verdicts.requests import Progress, listed, silent
from lackmus.metrics.corpora import CORPUS_METRICS, LABELS, corpus_score
from lackmus.read.files import read_lines
from lackmus.read.outputs import paths_of


@dataclass(frozen=True)
class OverallScoresRequest:
    """The requested overall scores."""

    metrics: Sequence[str] = ()  # of CORPUS_METRICS; comma-separated or repeated
    reference: str = ""  # to score by; default: one that did not select, otherwise all
    tables: Sequence[Path] = ()  # SYSTEM⇥SCORE, with an optional header that names scores
    test_references: Sequence[Path] = ()  # references of a separate test set
    test_hyps: Sequence[str] = ()  # and its outputs


def metrics_of(written: Sequence[str]) -> list[str]:
    """Names of corpus metrics from user input."""
    found = [part.strip().lower() for one in written for part in one.split(",") if part.strip()]
    for name in found:
        if name not in CORPUS_METRICS:
            raise LackmusError(
                f"there is no score {name}. There are {listed(CORPUS_METRICS)}.", argument="score"
            )
    return list(dict.fromkeys(found))


def overall_scores(
    wanted: OverallScoresRequest, material: StudyMaterial, selected_by: str, progress: Progress = silent
) -> list[Overall]:
    """All overall scores of the systems."""
    systems = [one.name for one in material.systems]
    found = [one for path in wanted.tables for one in read_table(path, systems)]
    metrics = metrics_of(wanted.metrics)
    if not metrics:
        return found
    hyps, references, by, own = _test_set(wanted, material, selected_by)
    for done, name in enumerate(metrics):
        values = {}
        for place, one in enumerate(hyps):
            progress("Scoring", done * len(hyps) + place, len(metrics) * len(hyps))
            values[one.name] = corpus_score(name, one.texts, [ref.texts for ref in references])
        signature = next((score.signature for score in values.values()), "")
        plain = {system: score.value for system, score in values.items()}
        found.append(Overall(LABELS[name], plain, f"{signature}|by:{by}", name != "ter", own))
    return found


def _test_set(
    wanted: OverallScoresRequest, material: StudyMaterial, selected_by: str
) -> tuple[Sequence[TextFile], Sequence[TextFile], str, tuple[str, ...]]:
    """The systems' texts, the references, their names, and which references of the study they are."""
    if bool(wanted.test_hyps) != bool(wanted.test_references):
        raise LackmusError("A test set needs both, translations and references.", code="half-a-test-set")
    if wanted.test_hyps:
        return *_own_test_set(wanted, [one.name for one in material.systems]), ()
    there = {one.name: one for one in material.references}
    if wanted.reference:
        if wanted.reference not in there:
            raise LackmusError(
                f"there is no reference {wanted.reference}. There are {listed(there)}.",
                argument="score_reference",
            )
        names = [wanted.reference]
    else:
        # The selecting reference is not used: it is 100 % Good by construction.
        names = [name for name in there if name != selected_by] or list(there)
    if not names:
        raise LackmusError(
            "BLEU, chrF and TER need a reference.",
            "Name one, or a test set of its own.",
            code="scores-need-a-reference",
        )
    return material.systems, [there[name] for name in names], "+".join(names), tuple(names)


def _own_test_set(
    wanted: OverallScoresRequest, systems: Sequence[str]
) -> tuple[Sequence[TextFile], Sequence[TextFile], str]:
    paths = paths_of(wanted.test_hyps)
    names = system_names([path.name for path in paths], also=[path.name for path in wanted.test_references])
    hyps = [given(path, name) for path, name in zip(paths, names, strict=True)]
    references = [given(path, path.name) for path in wanted.test_references]
    lines = len(references[0].texts)
    for one in (*hyps, *references):
        if len(one.texts) != lines:
            raise LackmusError(
                f"{one.file} has {len(one.texts):,} lines, but {references[0].file} has {lines:,}."
            )
    known = [one for one in hyps if one.name in systems]
    if not known:
        raise LackmusError(
            f"no system of the study is among {listed(names)}. It has {listed(systems)}.", argument="test_hyp"
        )
    return known, references, "+".join(one.file for one in references)


def read_table(path: Path, systems: Sequence[str]) -> list[Overall]:
    """Scores from a tab-separated table: a system on each line; the first line may name the scores.

    Systems that are not in the study are ignored, since such tables often cover a whole campaign.
    """
    lines = [(number, line.split("\t")) for number, line in enumerate(read_lines(path), 1) if line.strip()]
    if not lines:
        raise LackmusError(f"{path} is empty.")
    _, first = lines[0]
    headed = all(_number(cell) is None for cell in first[1:]) and len(lines) > 1
    names = [name.strip() for name in first[1:]] if headed else []
    names = names or ([path.stem] if len(first) == 2 else [f"{path.stem} {n}" for n in range(1, len(first))])
    if len(first) < 2:
        raise LackmusError(f"{path}, line {lines[0][0]}: write a system, a tab and its score.")
    values: list[dict[str, float]] = [{} for _ in names]
    for number, (system, *cells) in lines[headed:]:
        if len(cells) != len(names):
            raise LackmusError(f"{path}, line {number}: {len(cells)} scores where {len(names)} are named.")
        for column, cell in zip(values, cells, strict=True):
            score = _number(cell)
            if score is None and cell.strip() not in ("", "-", "–"):
                raise LackmusError(f"{path}, line {number}: {cell.strip()} is no number.")
            if system.strip() in column:
                raise LackmusError(f"{path}, line {number}: {system.strip()} stands there twice. Keep one.")
            if score is not None and system.strip() in systems:
                column[system.strip()] = score
    if not any(values):
        raise LackmusError(f"{path} has no score of {listed(systems)}. Are its systems called so?")
    return [
        Overall(name, column, f"file:{path.name}")
        for name, column in zip(names, values, strict=True)
        if column
    ]


def _number(cell: str) -> float | None:
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
