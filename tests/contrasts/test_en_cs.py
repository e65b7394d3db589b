"""The contrasts of Cinková and Bojar (2018): a sentence of our own for each of their numbered examples."""

from typing import NamedTuple

import pytest

from tests.contrasts.judged import bundled, found, judged

FINITE, MAIN = "infinitive-finite", "infinitive-finite-main"
NONFINITE, SUBORDINATE = "infinitive-nonfinite", "infinitive-subordinate"
GERUNDS = ("gerund-finite", "gerund-nonfinite")
INFINITIVES = (FINITE, MAIN, NONFINITE, SUBORDINATE)


class Example(NamedTuple):
    """A sentence with its keyword, a translation with the word for it, and which contrasts call that Good."""

    number: str  # of the paper's example with the same structure
    source: str
    keyword: str
    target: str
    word: str
    good: tuple[str, ...]
    selected: tuple[str, ...]  # the contrasts for which this translation would select the sentence


DREADING = """
1 She she PRON _ 2 nsubj
2 stayed stay VERB VerbForm=Fin 0 root
3 inside inside ADV _ 2 advmod
4 , , PUNCT _ 5 punct
5 dreading dread VERB VerbForm=Ger 2 advcl
6 rain rain NOUN _ 5 obj
"""
CALLING = """
1 He he PRON _ 2 nsubj
2 thanked thank VERB VerbForm=Fin 0 root
3 them they PRON _ 2 obj
4 , , PUNCT _ 5 punct
5 calling call VERB VerbForm=Ger 2 advcl
6 them they PRON _ 5 obj
7 heroes hero NOUN _ 5 xcomp
"""
FINDING = """
1 Finding find VERB VerbForm=Ger 5 csubj
2 the the DET _ 3 det
3 key key NOUN _ 1 obj
4 was be AUX VerbForm=Fin 5 cop
5 easy easy ADJ _ 0 root
"""
PAINTING = """
1 Nobody nobody PRON _ 2 nsubj
2 suggested suggest VERB VerbForm=Fin 0 root
3 painting paint VERB VerbForm=Ger 2 xcomp
4 the the DET _ 5 det
5 fence fence NOUN _ 3 obj
"""
PAYING = """
1 She she PRON _ 2 nsubj
2 ended end VERB VerbForm=Fin 0 root
3 up up ADP _ 2 compound:prt
4 paying pay VERB VerbForm=Ger 2 advcl
5 the the DET _ 6 det
6 bill bill NOUN _ 4 obj
"""
PLANTING = """
1 Rain rain NOUN _ 2 nsubj
2 delays delay VERB VerbForm=Fin 0 root
3 planting plant VERB VerbForm=Ger 2 obj
4 in in ADP _ 5 case
5 March March PROPN _ 3 obl
"""
PEERING = """
1 Guards guard NOUN _ 8 nsubj
2 , , PUNCT _ 3 punct
3 peering peer VERB VerbForm=Ger 1 acl
4 through through ADP _ 6 case
5 a a DET _ 6 det
6 window window NOUN _ 3 obl
7 , , PUNCT _ 3 punct
8 saw see VERB VerbForm=Fin 0 root
9 us we PRON _ 8 obj
"""
SHADING = """
1 They they PRON _ 2 nsubj
2 dream dream VERB VerbForm=Fin 0 root
3 of of ADP _ 4 case
4 trees tree NOUN _ 2 obl
5 shading shade VERB VerbForm=Ger 4 acl
6 the the DET _ 7 det
7 street street NOUN _ 5 obj
"""
TO_NAME = """
1 She she PRON _ 2 nsubj
2 refused refuse VERB VerbForm=Fin 0 root
3 to to PART _ 4 mark
4 name name VERB VerbForm=Inf 2 xcomp
5 the the DET _ 6 det
6 buyer buyer NOUN _ 4 obj
"""
TO_SELL = """
1 She she PRON _ 2 nsubj
2 agreed agree VERB VerbForm=Fin 0 root
3 to to PART _ 4 mark
4 sell sell VERB VerbForm=Inf 2 xcomp
5 the the DET _ 6 det
6 house house NOUN _ 4 obj
"""
TO_FLOOD = """
1 The the DET _ 2 det
2 river river NOUN _ 3 nsubj
3 rose rise VERB VerbForm=Fin 0 root
4 overnight overnight ADV _ 3 advmod
5 to to PART _ 6 mark
6 flood flood VERB VerbForm=Inf 3 advcl
7 the the DET _ 8 det
8 square square NOUN _ 6 obj
"""
TO_BRIGHTEN = """
1 He he PRON _ 2 nsubj
2 painted paint VERB VerbForm=Fin 0 root
3 the the DET _ 4 det
4 walls wall NOUN _ 2 obj
5 white white ADJ _ 2 xcomp
6 to to PART _ 7 mark
7 brighten brighten VERB VerbForm=Inf 2 advcl
8 the the DET _ 9 det
9 room room NOUN _ 7 obj
"""
TO_TRAIN = """
1 Friends friend NOUN _ 2 nsubj
2 encouraged encourage VERB VerbForm=Fin 0 root
3 her she PRON _ 2 obj
4 to to PART _ 5 mark
5 train train VERB VerbForm=Inf 2 xcomp
"""
TO_HELP = """
1 He he PRON _ 2 nsubj
2 promised promise VERB VerbForm=Fin 0 root
3 to to PART _ 4 mark
4 come come VERB VerbForm=Inf 2 xcomp
5 and and CCONJ _ 7 cc
6 to to PART _ 7 mark
7 help help VERB VerbForm=Inf 4 conj
"""
L = "Tense=Past|VerbForm=Part|Voice=Act"
EXAMPLES = [
    Example(
        "1, a subordinate clause",
        DREADING,
        "dreading",
        f"""
1 Zůstala zůstat VERB {L} 0 root
2 uvnitř uvnitř ADV _ 1 advmod
3 , , PUNCT _ 6 punct
4 protože protože SCONJ _ 6 mark
5 se se PRON _ 6 expl:pv
6 bála bát VERB {L} 1 advcl
7 deště déšť NOUN Case=Gen 6 obl:arg
""",
        "bála",
        ("gerund-finite",),
        ("gerund-finite",),
    ),
    Example(
        "2, a coordinated clause",
        CALLING,
        "calling",
        f"""
1 Poděkoval poděkovat VERB {L} 0 root
2 jim on PRON _ 1 obl:arg
3 a a CCONJ _ 4 cc
4 nazval nazvat VERB {L} 1 conj
5 je on PRON _ 4 obj
6 hrdiny hrdina NOUN Case=Ins 4 obl:arg
""",
        "nazval",
        ("gerund-finite",),
        ("gerund-finite",),
    ),
    Example(
        "3, an infinitive as the subject",
        FINDING,
        "Finding",
        f"""
1 Najít najít VERB VerbForm=Inf 4 csubj
2 klíč klíč NOUN Case=Acc 1 obj
3 bylo být AUX {L} 4 cop
4 snadné snadný ADJ Case=Nom 0 root
""",
        "Najít",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
    Example(
        "3, with the copula at the infinitive, as parsers have it",
        FINDING,
        "Finding",
        """
1 Snadné snadný ADJ Case=Nom 3 advmod
2 je být AUX Mood=Ind|Tense=Pres|VerbForm=Fin 3 cop
3 najít najít VERB VerbForm=Inf 0 root
4 klíč klíč NOUN Case=Acc 3 obj
""",
        "najít",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
    Example(
        "4, an infinitive as the object",
        PAINTING,
        "painting",
        f"""
1 Nikdo nikdo PRON _ 2 nsubj
2 nenavrhl navrhnout VERB {L} 0 root
3 natřít natřít VERB VerbForm=Inf 2 xcomp
4 plot plot NOUN Case=Acc 3 obj
""",
        "natřít",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
    Example(
        "5, a verbal noun",
        PAINTING,
        "painting",
        f"""
1 Nikdo nikdo PRON _ 2 nsubj
2 nenavrhl navrhnout VERB {L} 0 root
3 natření natření NOUN Case=Acc|VerbForm=Vnoun 2 obj
4 plotu plot NOUN Case=Gen 3 nmod
""",
        "natření",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
    Example(
        "6, a verbal noun in the instrumental",
        PAYING,
        "paying",
        f"""
1 Skončila skončit VERB {L} 0 root
2 zaplacením zaplacení NOUN Case=Ins 1 obl
3 účtu účet NOUN Case=Gen 2 nmod
""",
        "zaplacením",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
    Example(
        "7, a noun that names an event",
        PLANTING,
        "planting",
        """
1 Déšť déšť NOUN Case=Nom 2 nsubj
2 zdržuje zdržovat VERB Mood=Ind|VerbForm=Fin 0 root
3 výsadbu výsadba NOUN Case=Acc 2 obj
4 v v ADP _ 5 case
5 březnu březen NOUN Case=Loc 3 nmod
""",
        "výsadbu",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
    Example(
        "8, a present participle",
        PEERING,
        "peering",
        f"""
1 Hlídači hlídač NOUN Case=Nom 5 nsubj
2 nakukující nakukující ADJ Case=Nom|Tense=Pres|VerbForm=Part|Voice=Act 1 amod
3 oknem okno NOUN Case=Ins 2 obl
4 nás my PRON _ 5 obj
5 viděli vidět VERB {L} 0 root
""",
        "nakukující",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
    Example(
        "9, a present participle for an -ing form behind its noun",
        SHADING,
        "shading",
        """
1 Sní snít VERB Mood=Ind|VerbForm=Fin 0 root
2 o o ADP _ 3 case
3 stromech strom NOUN Case=Loc 1 obl:arg
4 stínících stínící ADJ Case=Loc|Tense=Pres|VerbForm=Part|Voice=Act 3 amod
5 ulici ulice NOUN Case=Acc 4 obj
""",
        "stínících",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
    Example(
        "9, with a relative clause instead",
        SHADING,
        "shading",
        """
1 Sní snít VERB Mood=Ind|VerbForm=Fin 0 root
2 o o ADP _ 3 case
3 stromech strom NOUN Case=Loc 1 obl:arg
4 , , PUNCT _ 6 punct
5 které který DET PronType=Rel 6 nsubj
6 stíní stínit VERB Mood=Ind|VerbForm=Fin 3 acl:relcl
7 ulici ulice NOUN Case=Acc 6 obj
""",
        "stíní",
        ("gerund-finite",),
        ("gerund-finite",),
    ),
    Example(
        "10, an infinitive",
        TO_NAME,
        "name",
        f"""
1 Odmítla odmítnout VERB {L} 0 root
2 jmenovat jmenovat VERB VerbForm=Inf 1 xcomp
3 kupce kupec NOUN Case=Acc 2 obj
""",
        "jmenovat",
        (NONFINITE,),
        (NONFINITE,),
    ),
    Example(
        "10, with the auxiliary of the past at the infinitive, as parsers have it",
        TO_NAME,
        "name",
        f"""
1 Jmenovat jmenovat VERB VerbForm=Inf 4 xcomp
2 jsem být AUX Mood=Ind|Tense=Pres|VerbForm=Fin 1 aux
3 ho on PRON _ 1 obj
4 odmítl odmítnout VERB {L} 0 root
""",
        "Jmenovat",
        (NONFINITE,),
        (NONFINITE,),
    ),
    Example(
        "11, a verbal noun",
        TO_SELL,
        "sell",
        f"""
1 Souhlasila souhlasit VERB {L} 0 root
2 s s ADP _ 3 case
3 prodáním prodání NOUN Case=Ins|VerbForm=Vnoun 1 obl:arg
4 domu dům NOUN Case=Gen 3 nmod
""",
        "prodáním",
        (NONFINITE,),
        (NONFINITE,),
    ),
    Example(
        "12, a subordinate clause with že",
        TO_SELL,
        "sell",
        f"""
1 Souhlasila souhlasit VERB {L} 0 root
2 s s ADP _ 3 case
3 tím ten DET _ 1 obl:arg
4 , , PUNCT _ 7 punct
5 že že SCONJ _ 7 mark
6 dům dům NOUN Case=Acc 7 obj
7 prodá prodat VERB Mood=Ind|VerbForm=Fin 3 acl
""",
        "prodá",
        (FINITE, SUBORDINATE),
        (SUBORDINATE,),
    ),
    Example(
        "13, a coordinated clause",
        TO_FLOOD,
        "flood",
        f"""
1 Řeka řeka NOUN Case=Nom 2 nsubj
2 stoupla stoupnout VERB {L} 0 root
3 a a CCONJ _ 4 cc
4 zaplavila zaplavit VERB {L} 2 conj
5 náměstí náměstí NOUN Case=Acc 4 obj
""",
        "zaplavila",
        (FINITE, MAIN),
        (FINITE, MAIN),
    ),
    Example(
        "13, coordinated within a subordinate clause",
        TO_FLOOD,
        "flood",
        f"""
1 Psali psát VERB {L} 0 root
2 , , PUNCT _ 5 punct
3 že že SCONJ _ 5 mark
4 řeka řeka NOUN Case=Nom 5 nsubj
5 stoupla stoupnout VERB {L} 1 ccomp
6 a a CCONJ _ 7 cc
7 zaplavila zaplavit VERB {L} 5 conj
8 náměstí náměstí NOUN Case=Acc 7 obj
""",
        "zaplavila",
        (FINITE, MAIN),
        (FINITE, MAIN),
    ),
    Example(
        "14, a relative clause with čímž",
        TO_BRIGHTEN,
        "brighten",
        f"""
1 Natřel natřít VERB {L} 0 root
2 stěny stěna NOUN Case=Acc 1 obj
3 , , PUNCT _ 6 punct
4 čímž což PRON PronType=Rel 6 obl
5 pokoj pokoj NOUN Case=Acc 6 obj
6 rozjasnil rozjasnit VERB {L} 1 advcl
""",
        "rozjasnil",
        (FINITE, SUBORDINATE),
        (SUBORDINATE,),
    ),
    Example(
        "15, a subordinate clause with aby",
        TO_TRAIN,
        "train",
        f"""
1 Přiměli přimět VERB {L} 0 root
2 ji on PRON _ 1 obj
3 k k ADP _ 4 case
4 tomu ten DET _ 1 obl:arg
5 , , PUNCT _ 8 punct
6 aby aby SCONJ _ 8 mark
7 by být AUX Mood=Cnd|VerbForm=Fin 8 aux
8 trénovala trénovat VERB {L} 4 acl
""",
        "trénovala",
        (FINITE, SUBORDINATE),
        (SUBORDINATE,),
    ),
    Example(
        "12, two infinitives and two clauses under one že",
        TO_HELP,
        "help",
        """
1 Slíbil slíbit VERB Tense=Past|VerbForm=Part|Voice=Act 0 root
2 , , PUNCT _ 4 punct
3 že že SCONJ _ 4 mark
4 přijde přijít VERB Mood=Ind|VerbForm=Fin 1 ccomp
5 a a CCONJ _ 6 cc
6 pomůže pomoci VERB Mood=Ind|VerbForm=Fin 4 conj
""",
        "pomůže",
        (FINITE, SUBORDINATE),
        (SUBORDINATE,),
    ),
    Example(
        "none: the future tense of an imperfective verb is finite",
        TO_TRAIN,
        "train",
        """
1 Řekla říci VERB Tense=Past|VerbForm=Part|Voice=Act 0 root
2 , , PUNCT _ 5 punct
3 že že SCONJ _ 5 mark
4 bude být AUX Mood=Ind|Tense=Fut|VerbForm=Fin 5 aux
5 trénovat trénovat VERB VerbForm=Inf 1 ccomp
""",
        "trénovat",
        (FINITE, SUBORDINATE),
        (SUBORDINATE,),
    ),
    Example(
        "none: a noun is a nominalisation, also as a predicate",
        FINDING,
        "Finding",
        f"""
1 Problém problém NOUN Case=Nom 3 nsubj
2 bylo být AUX {L} 3 cop
3 nalezení nalezení NOUN Case=Nom 0 root
4 klíče klíč NOUN Case=Gen 3 nmod
""",
        "nalezení",
        ("gerund-nonfinite",),
        ("gerund-nonfinite",),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.number)
def test_examples_of_the_paper(example: Example) -> None:
    """Each structure is Good for the contrasts that ask for it, Bad for the others, and selected apart."""
    contrasts = bundled("en-cs")
    names = INFINITIVES if "to to PART" in example.source else GERUNDS
    said = {
        name: judged(contrasts[name], example.source, example.keyword, example.target, example.word)
        for name in names
    }
    assert {name: verdict for name, (verdict, _) in said.items()} == {
        name: "pass" if name in example.good else "fail" for name in names
    }
    assert tuple(name for name, (_, selected) in said.items() if selected) == example.selected


@pytest.mark.parametrize(
    "word, verdicts",
    [
        ("pomocí", ("warning", "warning")),  # a preposition is neither
        ("rychle", ("warning", "warning")),  # nor an adverb
        ("míříc", ("fail", "pass")),  # a transgressive is non-finite
        ("mířivé", ("fail", "pass")),  # and so is an adjective
    ],
)
def test_what_else_stands_for_a_gerund(word: str, verdicts: tuple[str, str]) -> None:
    """Content words of other kinds leave the keyword Unknown."""
    target = """
1 pomocí pomoc ADP _ 0 root
2 rychle rychle ADV _ 1 advmod
3 míříc mířit VERB VerbForm=Conv 1 advcl
4 mířivé mířivý ADJ Case=Nom 1 amod
"""
    said = [judged(bundled("en-cs")[name], DREADING, "dreading", target, word)[0] for name in GERUNDS]
    assert tuple(said) == verdicts


# --- which keywords are found ------------------------------------------------------------------------------

GERUND_SOURCES = [
    (
        "progressive",
        "1 She she PRON _ 3 nsubj\n2 is be AUX _ 3 aux\n3 reading read VERB VerbForm=Ger 0 root",
        "",
    ),
    (
        "a second progressive",
        """
1 She she PRON _ 3 nsubj
2 is be AUX _ 3 aux
3 eating eat VERB VerbForm=Ger 0 root
4 and and CCONJ _ 5 cc
5 reading read VERB VerbForm=Ger 3 conj
""",
        "",
    ),
    (
        "ain't, as parsers have it",
        """
1 They they PRON _ 2 nsubj
2 ai ai NOUN _ 0 root
3 n't not PART _ 4 advmod
4 drinking drink VERB VerbForm=Ger 2 acl
""",
        "",
    ),
    (
        "an attribute",
        "1 a a DET _ 3 det\n2 growing grow VERB VerbForm=Ger 3 amod\n3 town town NOUN _ 0 root",
        "",
    ),
    (
        "a preposition",
        "1 Rain rain NOUN _ 0 root\n2 including include VERB VerbForm=Ger 3 case\n3 hail hail NOUN _ 1 nmod",
        "",
    ),
    (
        "behind a noun, without a preposition",
        "1 trees tree NOUN _ 0 root\n2 shading shade VERB VerbForm=Ger 1 acl\n3 streets street NOUN _ 2 obj",
        "shading",
    ),
    (
        "two under one preposition",
        """
1 Thanks thanks NOUN _ 0 root
2 for for SCONJ _ 3 mark
3 coming come VERB VerbForm=Ger 1 acl
4 and and CCONJ _ 5 cc
5 helping help VERB VerbForm=Ger 3 conj
""",
        "coming helping",
    ),
]


@pytest.mark.parametrize(
    "tree, keywords", [row[1:] for row in GERUND_SOURCES], ids=[row[0] for row in GERUND_SOURCES]
)
@pytest.mark.parametrize("name", GERUNDS)
def test_gerunds(name: str, tree: str, keywords: str) -> None:
    """-ing forms with the function of a clause; tenses, attributes and prepositions are left out."""
    assert found(bundled("en-cs")[name], tree) == keywords.split()


INFINITIVE_SOURCES = [
    (
        "purpose, far from its verb",
        """
1 He he PRON _ 2 nsubj
2 left leave VERB VerbForm=Fin 0 root
3 home home NOUN _ 2 obj
4 very very ADV _ 5 advmod
5 early early ADV _ 2 advmod
6 that that DET _ 7 det
7 day day NOUN _ 2 obl
8 to to PART _ 9 mark
9 fish fish VERB VerbForm=Inf 2 advcl
""",
        "fish",
    ),
    (
        "under an adjective",
        """
1 It it PRON _ 3 expl
2 is be AUX _ 3 cop
3 hard hard ADJ _ 0 root
4 to to PART _ 5 mark
5 wait wait VERB VerbForm=Inf 3 csubj
""",
        "wait",
    ),
    (
        "with a subject of its own",
        """
1 They they PRON _ 2 nsubj
2 waited wait VERB VerbForm=Fin 0 root
3 for for SCONJ _ 7 mark
4 the the DET _ 5 det
5 Bank bank NOUN _ 7 nsubj
6 to to PART _ 7 mark
7 speak speak VERB VerbForm=Inf 2 advcl
""",
        "",
    ),
    (
        "the same, as parsers have it",
        """
1 They they PRON _ 2 nsubj
2 waited wait VERB VerbForm=Fin 0 root
3 for for ADP _ 5 case
4 the the DET _ 5 det
5 Bank bank NOUN _ 2 obl
6 to to PART _ 7 mark
7 speak speak VERB VerbForm=Inf 2 xcomp
""",
        "",
    ),
    (
        "has to do with",
        """
1 It it PRON _ 2 nsubj
2 has have VERB VerbForm=Fin 0 root
3 to to PART _ 4 mark
4 do do VERB VerbForm=Inf 2 xcomp
5 with with ADP _ 6 case
6 race race NOUN _ 4 obl
""",
        "",
    ),
    (
        "have as an auxiliary, as parsers have it",
        """
1 I I PRON _ 2 nsubj
2 think think VERB VerbForm=Fin 0 root
3 it it PRON _ 6 nsubj
4 has have AUX VerbForm=Fin 6 aux
5 to to PART _ 6 mark
6 do do VERB VerbForm=Inf 2 ccomp
""",
        "",
    ),
    (
        "be going to",
        """
1 We we PRON _ 3 nsubj
2 are be AUX _ 3 aux
3 going go VERB VerbForm=Ger 0 root
4 to to PART _ 5 mark
5 leave leave VERB VerbForm=Inf 3 xcomp
""",
        "",
    ),
    (
        "went to",
        """
1 We we PRON _ 2 nsubj
2 went go VERB VerbForm=Fin 0 root
3 to to PART _ 4 mark
4 look look VERB VerbForm=Inf 2 advcl
""",
        "look",
    ),
    (
        "used to",
        """
1 He he PRON _ 2 nsubj
2 used use VERB VerbForm=Fin 0 root
3 to to PART _ 4 mark
4 smoke smoke VERB VerbForm=Inf 2 xcomp
""",
        "",
    ),
    (
        "used it to",
        """
1 He he PRON _ 2 nsubj
2 used use VERB VerbForm=Fin 0 root
3 it it PRON _ 2 obj
4 to to PART _ 5 mark
5 smoke smoke VERB VerbForm=Inf 2 advcl
""",
        "smoke",
    ),
    (
        "under a noun",
        """
1 plans plan NOUN _ 0 root
2 to to PART _ 3 mark
3 leave leave VERB VerbForm=Inf 1 acl
""",
        "",
    ),
]


@pytest.mark.parametrize(
    "tree, keywords", [row[1:] for row in INFINITIVE_SOURCES], ids=[row[0] for row in INFINITIVE_SOURCES]
)
@pytest.mark.parametrize("name", INFINITIVES)
def test_infinitives(name: str, tree: str, keywords: str) -> None:
    """Infinitives with “to” whose subject is understood, also beyond arguments (footnote 3 of the paper)."""
    assert found(bundled("en-cs")[name], tree) == keywords.split()


def test_the_narrow_ones_are_kept() -> None:
    """Narrower definitions have names of their own, and run only where they are named."""
    contrasts = bundled("en-cs")
    narrow = {name for name in contrasts if name.endswith("-narrow")}
    assert {name.removesuffix("-narrow") for name in narrow} == {*GERUNDS, FINITE, NONFINITE, SUBORDINATE}
    assert {name for name, contrast in contrasts.items() if contrast.only_named} == {*narrow, MAIN}
    assert found(contrasts["gerund-finite-narrow"], SHADING) == []
    assert found(contrasts["infinitive-finite-narrow"], TO_FLOOD) == []
    assert found(contrasts["infinitive-finite-narrow"], TO_SELL) == ["sell"]
