"""A suite survives every format: written and read again it is the same suite."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from lackmus.core.base.pairs import Pair
from lackmus.core.base.texts import without_zero_width
from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample
from lackmus.core.suites.suite import Draft, Item, Kind, Phenomenon, Rule, RuleScope, Side, Suite, stretches
from lackmus.errors import LackmusError
from lackmus.plugins import PluginGroup, named, names
from lackmus.read import read_suite
from lackmus.read.files import File
from lackmus.read.formats import suite_format
from lackmus.read.suites.schemas import item_schema, suite_schema

FORMATS = ["dfki-json", "yaml", "jsonl", "tq-tsv", "tq-csv"]
FULL = ["dfki-json", "yaml", "jsonl"]  # hold everything that a suite can have

ODD = [
    *(
        "",
        "no",
        "null",
        "~",
        "007",
        "1.0",
        "true",
        "a: b",
        "- x",
        "#",
        "'",
        '"',
        "\\b",
        "é",
        "e\u0301",
        "العربية",
    ),
    *(
        "😀",
        "&a",
        "*a",
        ">",
        "%",
        "@",
        "`",
        "<<",
        ";",
        "|",
        " ",
        "\t",
        "\n",
        "\r",
        "\x00",
        "\x85",
        "\u2028",
        "\ufeff",
    ),
]
anything = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(ODD)
words = anything.filter(lambda text: text.strip()).map(str.strip)
sources = anything.filter(lambda text: text.strip())


@st.composite
def items(draw: st.DrawFn, kinds: tuple[Kind, ...] = tuple(Kind), plain: bool = False) -> Item:
    rule = st.builds(Rule, st.sampled_from(Side), st.sampled_from(kinds), anything.filter(bool))
    source = draw(sources)
    word = "" if plain else draw(st.sampled_from(["", *source.split()]))
    return Item(
        pair=draw(st.sampled_from([Pair("de", "en"), Pair("en", "de")])),
        id=draw(words),
        category=draw(st.sampled_from(["Ambiguity", "Named & other", "no"])),
        phenomenon=draw(st.sampled_from(["Idiom", "1"])),
        source=source,
        rules=tuple(draw(st.lists(rule, max_size=4))),
        paradigm=None if plain else draw(st.none() | anything),
        comment="" if plain else draw(anything),
        tags=() if plain else tuple(draw(st.lists(anything, max_size=2))),
        reserved=False if plain else draw(st.booleans()),
        prompt="" if plain else draw(anything),
        stretch=word,
        occurrence=draw(st.integers(1, len(stretches(source, word)))) if word else 1,
        scope=draw(st.sampled_from(RuleScope)) if word else RuleScope.TEXT,
        plain_rules=() if plain else tuple(draw(st.lists(anything.filter(str.strip), max_size=2))),
    )


def suites(**how: Any) -> st.SearchStrategy[Suite]:
    described = st.builds(
        Phenomenon, st.sampled_from(["Ambiguity", "Extra"]), st.sampled_from(["Idiom", "1"]), anything
    )
    return st.builds(
        lambda some, about: Suite("suite", tuple(some), tuple(about)),
        st.lists(items(**how), min_size=1, max_size=5, unique_by=lambda item: item.key),
        st.just([]) if how.get("plain") else st.lists(described, max_size=3),
    )


def there_and_back(suite: Suite, form: str, folder: Path) -> Suite:
    path = folder / "suite"
    path.write_bytes(named(PluginGroup.WRITE_SUITE, form).write(suite).encode())
    return read_suite(path, form)


def visible(suite: Suite) -> Suite:
    """TQ-AutoTest's reader drops characters of zero width."""
    return Suite(
        suite.name,
        tuple(
            replace(
                item,
                id=without_zero_width(item.id).strip(),
                source=without_zero_width(item.source),
                rules=tuple(
                    replace(rule, value=value)
                    for rule in item.rules
                    if (value := without_zero_width(rule.value))
                ),
            )
            for item in suite.items
        ),
    )


@pytest.mark.parametrize("form", FULL)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(suite=suites())
def test_a_suite_survives(form: str, suite: Suite, tmp_path: Path) -> None:
    """Items in their order, rules, guidelines, paradigms, comments, tags, what is reserved."""
    assert there_and_back(suite, form, tmp_path) == suite


