"""A small study, made by hand: four sentences, two contrasts, three systems and two references."""

from collections.abc import Mapping

import numpy as np
import polars as pl

from lackmus.core.base.choices import Symmetry
from lackmus.core.contrasts.study import STUDY_ITEMS, STUDY_VERDICTS, ContrastShown, ContrastStudy, Overall
from lackmus.core.trees.treebank import Sentence, Word, treebank

FINITE, NONFINITE = "EN gerund → DE dass-clause", "EN gerund → DE zu-infinitive"
SYSTEMS, REFERENCES = ("Ahorn", "Birke", "Linde"), ("human", "second")


def sentence(name: str, *rows: tuple[str, str, str, int, str]) -> Sentence:
    """Words as form, lemma, upos, head, deprel, with a space between any two."""
    words, start = [], 0
    for form, lemma, upos, head, deprel in rows:
        words.append(Word(form, lemma, upos, "_", "_", head, deprel, start, start + len(form)))
        start += len(form) + 1
    return Sentence(name, " ".join(word.form for word in words), tuple(words))


def source(number: int, verb: str = "leaving") -> Sentence:
    """“She denied leaving early”."""
    return sentence(
        f"s{number}",
        ("She", "she", "PRON", 2, "nsubj"),
        ("denied", "deny", "VERB", 0, "root"),
        (verb, verb.removesuffix("ing"), "VERB", 2, "xcomp"),
        ("early", "early", "ADV", 3, "advmod"),
    )


def clause(number: int) -> Sentence:
    """A dass-clause."""
    return sentence(
        f"s{number}",
        ("Sie", "sie", "PRON", 2, "nsubj"),
        ("bestritt", "bestreiten", "VERB", 0, "root"),
        (",", ",", "PUNCT", 7, "punct"),
        ("dass", "dass", "SCONJ", 7, "mark"),
        ("sie", "sie", "PRON", 7, "nsubj"),
        ("früh", "früh", "ADV", 7, "advmod"),
        ("ging", "gehen", "VERB", 2, "ccomp"),
    )


def infinitive(number: int) -> Sentence:
    """A zu-infinitive."""
    return sentence(
        f"s{number}",
        ("Sie", "sie", "PRON", 2, "nsubj"),
        ("bestritt", "bestreiten", "VERB", 0, "root"),
        (",", ",", "PUNCT", 6, "punct"),
        ("früh", "früh", "ADV", 6, "advmod"),
        ("zu", "zu", "PART", 6, "mark"),
        ("gehen", "gehen", "VERB", 2, "xcomp"),
    )


# What each wrote for the four sentences: c for a clause, i for an infinitive; capitals are not aligned.
WRITTEN = {"Ahorn": "cciI", "Birke": "iiic", "Linde": "ccci", "human": "cccc", "second": "ccCi"}


def small_study(
    written: Mapping[str, str] = WRITTEN, refined: Mapping[str, bool] | None = None
) -> ContrastStudy:
    """The study; `refined` says which items a person kept or dropped."""
    contrasts = (
        ContrastShown(
            "gerund-dass", "Gerund", FINITE, "Which clause?", "k: VerbForm=Ger", "", "clause(finite)"
        ),
        ContrastShown("gerund-zu", "Gerund", NONFINITE, "", "k: VerbForm=Ger", "", "child(lemma=zu)"),
    )
    items: list[dict[str, object]] = []
    verdicts: list[dict[str, object]] = []
    targets: list[Sentence] = []
    links: list[tuple[int, int, int]] = []
    target_of = {name: np.full(4, -1, dtype=np.int64) for name in written}
    for number in range(4):
        for system, kinds in written.items():
            kind = kinds[number]
            made = clause(number) if kind.lower() == "c" else infinitive(number)
            target_of[system][number] = len(targets)
            word = len(made.words) - 1
            links += [(len(targets), 0, 0), (len(targets), 1, 1)]
            links += [(len(targets), 2, word)] if kind.islower() else []
            targets.append(made)
            for contrast, good in zip(contrasts, "ci", strict=True):
                for symmetry in (Symmetry.INTERSECTION, Symmetry.GROW):
                    known = kind.islower() or symmetry is Symmetry.GROW
                    verdict = ("pass" if kind.lower() == good else "fail") if known else "warning"
                    verdicts.append(
                        {
                            "item": f"{contrast.name}-s{number}-3",
                            "category": contrast.category,
                            "phenomenon": contrast.phenomenon,
                            "system": system,
                            "symmetry": symmetry,
                            "verdict": verdict,
                            "reason": None if known else "not aligned",
                            "found_by": "link" if known else None,
                            "aligned": [word] if known else [],
                            "clause": word if known else None,
                        }
                    )
        items += [
            {
                "item": f"{contrast.name}-s{number}-3",
                "contrast": contrast.name,
                "category": contrast.category,
                "phenomenon": contrast.phenomenon,
                "sentence": number,
                "keyword": 2,
                "selected": written["human"][number] == good,
                "refined": (refined or {}).get(f"{contrast.name}-s{number}-3"),
            }
            for contrast, good in zip(contrasts, "ci", strict=True)
        ]
    verbs = ("leaving", "asking", "waiting", "<b>eating")
    return ContrastStudy(
        name="small",
        pair="en-de",
        contrasts=contrasts,
        systems=SYSTEMS,
        references=REFERENCES,
        selected_by="human",
        symmetry=Symmetry.INTERSECTION,
        fallbacks=(),
        items=pl.DataFrame(items, schema=STUDY_ITEMS.schema),
        verdicts=pl.DataFrame(verdicts, schema=STUDY_VERDICTS.schema),
        sources=treebank(source(number, verb) for number, verb in enumerate(verbs)),
        targets=treebank(targets),
        target_of=target_of,
        links=np.array(sorted(links), dtype=np.int64),
        scores=(Overall("BLEU", {"Ahorn": 24.0, "Birke": 19.5, "Linde": 26.0}, "bleu|v:2"),),
        about={"source parser": "conllu", "target parser": "conllu", "aligner": "hmm"},
        notes=("4 pairs are few.",),
    )
