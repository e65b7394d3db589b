"""A study as tables, in words, and as plain values."""

import json
from dataclasses import replace

import pytest

from lackmus.core.base.choices import Fallback, Intervals, ItemSet, Symmetry, TendencyTable, Test, Testing
from lackmus.core.contrasts.shares import TENDENCY, Tendencies, tendencies
from lackmus.core.contrasts.study import Overall
from lackmus.tables.contrasts.sentences import correlation_said, correlation_sentence, named, set_name
from lackmus.tables.contrasts.share_values import tendency_values
from lackmus.tables.contrasts.shares import lead, tendency_tables
from lackmus.tables.table import Cell, Column, Level, Table, Unit
from tests.studied import FINITE, NONFINITE, small_study
from tests.tallied import PHENOMENA, SYSTEMS, real_life, tallied_study

GERUND, PASSIVE = "EN gerund → CS clause", "EN passive → CS active"
REFINED = {f"gerund-dass-s{number}-3": number != 3 for number in range(4)}


def small(**more: object) -> Tendencies:
    """The small study, with some of it exchanged."""
    return tendencies(replace(small_study(), **more))  # type: ignore[arg-type]


def table_of(name: TendencyTable, found: Tendencies, **labels: str) -> Table:
    (table,) = tendency_tables(found, [name], labels)
    return table


def column(table: Table, name: str, group: str = "") -> list[object]:
    """The values below a heading."""
    (place,) = [
        n for n, one in enumerate(table.columns) if (one.name, one.group) in ((name, group), (name, ""))
    ]
    return [row.cells[place].value for row in table.rows]


def cells(table: Table, name: str, group: str = "") -> dict[object, Cell]:
    """The cells below a heading, by the names of their rows; of equal names the first."""
    (place,) = [n for n, one in enumerate(table.columns) if (one.name, one.group) == (name, group)]
    found: dict[object, Cell] = {}
    for row in table.rows:
        found.setdefault(row.cells[0].value, row.cells[place])
    return found


def said(table: Table) -> str:
    return " ".join(table.notes)


# --- contrasts × systems


def test_contrasts_and_systems() -> None:
    """A row for each contrast, below it systems in their order, then references; sets side by side."""
    table = table_of(TendencyTable.CONTRASTS, tendencies(small_study(refined=REFINED)), Linde="L")
    assert [(one.name, one.group) for one in table.columns] == [
        ("Contrast", ""),
        *((name, "refined") for name in ("n", "Bad", "Good", "Unknown", "Share")),
        *((name, "pre-selected") for name in ("n", "Bad", "Good", "Unknown", "Share")),
    ]
    assert [one.unit for one in table.columns[1:6]] == [Unit.COUNT, *[Unit.PERCENT] * 4]
    assert [(row.cells[0].value, row.level) for row in table.rows] == [
        (FINITE, Level.GROUP),
        ("L", Level.MEMBER),
        ("Ahorn", Level.MEMBER),
        ("Birke", Level.MEMBER),
        ("human (selecting reference)", Level.MEMBER),
        ("second (reference)", Level.MEMBER),
        (NONFINITE, Level.GROUP),
    ]
    ahorn = [cell.value for cell in table.rows[2].cells]
    assert ahorn[1:] == [3, *map(pytest.approx, (100 / 3, 200 / 3, 0.0, 200 / 3)), 4, 25.0, 50.0, 25.0,
                         pytest.approx(200 / 3)]  # fmt: skip
    head = [cell.value for cell in table.rows[0].cells]
    assert head[1:5] == [3, pytest.approx((0 + 100 / 3 + 100) / 3), pytest.approx((100 + 200 / 3) / 3), 0.0]
    assert {row.group for row in table.rows if row.level is Level.MEMBER} == {FINITE}
    assert f"No keyword is left for: {NONFINITE}." in said(table)
    assert table.best_of == "contrast"


def test_without_a_refined_set_hits_stand_beside() -> None:
    """And without a reference that selected there is one set, which needs no name."""
    table = table_of(TendencyTable.CONTRASTS, small())
    assert {one.group for one in table.columns} == {"", "pre-selected", "hits"}
    alone = small(selected_by="")
    assert {one.group for one in table_of(TendencyTable.CONTRASTS, alone).columns} == {""}
    assert set_name(alone, ItemSet.SELECTED) == "hits"


