"""Sentences hide among distractors, and their translations find home."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.misalignment import suspicions
from lackmus.core.outputs.outputs import outputs_of
from lackmus.core.outputs.templates import (
    Template,
    TemplateLine,
    make_template,
    template_id,
    template_id_in,
    template_name,
    unscramble,
)
from tests.core.campaigns import suite_of

ITEMS = suite_of("A", items=6).items
NEWS = [f"Nachricht {number}." for number in range(100)]


@pytest.mark.parametrize("factor, distractors", [(0, 0), (0.5, 3), (0.25, 2), (1, 6), (2.5, 15), (10, 60)])
def test_how_many_distractors(factor: float, distractors: int) -> None:
    """So many for each item; halves go up."""
    template = make_template(ITEMS, NEWS, factor, seed=1)
    assert template.distractors == distractors
    assert len(template.lines) == 6 + distractors
    assert template.items == {item.key for item in ITEMS}
    assert len(set(template.sources)) == len(template.lines)


@given(st.randoms(), st.integers(0, 50))
def test_the_same_recipe_gives_the_same_template(random: Random, seed: int) -> None:
    """Neither the order of the suite nor that of the sentences matters."""
    items, news = list(ITEMS), [*NEWS, *NEWS]
    random.shuffle(items)
    random.shuffle(news)
    assert make_template(items, news, 2, seed) == make_template(ITEMS, NEWS, 2, seed)


def test_another_seed_gives_another_template() -> None:
    """Another order, and other distractors."""
    some = [make_template(ITEMS, NEWS, 2, seed) for seed in range(8)]
    assert len({one.lines for one in some}) == 8
    assert len({frozenset(one.sources) for one in some}) > 1


def test_items_stand_anywhere() -> None:
    """Over many seeds an item is as often in the first half as in the second."""
    key = ITEMS[0].key
    places = []
    for seed in range(200):
        lines = make_template(ITEMS, NEWS, 2, seed).lines
        places.append(next(place for place, line in enumerate(lines) if key in line.items))
    assert 70 < sum(place < 9 for place in places) < 130


@pytest.mark.parametrize(
    "distractors",
    [
        ["Satz 1.", "Neu.", "Neu. ", "", "  \t", "\ufeffNeu."],  # a suite sentence, repeats, blank lines
        ["Satz 7.", "Neu."],  # of an item that was not drawn
        ["Satz\u200b 2.", "Neu."],  # nobody sees the difference
    ],
)
def test_what_is_no_distractor(distractors: list[str]) -> None:
    """Only sentences that are not the suite's, each once."""
    template = make_template(ITEMS[:2], distractors, 0.5, avoided=["Satz 7."])
    assert {line.source.strip("\ufeff") for line in template.lines if not line.items} == {"Neu."}
    needed = r"2 distractors are needed \(1 for each of 2 items\), but only 1 different sentences are there"
    with pytest.raises(ValueError, match=needed):
        make_template(ITEMS[:2], distractors, 1, avoided=["Satz 7."])


@pytest.mark.parametrize("factor", [-1, 10.5, float("nan"), float("inf")])
def test_factors_have_bounds(factor: float) -> None:
    """From 0 to 10."""
    with pytest.raises(ValueError, match="is not between 0 and 10"):
        make_template(ITEMS, NEWS, factor)


def test_one_pair_at_a_time() -> None:
    """A system translates from one language into one."""
    with pytest.raises(ValueError, match="no items to hide"):
        make_template([])
    with pytest.raises(ValueError, match="one language pair, not de-en, de-fr"):
        make_template([ITEMS[0], replace(ITEMS[1], pair=Pair("de", "fr"))])


def test_a_sentence_is_one_line() -> None:
    """Line breaks become spaces, and nothing hangs over."""
    broken = replace(ITEMS[0], source=" Ein Satz\nin zwei\u2028Zeilen. ")
    template = make_template([broken], ["Nach\r\nricht."], 1)
    assert sorted(template.sources) == ["Ein Satz in zwei Zeilen.", "Nach richt."]


def test_a_shared_sentence_stands_once() -> None:
    """Two items, one sentence: translated once, and both get it."""
    twin = replace(ITEMS[1], source=f"{ITEMS[0].source} ")
    template = make_template([ITEMS[0], twin])
    assert template.lines == (TemplateLine("Satz 1.", (ITEMS[0].key, twin.key)),)
    outputs = outputs_of([unscramble(template, ["One."], "Linde")])
    assert outputs.rows() == [(ITEMS[0].key, "Linde", "One."), (twin.key, "Linde", "One.")]


