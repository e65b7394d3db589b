"""What formats are called."""

import pytest

from lackmus.plugins import PluginGroup, names
from lackmus.web.http.formats import format_named, formats_named


@pytest.mark.parametrize(
    "name, called",
    [
        ("csv", "CSV"),
        ("excel", "Excel"),
        ("json", "JSON"),
        ("jsonl", "JSON Lines"),
        ("latex", "LaTeX"),
        ("tq-tsv", "TQ-AutoTest TSV"),
        ("wmt-xml", "WMT XML"),
        ("svg", "SVG"),
        ("somebody's", "Somebody's"),
    ],
)
def test_a_format_has_a_name(name: str, called: str) -> None:
    assert format_named(name) == called


@pytest.mark.parametrize(
    "group",
    [PluginGroup.WRITE_REPORT, PluginGroup.WRITE_SUITE, PluginGroup.WRITE_OUTPUTS, PluginGroup.READ_OUTPUTS],
)
def test_no_two_formats_are_called_the_same(group: PluginGroup) -> None:
    named = formats_named(names(group))
    assert [*named] == names(group) and len({*named.values()}) == len(named)
