"""The page about tree queries is true: its queries can be asked, its grammar and picture are up to date."""

import re
import runpy

import pytest

from lackmus.core.trees.conditions import RELATIONS
from lackmus.core.trees.query import DEEPEST, LONGEST, MOST_NAMES, QueryError, compile_query
from lackmus.core.trees.treebank import ATTRIBUTES
from tests.conftest import PROJECT

DOCS = PROJECT / "docs"
PAGE = (DOCS / "queries.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)[^\n]*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("query", [content for language, content in BLOCKS if language == "query"])
def test_every_query_can_be_asked(query: str) -> None:
    """As it stands on the page."""
    compile_query(query)


@pytest.mark.parametrize("cell", re.findall(r"^\| (`.*?`) \|", PAGE, re.MULTILINE))
def test_every_condition_of_the_tables_can_be_asked(cell: str) -> None:
    """In a table a bar is written as \\|; some conditions speak of words that others have named."""
    for condition in re.findall(r"`(.*?)`(?:, |$)", cell.replace("\\|", "|")):
        filled = condition.replace("…", "")
        names = "" if ":" in filled else "k: node(m:) and "
        compile_query(f"{names}{filled}", aligned=True)


def test_the_error_is_the_real_one() -> None:
    """Column, words, and the sign below the query."""
    (shown,) = (content for _, content in BLOCKS if content.startswith("column "))
    with pytest.raises(QueryError) as caught:
        compile_query(shown.splitlines()[1])
    assert shown == f"{caught.value}\n{caught.value.pointed}\n"


def test_limits_and_words_of_the_grammar() -> None:
    """The page names what the program knows."""
    assert f"at most {LONGEST:,} characters, {DEEPEST} levels" in PAGE
    assert f"{MOST_NAMES} names" in PAGE
    (grammar,) = (content for _, content in BLOCKS if content.startswith("query      ="))
    assert all(f'"{word}"' in grammar for word in (*RELATIONS, *ATTRIBUTES))
    assert all(f"`{relation}(…)`" in PAGE for relation in RELATIONS)


def test_the_picture_is_up_to_date() -> None:
    """`python -m docs.make_railroad` draws it anew."""
    drawn = runpy.run_path(str(DOCS / "make_railroad.py"))["picture"]()
    assert (DOCS / "pictures" / "query-grammar.svg").read_text(encoding="utf-8") == drawn