def test_marks() -> None:
    """Bad, Good and Share out of order, up or down; good by construction; the best of the contrast."""
    counts = {
        GERUND: {"A": (50, 50, 0), "B": (90, 10, 0), "C": (80, 20, 0), "ref": (100, 0, 0)},
        PASSIVE: {"A": (100, 0, 0), "B": (50, 50, 0), "C": (40, 60, 0), "ref": (100, 0, 0)},
    }
    found = tendencies(tallied_study(counts, ["ref"], "ref"))
    assert found.systems == ("A", "B", "C")
    table = table_of(TendencyTable.CONTRASTS, found)
    shares = cells(table, "Share", "pre-selected")
    assert {name: cell.mark for name, cell in shares.items() if cell.mark} == {
        "A": "↓",
        "ref (selecting reference)": "°",
    }
    assert [name for name, cell in shares.items() if cell.best] == ["B"]
    assert {name: cell.mark for name, cell in cells(table, "Bad", "pre-selected").items() if cell.mark} == {
        "A": "↑"
    }
    plain = table_of(
        TendencyTable.CONTRASTS, tendencies(tallied_study({PASSIVE: counts[PASSIVE]}, ["ref"], "ref"))
    )
    assert dict(plain.legend).keys() == {"°"}  # what does not occur is not explained
    assert not any(cell.mark or cell.best for cell in cells(table, "Unknown", "pre-selected").values())


def test_bad_and_good_out_of_sequence() -> None:
    """As ∧ in table 2 of the paper: Bad should rise, Good fall; in the means, too; of references nothing."""
    counts = {
        GERUND: {"A": (40, 10, 50), "B": (45, 30, 25), "C": (60, 40, 0), "ref": (1, 99, 0)},
        PASSIVE: {"A": (90, 10, 0), "B": (20, 5, 75), "C": (35, 65, 0), "ref": (1, 99, 0)},
    }
    found = tendencies(tallied_study(counts, ["ref"]))
    assert found.systems == ("A", "B", "C")
    table = table_of(TendencyTable.CONTRASTS, found)
    places = {name: [one.name for one in table.columns].index(name) for name in ("Bad", "Good", "Share")}
    marked = {
        (row.group, str(row.cells[0].value), name): row.cells[place].mark
        for row in table.rows
        for name, place in places.items()
        if row.cells[place].mark
    }
    assert marked == {
        (GERUND, "B", "Good"): "↑",
        (GERUND, "C", "Good"): "↑",
        (PASSIVE, "B", "Bad"): "↓",
        (PASSIVE, "C", "Good"): "↑",
        ("Mean of the contrasts", "C", "Good"): "↑",
    }
    assert dict(table.legend).keys() == {"↑", "↓"}
    assert "and Bad rise. What does not is out of sequence" in said(table)
    first, second = tendency_values(found)["sets"]["pre-selected"]["contrasts"]
    assert (first["bad_out_of_order"], first["good_out_of_order"]) == ({}, {"B": "higher", "C": "higher"})
    assert (second["bad_out_of_order"], second["good_out_of_order"]) == ({"B": "lower"}, {"C": "higher"})


def test_hits_are_nobodys_choice() -> None:
    """There the selecting reference is measured like everybody."""
    table = table_of(TendencyTable.CONTRASTS, small())
    human = "human (selecting reference)"
    assert cells(table, "Share", "pre-selected")[human].mark == "°"
    assert cells(table, "Share", "hits")[human].mark == ""


def test_means_close_the_table() -> None:
    """By them systems are ordered; every contrast weighs the same, and n is the sum."""
    found = tendencies(real_life())
    table = table_of(TendencyTable.CONTRASTS, found)
    last = [row for row in table.rows if row.group == "Mean of the contrasts"]
    assert [row.cells[0].value for row in last][:10] == list(found.systems)
    means = [row.cells[5].value for row in last[:10]]
    assert means == [found.leading.means[system] for system in found.systems]
    assert means == sorted(means, reverse=True)  # type: ignore[type-var]
    assert last[0].cells[1].value == found.study.chosen(ItemSet.REFINED).height
    (head,) = [row for row in table.rows if row.cells[0].value == "Mean of the contrasts"]
    assert head.cells[5].value == pytest.approx(sum(means) / 10)  # type: ignore[arg-type]


def test_one_system_is_no_cluster() -> None:
    """And stands in no order."""
    table = table_of(TendencyTable.CONTRASTS, small(systems=("Ahorn",)))
    assert not table.ranked
    assert "cannot be told" not in said(table)