@pytest.mark.parametrize("form", ["tq-tsv", "tq-csv"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(suite=suites(kinds=(Kind.FIXED,), plain=True))
def test_a_suite_of_fixed_strings_survives_a_table(form: str, suite: Suite, tmp_path: Path) -> None:
    """Ids get a column of their own unless they only number the rows."""
    try:
        expected = visible(suite)
    except ValueError:  # two ids that differ in zero width only
        return
    if all(item.id and item.source.strip() for item in expected.items):
        assert there_and_back(suite, form, tmp_path) == expected


ITEM = Item(Pair("de", "en"), "0001", "Ambiguity", "Lexical ambiguity", "Er saß auf der Bank.")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_any_number_of_fixed_strings(form: str, number: int, tmp_path: Path) -> None:
    """TQ-AutoTest's tables have two columns a side; we add what is needed."""
    rules = tuple(Rule(side, Kind.FIXED, f"{side} {n}; “x”") for side in Side for n in range(number))
    suite = Suite("suite", (replace(ITEM, rules=rules), replace(ITEM, id="0002")))
    assert there_and_back(suite, form, tmp_path) == suite


@pytest.mark.parametrize("form", FORMATS)
def test_content_tells_the_format(form: str, tmp_path: Path) -> None:
    """Whatever a file is called, what stands in it says how to read it."""
    rules = (Rule(Side.POSITIVE, Kind.FIXED, "He sat on the bench."),)
    path = tmp_path / "unnamed"
    path.write_text(named(PluginGroup.WRITE_SUITE, form).write(Suite("s", (replace(ITEM, rules=rules),))))
    assert suite_format(File(path)) is named(PluginGroup.READ_SUITE, form)


def test_what_is_read_can_be_written() -> None:
    """Each format works in both directions, but that of a benchmark which is only read."""
    assert sorted(FORMATS) == names(PluginGroup.WRITE_SUITE)
    assert sorted([*FORMATS, "ltb"]) == names(PluginGroup.READ_SUITE)


@pytest.mark.parametrize(
    "change, said",
    [
        ({"rules": (Rule(Side.POSITIVE, Kind.PATTERN, "bench"),)}, "has no patterns (item 0001 has one)"),
        ({"comment": "old"}, "has no comment (item 0001 has one)"),
        ({"reserved": True}, "has no reserved (item 0001 has one)"),
        ({"rules": (Rule(Side.POSITIVE, Kind.FIXED, ""),)}, "Item 0001 has an empty fixed string"),
    ],
)
def test_a_table_that_cannot_hold_a_suite_is_not_written(change: dict[str, Any], said: str) -> None:
    """Nothing is cut silently."""
    with pytest.raises(LackmusError, match=said.replace("(", r"\(").replace(")", r"\)")):
        named(PluginGroup.WRITE_SUITE, "tq-tsv").write(Draft("s", (replace(ITEM, **change),)))


def test_a_guideline_has_no_place_in_a_table() -> None:
    """Neither is a guideline cut."""
    draft = Draft("s", (ITEM,), (Phenomenon("Ambiguity", "Lexical ambiguity", "A word …"),))
    with pytest.raises(LackmusError, match="has no guidelines"):
        named(PluginGroup.WRITE_SUITE, "tq-csv").write(draft)


@pytest.mark.parametrize("form", ["yaml", "jsonl", "dfki-json"])
@pytest.mark.parametrize("guideline", ["", "A word …"])
def test_examples_go_out_and_come_back(form: str, guideline: str, tmp_path: Path) -> None:
    """With or without a guideline beside them; those of other items stay at home."""
    own = (
        GuidelineExample("Tor.", "Gate: \u202e# no", ExampleVerdict.PASS, "why\nso", ITEM.key),
        GuidelineExample("Tor.", "Fool", ExampleVerdict.UNDECIDED),
    )
    told = Phenomenon(ITEM.category, ITEM.phenomenon, guideline, (*own, replace(own[0], item="de-en:other")))
    path = tmp_path / "suite"
    path.write_text(named(PluginGroup.WRITE_SUITE, form).write(Draft("s", (ITEM,), (told,))))
    (found,) = [one for one in read_suite(path).phenomena if one.examples]
    assert found == replace(told, examples=own)


@pytest.mark.parametrize(
    "example, said",
    [
        ({"source": "s", "translation": "t"}, "example 1: an example needs source, translation and verdict"),
        ({"source": "s", "translation": "t", "verdict": "right"}, "must be one of pass, fail"),
        ({"source": " ", "translation": "t", "verdict": "pass"}, "“source” is blank"),
        ({"source": "s", "translation": "t", "verdict": "pass", "why": ""}, "may have a note and an item"),
    ],
    ids=str,
)
def test_an_example_that_is_none_is_named(example: dict[str, str], said: str, tmp_path: Path) -> None:
    """File, line and place."""
    line = {"category": "c", "phenomenon": "p", "examples": [example]}
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(line))
    with pytest.raises(LackmusError, match=f"s.jsonl, line 1, .*{said}"):
        read_suite(path)
    assert not Draft202012Validator(item_schema()).is_valid(line)


# --- the schemas that editors use ------------------------------------------------------------------------


@settings(max_examples=40)
@given(suite=suites())
def test_what_is_written_fits_the_schema(suite: Suite) -> None:
    """YAML and JSON Lines files are what the published schemas promise."""
    import yaml

    whole = yaml.safe_load(named(PluginGroup.WRITE_SUITE, "yaml").write(suite))
    Draft202012Validator(suite_schema()).validate(whole)
    for line in named(PluginGroup.WRITE_SUITE, "jsonl").write(suite).split("\n")[:-1]:
        Draft202012Validator(item_schema()).validate(json.loads(line))


@pytest.mark.parametrize(
    "change",
    [{"positiv": ["x"]}, {"id": ""}, {"source": " "}, {"positive": [1]}, {"reserved": "yes"}, {"tags": [[]]}],
    ids=str,
)
def test_the_schema_refuses_what_the_reader_refuses(change: dict[str, Any], tmp_path: Path) -> None:
    """A slip is underlined in the editor, and refused when it is read."""
    entry = {"id": "1", "pair": "de-en", "category": "c", "phenomenon": "p", "source": "s", **change}
    assert not Draft202012Validator(item_schema()).is_valid(entry)
    path = tmp_path / "suite.jsonl"
    path.write_text(json.dumps(entry))
    with pytest.raises(LackmusError):
        read_suite(path)


def test_the_schemas_are_schemas() -> None:
    """And they describe what they are for."""
    for schema in (suite_schema(), item_schema()):
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"].startswith("https://json-schema.org/")
