"""The bundled contrasts on gold trees: how many keywords they find, and what the human translators chose."""

# Trees: the parallel PUD treebanks of Universal Dependencies, 1,000 sentences; the “output” is the human
# translation. A thousand pairs are few for an aligner, so many keywords stay Unknown; what is known was read
# by eye, and at least nine of ten verdicts of each contrast were right.

from collections import Counter
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.core.base.choices import Symmetry
from lackmus.core.contrasts.contrast import Contrast
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.trees.matching import Finder
from lackmus.read.conllu import read_conllu
from lackmus.read.contrasts import bundled_contrasts
from lackmus.read.studies import read_study

pytestmark = pytest.mark.real_data

TREEBANKS = {
    "en": "UD_English-PUD/en_pud-ud-test.conllu",
    "cs": "UD_Czech-PUD/cs_pud-ud-test.conllu",
    "de": "UD_German-PUD/de_pud-ud-test.conllu",
    "ru": "UD_Russian-PUD/ru_pud-ud-test.conllu",
}
PAIRS = ("en-cs", "en-de", "en-ru", "cs-en", "de-en")
# Contrast, keywords on the trees of the source, how many are judged at least, and bounds of the share of
# Good in percent. The bounds are wide: they tell a broken test from a better aligner.
ROWS = [
    ("en-cs", "gerund-finite", 198, 140, 34, 54),
    ("en-cs", "gerund-nonfinite", 198, 140, 46, 66),
    ("en-cs", "infinitive-finite", 175, 120, 28, 48),
    ("en-cs", "infinitive-finite-main", 175, 120, 3, 18),
    ("en-cs", "infinitive-nonfinite", 175, 120, 50, 70),
    ("en-cs", "infinitive-subordinate", 175, 120, 18, 38),
    ("en-cs", "gerund-finite-narrow", 150, 100, 33, 53),
    ("en-cs", "gerund-nonfinite-narrow", 150, 100, 10, 28),
    ("en-cs", "infinitive-finite-narrow", 130, 80, 20, 40),
    ("en-cs", "infinitive-nonfinite-narrow", 130, 80, 50, 75),
    ("en-cs", "infinitive-subordinate-narrow", 130, 80, 14, 34),
    ("cs-en", "aby-infinitive", 40, 20, 50, 85),
    ("cs-en", "dropped-pronoun", 212, 100, 70, 95),
    ("cs-en", "noun-gerund", 103, 60, 12, 38),
    ("cs-en", "reflexive-passive", 45, 22, 40, 75),
    ("cs-en", "relative-participle", 224, 110, 3, 18),
    ("de-en", "attribute-clause", 23, 5, 10, 75),
    ("de-en", "dass-that", 85, 20, 25, 65),
    ("de-en", "man-passive", 15, 5, 0, 40),
    ("de-en", "passive-passive", 229, 70, 70, 98),
    ("de-en", "perfekt-past", 75, 15, 30, 75),
    ("de-en", "zu-gerund", 85, 25, 5, 30),
    ("de-en", "zu-infinitive", 85, 25, 50, 85),
    ("en-de", "gerund-clause", 93, 15, 8, 40),
    ("en-de", "gerund-noun", 93, 15, 35, 75),
    ("en-de", "gerund-zu", 93, 15, 8, 45),
    ("en-de", "participle-finite", 53, 5, 50, 90),
    ("en-de", "participle-relative", 27, 2, 60, 100),
    ("en-de", "passive-active", 267, 50, 8, 28),
    ("en-de", "perfect-perfekt", 70, 8, 40, 75),
    ("en-de", "purpose-um-zu", 34, 8, 40, 75),
    ("en-ru", "adverbial-converb", 71, 30, 50, 75),
    ("en-ru", "gerund-finite", 93, 40, 5, 22),
    ("en-ru", "gerund-noun", 93, 40, 37, 60),
    ("en-ru", "participle-participle", 27, 8, 60, 90),
    ("en-ru", "passive-active", 267, 100, 14, 30),
    ("en-ru", "passive-reflexive", 267, 100, 12, 25),
    ("en-ru", "past-perfective", 551, 250, 65, 80),
    ("en-ru", "purpose-chtoby", 34, 15, 38, 65),
]


def contrasts(pair: str) -> dict[str, Contrast]:
    """Return the bundled contrasts of a pair."""
    return {one.name: one for one in bundled_contrasts() if str(one.pair) == pair}


@pytest.fixture(scope="module")
def finders(real_data: Path) -> dict[str, Finder]:
    """The sentences of each language."""
    return {name: Finder(read_conllu(real_data / "ud" / file)) for name, file in TREEBANKS.items()}


@pytest.fixture(scope="module")
def studies(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, ContrastStudy]:
    """All contrasts of a pair, run in one command with the built-in aligner."""
    folder = tmp_path_factory.mktemp("studies")
    found = {}
    for pair in PAIRS:
        source, hyp = (real_data / "ud" / TREEBANKS[language] for language in pair.split("-"))
        file = folder / f"{pair}.jsonl"
        asked = ["contrast", "run", "--pair", pair, "--source", source, "--hyp", hyp, "--study", file]
        asked += ["--contrast", ",".join(contrasts(pair))]  # also those that run only when they are named
        result = CliRunner().invoke(everything(), [*map(str, asked)])
        assert result.exit_code == 0, result.output
        found[pair] = read_study(file)
    return found


@pytest.mark.parametrize("pair", PAIRS)
def test_all_are_here(pair: str) -> None:
    """Each contrast has its row below."""
    assert {name for of, name, *_ in ROWS if of == pair} == set(contrasts(pair))


