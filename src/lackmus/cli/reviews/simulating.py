"""`lackmus review simulate`: what proposals would have saved."""

from typing import Annotated

import typer

from lackmus.cli.answers import Printout, tell_left_out, tell_notes, warn, watched
from lackmus.cli.commands import group
from lackmus.cli.material import OfFiles, OfWorkspace, ReadingOptions, material_source
from lackmus.cli.options import ExcludeOption, PairOption, SuiteArg, SystemsOption, WorkspaceOption
from lackmus.core.base.choices import Choices
from lackmus.core.proposals.simulation import Assistance, HiddenAnswers
from lackmus.flows.challenges.material import Sources
from lackmus.flows.proposals.simulating import SimulationChoices
from lackmus.flows.proposals.simulating import simulate as replayed
from lackmus.tables.proposals.simulation import simulation_tables, simulation_values
from lackmus.tables.table import Report

review_app = group("review")


@review_app.command("simulate")
def simulate(
    suite: SuiteArg,
    outputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Outputs of a campaign, or of several as NAME=OUTPUTS: the last is replayed, the others "
            "are settled before; of a workspace, names of campaigns.",
            show_default=False,
        ),
    ] = None,
    hide: Annotated[
        HiddenAnswers, typer.Option(help="What is hidden, and answers as the annotator.")
    ] = HiddenAnswers.FIXED,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="So many replays, each in another order.")] = 3,
    proposer: Annotated[
        Assistance | None,
        typer.Option(help="Who proposes, besides the majority; else the best there is.", show_default=False),
    ] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Confirm clear wording pairs, which settle texts unread.")
    ] = False,
    shuffle: Annotated[
        bool, typer.Option("--shuffle", help="Deal out the answers anew: then nothing can be saved.")
    ] = False,
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
    workspace: WorkspaceOption = None,
    printout: Printout,
) -> None:
    """Replay a campaign with known answers, to see how many decisions proposals would have saved.

    Works on files or, if SUITE is a suite of the workspace, on stored outputs. Texts of a category come in
    screens of twenty; every confirmed screen and every correction is a decision.
    """
    material = material_source(
        suite,
        OfFiles(reading),
        OfWorkspace(workspace),
        pair,
        systems,
        exclude,
        Choices(),
        {"--source": source},
    )
    choices = SimulationChoices(hide, range(seeds), pairs, shuffle, proposer)
    with watched() as progress:
        found = replayed(material, choices, outputs or (), Sources.parse(source or ()), progress)
    warn(found.texts.suspicions)
    tell_left_out(found.texts.left_out)
    tell_notes(found.texts.notes)
    simulation = found.simulation
    tables = simulation_tables(simulation)
    printout.show(Report("Lackmus: simulated review", tables, simulation_values(simulation)))
