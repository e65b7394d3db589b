"""Groups of systems: means, bests and tests between them, whoever names them."""

import math
from pathlib import Path

import pytest

from lackmus.core.base.choices import By
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import evaluate
from lackmus.core.verdicts.system_groups import grouped
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.groups import groups_of, tags_in
from lackmus.tables.verdicts.groups import groups_in_short, groups_table, groups_values
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Lexical", "Negation/Scope", items=10)
ONE = evaluate(
    SUITE,
    outputs_of_signs(
        SUITE,
        A="+" * 10 + "+" * 10,
        B="+" * 10 + "+" * 8 + "--",
        C="+" * 10 + "-" * 10,
        D="+" * 10 + "-" * 9 + "+",
    ),
)
TAGS = {"A": ["llm", "type=new"], "B": ["llm", "type=new"], "C": ["type=old"], "D": ["rules", "type:old"]}


def test_means_bests_and_tests() -> None:
    found = grouped(ONE, {"high": ("A", "B"), "low": ("C", "D")})
    scope = found.phenomena[1]
    assert scope.mean == {"high": 90, "low": 5} and scope.best == {"high": "A", "low": "D"}
    assert scope.best_accuracy == {"high": 100, "low": 10}
    (test,) = scope.tests
    assert test.difference == 85 and test.p_value is not None and test.significant
    # Nine items speak for the first group; of the tenth both pass a half.
    assert test.p_value == 2 / 2**9
    assert test.corrected is not None and math.isclose(test.corrected, 2 * test.p_value)  # of two phenomena
    assert found.phenomena[0].tests[0].p_value == 1  # all pass
    assert found.averages[Average.MICRO].tests[0].significant
    assert found.averages[Average.CATEGORY_MACRO].tests[0].p_value is None


@pytest.mark.parametrize(
    "asked, named, expected",
    [
        (["llm"], [], {"llm": "AB", "not llm": "CD"}),
        (["llm,rules"], [], {"llm": "AB", "rules": "D"}),
        (["llm", "rules"], [], {"llm": "AB", "rules": "D"}),
        (["type=new", "type=old"], [], {"type=new": "AB", "type=old": "C"}),
        (["type"], [], {"type:old": "D", "type=new": "AB", "type=old": "C"}),
        ([], ["x=A,C"], {"x": "AC", "not x": "BD"}),
        ([], ["x=A", "y=C", "x=B"], {"x": "AB", "y": "C"}),
    ],
)
def test_who_is_in_which_group(asked: list[str], named: list[str], expected: dict[str, str]) -> None:
    found = groups_of(ONE, TAGS, asked, named)
    assert found is not None
    assert {name: "".join(sorted(systems)) for name, systems in found.groups.items()} == expected
    outside = set("ABCD") - set("".join(expected.values()))
    assert set(found.outside) == outside


@pytest.mark.parametrize(
    "asked, named, complaint",
    [
        (
            ["nmt"],
            [],
            "no compared system has the tag nmt. There are llm, rules, type:old, type=new, type=old.",
        ),
        (["llm", "type=new"], [], "A is in two groups, llm and type=new."),
        ([], ["x=A", "y=A"], "A is in two groups, x and y."),
        ([], ["x"], "write NAME=SYSTEM,SYSTEM, not x."),
        ([], ["x=Z"], "there is no system Z."),
        ([], ["x=A,B,C,D"], "not x has no system"),
        (["llm"], ["x=A"], "Choose one."),
    ],
)
def test_what_makes_no_groups(asked: list[str], named: list[str], complaint: str) -> None:
    with pytest.raises(LackmusError) as problem:
        groups_of(ONE, TAGS, asked, named)
    assert complaint in str(problem.value)


def test_no_groups_unless_asked_for() -> None:
    assert groups_of(ONE, TAGS) is None


def test_table_words_and_values() -> None:
    found = groups_of(ONE, TAGS, ["llm,rules"])
    assert found is not None
    table = groups_table(found, By.PHENOMENON, {"A": "Ahorn"})
    assert [name for name, _ in table.heads] == ["", "llm (2)", "rules (1)", "llm − rules"]
    scope = next(row for row in table.rows if row.cells[0].value == "Scope")
    assert [cell.value for cell in scope.cells[1:9]] == [10, 90, 100, "Ahorn", 10, 10, "D", 80]
    said = groups_in_short(found, {"A": "Ahorn", "C": "Cedro"})
    assert said.startswith(
        "llm: 2 systems (Ahorn, B); 95.0 % on average. rules: 1 system (D); 55.0 % on average."
    )
    assert (
        "In no group: Cedro." in said and "more than chance in 1 of 2 categories: Negation (+80.0)." in said
    )
    values = groups_values(found)
    assert values["rows"][1]["tests"][0]["first"] == "llm" and values["outside"] == ["C"]


@pytest.mark.parametrize(
    "name, content",
    [
        ("tags.tsv", "system\ttags\nA\tllm, new\nB\told\n"),
        ("tags.tsv", "A\tllm\tnew\n\nB\told\n"),
        ("tags.csv", 'A,"llm, new"\nB,old\n'),
        ("tags.yaml", "A: [llm, new]\nB: old\n"),
    ],
)
def test_tags_from_files(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    assert tags_in(tmp_path / name) == {"A": ("llm", "new"), "B": ("old",)}


@pytest.mark.parametrize(
    "name, content, complaint",
    [
        ("tags.tsv", "A\n", "line 1: no name or no tag"),
        ("tags.tsv", "A\tx\nA\ty\n", "line 2: A has a line already"),
        ("tags.yaml", "- A\n", "write NAME: [TAG, TAG]"),
        ("tags.yaml", "A: {b: c}\n", "tags are words"),
    ],
)
def test_files_that_tell_no_tags(tmp_path: Path, name: str, content: str, complaint: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(LackmusError) as problem:
        tags_in(tmp_path / name)
    assert complaint in str(problem.value)
