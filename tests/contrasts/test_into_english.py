"""The bundled contrasts from Czech and German into English: their keywords, and what is Good or Bad."""

import pytest

from tests.contrasts.judged import answers, bundled, found

# A word is FORM/LEMMA/UPOS/HEAD/RELATION, with features behind a further slash where they matter.
SOURCES = [
    (
        "cs-en",
        "aby-infinitive",
        "Požádal/požádat/VERB/0/root ji/on/PRON/1/obj aby/aby/SCONJ/4/mark přišla/přijít/VERB/1/ccomp",
        "přišla",
    ),
    (
        "cs-en",
        "noun-gerund",
        "Po/po/ADP/2/case přijetí/přijetí/NOUN/4/obl/Gender=Neut zákona/zákon/NOUN/2/nmod/Case=Gen "
        "odešel/odejít/VERB/0/root",
        "přijetí",
    ),
    ("cs-en", "noun-gerund", "Přijetí/přijetí/NOUN/2/nsubj/Gender=Neut trvalo/trvat/VERB/0/root", ""),
    (
        "cs-en",
        "reflexive-passive",
        "Staví/stavět/VERB/0/root se/se/PRON/1/expl:pass škola/škola/NOUN/1/nsubj",
        "Staví",
    ),
    ("cs-en", "reflexive-passive", "Bojí/bát/VERB/0/root se/se/PRON/1/expl:pv psa/pes/NOUN/1/obj", ""),
    (
        "cs-en",
        "dropped-pronoun",
        "Přišla/přijít/VERB/0/root/Tense=Past|VerbForm=Part|Voice=Act domů/domů/ADV/1/advmod",
        "Přišla",
    ),
    (
        "cs-en",
        "dropped-pronoun",
        "Anna/Anna/PROPN/2/nsubj přišla/přijít/VERB/0/root/Tense=Past|VerbForm=Part|Voice=Act",
        "",
    ),
    ("cs-en", "dropped-pronoun", "Pojď/jít/VERB/0/root/Mood=Imp|VerbForm=Fin sem/sem/ADV/1/advmod", ""),
    (
        "cs-en",
        "relative-participle",
        "Žena/žena/NOUN/0/root která/který/DET/3/nsubj/PronType=Rel čeká/čekat/VERB/1/acl:relcl",
        "čeká",
    ),
    (
        "de-en",
        "zu-gerund",
        "Sie/sie/PRON/2/nsubj versuchte/versuchen/VERB/0/root zu/zu/PART/4/mark "
        "schlafen/schlafen/VERB/2/xcomp",
        "schlafen",
    ),
    (
        "de-en",
        "zu-infinitive",
        "Das/der/PRON/4/nsubj ist/sein/AUX/4/cop zu/zu/PART/4/mark lösen/lösen/VERB/0/root",
        "",
    ),
    (
        "de-en",
        "man-passive",
        "Man/man/PRON/2/nsubj baut/bauen/VERB/0/root ein/ein/DET/4/det Haus/Haus/NOUN/2/obj",
        "baut",
    ),
    (
        "de-en",
        "passive-passive",
        "Es/es/PRON/3/nsubj:pass wurde/werden/AUX/3/aux:pass verkauft/verkaufen/VERB/0/root",
        "verkauft",
    ),
    (
        "de-en",
        "perfekt-past",
        "Sie/sie/PRON/3/nsubj hat/haben/AUX/3/aux/Mood=Ind|Tense=Pres gelacht/lachen/VERB/0/root",
        "gelacht",
    ),
    (
        "de-en",
        "perfekt-past",
        "Sie/sie/PRON/3/nsubj hatte/haben/AUX/3/aux/Mood=Ind|Tense=Past gelacht/lachen/VERB/0/root",
        "",
    ),
    (
        "de-en",
        "attribute-clause",
        "Die/der/DET/5/det im/in/ADP/3/case Wald/Wald/NOUN/4/obl gefundenen/gefunden/ADJ/5/amod "
        "Münzen/Münze/NOUN/6/nsubj glänzen/glänzen/VERB/0/root",
        "gefundenen",
    ),
    (
        "de-en",
        "attribute-clause",
        "Die/der/DET/3/det gefundenen/gefunden/ADJ/3/amod Münzen/Münze/NOUN/4/nsubj "
        "glänzen/glänzen/VERB/0/root",
        "",
    ),
    (
        "de-en",
        "dass-that",
        "Er/er/PRON/2/nsubj sagt/sagen/VERB/0/root dass/dass/SCONJ/5/mark es/es/PRON/5/nsubj "
        "regnet/regnen/VERB/2/ccomp",
        "regnet",
    ),
]

