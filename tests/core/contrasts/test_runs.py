"""Queries find keywords, links lead to their counterparts, tests judge them: a whole study in small."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from lackmus.core.base.choices import Fallback, ItemSet, Symmetry
from lackmus.core.base.pairs import Pair
from lackmus.core.contrasts.contrast import Contrast, compiled
from lackmus.core.contrasts.keyword_suites import UnmarkedError, contrast_suite, marked_hits
from lackmus.core.contrasts.runs import Aligned, KeywordLimits, StudyPlan, find, study
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.trees.treebank import Sentence, Treebank, treebank
from tests.studied import clause, infinitive, source

PAIR = Pair("en", "de")


def contrast(name: str, good: str, **more: str) -> Contrast:
    """On the -ing form of “denied leaving”."""
    return compiled(
        name, PAIR, "Gerund", f"EN gerund → {name}", 'k: form~"ing$" and deprel=xcomp', good, **more
    )


DASS = contrast("dass", "child(lemma=dass)")
ZU = contrast("zu", "child(lemma=zu and deprel=mark)")
SOURCES = treebank([source(0), source(1, "asking"), source(2, "waiting")])


def aligned(*translations: tuple[str, list[Sentence | None]], missing: tuple[int, ...] = ()) -> Aligned:
    """Translations by name; the last word of each stands for the keyword unless its number is missing."""
    targets: list[Sentence] = []
    pair_of = {}
    for name, sentences in translations:
        pairs = []
        for one in sentences:
            pairs.append(len(targets) if one is not None else -1)
            targets.append(one or Sentence("", "", ()))
        pair_of[name] = np.array(pairs, dtype=np.int64)
    bank = treebank(targets)
    beside = SOURCES.take(np.tile(np.arange(len(SOURCES)), len(translations)))
    links = [
        (beside.bounds[pair] + 2, bank.bounds[pair + 1] - 1)
        for pair in range(len(targets))
        if bank.lengths[pair]
    ]
    kept = [link for pair, link in enumerate(links) if pair not in missing]
    both = {
        Symmetry.INTERSECTION: np.array(kept, dtype=np.int64).reshape(-1, 2),
        Symmetry.GROW: np.array(links, dtype=np.int64).reshape(-1, 2),
    }
    return Aligned(beside, bank, both, pair_of)


def said(
    found: ContrastStudy, symmetry: Symmetry = Symmetry.INTERSECTION
) -> dict[tuple[str, str], list[str]]:
    """The verdicts of each contrast and translation, in the order of the sentences."""
    rows = found.verdicts.filter(pl.col("symmetry") == symmetry)
    told: dict[tuple[str, str], list[str]] = {}
    for item, system, verdict in rows.select("item", "system", "verdict").iter_rows():
        told.setdefault((item.split("-")[0], system), []).append(verdict)
    return told


def test_a_study_judges_every_keyword_of_every_translation() -> None:
    """Good is a pass, Bad a fail; each contrast looks at the same word with a test of its own."""
    pairs = aligned(
        ("Ahorn", [clause(0), infinitive(1), clause(2)]), ("human", [clause(0), clause(1), infinitive(2)])
    )
    found = study(
        find([DASS, ZU], SOURCES), SOURCES, pairs, ["Ahorn"], ["human"], StudyPlan("small", "en-de")
    )
    assert said(found) == {
        ("dass", "Ahorn"): ["pass", "fail", "pass"],
        ("dass", "human"): ["pass", "pass", "fail"],
        ("zu", "Ahorn"): ["fail", "pass", "fail"],
        ("zu", "human"): ["fail", "fail", "pass"],
    }
    assert found.items["item"].to_list()[:2] == ["dass-s0-3", "dass-s1-3"]
    assert found.items["selected"].all()  # no reference was asked to select


def test_a_reference_selects() -> None:
    """Pre-selected is what the reference has as the contrast expects it; the rest are hits."""
    pairs = aligned(
        ("Ahorn", [clause(0), infinitive(1), clause(2)]), ("human", [clause(0), clause(1), infinitive(2)])
    )
    made = StudyPlan("small", "en-de", selected_by="human")
    found = study(find([DASS, ZU], SOURCES), SOURCES, pairs, ["Ahorn"], ["human"], made)
    assert found.sets == (ItemSet.SELECTED, ItemSet.HITS)
    assert found.chosen(ItemSet.SELECTED)["item"].to_list() == ["dass-s0-3", "dass-s1-3", "zu-s2-3"]
    own = found.verdicts_on(ItemSet.SELECTED).filter(pl.col("system") == "human")
    assert own["verdict"].unique().to_list() == ["pass"]  # by construction


def test_what_is_not_aligned_is_unknown_unless_a_fall_back_helps() -> None:
    """A fall-back belongs to the chosen symmetry, and is named."""
    pairs = aligned(("Ahorn", [clause(0), infinitive(1), clause(2)]), missing=(1,))
    hits = find([DASS], SOURCES)
    plain = study(hits, SOURCES, pairs, ["Ahorn"], [], StudyPlan("small", "en-de"))
    assert said(plain)["dass", "Ahorn"] == ["pass", "warning", "pass"]
    assert said(plain, Symmetry.GROW)["dass", "Ahorn"] == ["pass", "fail", "pass"]
    helped = study(
        hits, SOURCES, pairs, ["Ahorn"], [], StudyPlan("small", "en-de", fallbacks=(Fallback.GROW,))
    )
    assert said(helped)["dass", "Ahorn"] == ["pass", "fail", "pass"]
    by = helped.verdicts.filter(pl.col("symmetry") == Symmetry.INTERSECTION)["found_by"].to_list()
    assert by == ["link", "grow-diag-final-and", "link"]


@pytest.mark.parametrize(
    "translation, reason", [(None, "missing"), (Sentence("s0", "zu lang", ()), "unparsed")]
)
def test_who_wrote_nothing_or_could_not_be_parsed_is_unknown(
    translation: Sentence | None, reason: str
) -> None:
    """And says why."""
    pairs = aligned(("Ahorn", [translation, clause(1), clause(2)]))
    found = study(find([DASS], SOURCES), SOURCES, pairs, ["Ahorn"], [], StudyPlan("small", "en-de"))
    assert found.verdicts.row(0, named=True)["reason"] == reason


def test_evidence_names_the_words_and_the_clause() -> None:
    """By their numbers in the sentence of the target."""
    pairs = aligned(("Ahorn", [clause(0), infinitive(1), clause(2)]))
    found = study(find([DASS], SOURCES), SOURCES, pairs, ["Ahorn"], [], StudyPlan("small", "en-de"))
    first, second, _ = found.verdicts.head(3).iter_rows(named=True)
    assert (first["aligned"], first["clause"], first["found_by"]) == ([6], 6, "link")
    assert (second["aligned"], second["clause"]) == ([5], 5)
    assert found.links_of(1).tolist() == [[2, 5]]


def test_a_test_may_use_words_of_the_source() -> None:
    """“aligned(v)”: the target's governing verb must be the one that translates the source's."""
    governed = compiled(
        "governed",
        PAIR,
        "Gerund",
        "EN gerund → governed",
        'k: form~"ing$" and parent(v: lemma=deny)',
        "parent(aligned(v))",
    )
    pairs = aligned(("Ahorn", [clause(0), infinitive(1), clause(2)]))
    both = pairs.links[Symmetry.INTERSECTION]
    verbs = [(pairs.source.bounds[pair] + 1, pairs.target.bounds[pair] + 1) for pair in (0, 2)]
    more = {Symmetry.INTERSECTION: np.concatenate([both, np.array(verbs, dtype=np.int64)])}
    found = study(
        find([governed], SOURCES),
        SOURCES,
        replace(pairs, links=more),
        ["Ahorn"],
        [],
        StudyPlan("small", "en-de"),
    )
    assert said(found)["governed", "Ahorn"] == ["pass", "fail", "pass"]


@pytest.mark.parametrize(
    "limits, items",
    [
        (KeywordLimits(), ["dass-long-3", "dass-long-5", "dass-s1-3"]),
        (KeywordLimits(longest=4), ["dass-s1-3"]),
        (KeywordLimits(most=1), ["dass-long-3", "dass-s1-3"]),
    ],
)
def test_limits(limits: KeywordLimits, items: list[str]) -> None:
    """Long sentences are passed over, and of one sentence so many keywords are taken."""
    one = source(0)
    extra = one.words[2]._replace(form="singing", start=25, end=32)
    bank = treebank([Sentence("long", f"{one.text} singing", (*one.words, extra)), source(1)])
    assert [hit.item for hit in find([DASS], bank, limits)] == items


def test_sentences_without_a_keyword_are_not_kept() -> None:
    """Nobody would ever look at them; what is left is counted anew."""
    bank = treebank([infinitive(9), source(1)])
    hits = find([DASS], bank)
    pairs = Aligned(
        bank,
        treebank([infinitive(9), clause(1)]),
        {Symmetry.INTERSECTION: np.array([[6 + 2, 6 + 6], [0, 0]])},
        {"Ahorn": np.array([0, 1])},
    )
    found = study(hits, bank, pairs, ["Ahorn"], [], StudyPlan("small", "en-de"))
    assert found.sources.ids == ("s1",) and found.targets.ids == ("s1",)
    assert found.items["sentence"].to_list() == [0]
    assert found.target_of["Ahorn"].tolist() == [0]
    assert found.links.tolist() == [[0, 2, 6]]


# --- as a suite, and back --------------------------------------------------------------------------------


def bank_of(*sentences: Sentence) -> Treebank:
    return treebank(sentences)


def test_keywords_as_a_suite() -> None:
    """Each item is a sentence with its keyword marked, and carries what is needed to find it again."""
    hits = [replace(hit, refined=True if hit.sentence == 1 else None) for hit in find([DASS], SOURCES)]
    suite = contrast_suite("picked", hits, SOURCES)
    first, second, _ = suite.items
    assert (first.id, first.source, first.comment) == (
        "dass-s0-3",
        "She denied leaving early",
        "She denied [leaving] early",
    )
    assert first.tags == ("contrast=dass", "keyword=11-18")
    assert second.tags == ("contrast=dass", "keyword=11-17", "refined")
    (again,) = marked_hits([(second, 1)], SOURCES, {"dass": DASS})
    assert (again.keyword, again.refined, again.contrast) == (2, True, DASS)
    assert again.nodes == {"k": 2}


def test_a_keyword_that_is_not_found_again() -> None:
    """Another tokenisation makes other words: then it is Unknown, and nothing is guessed."""
    (item, *_) = contrast_suite("picked", find([DASS], SOURCES), SOURCES).items
    words = source(0).words
    merged = words[2]._replace(form="leaving early", end=24)
    other = bank_of(Sentence("s0", source(0).text, (*words[:2], merged)))
    (hit,) = marked_hits([(item, 0)], other, {"dass": DASS})
    assert hit.keyword is None
    pairs = Aligned(
        other,
        treebank([clause(0)]),
        {Symmetry.INTERSECTION: np.empty((0, 2), np.int64)},
        {"A": np.array([0])},
    )
    found = study([hit], other, pairs, ["A"], [], StudyPlan("small", "en-de"))
    assert found.verdicts["reason"].to_list() == ["keyword not found"]


@pytest.mark.parametrize(
    "tags, said",
    [
        (("contrast=dass", "keyword=a-b"), "item dass-s0-3: its tag keyword=a-b names no place in it"),
        (("contrast=dass", "keyword=18-11"), "item dass-s0-3: its tag keyword=18-11 names no place in it"),
        (("contrast=dass", "keyword=11-999"), "item dass-s0-3: its tag keyword=11-999 names no place in it"),
        (("contrast=that", "keyword=11-18"), "item dass-s0-3 is of the contrast that. There are dass"),
        (("keyword=11-18",), "item dass-s0-3 is of the contrast (none). There are dass"),
    ],
)
def test_tags_that_mean_nothing(tags: tuple[str, ...], said: str) -> None:
    """Somebody edited the suite: said with the item."""
    (item, *_) = contrast_suite("picked", find([DASS], SOURCES), SOURCES).items
    with pytest.raises(UnmarkedError, match=said.replace("(", r"\(").replace(")", r"\)")):
        marked_hits([(replace(item, tags=tags), 0)], SOURCES, {"dass": DASS})