def test_intervals_if_asked() -> None:
    """Beside the shares of systems."""
    found = tendencies(small_study(), Testing(intervals=Intervals.WILSON))
    shares = cells(table_of(TendencyTable.CONTRASTS, found), "Share", "pre-selected")
    assert [name for name, cell in shares.items() if cell.interval] == ["Linde", "Ahorn", "Birke"]


def test_a_study_without_systems_or_verdicts() -> None:
    """Every table can be made, and says what is missing."""
    study = small_study()
    nothing = {"items": study.items.clear(), "verdicts": study.verdicts.clear()}
    empty = small(**nothing, systems=(), scores=())
    for found in (empty, small(**nothing), small(systems=()), small(scores=())):
        tables = tendency_tables(found, list(TendencyTable))
        assert len(tables) == len(TendencyTable)
        json.dumps(tendency_values(found), allow_nan=False)
    assert "No verdict is known" in lead(empty)


# --- the other tables


def test_systems() -> None:
    """Means of all sets, counts, wins, and the shares of all contrasts in heat colours."""
    table = table_of(TendencyTable.SYSTEMS, small())
    assert column(table, "System")[:3] == ["Linde", "Ahorn", "Birke"]
    assert column(table, "pre-selected", "mean share") == [
        75.0, pytest.approx(200 / 3), 25.0, 100.0, pytest.approx(200 / 3),
    ]  # fmt: skip
    assert column(table, "hits", "mean share") == [50.0] * 5
    counts = "pre-selected keywords"
    assert column(table, "Good", counts) == [3, 2, 1, 4, 2]
    assert column(table, "Unknown %", counts) == [0.0, 25.0, 0.0, 0.0, 25.0]
    assert column(table, "Best", counts) == [1, 1, 1, None, None]
    heat = [one for one in table.columns if one.heat]
    assert [one.name for one in heat] == [FINITE, NONFINITE]
    assert column(table, NONFINITE, heat[1].group) == [None] * 5
    assert cells(table, "pre-selected", "mean share")["human (selecting reference)"].mark == "°"
    alone = table_of(TendencyTable.SYSTEMS, small(systems=("Ahorn",)))
    assert "Best" not in [one.name for one in alone.columns]


def test_unknown() -> None:
    """Only reasons that occur, and by which way words were found."""
    table = table_of(TendencyTable.UNKNOWN, small())
    assert [(one.name, one.group) for one in table.columns[4:]] == [
        ("not aligned", "Unknown because"),
        ("link", "word found by"),
    ]
    assert column(table, "not aligned", "Unknown because") == [0, 1, 0, 0, 1]
    assert column(table, "link", "word found by") == [4, 3, 4, 4, 3]
    assert "Fall-backs where they have no word for a keyword: none." in said(table)
    tried = table_of(TendencyTable.UNKNOWN, small(fallbacks=(Fallback.GROW, Fallback.CLAUSE)))
    assert "grow-diag-final-and, clause" in said(tried)


def test_alignment() -> None:
    """The chosen links first, the others with the difference in points, the mean over systems last."""
    table = table_of(TendencyTable.ALIGNMENT, small())
    grow = "grow-diag-final-and"
    assert [(one.name, one.group) for one in table.columns[1:]] == [
        ("Share", "intersection (chosen)"),
        ("Unknown", "intersection (chosen)"),
        ("Share", grow),
        ("Unknown", grow),
        ("Change", grow),
    ]
    assert column(table, "Change", grow)[:3] == [0.0, pytest.approx(-50 / 3), 0.0]
    assert table.rows[-1].level is Level.AVERAGE
    assert column(table, "Change", grow)[-1] == pytest.approx(-50 / 9)
    other = table_of(TendencyTable.ALIGNMENT, small(symmetry=Symmetry.GROW))
    assert other.columns[1].group == f"{grow} (chosen)"
    tried = small(fallbacks=(Fallback.CLAUSE,))
    assert "Fall-backs (clause) are left out here: links are compared with links." in said(
        table_of(TendencyTable.ALIGNMENT, tried)
    )


def test_one_symmetry_alone() -> None:
    """There is nothing to compare, and that is said."""
    study = small_study()
    one = replace(study, verdicts=study.verdicts.filter(symmetry=str(Symmetry.INTERSECTION)))
    table = table_of(TendencyTable.ALIGNMENT, tendencies(one))
    assert "Change" not in [column.name for column in table.columns]
    assert "one kind of links only" in said(table)


