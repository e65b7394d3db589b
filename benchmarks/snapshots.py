"""`report` by phenomenon on a large workspace, against the same computation on a Parquet file."""

import os
import shutil
import tempfile
from pathlib import Path

import polars as pl

from benchmarks.measure import Work, ratios, report
from benchmarks.storing import big_workspace
from lackmus.core.base.choices import By
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate_judged
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.views import StoredRequest, view_of
from lackmus.flows.verdicts.workspace_material import FromWorkspace
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.verdicts.evaluating import judged_outputs
from lackmus.tables.table import Table
from lackmus.tables.verdicts.evaluation import accuracies_table

WARM, COLD = 2.0, 10.0  # times the computation on Parquet


def main() -> None:
    """Print both ratios: with the snapshot of the verdicts at hand, and without any."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(str(big_workspace(Path(folder))), "Ada")
        cache = Path(folder) / "cache"
        kept = os.environ.get("XDG_CACHE_HOME")
        os.environ["XDG_CACHE_HOME"] = str(cache)
        try:
            _measure(desk, Path(folder) / "judged.parquet", cache)
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if kept is not None:
                os.environ["XDG_CACHE_HOME"] = kept


def _measure(desk: Desk, parquet: Path, cache: Path) -> None:
    with view_of(desk, StoredRequest(), [None]) as view:
        suite = view.stored.suite
        (campaign,) = view.campaigns
        judged_outputs(view.connection, campaign.id, view.stored, view.pair).write_parquet(parquet)

    def plain() -> Table:
        return _table(evaluate_judged(suite, pl.read_parquet(parquet)))

    def warm() -> Table:
        return _table(evaluate(FromWorkspace(desk, StoredRequest())).evaluation)

    def cold() -> Table:
        shutil.rmtree(cache, ignore_errors=True)
        return warm()

    if [row.cells for row in plain().rows] != [row.cells for row in cold().rows]:
        raise AssertionError("the workspace and the file disagree")
    _report("with a snapshot", plain, warm, WARM)
    _report("without one", plain, cold, COLD)


def _table(evaluation: SuiteEvaluation) -> Table:
    return accuracies_table(evaluation, By.PHENOMENON)


def _report(how: str, plain: Work, ours: Work, most: float) -> None:
    theirs, own, ratio = ratios(plain, ours)
    report(
        f"report of a large workspace by phenomenon, {how}, against a Parquet file",
        f"{1 / ratio:.2f} × ({own:.2f} s / {theirs:.2f} s)",
        f"≤ {most:.0f} ×",
        ratio >= 1 / most,
    )