@given(st.integers(0, 50), st.integers(0, 10).map(lambda half: half / 2))
def test_there_and_back(seed: int, factor: float) -> None:
    """Every item gets the translation of its own sentence, and no distractor is an output."""
    template = make_template(ITEMS, NEWS, factor, seed)
    hand_in = unscramble(template, [f"EN {source}" for source in template.sources], "Linde", "linde.txt")
    assert (hand_in.system, hand_in.file) == ("Linde", "linde.txt")
    assert hand_in.sources == template.sources
    assert set(outputs_of([hand_in]).rows()) == {(item.key, "Linde", f"EN {item.source}") for item in ITEMS}


def test_a_final_blank_line_is_no_line() -> None:
    """Many editors leave one; a blank translation before it is one all the same."""
    template = make_template(ITEMS[:2])
    assert unscramble(template, ["One.", "Two.", " "]).texts == ["One.", "Two."]
    assert unscramble(template, ["One.", ""]).texts == ["One.", ""]


@pytest.mark.parametrize("texts", [["One."], ["One.", "Two.", "Three."], ["One.", "Two.", "", ""], []])
def test_lines_are_counted(texts: list[str]) -> None:
    """Neither more nor fewer."""
    with pytest.raises(ValueError, match=f"{len(texts)} lines came back, but the template has 2"):
        unscramble(make_template(ITEMS[:2]), texts)


def test_slipped_lines_show_among_distractors() -> None:
    """The whole file is looked at, so a slip is seen however few items there are."""
    slow = [f"{'sehr ' * (n * 7 % 11)}langsam" for n in range(300)]
    news = [f"Am {n}. fuhr Zug {n * 37} {how} nach Ort{n * 13}." for n, how in enumerate(slow)]
    template = make_template(ITEMS, news, 10, seed=4)
    good = [source.replace("fuhr", "went").replace("nach", "to") for source in template.sources]
    assert not suspicions(*_sides(template, good))
    assert suspicions(*_sides(template, [*good[1:], good[0]]))


def _sides(template: Template, texts: list[str]) -> tuple[list[str], list[str]]:
    hand_in = unscramble(template, texts)
    return hand_in.sources, hand_in.texts


@given(st.binary(min_size=8, max_size=32), st.sampled_from(["de-en", "en-zh-Hant", "pt-BR-de"]))
def test_ids_are_found_in_file_names(random_bytes: bytes, pair: str) -> None:
    """Whatever people put around the name."""
    made = template_id(random_bytes)
    assert re.fullmatch("[2-9a-hjkmnp-z]{8}", made)
    name = f"lackmus-{pair}-{made}"
    for said in ("{}", "{}.txt", "{}.hyp.Online-W.txt", "wmt26.{}.xml.gz", "{}-sharktab.txt", "out/{}_run2"):
        assert template_id_in(said.format(name)) == made
    assert template_id_in(name.upper().replace("-", "_")) == made


def test_the_name_of_a_template() -> None:
    """Pair and id."""
    assert template_name(Pair("de", "en"), "k7q2xw4m") == "lackmus-de-en-k7q2xw4m"
    assert template_id_in("lackmus-de-en-k7q2xw4m.txt") == "k7q2xw4m"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "linde.txt",
        "k7q2xw4m.txt",  # might as well be a system's name
        "lackmus-de-en.txt",
        "lackmus-k7q2xw4m.txt",  # no pair
        "lackmus-de-en-k7q2xw4.txt",
        "lackmus-de-en-k7q2xw4m5.txt",
        "lackmus-de-en-k7q2xw4o.txt",  # no such letter
        "blackmus-de-en-k7q2xw4m.txt",
    ],
)
def test_names_without_an_id(name: str) -> None:
    """Better no answer than a wrong one."""
    assert template_id_in(name) is None


def test_ids_need_randomness() -> None:
    """Few bytes would make ids that can be counted."""
    with pytest.raises(ValueError, match="4 random bytes are too few"):
        template_id(b"1234")
    assert len({template_id(number.to_bytes(8)) for number in range(1000)}) == 1000


def test_factors_may_be_exact() -> None:
    """A tenth of fifteen items is one and a half, hence two."""
    assert make_template(suite_of("A", items=15).items, NEWS, 0.1).distractors == 2
