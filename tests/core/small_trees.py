"""Trees for tests, a word a line: number, form, lemma, upos, feats, head, deprel; and trees at random."""

import random

from lackmus.core.trees.treebank import Sentence, Treebank, Word, treebank


def tree(lines: str, id: str = "s") -> Sentence:
    """A sentence whose words stand in its text with one space between them."""
    words, start = [], 0
    for line in lines.strip().splitlines():
        _, form, lemma, upos, feats, head, deprel = line.split()
        words.append(Word(form, lemma, upos, "_", feats, int(head), deprel, start, start + len(form)))
        start += len(form) + 1
    return Sentence(id, " ".join(word.form for word in words), tuple(words))


def bank_of(*trees: str) -> Treebank:
    """Sentences s1, s2 …"""
    return treebank(tree(lines, f"s{number}") for number, lines in enumerate(trees, 1))


def grown(draw: random.Random, sizes: range, sentences: int) -> Treebank:
    """Trees of any shape with few values, so that conditions often hold and often do not."""
    made = []
    for number in range(sentences):
        size = draw.choice(sizes)
        order = draw.sample(range(1, size + 1), size)
        heads = {word: order[draw.randrange(place)] if place else 0 for place, word in enumerate(order)}
        words = [
            Word(
                draw.choice(("a", "b", "ab")),
                draw.choice(("a", "b")),
                draw.choice(("NOUN", "VERB", "AUX", "ADJ")),
                "_",
                draw.choice(("_", "VerbForm=Fin", "VerbForm=Inf", "Gender=Fem,Masc|Number=Sing", "Mood=Ind")),
                heads[word],
                "root"
                if not heads[word]
                else draw.choice(("nsubj", "obj", "aux", "conj", "acl:relcl", "advcl")),
                3 * word,
                3 * word + 2,
            )
            for word in range(1, size + 1)
        ]
        made.append(Sentence(str(number), "x" * (3 * size + 3), tuple(words)))
    return treebank(made)
