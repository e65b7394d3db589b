"""What holds of all metrics that come with Lackmus."""

import pytest

from lackmus.core.challenges.metrics import GROUPS, MetricInfo, Need
from lackmus.errors import LackmusError
from lackmus.flows.challenges.reports import metric, metrics
from lackmus.metrics import Metric, metric_class, metric_names, open_metric
from tests.refusals import refuses

FILES = ("model", "cmd", "config")  # options that name a program, a file or a folder


@pytest.mark.parametrize("name", metric_names())
def test_a_metric_says_what_it_is(name: str) -> None:
    """For whoever chooses among them; what names a program or a file is for trusted people."""
    kind = metric_class(name)
    assert kind.LABEL and kind.ABOUT
    assert not kind.ABOUT.endswith(".")
    names = [one.name for one in kind.OPTIONS]
    assert len(names) == len(set(names))
    for option in kind.OPTIONS:
        assert option.help and not option.help.endswith(".")
        assert option.trusted or option.name not in FILES
        assert not option.choices or option.default in option.choices
    assert kind.BATCH > 0
    assert MetricInfo(kind.LABEL, kind.NEEDS, kind.HIGHER, kind.GROUP).usual_group in GROUPS


def test_labels_differ() -> None:
    """Reports know metrics by them."""
    labels = [metric_class(name).LABEL for name in metric_names()]
    assert len(set(labels)) == len(labels)


def test_a_name_that_nobody_knows() -> None:
    """Is told with those that are known."""
    with refuses(LackmusError, match=r"^--metric: there is no metric blue\. There are .*bleu.*ter\.$"):
        open_metric("blue")


@pytest.mark.parametrize(
    "needs, group",
    [
        ((Need.SOURCE, Need.REFERENCE), "reference-based"),
        ((Need.REFERENCE,), "reference-based"),
        ((Need.SOURCE,), "reference-free"),
        ((), "reference-free"),
    ],
)
def test_the_usual_group_follows_from_what_is_needed(needs: tuple[Need, ...], group: str) -> None:
    """Unless the metric says it is a baseline."""

    class Some(Metric):
        NEEDS = needs

        def score(self, segments: object) -> list[float]:
            return []

    assert Some({}).about("some").usual_group == group
    Some.GROUP = "baseline"
    assert Some({}).about("some").usual_group == "baseline"


def test_metrics_are_listed() -> None:
    """All behind the door, as they declare themselves."""
    shown = {one.name: one for one in metrics()}
    assert list(shown) == metric_names()
    assert shown["ter"] == metric("ter")
    assert (shown["ter"].about.name, shown["ter"].needs, shown["ter"].better) == ("TER", "reference", "lower")
    assert [one.name for one in shown["spbleu"].options if one.required and one.trusted] == ["model"]
    assert not any(one.problem for one in shown.values())
    with refuses(LackmusError, match="there is no metric blue"):
        metric("blue")