def test_correlation() -> None:
    """A row for each score and set; where there is no rho, why."""
    scores = (
        *small_study().scores,
        Overall("TER", {"Ahorn": 50.0, "Birke": 60.0}, "ter|v:2", higher=False),
        Overall("flat", {"Ahorn": 1.0, "Birke": 1.0, "Linde": 1.0}),
    )
    table = table_of(TendencyTable.CORRELATION, small(scores=scores))
    assert [[cell.value for cell in row.cells] for row in table.rows] == [
        ["BLEU", "pre-selected", 3, 1.0, None, None, pytest.approx(1 / 3), "all 6 orders"],
        ["TER", "pre-selected", 2, None, None, None, None, "only 2 of at least 3 systems have both"],
        ["flat", "pre-selected", 3, None, None, None, None, "all systems have the same value"],
    ]
    notes = said(table)
    assert "keywords selected by human, links by intersection, fall-backs: none" in notes
    assert "TER (lower is better, so a negative ρ is agreement): ter|v:2" in table.notes
    assert "BLEU: bleu|v:2" in table.notes
    assert "all resamples have the same ρ" in notes


def test_a_score_by_the_selecting_reference_is_circular() -> None:
    """It is said in the table, in words and in JSON; by another reference, and on all hits, it is not."""
    values = small_study().scores[0].values
    found = small(
        scores=(
            Overall("BLEU", values, references=("human",)),
            Overall("chrF", values, references=("second",)),
            Overall("people", values),
        )
    )
    table = table_of(TendencyTable.CORRELATION, found)
    assert [row.cells[0].value for row in table.rows] == ["BLEU (circular)", "chrF", "people"]
    assert "Circular: BLEU rests on human, the reference that selected the keywords." in said(table)
    assert [one["circular"] for one in tendency_values(found)["correlations"]] == ["human", None, None]
    told = [correlation_sentence(one, found.testing) for one in found.correlated]
    assert ["rests on human, which selected the keywords" in one for one in told] == [True, False, False]
    unselected = tendencies(replace(small_study(), selected_by="", scores=found.study.scores))
    assert [one.circular for one in unselected.correlated] == ["", "", ""]


def test_no_score_is_known() -> None:
    """Then there is no row, and a word about it."""
    table = table_of(TendencyTable.CORRELATION, small(scores=()))
    assert table.rows == ()
    assert "No overall score of the systems is known." in table.notes


# --- what is said


@pytest.mark.parametrize("name", TendencyTable)
def test_every_report_says_that_it_shows_a_tendency(name: TendencyTable) -> None:
    """Before anything else, then what the study itself has to say and who selected."""
    table = table_of(name, small())
    assert table.notes[0].startswith(TENDENCY)
    assert table.notes[1] == "4 pairs are few."
    assert "were selected by what reference human has for them" in table.notes[2]
    assert table.notes[3].startswith("second: what another human translator chose")
    assert table.signature == small().signature


def test_what_concerns_all_tables_is_said_once() -> None:
    """At the first of them."""
    first, *others = tendency_tables(small(), list(TendencyTable))
    assert TENDENCY in said(first)
    assert others
    assert not any(TENDENCY in said(table) or "few" in table.notes for table in others)


def test_lead() -> None:
    """How much, from whom to whom, how much of it nobody knows, and what goes with it."""
    told = lead(small(), {"Linde": "L"})
    assert told.startswith(
        f"{TENDENCY} 4 keywords (pre-selected; 8 hits) of 2 contrasts, 3 systems. Mean share of Good: from "
        "75.0 % (L) to 25.0 % (Birke). Unknown: from 0.0 % (L) to 25.0 % (Ahorn) of a system's keywords."
    )
    assert told.endswith("p = 0.333, 3 systems; that may well be chance.")
    one = lead(tendencies(tallied_study({GERUND: {"A": (3, 1, 1)}})))
    assert "5 keywords (hits) of 1 contrast, 1 system. Mean share of Good: 75.0 % (A)." in one
    assert "Unknown: 20.0 % of a system's keywords." in one


@pytest.mark.parametrize(
    "turned, higher, said",
    [(False, True, "more often"), (True, True, "less often"), (True, False, "more often")],
)
def test_what_a_correlation_says(turned: bool, higher: bool, said: str) -> None:
    """Better systems choose the counterpart more often, or less; lower scores may be the better ones."""
    shares = {name: (10 * place + 5, 95 - 10 * place, 0) for place, name in enumerate("ABCDEFGH")}
    order = [1, 0, 2, 3, 4, 5, 6, 7]
    values = {name: float(-place if turned else place) for name, place in zip("ABCDEFGH", order, strict=True)}
    found = tendencies(tallied_study({GERUND: shares}, scores=[Overall("X", values, higher=higher)]))
    told = correlation_sentence(found.correlated[0], found.testing)
    assert told.endswith(f"systems that are better by X choose the counterpart {said}.")
    assert ("ρ = −0.98" if turned else "ρ = 0.98") in told
    assert "p < 0.001, 8 systems" in told


