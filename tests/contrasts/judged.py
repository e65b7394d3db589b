"""Judge bundled contrasts on one sentence and its translation, both given as small trees."""

from functools import cache

import numpy as np

from lackmus.core.base.choices import Symmetry
from lackmus.core.contrasts.contrast import Contrast
from lackmus.core.contrasts.runs import Aligned, Judge, find
from lackmus.core.trees.matching import Finder
from lackmus.core.trees.treebank import treebank
from lackmus.read.contrasts import bundled_contrasts
from tests.core.small_trees import bank_of, tree


@cache
def bundled(pair: str) -> dict[str, Contrast]:
    """Return the bundled contrasts of a pair by name."""
    return {contrast.name: contrast for contrast in bundled_contrasts() if str(contrast.pair) == pair}


def found(contrast: Contrast, source: str) -> list[str]:
    """Return the keywords that a contrast finds in a sentence."""
    bank = bank_of(source)
    return [bank.form[hit.keyword] for hit in find([contrast], bank) if hit.keyword is not None]


def judged(contrast: Contrast, source: str, keyword: str, target: str, word: str) -> tuple[str, bool]:
    """Return the verdict on a keyword that is linked with one word, and whether it would be selected."""
    english, other = treebank([tree(source)]), treebank([tree(target)])
    (hit,) = (hit for hit in find([contrast], english) if english.form[hit.keyword or 0] == keyword)
    forms = [other.form[row] for row in range(other.words)]
    links = np.array([[hit.keyword, forms.index(word)]], dtype=np.int64)
    aligned = Aligned(english, other, {Symmetry.INTERSECTION: links}, {"human": np.array([0])})
    judge = Judge(aligned, Symmetry.INTERSECTION)
    verdict = judge.judge(hit, "human", contrast.good, contrast.bad).verdict
    selected = judge.judge(hit, "human", contrast.reference, None).verdict
    return verdict, selected == "pass"


def answers(contrast: Contrast, target: str) -> dict[str, str]:
    """Return what each word of a translation is by the contrast's own tests, Good before Bad."""
    finder = Finder(bank_of(target))
    good = finder.mask(contrast.good)
    bad = ~good if contrast.bad is None else finder.mask(contrast.bad) & ~good
    return {
        finder.bank.form[row]: "good" if good[row] else "bad" if bad[row] else "neither"
        for row in range(finder.bank.words)
    }