TO_COME = "asked/ask/VERB/0/root her/she/PRON/1/obj to/to/PART/4/mark come/come/VERB/1/xcomp/VerbForm=Inf"
COMING = "insisted/insist/VERB/0/root on/on/SCONJ/3/mark coming/come/VERB/1/advcl/VerbForm=Ger"
BUILT = "it/it/PRON/3/nsubj:pass was/be/AUX/3/aux:pass/VerbForm=Fin built/build/VERB/0/root/VerbForm=Part"
BUILD = "they/they/PRON/2/nsubj built/build/VERB/0/root/Tense=Past|VerbForm=Fin"
HAVE_BUILT = "they/they/PRON/3/nsubj have/have/AUX/3/aux/VerbForm=Fin built/build/VERB/0/root/VerbForm=Part"
WORKERS = "workers/worker/NOUN/2/nsubj built/build/VERB/0/root/Tense=Past|VerbForm=Fin"
FOUND = "coins/coin/NOUN/0/root found/find/VERB/1/acl/Tense=Past|VerbForm=Part"
THAT = "coins/coin/NOUN/0/root that/that/PRON/3/nsubj shine/shine/VERB/1/acl:relcl/VerbForm=Fin|Tense=Pres"
SAYS_THAT = (
    "says/say/VERB/0/root that/that/SCONJ/4/mark it/it/PRON/4/nsubj "
    "rains/rain/VERB/1/ccomp/Mood=Ind|VerbForm=Fin"
)
SAYS = "says/say/VERB/0/root it/it/PRON/3/nsubj rains/rain/VERB/1/ccomp/Mood=Ind|VerbForm=Fin"
ATTRIBUTE = "found/find/VERB/2/amod/Tense=Past|VerbForm=Part coins/coin/NOUN/0/root"
TARGETS = [
    ("cs-en", "aby-infinitive", TO_COME, "come", COMING, "coming"),
    ("cs-en", "noun-gerund", COMING, "coming", TO_COME, "come"),
    ("cs-en", "reflexive-passive", BUILT, "built", BUILD, "built"),
    ("cs-en", "dropped-pronoun", BUILD, "built", WORKERS, "built"),
    ("cs-en", "relative-participle", FOUND, "found", THAT, "shine"),
    ("de-en", "zu-gerund", COMING, "coming", TO_COME, "come"),
    ("de-en", "zu-infinitive", TO_COME, "come", COMING, "coming"),
    ("de-en", "man-passive", BUILT, "built", BUILD, "built"),
    ("de-en", "passive-passive", BUILT, "built", BUILD, "built"),
    ("de-en", "passive-passive", FOUND, "found", HAVE_BUILT, "built"),
    ("de-en", "perfekt-past", BUILD, "built", HAVE_BUILT, "built"),
    ("de-en", "attribute-clause", FOUND, "found", ATTRIBUTE, "found"),
    ("de-en", "attribute-clause", THAT, "shine", BUILD, "built"),
    ("de-en", "dass-that", SAYS_THAT, "rains", SAYS, "rains"),
]


def lines(sentence: str) -> str:
    """A tree with a word a line, as the other tests write it."""
    rows = []
    for number, word in enumerate(sentence.split(), 1):
        form, lemma, upos, head, deprel, *feats = word.split("/")
        rows.append(f"{number} {form} {lemma} {upos} {feats[0] if feats else '_'} {head} {deprel}")
    return "\n".join(rows)


@pytest.mark.parametrize("pair, name, source, keyword", SOURCES)
def test_keywords(pair: str, name: str, source: str, keyword: str) -> None:
    """The structure is found, and its neighbours are not."""
    assert found(bundled(pair)[name], lines(source)) == ([keyword] if keyword else [])


@pytest.mark.parametrize("pair, name, good, right, bad, wrong", TARGETS)
def test_answers(pair: str, name: str, good: str, right: str, bad: str, wrong: str) -> None:
    """The expected counterpart is Good, another one Bad."""
    contrast = bundled(pair)[name]
    assert (answers(contrast, lines(good))[right], answers(contrast, lines(bad))[wrong]) == ("good", "bad")


def test_each_contrast_is_tried() -> None:
    """On both sides."""
    there = {(pair, name) for pair in ("cs-en", "de-en") for name in bundled(pair)}
    assert {row[:2] for row in TARGETS} == there
    twins = {("de-en", "zu-infinitive"), ("de-en", "zu-gerund")}  # of the same keywords
    assert {row[:2] for row in SOURCES} | twins == there
