"""Aliases: the same system always behind the same name, whoever comes later."""

import re

from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.outputs.anonymous_names import aliases


def test_an_alias_is_a_number_that_says_nothing() -> None:
    """Neither the number of the system nor the order in which they came can be read from it."""
    found = aliases("secret", range(1, 51))
    assert all(re.fullmatch(r"System [1-9][0-9]{2}", alias) for alias in found.values())
    assert list(found.values()) != sorted(found.values())


def test_another_workspace_has_other_aliases() -> None:
    """Who has seen the aliases of one workspace knows nothing about another."""
    assert aliases("one", range(1, 20)) != aliases("other", range(1, 20))


@given(st.sets(st.integers(1, 10_000), max_size=200), st.text(min_size=1, max_size=8))
def test_no_two_share_an_alias(systems: set[int], secret: str) -> None:
    """However their numbers clash."""
    found = aliases(secret, systems)
    assert found.keys() == systems
    assert len(set(found.values())) == len(systems)


def test_whoever_comes_later_changes_nothing() -> None:
    """More systems than three digits can name: the first keep theirs, the last get more digits."""
    many = aliases("secret", range(1, 1201))
    for first in (1, 10, 500, 900):
        few = aliases("secret", range(1, first + 1))
        assert few == {system: many[system] for system in few}
    assert len(set(many.values())) == 1200
