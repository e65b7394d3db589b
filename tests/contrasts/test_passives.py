"""What counts as active and passive in German and Russian translations of English passives."""

import pytest

from tests.contrasts.judged import answers, bundled

GERMAN = [
    (
        "werden",
        "1 Er er PRON _ 3 nsubj:pass\n2 wurde werden AUX Mood=Ind 3 aux:pass\n3 gewählt wählen VERB _ 0 root",
        "bad",
    ),
    (
        "man",
        "1 Man man PRON _ 2 nsubj\n2 gewählt wählen VERB _ 0 root\n3 hat haben AUX Mood=Ind 2 aux",
        "good",
    ),
    (
        "sein and zu",
        """
1 Er er PRON _ 4 nsubj
2 ist sein AUX Mood=Ind 4 aux
3 zu zu PART _ 4 mark
4 wählen wählen VERB _ 0 root
""",
        "bad",
    ),
    (
        "sein and zu, with the infinitive below",
        """
1 Er er PRON _ 2 nsubj
2 ist sein AUX Mood=Ind 0 root
3 zu zu PART _ 4 mark
4 wählen wählen VERB _ 2 xcomp
""",
        "bad",
    ),
    (
        "a goal: an active infinitive behind a comma",
        """
1 Das das DET _ 2 det
2 Ziel Ziel NOUN _ 3 nsubj
3 ist sein AUX Mood=Ind 0 root
4 , , PUNCT _ 7 punct
5 ihn er PRON _ 7 obj
6 zu zu PART _ 7 mark
7 wählen wählen VERB _ 3 xcomp
""",
        "good",
    ),
    (
        "bekommen as an auxiliary",
        """
1 Sie sie PRON _ 4 nsubj
2 bekam bekommen AUX Mood=Ind 4 aux
3 Geld Geld NOUN _ 4 obj
4 gewählt wählen VERB _ 0 root
""",
        "bad",
    ),
    (
        "bekommen as the verb above",
        """
1 Sie sie PRON _ 2 nsubj
2 bekam bekommen VERB Mood=Ind 0 root
3 Geld Geld NOUN _ 2 obj
4 gewählt wählen VERB _ 2 xcomp
""",
        "bad",
    ),
]


@pytest.mark.parametrize("tree, answer", [row[1:] for row in GERMAN], ids=[row[0] for row in GERMAN])
def test_german_passives(tree: str, answer: str) -> None:
    """“ist zu wählen” and “bekam geschenkt” are passives beside those with “werden” and “sein”."""
    said = answers(bundled("en-de")["passive-active"], tree)
    assert [said[form] for form in ("wählen", "gewählt") if form in said] == [answer]


def test_bekommen_itself() -> None:
    """The finite verb of a passive is as passive as its participle; with an object alone it is active."""
    given = "1 Sie sie PRON _ 2 nsubj\n2 bekam bekommen VERB Mood=Ind 0 root\n3 Geld Geld NOUN _ 2 obj"
    contrast = bundled("en-de")["passive-active"]
    assert answers(contrast, given)["bekam"] == "good"
    assert answers(contrast, f"{given}\n4 geschenkt schenken VERB _ 2 xcomp")["bekam"] == "bad"


@pytest.mark.parametrize(
    "form, lemma, active, reflexive",
    [
        ("построили", "построить", "good", "bad"),
        ("строился", "строиться", "bad", "good"),
        ("считается", "считаться", "bad", "good"),
        ("открылась", "открыться", "bad", "good"),  # whether something does it by itself is not asked
        ("является", "являться", "good", "bad"),  # -ся is a part of these verbs
        ("находится", "находиться", "good", "bad"),
        ("остались", "остаться", "good", "bad"),
    ],
)
def test_russian_verbs_with_a_reflexive_ending(form: str, lemma: str, active: str, reflexive: str) -> None:
    """A deponent verb is an active one, whatever its ending."""
    tree = f"1 {form} {lemma} VERB Mood=Ind|VerbForm=Fin 0 root"
    contrasts = bundled("en-ru")
    assert answers(contrasts["passive-active"], tree) == {form: active}
    assert answers(contrasts["passive-reflexive"], tree) == {form: reflexive}
