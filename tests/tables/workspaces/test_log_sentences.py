"""The log in words."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import lackmus
from lackmus.core.workspaces.history import LogEntry
from lackmus.tables.workspaces.log_sentences import activities

SOURCE = Path(lackmus.__file__).parent


def log(*lines: str) -> list[LogEntry]:
    """Changes, newest first: “Ada review decide”; a star behind it means that it was undone."""
    return [
        LogEntry(
            number=len(lines) - place,
            at="2026-05-04T09:00:00.000000Z",
            person=line.split()[0],
            verb=line.rstrip("*").partition(" ")[2],
            about=f"about {len(lines) - place}",
            comment="why",
            undone_by=99 if line.endswith("*") else None,
        )
        for place, line in enumerate(lines)
    ]


@pytest.mark.parametrize(
    "lines, told",
    [
        ([], []),
        (["Ada review decide"], ["Ada decided about 1"]),
        # What somebody does again and again is told once …
        (["Ada review decide"] * 3, ["Ada decided 3 texts"]),
        (["Ada rule add", "Ada rule add"], ["Ada added 2 rules"]),
        # … but not across others, nor what was undone, nor what is worth a line.
        (
            ["Ada review decide", "Ben review decide", "Ada review decide"],
            ["Ada decided about 3", "Ben decided about 2", "Ada decided about 1"],
        ),
        (["Ada review decide*", "Ada review decide"], ["Ada decided about 2", "Ada decided about 1"]),
        (
            ["Ada outputs import", "Ada outputs import"],
            ["Ada imported outputs: about 2", "Ada imported outputs: about 1"],
        ),
        # A verb that nobody has put into words is said as it is.
        (["Ada moon landing"], ["Ada moon landing: about 1"]),
    ],
)
def test_what_happened_lately(lines: list[str], told: list[str]) -> None:
    assert [f"{one.person} {one.words} {one.about}".strip() for one in activities(log(*lines), 10)] == told


def test_no_more_than_wanted_and_the_latest_first() -> None:
    found = activities(log("Ada undo", "Ben review flag", "Ben review flag", "Ada judge"), 2)
    assert [(one.number, one.many) for one in found] == [(4, 1), (3, 2)]


def test_of_several_no_comment_stands_for_all() -> None:
    one, many = activities(log("Ada undo", "Ben review flag", "Ben review flag"), 5)
    assert (one.comment, many.comment, many.about) == ("why", "", "")


def _verbs() -> set[str]:
    """All verbs that the program can write into a log: whatever it hands on as a `verb`."""
    trees = [ast.parse(path.read_text()) for path in SOURCE.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    takers = {
        one.name: names.index("verb") - names.count("self")
        for one in nodes
        if isinstance(one, ast.FunctionDef) and "verb" in (names := [arg.arg for arg in one.args.args])
    }
    constants = {
        name.id: value
        for tree in trees
        for one in tree.body
        if isinstance(one, ast.Assign)
        for name, value in _assigned(one)
    }
    found: list[ast.expr] = []
    for one in nodes:
        if isinstance(one, ast.Call):
            called = getattr(one.func, "attr", getattr(one.func, "id", ""))
            if called in takers and called not in READERS:
                found += one.args[takers[called] : takers[called] + 1]
                found += [given.value for given in one.keywords if given.arg == "verb"]
        elif isinstance(one, ast.Assign):
            found += [value for name, value in _assigned(one) if name.id == "verb"]
    said = (value for one in found for value in _possible(one, constants))
    return {value for value in said if isinstance(value, str)}


READERS = {"entries", "in_words"}  # they ask for verbs, and write none


def _assigned(one: ast.Assign) -> Iterator[tuple[ast.Name, ast.expr]]:
    for target in one.targets:
        both = (
            isinstance(target, ast.Tuple)
            and isinstance(one.value, ast.Tuple)
            and len(target.elts) == len(one.value.elts)
        )
        pairs = zip(target.elts, one.value.elts, strict=True) if both else [(target, one.value)]  # type: ignore[attr-defined]
        yield from ((name, value) for name, value in pairs if isinstance(name, ast.Name))


def _possible(one: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[object]:
    """What an expression may be, as far as it stands there."""
    if isinstance(one, ast.Constant):
        yield one.value
    elif isinstance(one, ast.IfExp):
        yield from (*_possible(one.body, constants), *_possible(one.orelse, constants))
    elif isinstance(one, ast.Name | ast.Attribute):
        named = constants.get(one.id if isinstance(one, ast.Name) else one.attr)
        if isinstance(named, ast.Constant):
            yield named.value


@pytest.mark.slow
def test_every_verb_of_the_log_is_put_into_words() -> None:
    verbs = _verbs()
    assert {"review decide", "rule restore", "campaign delete", "template unscramble", "undo"} <= verbs
    wordless = [verb for verb in verbs if activities(log(f"Ada {verb}"), 1)[0].words == f"{verb}:"]
    assert wordless == []
