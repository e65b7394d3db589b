"""The door works: a metric of somebody else is found, told and asked like ours."""

from pathlib import Path

import pytest

from lackmus.core.challenges.metrics import REFERENCE_FREE, MetricInfo, Need
from lackmus.errors import LackmusError
from lackmus.metrics import Segment, metric_names, open_metric
from tests.refusals import refuses
from tests.strangers import install, shown_on

PACKAGE = Path(__file__).parent / "stranger"
ASKED = [
    Segment("Kommst du mit?", "", "Are you coming along?"),
    Segment("Kommst du mit?", "", "You are coming along."),
]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package, as an installer leaves it."""
    install(PACKAGE, tmp_path, monkeypatch)


def test_the_page_shows_this_package() -> None:
    """What readers copy is what is tested, and a metric is twenty lines."""
    assert shown_on("metrics.md", PACKAGE)
    assert len((PACKAGE / "same_end.py").read_text().splitlines()) <= 20


def test_it_is_listed_and_scores(installed: None) -> None:
    """By its name, with its option, in the group that follows from what it needs."""
    assert "same-end" in metric_names()
    with open_metric("same-end") as metric:
        about = metric.about("Same end")
        assert about == MetricInfo("Same end", (Need.SOURCE,), True, "", "same-end 1.0")
        assert about.usual_group == REFERENCE_FREE
        assert metric.score(ASKED) == [1.0, 0.0]
        assert metric.identity() == {"signature": "same-end 1.0", "signs": "1"}
    with open_metric("same-end", {"signs": "2"}) as metric:
        assert metric.score(ASKED) == [0.0, 0.0]
        assert metric.identity()["signs"] == "2"  # it is scored anew


def test_its_options_are_checked(installed: None) -> None:
    """As those of ours are."""
    with refuses(LackmusError, match=r"^--metric: same-end has no option mark\. It has signs\.$"):
        open_metric("same-end", {"mark": "?"})


def test_a_metric_is_twenty_lines() -> None:
    """What a page shows must fit on it."""
    assert len((PACKAGE / "same_end.py").read_text().splitlines()) <= 20


def test_whatever_is_no_metric_is_refused(
    installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry point may name anything."""
    (entries,) = tmp_path.glob("*.dist-info/entry_points.txt")
    entries.write_text("[lackmus.metric]\nsame-end = string:ascii_letters\n")
    with refuses(LackmusError, match="The plug-in same-end is no metric"):
        open_metric("same-end")
