"""From a keyword to Good, Bad or Unknown: links first, then fall-backs, and why nothing helps."""

import numpy as np
import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.judging import Neighbours, Ways, dependents, linked
from lackmus.core.contrasts.study import FoundBy, Unknown
from lackmus.core.trees.treebank import Treebank, treebank
from tests.studied import sentence

# “She denied leaving early” and “Sie bestritt , früh gegangen zu sein”, tags as they matter here.
SOURCE = treebank(
    [
        sentence(
            "1",
            ("She", "she", "PRON", 2, "nsubj"),
            ("denied", "deny", "VERB", 0, "root"),
            ("leaving", "leave", "VERB", 2, "xcomp"),
            ("early", "early", "ADV", 3, "advmod"),
        )
    ]
)
TARGET = treebank(
    [
        sentence(
            "1",
            ("Sie", "sie", "PRON", 2, "nsubj"),
            ("bestritt", "bestreiten", "VERB", 0, "root"),
            (",", ",", "PUNCT", 5, "punct"),
            ("früh", "früh", "ADV", 5, "advmod"),
            ("gegangen", "gehen", "VERB", 2, "xcomp"),
            ("zu", "zu", "PART", 5, "mark"),
            ("sein", "sein", "AUX", 5, "aux"),
        )
    ]
)
SIE, BESTRITT, COMMA, FRUEH, GEGANGEN, ZU, SEIN = range(7)
SHE, DENIED, LEAVING, EARLY = range(4)
CLAUSES = np.array([1, 1, 4, 4, 4, 4, 4])
Links = list[tuple[int, int]]


def links(pairs: Links, source: Treebank = SOURCE) -> Neighbours:
    return linked(np.array(pairs, dtype=np.int64).reshape(-1, 2), source)


def label(word: int) -> Verdict | None:
    """The participle and its auxiliary are Good, the adverb is neither, all else is Bad."""
    return {GEGANGEN: Verdict.PASS, SEIN: Verdict.PASS, FRUEH: None}.get(word, Verdict.FAIL)


@pytest.mark.parametrize(
    "pairs, verdict, reason, words",
    [
        ([(LEAVING, GEGANGEN)], "pass", None, (GEGANGEN,)),
        ([(LEAVING, BESTRITT)], "fail", None, (BESTRITT,)),
        ([], "warning", Unknown.UNALIGNED, ()),
        ([(EARLY, FRUEH)], "warning", Unknown.UNALIGNED, ()),
        ([(LEAVING, SIE), (LEAVING, COMMA)], "warning", Unknown.FUNCTION_WORD, (SIE, COMMA)),
        ([(LEAVING, ZU), (LEAVING, COMMA)], "pass", None, (GEGANGEN,)),  # “zu” is a part of the verb
        ([(LEAVING, ZU), (LEAVING, GEGANGEN)], "pass", None, (GEGANGEN,)),  # content before function
        ([(LEAVING, FRUEH), (LEAVING, GEGANGEN)], "pass", None, (GEGANGEN,)),  # a verb for a verb
        ([(LEAVING, GEGANGEN), (LEAVING, SEIN)], "pass", None, (GEGANGEN,)),  # rather than its auxiliary
        ([(LEAVING, FRUEH), (LEAVING, SEIN)], "pass", None, (SEIN,)),
        ([(LEAVING, BESTRITT), (LEAVING, GEGANGEN)], "warning", Unknown.DISAGREEING, (BESTRITT, GEGANGEN)),
        ([(LEAVING, FRUEH)], "warning", Unknown.UNDECIDED, (FRUEH,)),
    ],
)
def test_links_lead_to_a_verdict(
    pairs: Links, verdict: str, reason: Unknown | None, words: tuple[int, ...]
) -> None:
    """What a keyword is aligned with decides; where it decides nothing, the reason says why."""
    found = Ways(SOURCE, TARGET, links(pairs), dependents(TARGET), CLAUSES).judge(LEAVING, label)
    assert (found.verdict, found.reason, found.words) == (verdict, reason, words)


@pytest.mark.parametrize(
    "pairs, grown, clause, verdict, found_by",
    [
        ([], [(LEAVING, GEGANGEN)], False, "pass", FoundBy.GROW),
        ([(LEAVING, BESTRITT)], [(LEAVING, GEGANGEN)], False, "fail", FoundBy.LINK),  # a link needs no help
        ([(LEAVING, SIE)], [(LEAVING, SIE), (LEAVING, GEGANGEN)], False, "pass", FoundBy.GROW),
        ([(LEAVING, ZU)], [], False, "pass", FoundBy.PART),
        ([(EARLY, FRUEH)], [], True, "pass", FoundBy.CLAUSE),  # “früh” stands in the clause of “gegangen”
        ([(EARLY, FRUEH)], [(LEAVING, BESTRITT)], True, "fail", FoundBy.GROW),  # grown links come first
        ([(EARLY, FRUEH), (EARLY, SIE)], [], True, "warning", None),  # two clauses, half of the words each
        ([(SHE, SIE)], [], True, "warning", None),  # not a word that hangs on the keyword
    ],
)
def test_fall_backs_speak_where_links_do_not(
    pairs: Links, grown: Links, clause: bool, verdict: str, found_by: FoundBy | None
) -> None:
    """Each verdict names what it was found by."""
    ways = Ways(
        SOURCE,
        TARGET,
        links(pairs),
        dependents(TARGET),
        CLAUSES,
        links(grown),
        dependents(SOURCE) if clause else None,
    )
    found = ways.judge(LEAVING, label)
    assert (found.verdict, found.found_by) == (verdict, found_by)


def test_a_fall_back_that_is_off_says_nothing() -> None:
    """Without it the keyword stays Unknown, for the reason that the links give."""
    found = Ways(SOURCE, TARGET, links([(EARLY, FRUEH)]), dependents(TARGET), CLAUSES).judge(LEAVING, label)
    assert (found.verdict, found.reason) == ("warning", Unknown.UNALIGNED)


# “Sie bedankte sich dafür , dass er ihr half , was sie freute”, as far as it matters here.
INTRODUCED = treebank(
    [
        sentence(
            "2",
            ("Sie", "sie", "PRON", 2, "nsubj"),
            ("bedankte", "bedanken", "VERB", 0, "root"),
            ("sich", "sich", "PRON", 2, "expl:pv"),
            ("das", "das", "DET", 2, "obl"),
            ("dass", "dass", "SCONJ", 6, "mark"),
            ("half", "helfen", "VERB", 4, "acl"),
            ("mit", "mit", "ADP", 8, "case"),
            ("Rat", "Rat", "NOUN", 6, "obl"),
        )
    ]
)


@pytest.mark.parametrize(
    "linked_with, looked_at",
    [
        (2, (1,)),  # “sich” belongs to its verb
        (3, (5,)),  # “das” stands for the clause that hangs on it
        (4, (5,)),  # “dass” for the clause that it introduces
        (6, (6,)),  # an adposition is an answer of its own
        (0, (0,)),  # a pronoun says nothing
    ],
)
def test_what_introduces_a_clause_stands_for_it(linked_with: int, looked_at: tuple[int, ...]) -> None:
    """So the words that are judged are those that carry the structure."""
    ways = Ways(
        SOURCE, INTRODUCED, links([(LEAVING, linked_with)]), dependents(INTRODUCED), np.array([1] * 8)
    )
    found = ways.judge(LEAVING, lambda word: Verdict.PASS)
    assert found.words == looked_at
    assert (found.reason is Unknown.FUNCTION_WORD) == (linked_with == 0)
