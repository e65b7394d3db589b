"""Outputs in files: check, select, judge any amount."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from lackmus.core.base.choices import Choices, Semantics
from lackmus.core.outputs.checks import Checked
from lackmus.core.outputs.checks import check as check_hand_in
from lackmus.core.outputs.outputs import HandIn, absences, items_of, outputs_of
from lackmus.core.reviews.decisions import decided
from lackmus.core.rules.judge import RuleError
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.judging import VERDICTS, UnknownItemError, judge, marked_in, with_decisions
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.material import Request, chosen_hand_ins
from lackmus.flows.verdicts.requests import Progress, open_suite, silent, suite_name
from lackmus.read import ReadOptions, hand_ins_of, plain_hand_ins, read_suite
from lackmus.read.decisions import read_decisions


def check(
    outputs: Sequence[str],
    asked: ReadOptions,
    suite: Path | None = None,
    pair: str | None = None,
    progress: Progress = silent,
) -> list[Checked]:
    """Check output files before they are handed in."""
    absent: dict[str, str] = {}
    lost: dict[str, str] = {}
    if suite is not None:
        opened = open_suite(suite, pair)
        hand_ins = hand_ins_of(opened, outputs, asked)
        found = absences(outputs_of(hand_ins), items_of(opened))
        absent = {system: absence.reason for system, absence in found.items()}
        lost = {one.system: said for one in hand_ins if (said := _lost(one, opened, asked))}
    elif asked.source is not None:
        hand_ins = plain_hand_ins(outputs, asked.source, asked.columns)
    else:
        raise LackmusError("Say what the outputs translate.", code="translations-of-what")
    checked = []
    for done, hand_in in enumerate(hand_ins):
        progress("Checking", done, len(hand_ins))
        one = check_hand_in(hand_in, absent.get(hand_in.system))
        if hand_in.system in lost:
            one = replace(one, problems=(lost[hand_in.system], *one.problems))
        checked.append(one)
    return checked


def _lost(hand_in: HandIn, suite: Suite, asked: ReadOptions) -> str | None:
    """The items that a file of ids or of documents lacks; None for files beside their source."""
    if asked.documents is not None and hand_in.documents:
        found = asked.documents.units(suite).values()
        wanted = {key for units in found for *_, keys in units for key in keys}
    elif asked.source is None and len(hand_in.places) == len(hand_in.texts):
        wanted = set(suite.by_key)
    else:
        return None
    missing = sorted(wanted - {item for item, _ in hand_in.places})
    if not missing:
        return None
    some = ", ".join(missing[:3]) + (" …" if len(missing) > 3 else "")
    return f"{len(missing):,} of {len(suite.items):,} items of the suite have no line ({some})"


def outputs(request: Request) -> list[HandIn]:
    """The selected outputs, as handed in."""
    return chosen_hand_ins(open_suite(request.suite, request.pair), request)


def judged(request: Request, progress: Progress = silent) -> pl.DataFrame:
    """Return the verdicts on all selected outputs, with the evidence."""
    suite = open_suite(request.suite, request.pair)
    hand_ins = chosen_hand_ins(suite, request)
    try:
        verdicts = judge(
            suite,
            outputs_of(hand_ins),
            request.choices.semantics,
            advance=lambda done, total: progress("Judging", done, total),
            marked=marked_in(hand_ins),
        )
    except RuleError as problem:
        raise LackmusError(f"{suite_name(request.suite)}, {problem}. Fix it there.") from None
    if request.decisions is None or request.choices.semantics is not Semantics.DEFAULT:
        return verdicts
    return with_decisions(verdicts, decided(read_decisions(request.decisions, suite)))


def judge_parquet(
    suite: Path,
    outputs: Path,
    target: Path,
    choices: Choices | None = None,
    batch: int = 100_000,
) -> None:
    """Judge any number of outputs (columns item, system, text) from Parquet to Parquet, batch by batch."""
    from polars.io.plugins import register_io_source

    from lackmus.read.damage import damage_told
    from lackmus.read.outputs.parquet import light_parts, refuse_nulls, scan_outputs

    semantics = (choices or Choices()).semantics
    opened = read_suite(suite)
    scanned = scan_outputs(outputs)

    def judged(*_: object) -> Iterator[pl.DataFrame]:
        with damage_told(outputs):
            for frame in scanned.collect_batches(chunk_size=batch):
                refuse_nulls(frame, outputs)
                for part in light_parts(frame):
                    yield judge(opened, part, semantics)

    beside = target.with_name(f".{target.name}.part")
    try:
        # Polars writes the batches as they are yielded: memory holds one of them.
        register_io_source(judged, schema=VERDICTS.schema).sink_parquet(beside)
        beside.replace(target)
    except RuleError as problem:
        raise LackmusError(f"{suite}, {problem}. Fix it there.") from None
    except UnknownItemError as problem:
        raise LackmusError(f"{outputs}: {problem}. Use the suite these outputs belong to.") from None
    except OSError as problem:
        raise LackmusError(f"{target} cannot be written ({problem.strerror or problem}).") from None
    finally:
        if beside.exists():
            beside.unlink()
