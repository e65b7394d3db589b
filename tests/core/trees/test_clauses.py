"""Clauses: whose clause a word belongs to, and which words are finite."""

import pytest

from lackmus.core.trees.clauses import clause_heads, finite_by_itself, finite_words
from lackmus.core.trees.treebank import treebank
from tests.core.small_trees import bank_of

# She has decided to leave, knowing that it was late.
KNOWING = """
1 She she PRON _ 3 nsubj
2 has have AUX Mood=Ind|Tense=Pres|VerbForm=Fin 3 aux
3 decided decide VERB Tense=Past|VerbForm=Part 0 root
4 to to PART _ 5 mark
5 leave leave VERB VerbForm=Inf 3 xcomp
6 , , PUNCT _ 7 punct
7 knowing know VERB VerbForm=Ger 3 advcl
8 that that SCONJ _ 11 mark
9 it it PRON _ 11 nsubj
10 was be AUX Mood=Ind|Tense=Past|VerbForm=Fin 11 cop
11 late late ADJ Degree=Pos 7 ccomp
"""
# The burning house was sold and rebuilt, said Ann.
HOUSE = """
1 The the DET _ 3 det
2 burning burn VERB VerbForm=Ger 3 amod
3 house house NOUN _ 5 nsubj:pass
4 was be AUX Mood=Ind|VerbForm=Fin 5 aux:pass
5 sold sell VERB Tense=Past|VerbForm=Part 0 root
6 and and CCONJ _ 7 cc
7 rebuilt rebuild VERB Tense=Past|VerbForm=Part 5 conj
8 , , PUNCT _ 5 punct
9 said say VERB Mood=Ind|Tense=Past|VerbForm=Fin 5 parataxis
10 Ann Ann PROPN _ 9 nsubj
"""
# Řekl , že přijde a zůstane .
CZECH = """
1 Řekl říci VERB Gender=Masc|Tense=Past|VerbForm=Part|Voice=Act 0 root
2 , , PUNCT _ 4 punct
3 že že SCONJ _ 4 mark
4 přijde přijít VERB Mood=Ind|Tense=Pres|VerbForm=Fin 1 ccomp
5 a a CCONJ _ 6 cc
6 zůstane zůstat VERB Mood=Ind|Tense=Pres|VerbForm=Fin 4 conj
7 . . PUNCT _ 1 punct
"""
# Dopis byl napsán a odeslán , aby ji potěšil : participles are adjectives, “aby” holds an auxiliary.
LETTER = """
1 Dopis dopis NOUN Case=Nom 3 nsubj:pass
2 byl být AUX Tense=Past|VerbForm=Part|Voice=Act 3 aux:pass
3 napsán napsaný ADJ Variant=Short|VerbForm=Part|Voice=Pass 0 root
4 a a CCONJ _ 5 cc
5 odeslán odeslaný ADJ Variant=Short|VerbForm=Part|Voice=Pass 3 conj
6 , , PUNCT _ 10 punct
7 aby aby SCONJ _ 10 mark
8 by být AUX Mood=Cnd|VerbForm=Fin 10 aux
9 ji on PRON Case=Acc 10 obj
10 potěšil potěšit VERB Tense=Past|VerbForm=Part|Voice=Act 3 advcl
"""
# Er konnte kommen und bleiben , ohne zu fragen : this treebank gives moods and no verb forms.
GERMAN = """
1 Er er PRON _ 3 nsubj
2 konnte können AUX Mood=Ind|Tense=Past 3 aux
3 kommen kommen VERB _ 0 root
4 und und CCONJ _ 5 cc
5 bleiben bleiben VERB _ 3 conj
6 , , PUNCT _ 9 punct
7 ohne ohne SCONJ _ 9 mark
8 zu zu PART _ 9 mark
9 fragen fragen VERB _ 3 advcl
"""
# Он врач и не спит .
DOCTOR = """
1 Он он PRON Case=Nom 2 nsubj
2 врач врач NOUN Case=Nom 0 root
3 и и CCONJ _ 5 cc
4 не не PART Polarity=Neg 5 advmod
5 спит спать VERB Mood=Ind|Tense=Pres|VerbForm=Fin 2 conj
"""
# A quiet morning , and it rains : the first part has no verb.
MORNING = """
1 A a DET _ 3 det
2 quiet quiet ADJ _ 3 amod
3 morning morning NOUN _ 0 root
4 , , PUNCT _ 7 punct
5 and and CCONJ _ 7 cc
6 it it PRON _ 7 nsubj
7 rains rain VERB Mood=Ind|VerbForm=Fin 3 conj
"""
# It had rained and to walk : the second is no participle and shares no auxiliary.
WET = """
1 It it PRON _ 3 nsubj
2 had have AUX Mood=Ind|VerbForm=Fin 3 aux
3 rained rain VERB Tense=Past|VerbForm=Part 0 root
4 and and CCONJ _ 6 cc
5 to to PART _ 6 mark
6 walk walk VERB VerbForm=Inf 3 conj
"""
# She is tired and hungry , he is not
TIRED = """
1 She she PRON _ 3 nsubj
2 is be AUX Mood=Ind|VerbForm=Fin 3 cop
3 tired tired ADJ _ 0 root
4 and and CCONJ _ 5 cc
5 hungry hungry ADJ _ 3 conj
6 , , PUNCT _ 8 punct
7 he he PRON _ 8 nsubj
8 is be AUX Mood=Ind|VerbForm=Fin 3 parataxis
9 not not PART _ 8 advmod
"""
# Kde je najít ? : a copula at an infinitive, as parsers read it.
FIND = """
1 Kde kde ADV _ 3 advmod
2 je být AUX Mood=Ind|Tense=Pres|VerbForm=Fin 3 cop
3 najít najít VERB VerbForm=Inf 0 root
"""
# Létat jsem chtěl : the auxiliary of “chtěl”, hung on the infinitive by a parser.
FLY = """
1 Létat létat VERB VerbForm=Inf 3 xcomp
2 jsem být AUX Mood=Ind|Tense=Pres|VerbForm=Fin 1 aux
3 chtěl chtít VERB Tense=Past|VerbForm=Part|Voice=Act 0 root
"""
# Pracovat by mohl , ale bude zpívat a tančit
SING = """
1 Pracovat pracovat VERB VerbForm=Inf 3 xcomp
2 by být AUX Mood=Cnd|VerbForm=Fin 1 aux
3 mohl moci VERB Tense=Past|VerbForm=Part|Voice=Act 0 root
4 , , PUNCT _ 7 punct
5 ale ale CCONJ _ 7 cc
6 bude být AUX Mood=Ind|Tense=Fut|VerbForm=Fin 7 aux
7 zpívat zpívat VERB VerbForm=Inf 3 parataxis
8 a a CCONJ _ 9 cc
9 tančit tančit VERB VerbForm=Inf 7 conj
"""
# Они будут читать : Russian likewise
READ = """
1 Они они PRON _ 3 nsubj
2 будут быть AUX Mood=Ind|Tense=Fut|VerbForm=Fin 3 aux
3 читать читать VERB VerbForm=Inf 0 root
"""
# She does not sing , she can dance , the plan is to leave
DANCE = """
1 She she PRON _ 4 nsubj
2 does do AUX Mood=Ind|Tense=Pres|VerbForm=Fin 4 aux
3 not not PART _ 4 advmod
4 sing sing VERB VerbForm=Inf 0 root
5 , , PUNCT _ 8 punct
6 she she PRON _ 8 nsubj
7 can can AUX VerbForm=Fin 8 aux
8 dance dance VERB VerbForm=Inf 4 parataxis
9 , , PUNCT _ 14 punct
10 the the DET _ 11 det
11 plan plan NOUN _ 14 nsubj
12 is be AUX Mood=Ind|Tense=Pres|VerbForm=Fin 14 cop
13 to to PART _ 14 mark
14 leave leave VERB VerbForm=Inf 4 parataxis
"""
# Sie wird kommen , der Brief ist zu lesen : with verb forms, as other German treebanks have them
COME = """
1 Sie sie PRON _ 3 nsubj
2 wird werden AUX Mood=Ind|Tense=Pres|VerbForm=Fin 3 aux
3 kommen kommen VERB VerbForm=Inf 0 root
4 , , PUNCT _ 9 punct
5 der der DET _ 6 det
6 Brief Brief NOUN _ 9 nsubj
7 ist sein AUX Mood=Ind|Tense=Pres|VerbForm=Fin 9 aux
8 zu zu PART _ 9 mark
9 lesen lesen VERB VerbForm=Inf 3 parataxis
"""


