"""What several tests share: where the published data lies, and a small suite to play with."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from lackmus.core.pairs import Pair
from lackmus.core.suites import Item, Kind, Rule, Side, Suite

# A busy machine is no reason to fail.
settings.register_profile("lackmus", deadline=None)
settings.load_profile("lackmus")

PROJECT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The published suites and outputs: beside the project, or where LACKMUS_REAL_DATA points."""
    folder = Path(os.environ.get("LACKMUS_REAL_DATA", PROJECT.parent / "shared" / "data"))
    if not (folder / "dfki").is_dir():
        pytest.skip(f"no published data at {folder} (set LACKMUS_REAL_DATA to where it is)")
    return folder


@pytest.fixture
def item() -> Item:
    """A word with two readings, of which the context allows one."""
    return Item(
        pair=Pair("de", "en"),
        id="1",
        category="Ambiguity",
        phenomenon="Lexical ambiguity",
        source="Sie sprach von ihrem Mann.",
        rules=(
            Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b"),
            Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b"),
        ),
    )


@pytest.fixture
def suite(item: Item) -> Suite:
    """A suite of that one item."""
    return Suite("small", (item,))
