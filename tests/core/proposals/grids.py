"""An invented campaign: one frame for all persons and verbs, and wordings that pass or fail everywhere."""

import numpy as np

from lackmus.core.base.pairs import Pair
from lackmus.core.proposals.corpus import FAIL, PASS, CorpusText, Ints, Known, TextCorpus
from lackmus.core.proposals.simulation import KnownCampaign
from lackmus.core.suites.suite import Item

PERSONS = ("ka", "ke", "ki", "ko")
VERBS = ("lot", "mut", "nat", "pit", "rat", "sut")
WORDINGS = {
    "{} will have to {} .": PASS,
    "{} will need to {} .": PASS,
    "{} should {} .": FAIL,
    "{} shouldn't {} .": FAIL,
    "{} is to {} soon .": PASS,
    "{} must {} now .": FAIL,
}


def item(number: int, source: str, phenomenon: str = "Modal", category: str = "Verbs") -> Item:
    """An item without rules."""
    return Item(Pair("de", "en"), f"{number:03}", category, phenomenon, source)


def campaign() -> KnownCampaign:
    """All persons with all verbs; every answer is known."""
    items, texts, answers = [], [], {}
    for place, (person, verb) in enumerate((p, v) for p in PERSONS for v in VERBS):
        made = item(place, f"{person} wird {verb}en sollen .")
        items.append(made)
        for number, (wording, verdict) in enumerate(WORDINGS.items()):
            text = wording.format(person.upper(), verb)
            texts.append(CorpusText(made.key, text, frozenset({f"S{number % 3}", "S9"})))
            answers[made.key, text] = verdict
    corpus = TextCorpus(items, texts)
    told: Ints = np.array([answers[one.item, one.text] for one in corpus.texts], np.int64)
    return KnownCampaign(corpus, told, Known.from_rules(corpus))