@pytest.mark.parametrize(
    "tree, heads",
    [
        (KNOWING, [3, 3, 3, 5, 5, 7, 7, 11, 11, 11, 11]),
        (HOUSE, [5, 5, 5, 5, 5, 7, 7, 5, 9, 9]),  # an attribute heads no clause
        (CZECH, [1, 4, 4, 4, 6, 6, 1]),
        (LETTER, [3, 3, 3, 5, 5, 10, 10, 10, 10, 10]),
        (GERMAN, [3, 3, 3, 5, 5, 9, 9, 9, 9]),
        (DOCTOR, [2, 2, 5, 5, 5]),  # a predicate without a copula has a subject
        (MORNING, [0, 0, 0, 7, 7, 7, 7]),  # a noun alone is no clause, a verb beside it is one
        (TIRED, [3, 3, 3, 3, 3, 8, 8, 8, 8]),  # a second predicate under one copula is no second clause
    ],
)
def test_the_head_of_a_word_s_clause(tree: str, heads: list[int]) -> None:
    """A word belongs to the clause of the nearest clause head above it, a clause head to its own."""
    assert (clause_heads(bank_of(tree)) + 1).tolist() == heads


def test_clauses_stay_within_their_sentence() -> None:
    """Rows count through all sentences, and an empty one has none."""
    bank = bank_of(CZECH, "", MORNING)
    assert bank.lengths.tolist() == [7, 0, 7]
    assert (clause_heads(bank) + 1).tolist() == [1, 4, 4, 4, 6, 6, 1, 0, 0, 0, 14, 14, 14, 14]
    assert clause_heads(treebank([])).tolist() == []
    assert finite_words(treebank([])).tolist() == []


