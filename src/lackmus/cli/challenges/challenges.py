"""`lackmus challenge build`: judged outputs in, tuples out, and with --metric a ranking of metrics."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import say, show, tell_left_out, tell_notes, warn, watched
from lackmus.cli.challenges.options import (
    BatchOption,
    DeviceOption,
    MetricOption,
    TableFormatOption,
    ToOption,
)
from lackmus.cli.commands import group
from lackmus.cli.material import OfFiles, OfWorkspace, ReadingOptions, material_source
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    AsOption,
    CommentOption,
    ExcludeOption,
    KeepOption,
    PairOption,
    RepeatsOption,
    SemanticsOption,
    SuiteArg,
    SystemsOption,
    WorkspaceOption,
    format_of,
)
from lackmus.core.base.choices import Choices, References, Repeats, Semantics, Trust
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.building import Draw
from lackmus.errors import LackmusError
from lackmus.flows.challenges.building import BuiltChallenge, Sources
from lackmus.flows.challenges.building import build as build_challenge
from lackmus.flows.challenges.reports import built_report
from lackmus.flows.challenges.scoring import labels, wanted
from lackmus.write.challenges import challenge_format, write_challenge

challenge_app = group("challenge")


@challenge_app.command("build")
def build(
    suite: SuiteArg,
    outputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="OUTPUTS…",
            help="Outputs of one campaign, or of several as NAME=OUTPUTS: files, folders or globs; "
            "of a workspace, names of campaigns (all, unless some are named).",
            show_default=False,
        ),
    ] = None,
    references: Annotated[
        References,
        typer.Option(help="References of an item: one right text for all tuples, or each for all others."),
    ] = References.ONE,
    per_item: Annotated[
        int | None,
        typer.Option(
            "--per-item",
            min=1,
            max=100_000,
            help="Most tuples of an item.",
            show_default="5; with --references all, 1000",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the draw: the same seed, the same tuples.")] = 1,
    trust: Annotated[
        Trust, typer.Option(help="Verdicts to build upon: of rules and people, or of people alone.")
    ] = Trust.SETTLED,
    name: Annotated[
        str | None, typer.Option("--name", help="Its name; else that of the suite.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Write the challenge to this file (mtme, blind, wmt: into this folder).",
            show_default=False,
        ),
    ] = None,
    to: ToOption = None,
    metric: MetricOption = None,
    device: DeviceOption = "cpu",
    batch: BatchOption = None,
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            help="Source file, when outputs are translations of its lines: FILE, "
            "or CAMPAIGN=FILE (repeatable).",
            show_default=False,
        ),
    ] = None,
    *,
    reading: ReadingOptions,
    pair: PairOption = None,
    systems: SystemsOption = None,
    exclude: ExcludeOption = None,
    keep: KeepOption = None,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    as_of: AsOfOption = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="In a workspace: replace one with this name.")
    ] = False,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
    format: TableFormatOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Make tuples (reference, better, worse) of judged outputs; with --metric, rank metrics at once.

    Works on files or, if SUITE is a suite of the workspace, on stored outputs; then the challenge is stored
    there. Prints what was built or, with --metric, the ranking.
    """
    chosen = format_of(format, None)
    metrics = wanted(metric or ())
    labels(metrics)  # an unknown metric is an error before anything is built
    target = challenge_format(to, output) if output is not None else None
    if to is not None and output is None:
        raise LackmusError("--to is the format of a file. Name it: -o.")
    of_files: dict[str, object] = {"--source": source}
    if semantics is not Semantics.DEFAULT:
        of_files["--semantics"] = semantics
    material = material_source(
        suite,
        OfFiles(reading),
        OfWorkspace(workspace, person, comment, as_of=as_of),
        pair,
        systems,
        exclude,
        Choices(semantics, repeats, keep=tuple(keep or ())),
        of_files,
        {"--replace": replace},
    )
    with watched() as progress:
        done = build_challenge(
            material,
            Sources.parse(source or ()),
            Draw(per_item, seed, trust, references),
            name or "",
            progress,
            outputs or (),
            replace,
        )
    _tell(done)
    challenge = done.built.challenge
    if output is not None and target is not None:
        for path in write_challenge(challenge, target, output):
            say(f"Written: {path}")
    if not metrics:
        if output is None and done.kept is None:
            say("Nothing was written. Name a file with -o, or metrics with --metric.")
        show(built_report(done.built), chosen, None)
        return
    from lackmus.core.challenges.ranking import RankingChoices
    from lackmus.flows.challenges.challenges import ChallengePart, Scoring, computed, ranked
    from lackmus.flows.challenges.reports import ranking_report

    with watched() as progress:
        scored = computed(challenge, Scoring(metrics, device, batch), progress, say)
    if done.texts.desk is not None:
        from lackmus.flows.challenges.keeping import keep_scores

        keep_scores(done.texts.desk, challenge.name, scored, of=challenge)
    show(ranking_report(ranked(challenge, scored, ChallengePart(), RankingChoices())), chosen, None)


def _tell(done: BuiltChallenge) -> None:
    """Print warnings about files, left-out systems, and what was built."""
    warn(done.texts.suspicions)
    tell_left_out(done.texts.left_out)
    tell_notes(done.texts.notes)
    built = done.built
    say(
        f"{counted(built.challenge.tuples.height, 'tuple')} of {counted(built.giving, 'item')} "
        f"out of {built.items:,}."
    )
    if done.kept is not None:
        say(f"Kept in the workspace as {done.kept}.")
