"""A sentence in CoNLL-U."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from lackmus.core.texts import one_line
from lackmus.core.trees import NONE, Sentence, Word

_GLUED = "SpaceAfter=No"


def sentence_conllu(sentence: Sentence) -> str:
    """Its lines with the blank one that ends it; one without words has its id and its text."""
    lines = [f"# sent_id = {_plain(sentence.id)}"] if sentence.id else []
    lines += [f"# text = {one_line(sentence.text).strip()}", *_tokens(sentence)]
    return "".join(f"{line}\n" for line in [*lines, ""])


def _tokens(sentence: Sentence) -> Iterator[str]:
    """A line a word, and one before the words of a contraction: they are where it is."""
    numbered = enumerate(sentence.words, 1)
    tokens = [list(group) for _, group in groupby(numbered, key=lambda one: _place(*one))]
    ends = [token[0][1].end for token in tokens]
    starts = [token[0][1].start for token in tokens[1:]]
    for token, end, following in zip_longest(tokens, ends, starts):
        misc = _GLUED if end == following else NONE
        (first, word), last = token[0], token[-1][0]
        if last > first:
            form = sentence.text[word.start : word.end]
            yield "\t".join((f"{first}-{last}", _plain(form), *[NONE] * 7, misc))
            misc = NONE
        for number, each in token:
            yield _line(number, each, misc)


def _place(number: int, word: Word) -> Sequence[int]:
    """What words of one contraction have in common, and no others; a word may be nowhere."""
    return (word.start, word.end) if word.start < word.end else (number,)


def _line(number: int, word: Word, misc: str) -> str:
    strings = map(_plain, (word.form, word.lemma, word.upos, word.xpos, word.feats))
    return "\t".join((str(number), *strings, str(word.head), _plain(word.deprel), NONE, misc))


def _plain(value: str) -> str:
    """Neither a tab nor the end of a line."""
    return " ".join(value.split()) or NONE