@pytest.mark.parametrize(
    "tree, finite",
    [
        (KNOWING, "has decided was late"),
        (HOUSE, "was sold rebuilt said"),  # two participles share an auxiliary
        (CZECH, "Řekl přijde zůstane"),  # an l-participle needs none
        (LETTER, "byl napsán odeslán by potěšil"),
        (GERMAN, "konnte kommen bleiben"),
        (DOCTOR, "спит"),  # where the copula is left out, nothing is finite
        (MORNING, "rains"),
        (TIRED, "is tired hungry is"),
        (WET, "had rained"),
        (FIND, "je"),  # “je” is finite, the infinitive is not
        (FLY, "jsem chtěl"),
        (SING, "by mohl bude zpívat tančit"),  # by the future tense, which conjuncts share
        (READ, "будут читать"),
        (DANCE, "does sing can dance is"),  # by auxiliaries that take infinitives, by no copula
        (COME, "wird kommen ist lesen"),
    ],
)
def test_finite_words(tree: str, finite: str) -> None:
    """Finite by its own form, by an auxiliary or copula, or by one that it shares."""
    bank = bank_of(tree)
    assert [bank.form[row] for row in finite_words(bank).nonzero()[0].tolist()] == finite.split()


@pytest.mark.parametrize(
    "feats, finite",
    [
        ("Mood=Ind|Tense=Pres|VerbForm=Fin", True),
        ("VerbForm=Fin", True),  # an English modal
        ("Mood=Ind|Tense=Past", True),  # German PUD
        ("Mood=Imp", True),
        ("Tense=Past|VerbForm=Part|Voice=Act", True),  # Czech přišel
        ("Case=Nom|Tense=Past|VerbForm=Part|Voice=Act", False),  # Russian пришедший
        ("Tense=Past|VerbForm=Part|Voice=Pass", False),
        ("Tense=Past|VerbForm=Part", False),  # English gone
        ("Tense=Pres|VerbForm=Part|Voice=Act", False),
        ("Aspect=Perf|VerbForm=Inf", False),
        ("Tense=Past|VerbForm=Conv|Voice=Act", False),
        ("VerbForm=Ger", False),
        ("_", False),
        ("", False),
    ],
)
def test_finite_forms(feats: str, finite: bool) -> None:
    """What a form says by itself, in the treebanks of several languages."""
    assert finite_by_itself(feats) is finite
