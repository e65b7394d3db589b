"""The door works from outside: a package of somebody else adds a format, and everything speaks it."""

from pathlib import Path
from types import ModuleType

import pytest

from lackmus import plugins
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.material import Request
from lackmus.plugins import PluginGroup, added, named, names
from lackmus.read import read_suite
from tests.refusals import refuses

# A whole package: a suite format in which each line is `source | right | wrong`.
MODULE = '''
"""Suites as lines of source | right | wrong."""
from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Draft, Item, Kind, Rule, Side

FITS = "bars: source | right | wrong"

def recognises(file):
    return file.first_line.count(" | ") == 2

def read(file):
    items = []
    for number, line in enumerate(file.lines, start=1):
        source, right, wrong = line.split(" | ")
        rules = (Rule(Side.POSITIVE, Kind.PATTERN, right), Rule(Side.NEGATIVE, Kind.PATTERN, wrong))
        items.append(Item(Pair("de", "en"), str(number), "All", "All", source, rules))
    return Draft(file.path.name, tuple(items))
'''
REPORT = """
ENDINGS = (".count",)

def write(report):
    return f"{len(report.tables)} tables\\n"
"""


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package that is not ours."""
    (tmp_path / "bars_format.py").write_text(MODULE)
    (tmp_path / "count_format.py").write_text(REPORT)
    about = tmp_path / "lackmus_bars-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lackmus-bars\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        f"[{PluginGroup.READ_SUITE}]\nbars = bars_format\nyaml = bars_format\n\n"
        f"[{PluginGroup.WRITE_REPORT}]\ncount = count_format\n\n"
        f"[{PluginGroup.READ_OUTPUTS}]\nbroken = no_such_module\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for cached in (plugins._ours, plugins._others):
        cached.cache_clear()
        monkeypatch.setattr(plugins, cached.__name__, cached.__wrapped__)
    return tmp_path


def test_a_format_of_somebody_else(stranger: Path) -> None:
    """Recognised by its content, forced by its name, and judged like any other."""
    path = stranger / "suite.txt"
    path.write_text("Die Bank war grün. | bench | bank\nDas Schloss klemmt. | lock | castle\n")
    assert [item.source for item in read_suite(path).items] == ["Die Bank war grün.", "Das Schloss klemmt."]
    assert read_suite(path, "bars") == read_suite(path)
    (stranger / "outputs").mkdir()
    (stranger / "outputs" / "Alder.tsv").write_text("1\tThe bench was green.\n2\tThe castle is stuck.\n")
    evaluation = evaluate(Request(path, [str(stranger / "outputs")])).evaluation
    assert evaluation.rows[0].accuracy == {"Alder": 50.0}


def test_a_report_of_somebody_else(stranger: Path) -> None:
    """The same door on the other side."""
    assert "count" in names(PluginGroup.WRITE_REPORT)
    assert named(PluginGroup.WRITE_REPORT, "count").ENDINGS == (".count",)


def test_nobody_takes_our_names(stranger: Path) -> None:
    """A package cannot put itself in the place of a format of ours."""
    assert named(PluginGroup.READ_SUITE, "yaml").__name__ == "lackmus.read.suites.yaml"
    assert dict(added(PluginGroup.READ_SUITE))["yaml"].__name__ == "lackmus.read.suites.yaml"


def test_a_broken_package_is_named(stranger: Path) -> None:
    """Whose it is, and what to do."""
    with refuses(LackmusError, match=r"plug-in broken of lackmus-bars cannot be loaded .*Update or remove"):
        named(PluginGroup.READ_OUTPUTS, "broken")


def test_unrecognised_files_name_its_formats_too(stranger: Path) -> None:
    """What would have fit includes what was added."""
    path = stranger / "other.txt"
    path.write_text("nothing\n")
    with refuses(LackmusError, match="bars \\(bars: source"):
        read_suite(path)


@pytest.mark.parametrize("door", list(PluginGroup))
def test_ours_come_in_by_the_same_door(door: PluginGroup) -> None:
    """Everything built in is an entry point that loads: a format is a module, what proposes is a function."""
    ours = [point.value for point in plugins._ours(door)]
    few = {
        PluginGroup.PROPOSE: 1,
        PluginGroup.READ_CHALLENGE: 2,
        PluginGroup.WRITE_CHALLENGE: 4,
        PluginGroup.PARSER: 3,
        PluginGroup.ALIGNER: 3,
    }
    assert len(ours) >= few.get(door, 5)
    loaded = [
        one.__name__ if isinstance(one, ModuleType) else f"{one.__module__}:{one.__name__}"
        for _, one in added(door)
    ]
    assert [name for name in loaded if name.startswith("lackmus.")] == ours
