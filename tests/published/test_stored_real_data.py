"""The published suite on the published outputs, through a workspace: the figures of test_real_data.py."""

from pathlib import Path
from statistics import fmean

import pytest

from lackmus.core.base.choices import Choices, Repeats, Semantics, Test, Testing
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.flows.verdicts.comparing import evaluate, trend
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions, hand_ins_of, read_suite
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from tests.store.filled import add_campaign, add_suite

pytestmark = pytest.mark.real_data


def suite_of(real_data: Path) -> Suite:
    """The public half of the German–English suite."""
    return read_suite(real_data / "dfki" / "de-en" / "items.json")


def wmt21(real_data: Path) -> list[HandIn]:
    """Eighteen systems, `id⇥text`."""
    return hand_ins_of(suite_of(real_data), [str(real_data / "wmt21" / "de-en")], ReadOptions())


def wmt22(real_data: Path) -> list[HandIn]:
    """Nine systems, line by line, the suite hidden among 19,079 lines."""
    folder = real_data / "wmt22" / "de-en"
    source = folder / "sources" / "generaltest2022.de-en.src.de"
    return hand_ins_of(
        suite_of(real_data), [str(folder / "system-outputs" / "*")], ReadOptions(source=source)
    )


@pytest.fixture(scope="module")
def desk(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A workspace with both campaigns."""
    where = str(tmp_path_factory.mktemp("published") / "lackmus.db")
    with open_workspace(where, create=True) as workspace:
        suite = add_suite(workspace, suite_of(real_data))
        add_campaign(workspace, suite, "WMT21", wmt21(real_data))
        add_campaign(workspace, suite, "WMT22", wmt22(real_data))
    return Desk(where, "Ada")


def reported(desk: Desk, campaign: str, choices: Choices) -> SuiteEvaluation:
    """What the workspace says about a campaign."""
    return evaluate(FromWorkspace(desk, StoredRequest(choices=choices), campaign)).evaluation


def mean_share(evaluation: SuiteEvaluation) -> float:
    """The mean share of warnings over systems, in percent."""
    return fmean(warned.share for warned in evaluation.warnings.values())


@pytest.mark.parametrize(
    "semantics, fair, share", [(Semantics.DEFAULT, 1611, 7.68), (Semantics.CLASSIC, 1553, 7.98)]
)
def test_wmt22(desk: Desk, semantics: Semantics, fair: int, share: float) -> None:
    """Kept verdicts give the default figures; those of TQ-AutoTest's way are judged afresh."""
    one = reported(desk, "WMT22", Choices(semantics))
    assert (one.fairness.total, one.uncovered, one.fairness.fair) == (2767, 0, fair)
    assert round(mean_share(one), 2) == share
    assert one.differing_repeats == {"Online-W": 161}


@pytest.mark.parametrize("semantics, share", [(Semantics.DEFAULT, 3.16), (Semantics.CLASSIC, 3.17)])
def test_wmt21(desk: Desk, semantics: Semantics, share: float) -> None:
    """Eighteen systems; 19 items of the suite were not in the campaign."""
    one = reported(desk, "WMT21", Choices(semantics))
    assert (one.fairness.total, one.uncovered, one.fairness.fair) == (2748, 19, 1879)
    assert round(mean_share(one), 2) == share
    assert (len(one.systems), one.identical) == (18, (("VolcTrans-AT", "VolcTrans-GLAT"),))


@pytest.mark.parametrize(
    "choices",
    [Choices(), Choices(repeats=Repeats.ALL), Choices(testing=Testing(Test.BOOTSTRAP, samples=100))],
)
def test_all_as_from_files(desk: Desk, real_data: Path, choices: Choices) -> None:
    """Every row, average, cluster, bound and warning of WMT22, and the digest of the outputs."""
    folder = real_data / "wmt22" / "de-en"
    request = Request(
        real_data / "dfki" / "de-en" / "items.json",
        [str(folder / "system-outputs" / "*")],
        ReadOptions(source=folder / "sources" / "generaltest2022.de-en.src.de"),
        choices=choices,
    )
    files, stored = evaluate(request).evaluation, reported(desk, "WMT22", choices)
    for name in ("systems", "rows", "averages", "bounds", "warnings", "wins", "differing_repeats", "digest"):
        assert getattr(stored, name) == getattr(files, name), name


def test_trend_over_two_campaigns(desk: Desk) -> None:
    """WMT21 and WMT22 share five online systems."""
    followed = trend(FromWorkspace(desk, StoredRequest()), ["WMT21", "WMT22"]).trend
    assert followed.systems == ("Online-A", "Online-B", "Online-G", "Online-W", "Online-Y")
    assert followed.common == 1212


def test_wmt22_in_either_database(workspace: OpenWorkspace, where: str, real_data: Path) -> None:
    """What holds in SQLite holds in PostgreSQL."""
    suite = add_suite(workspace, suite_of(real_data))
    add_campaign(workspace, suite, "WMT22", wmt22(real_data))
    one = reported(Desk(where), "WMT22", Choices())
    assert (one.fairness.total, one.fairness.fair) == (2767, 1611)
    micro = one.averages[Average.MICRO]
    assert set(micro.best) == {"Online-W", "Online-A"}
    assert round(micro.accuracy["Online-W"] / 100 * 1611, 6) == 1423