@pytest.mark.parametrize("pair, name, hits", [row[:3] for row in ROWS])
def test_keywords(pair: str, name: str, hits: int, finders: dict[str, Finder]) -> None:
    """What the source query finds in 1,000 sentences."""
    assert len(finders[pair[:2]].matches(contrasts(pair)[name].source)) == hits


@pytest.mark.parametrize("pair, name, hits, known, least, most", ROWS)
def test_choices(
    pair: str, name: str, hits: int, known: int, least: int, most: int, studies: dict[str, ContrastStudy]
) -> None:
    """All contrasts of a pair run in one command; translators chose as grammars lead one to expect."""
    study = studies[pair]
    items = study.items.filter(pl.col("contrast") == name)
    verdicts = study.verdicts.join(items, on="item", how="semi").filter(
        pl.col("symmetry") == Symmetry.INTERSECTION
    )
    tally = Counter(verdicts["verdict"])
    assert tally.total() == hits
    good, bad = tally["pass"], tally["fail"]
    assert good + bad >= known
    assert least <= 100 * good / (good + bad) <= most


# Words that stand for a keyword, as a reader of both sentences found them: Good ones, then Bad ones.
READ = [
    (
        ("en-de", "gerund-zu"),
        "n01012003 weinen, n01125030 herzustellen, w05010026 anzutreten, w05007080 schaffen",
        "n01087023 gelebt, w02014013 Einführung, n01004009 anwenden, w02004065 Verlassen",
    ),
    (
        ("en-de", "gerund-clause"),
        "n01004009 anwenden, n01087023 gelebt, n05010004 entzogen, n01011011 drückte, w01035080 auftreten",
        "n01063011 bewegen, w02004065 Verlassen, w05007080 schaffen",
    ),
    (
        ("en-de", "gerund-noun"),
        "n01038021 Reduktion, w02004065 Verlassen, n01068029 Austritt, w01099045 Musizieren",
        "n01012003 weinen, n01087023 gelebt, w05010026 anzutreten",
    ),
    (
        ("en-de", "participle-finite"),
        "n01064113 zitiert, w01030095 generiert, n01114012 warnte, w01040104 setzen",
        "w01060039 Verwendung, n01002017 basierend",
    ),
    (
        ("en-de", "participle-relative"),
        "w01045005 besuchten, w01065022 schwören, w01065022 datieren, n01048008 landen",
        "n01101007 schwören, n01112002 herumschwimmenden",
    ),
    (
        ("en-de", "passive-active"),
        "n01020004 gesehen, w01139043 geraten, n03006016 Dürfen, w05003050 durften, w01058009 wendete",
        "w01058009 getötet, w01096013 getötet, w01040100 geschützt, w03008011 vestanden",
    ),
    (
        ("en-de", "perfect-perfekt"),
        "n01033031 gezeigt, n01091019 gebracht, w01048090 angewachsen",
        "w01105054 gespielt, n02024008 zeigt, n02073024 kommen",
    ),
    (
        ("en-de", "purpose-um-zu"),
        "n01034033 sicherzustellen, n01034033 voranzubringen, n01051004 überleben",
        "w01113033 Erwerb, n01038025 auszutreten",
    ),
    (
        ("en-ru", "adverbial-converb"),
        "n01011011 прижав, n01004009 применяя, w01060039 Используя",
        "n01114012 предупредил, w01137087 прохождения",
    ),
    (
        ("en-ru", "gerund-finite"),
        "n05010004 избегала, w02004065 покинуто",
        "n01025025 покупать, n01002017 сокращении, n01011011 прижав",
    ),
    (
        ("en-ru", "gerund-noun"),
        "n01002017 сокращении, n01068029 выход, w01137087 прохождения",
        "n01025025 покупать, n05010004 избегала",
    ),
    (
        ("en-ru", "participle-participle"),
        "w01040102 лежащие, w01045005 посетившие",
        "n01101007 клянутся, w01065022 клялись",
    ),
    (
        ("en-ru", "passive-active"),
        "n01013005 уволили, w01068027 заманили, w01144056 проходила",
        "w01065020 разрушен, w01065019 обсуждается",
    ),
    (
        ("en-ru", "passive-reflexive"),
        "w01065019 обсуждается, n01023020 проводился",
        "w01065020 разрушен, w01068027 заманили",
    ),
    (
        ("en-ru", "past-perfective"),
        "w01106052 схватили, w01144063 получили",
        "n01010042 чувствовал, n01144021 чувствовал",
    ),
    (
        ("en-ru", "purpose-chtoby"),
        "w01113033 купить, w03010096 уйти, n01051004 выжил",
        "n01050006 производства",
    ),
]


@pytest.mark.parametrize("named, good, bad", READ)
def test_read_by_eye(named: tuple[str, str], good: str, bad: str, finders: dict[str, Finder]) -> None:
    """The tests on target words, whatever an aligner makes of them."""
    pair, name = named
    contrast, finder = contrasts(pair)[name], finders[pair[3:]]
    assert contrast.bad is not None
    is_good = finder.mask(contrast.good)
    is_bad = finder.mask(contrast.bad) & ~is_good  # Good comes first
    for words, expected in ((good, (True, False)), (bad, (False, True))):
        for sentence, form in (one.split() for one in words.split(", ")):
            number = finder.bank.ids.index(sentence)
            rows = range(*finder.bank.bounds[number : number + 2].tolist())
            found = [(bool(is_good[row]), bool(is_bad[row])) for row in rows if finder.bank.form[row] == form]
            assert found == [expected], f"{sentence} {form}"