def test_no_correlation_in_words() -> None:
    """Nothing but the reason."""
    found = small(scores=(Overall("BLEU", {"Ahorn": 1.0}),))
    assert correlation_said(found.correlated[0].correlation) == "no ρ: only 1 of at least 3 systems have both"


@pytest.mark.parametrize(
    "test, words",
    [
        (Test.Z, "a one-tailed Z-test at 95 %"),
        (Test.MCNEMAR, "exact one-tailed McNemar on the keywords known for all systems"),
        (Test.BOOTSTRAP, "a paired bootstrap on the keywords known for all systems"),
    ],
)
def test_the_test_is_named(test: Test, words: str) -> None:
    """In the table whose best it tells."""
    found = tendencies(small_study(), Testing(test=test, samples=50))
    assert words in said(table_of(TendencyTable.CONTRASTS, found))


def test_references_without_a_selection() -> None:
    """They measure the detector."""
    notes = said(table_of(TendencyTable.CONTRASTS, small(selected_by="")))
    assert "human, second: what human translators chose" in notes
    assert "Where sentences were selected by hand, it should reach 100 %." in notes
    assert named(small(selected_by=""), "human", {"human": "H"}) == "H (reference)"


# --- columns and values


def test_names_of_columns_that_are_alike() -> None:
    """Where a format has one line of headings, the group tells them apart; else names stay as they are."""
    alike = (
        Column("Name"),
        Column("Share", group="refined"),
        Column("Share", group="hits"),
        Column("n", group="x"),
    )
    assert Table("T", alike, (), "s").names == ("Name", "Share (refined)", "Share (hits)", "n")


def test_plain_values() -> None:
    """All of it, as JSON can hold it, numbers not rounded."""
    found = tendencies(small_study(refined=REFINED))
    values = json.loads(json.dumps(tendency_values(found, {"Linde": "L"}), allow_nan=False))
    assert (values["study"], values["pair"], values["selected_by"]) == ("small", "en-de", "human")
    assert values["tendency"] == TENDENCY
    assert values["systems"] == ["Linde", "Ahorn", "Birke"]
    assert values["items"] == {"refined": 3, "pre-selected": 4, "hits": 8}
    assert list(values["sets"]) == ["refined", "pre-selected", "hits"]
    first = values["sets"]["pre-selected"]["contrasts"][0]
    assert first["phenomenon"] == FINITE
    assert first["tallies"]["Ahorn"] == {"total": 4, "good": 2, "bad": 1, "unknown": 1, "share": 200 / 3}
    assert first["best"] == ["Ahorn", "Birke", "Linde"]
    assert first["mean"] == pytest.approx((75 + 200 / 3 + 25) / 3)
    assert values["sets"]["hits"]["contrasts"][1]["out_of_order"] == {"Ahorn": "higher", "Birke": "higher"}
    assert values["sets"]["hits"]["by_construction"] == []
    assert values["sets"]["refined"]["by_construction"] == ["human"]
    assert values["sets"]["pre-selected"]["overall"]["second"] == {
        "mean_share": 200 / 3, "good": 2, "bad": 1, "unknown": 1, "unknown_percent": 25.0,
    }  # fmt: skip
    assert values["symmetries"]["grow-diag-final-and"]["Ahorn"]["unknown"] == 0
    assert values["unknown"]["Ahorn"] == {"reasons": {}, "found_by": {"link": 3}}
    (bleu, _) = values["correlations"]
    assert (bleu["score"], bleu["set"], bleu["n"], bleu["exact"]) == ("BLEU", "refined", 3, True)
    assert bleu["points"]["Birke"] == {"mean_share": pytest.approx(0.0), "score": 19.5}


def test_as_many_as_there_are() -> None:
    """Ten systems, five contrasts and two references give one row each, five times, and their means."""
    table = table_of(TendencyTable.CONTRASTS, tendencies(real_life()))
    assert len(table.rows) == (len(PHENOMENA) + 1) * (1 + len(SYSTEMS) + 2)
