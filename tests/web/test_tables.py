"""Tables of the core on pages: groups of columns and two marks, where a table has them."""

import re

import pytest

from lackmus.tables.table import Table
from lackmus.web.http.answers import _environment
from tests.write.drawn import GROUPED, SENTENCES, TABLE


def drawn(table: Table) -> str:
    """What the macro of the pages makes of a table."""
    return str(_environment().get_template("macros.html").module.table(table))  # type: ignore[attr-defined]


def test_groups_and_their_best() -> None:
    """A line of headings over the headings, a frame for the best of a group, and what it means in words."""
    page = drawn(GROUPED)
    over = re.findall(r'<th scope="colgroup" colspan="(\d)"><span>(.+?)</span>', page)
    assert over == [("3", "baseline"), ("2", "reference-based"), ("1", "reference-free")]
    framed = re.findall(r'<td class="number( best)? best-of-group">([\d.]+)<', page)
    assert framed[:4] == [("", "52.5"), ("", "55.0"), (" best", "89.5"), (" best", "88.8")]
    assert page.count("among the significantly best of its group") == 1


@pytest.mark.parametrize("table", [TABLE, SENTENCES])
def test_nothing_of_it_where_there_are_no_groups(table: Table) -> None:
    """Most tables have neither."""
    page = drawn(table)
    assert table.title.partition(" <")[0] in page
    assert not re.search("colgroup|framed|best-of-group|among", page)
