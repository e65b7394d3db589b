"""What stands for keywords: which word is of which kind, and how often everybody has which."""

import json
from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.base.choices import TendencyTable
from lackmus.core.contrasts.counterparts import Counterpart, WordKinds, counterparts
from lackmus.core.contrasts.shares import tendencies
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.trees.treebank import Sentence, Word, treebank
from lackmus.tables.contrasts.share_values import tendency_values
from lackmus.tables.contrasts.shares import tendency_tables
from lackmus.tables.table import Level
from tests.studied import small_study

FIN, INF, PART = "VerbForm=Fin", "VerbForm=Inf", "VerbForm=Part"


def tree(*rows: tuple[str, str, str, int, str]) -> Sentence:
    """Words as form, upos, feats, head, deprel."""
    words = [Word(form, form, upos, "_", feats, head, rel, 0, 0) for form, upos, feats, head, rel in rows]
    return Sentence("s", "", tuple(words))


DASS = (
    ("Sie", "PRON", "_", 2, "nsubj"),
    ("sagt", "VERB", FIN, 0, "root"),
    ("dass", "SCONJ", "_", 4, "mark"),
    ("kommt", "VERB", FIN, 2, "ccomp"),
    ("und", "CCONJ", "_", 6, "cc"),
    ("bleibt", "VERB", FIN, 4, "conj"),
)
GELESEN = (
    ("Es", "PRON", "_", 3, "nsubj"),
    ("wird", "AUX", FIN, 3, "aux:pass"),
    ("gelesen", "VERB", PART, 0, "root"),
    ("und", "CCONJ", "_", 5, "cc"),
    ("gefeiert", "VERB", PART, 3, "conj"),
)
OTHERS = (
    ("zu", "PART", "_", 2, "mark"),
    ("gehen", "VERB", INF, 0, "root"),
    ("čtoucí", "ADJ", PART, 2, "obl"),
    ("čtení", "NOUN", "VerbForm=Vnoun", 2, "obl"),
    ("Lektüre", "NOUN", "_", 2, "obl"),
    ("schnell", "ADV", "_", 2, "advmod"),
    ("pomocí", "ADP", "_", 5, "case"),
    ("читая", "VERB", "VerbForm=Conv", 2, "advcl"),
    ("reading", "VERB", "VerbForm=Ger", 2, "advcl"),
    ("rot", "ADJ", "_", 5, "amod"),
    ("drei", "NUM", "_", 5, "nummod"),
)


@pytest.mark.parametrize(
    "rows, words, kind",
    [
        (DASS, [1], "finite clause"),
        (DASS, [3], "subordinate clause"),
        (DASS, [5], "subordinate clause"),  # a conjunct stands where the first one does
        (GELESEN, [2], "finite clause"),
        (GELESEN, [1], "finite clause"),  # an auxiliary stands for its predicate
        (GELESEN, [4], "finite clause"),  # and serves two alike
        (OTHERS, [1], "infinitive"),
        (OTHERS, [2], "participle"),
        (OTHERS, [3], "verbal noun"),
        (OTHERS, [4], "noun"),
        (OTHERS, [5], "adverb"),
        (OTHERS, [6], "adposition"),
        (OTHERS, [7], "converb"),
        (OTHERS, [8], "gerund"),
        (OTHERS, [9], "adjective"),
        (OTHERS, [10], "other word"),
        (OTHERS, [4, 1], "infinitive"),  # of several words the kind that stands first
    ],
)
def test_kinds(rows: tuple[tuple[str, str, str, int, str], ...], words: list[int], kind: str) -> None:
    assert WordKinds(treebank([tree(*rows)])).of(0, words) == kind


def finite_study() -> ContrastStudy:
    """The small study, in which the words of clauses are finite and those of infinitives are not."""
    study = small_study()
    targets = [study.targets.sentence(number) for number in range(len(study.targets))]
    feats = {"ging": FIN, "gehen": INF}
    marked = [
        replace(one, words=tuple(word._replace(feats=feats.get(word.form, "_")) for word in one.words))
        for one in targets
    ]
    return replace(study, targets=treebank(marked))


def test_how_often() -> None:
    """Two contrasts ask about the same four keywords, and each counts once."""
    (gerund,) = counterparts(finite_study())
    assert (gerund.category, gerund.keywords) == ("Gerund", 4)
    assert list(gerund.counts) == [Counterpart.SUBORDINATE, Counterpart.INFINITIVE, Counterpart.UNALIGNED]
    assert gerund.counts[Counterpart.SUBORDINATE] == {
        "Ahorn": 2,
        "Birke": 1,
        "Linde": 3,
        "human": 4,
        "second": 2,
    }
    assert gerund.counts[Counterpart.INFINITIVE] == {"Ahorn": 1, "Birke": 3, "Linde": 1, "second": 1}
    assert gerund.percent(Counterpart.INFINITIVE, "Birke") == 75.0
    assert (gerund.found("Ahorn"), gerund.found("human")) == (75.0, 100.0)


def test_what_a_person_dropped_does_not_count() -> None:
    """It is no example of the structure."""
    study = finite_study()
    dropped = study.items.with_columns(pl.when(pl.col("sentence") == 0).then(False).alias("refined"))
    (gerund,) = counterparts(replace(study, items=dropped))
    assert gerund.keywords == 3


@pytest.mark.parametrize("details", [True, False])
def test_the_table(details: bool) -> None:
    """A row for the structure and one for each kind; examples have whole sentences where there is room."""
    (table,) = tendency_tables(
        tendencies(finite_study()), [TendencyTable.COUNTERPARTS], {"Linde": "L"}, details
    )
    assert [column.name for column in table.columns] == [
        *("Counterpart", "n", "Mean", "L", "Ahorn", "Birke", "human", "second", "Example"),
        *(("Source", "Translation") if details else ()),
    ]
    assert [(row.cells[0].value, row.level) for row in table.rows] == [
        ("Gerund", Level.GROUP),
        *((name, Level.MEMBER) for name in ("subordinate clause", "infinitive", "nothing aligned")),
    ]
    infinitive = [cell.value for cell in table.rows[2].cells]
    assert infinitive[1:8] == [4, pytest.approx(500 / 12), 25.0, 25.0, 75.0, 0.0, 25.0]
    assert infinitive[8] == "asking → gehen"
    if details:
        assert infinitive[9:] == ["She denied [asking] early", "Birke: Sie bestritt , früh zu [gehen]"]
    assert table.rows[3].cells[8].value is None


def test_values() -> None:
    """Counts for programs, as JSON can hold them."""
    values = json.loads(json.dumps(tendency_values(tendencies(finite_study()))))["counterparts"]
    (gerund,) = values
    assert (gerund["category"], gerund["keywords"]) == ("Gerund", 4)
    clause = gerund["counterparts"][0]
    assert clause["kind"] == "subordinate clause" and clause["counts"]["human"] == 4
    assert clause["example"]["words"] == "asking → ging" and "[ging]" in clause["example"]["translation"]
    assert gerund["counterparts"][-1]["example"] is None
