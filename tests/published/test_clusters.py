"""Published accuracies and item counts give the clusters that were printed with them."""

from dataclasses import dataclass

import pytest

from lackmus.core.base.significance import cluster, z_p_values

# Macketanz et al. 2022, "Linguistically Motivated Evaluation of the 2022
# State-of-the-art Machine Translation Systems for Three Language Directions", Proceedings of the Seventh
# Conference on Machine Translation (WMT22). Percents as printed, with one decimal; the n of an average
# row is the number of all items.
GERMAN_ENGLISH = ("Onl-B", "Onl-W", "LanBr", "Onl-A", "JDExp", "Onl-Y", "PROMT", "Onl-G", "LT22")


@dataclass(frozen=True)
class Row:
    """One average of a published table: percents in the order of its systems, and the printed cluster."""

    name: str
    systems: tuple[str, ...]
    n: int
    percents: tuple[float, ...]
    printed: frozenset[str]


ROWS = [
    Row(
        name="WMT22 German–English, micro-average",
        systems=GERMAN_ENGLISH,
        n=5049,
        percents=(83.1, 84.6, 83.2, 85.7, 83.3, 84.1, 81.8, 84.2, 58.2),
        printed=frozenset({"Onl-A", "Onl-W"}),
    ),
    Row(
        name="WMT22 German–English, category macro-average",
        systems=GERMAN_ENGLISH,
        n=5049,
        percents=(90.1, 90.0, 89.7, 89.6, 89.4, 88.9, 87.7, 87.6, 61.3),
        printed=frozenset({"Onl-B", "Onl-W", "LanBr", "Onl-A", "JDExp"}),
    ),
    Row(  # only the three best of the row are checked: the third is already told apart
        name="WMT22 English–German, micro-average",
        systems=("first", "second", "third"),
        n=3723,
        percents=(97.7, 97.6, 96.9),
        printed=frozenset({"first", "second"}),
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_printed_cluster(row: Row) -> None:
    """The one-tailed Z-test at 95 % with the unpooled error tells apart whom the paper tells apart."""
    p_values = z_p_values([percent / 100 for percent in row.percents], [row.n] * len(row.systems))
    assert set(cluster(row.systems, p_values)) == row.printed
