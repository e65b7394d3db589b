"""A sentence in CoNLL-U; a line of several sentences is as many trees, and says which belong together."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, zip_longest

from lackmus.core.base.texts import one_line
from lackmus.core.trees.sentence_bounds import gap_written, sentence_words
from lackmus.core.trees.treebank import NONE, Sentence, Word

_GLUED = "SpaceAfter=No"


def sentence_conllu(sentence: Sentence) -> str:
    """The lines of a sentence with the final blank line; without words, only its id and text."""
    parts = sentence_words([word.head for word in sentence.words])
    if len(parts) > 1:
        return "".join(_parts(sentence, parts))
    lines = [f"# sent_id = {_plain(sentence.id)}"] if sentence.id else []
    return _written([*lines, _text(sentence.text), *_tokens(sentence.text, sentence.words)])


def _parts(sentence: Sentence, parts: Sequence[range]) -> Iterator[str]:
    """The trees of a line, with the comments that `read/conllu.py` needs to join them again."""
    id, text = _plain(sentence.id), sentence.text
    begins = [min(sentence.words[number].start for number in part) for part in parts]
    for number, (part, (begin, end)) in enumerate(
        zip(parts, pairwise([0, *begins[1:], len(text)]), strict=True), 1
    ):
        piece = text[begin:end]
        gap = one_line(piece[len(piece.rstrip()) :]) if number < len(parts) else " "
        words = [sentence.words[word] for word in part]
        moved = [word._replace(head=word.head - part.start) if word.head else word for word in words]
        yield _written(
            [
                f"# sent_id = {id}.{number}",
                f"# line_id = {id}",
                f"# line_part = {number}/{len(parts)}",
                _text(piece),
                *_tokens(text, moved, gap_written(gap) or NONE),
            ]
        )


def _written(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in [*lines, ""])


def _text(text: str) -> str:
    return f"# text = {one_line(text).strip()}"


def _tokens(text: str, words: Sequence[Word], last_misc: str = NONE) -> Iterator[str]:
    """A line for each word, and one before the words of a contraction, which share a position."""
    numbered = enumerate(words, 1)
    tokens = [list(group) for _, group in groupby(numbered, key=lambda one: _place(*one))]
    ends = [token[0][1].end for token in tokens]
    starts = [token[0][1].start for token in tokens[1:]]
    for token, end, following in zip_longest(tokens, ends, starts):
        misc = last_misc if following is None else _GLUED if end == following else NONE
        (first, word), last = token[0], token[-1][0]
        if last > first:
            form = text[word.start : word.end]
            yield "\t".join((f"{first}-{last}", _plain(form), *[NONE] * 7, misc))
            misc = NONE
        for number, each in token:
            yield _line(number, each, misc)


def _place(number: int, word: Word) -> Sequence[int]:
    """A key that is equal for words of one contraction only; a word may have no position."""
    return (word.start, word.end) if word.start < word.end else (number,)


def _line(number: int, word: Word, misc: str) -> str:
    strings = map(_plain, (word.form, word.lemma, word.upos, word.xpos, word.feats))
    return "\t".join((str(number), *strings, str(word.head), _plain(word.deprel), NONE, misc))


def _plain(value: str) -> str:
    """The value without tabs and line ends."""
    return " ".join(value.split()) or NONE
