"""A challenge as a hand-in to the WMT metrics task: blind files of hypotheses, and the key to them."""

import secrets
from collections.abc import Mapping

import polars as pl

from lackmus.core.base.pairs import Pair
from lackmus.core.base.texts import one_line
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.errors import LackmusError
from lackmus.write.challenges.blind import KEY, PUBLIC, digests, refuse_told_answers, shuffled
from lackmus.write.challenges.jsonl import content
from lackmus.write.challenges.lines import lines_of
from lackmus.write.outputs.rows import file_names

ENDINGS: tuple[str, ...] = ()
FOLDER = True

_Line = tuple[str, ...]  # category, source, reference, and the hypotheses, sorted
_TEXTS = 3  # where the hypotheses begin


def write(challenge: ChallengeSet, secret: str = "") -> Mapping[str, str]:
    """The files of every language pair, and the key. The same secret gives the same files.

    Lines, and hypotheses within a line, stand in an order that depends only on their texts and the secret.
    """
    refuse_told_answers(challenge)
    secret = secret or secrets.token_hex(16)
    rows = _lines_of_tuples(challenge)
    files, lines, named = {}, {}, {}
    places: dict[tuple[str, _Line, str], int] = {}
    for pair in challenge.pairs:
        own = shuffled({row for at, row in rows if at == pair}, secret)
        texts = [
            [text for *_, text in shuffled({(*row[:_TEXTS], text) for text in row[_TEXTS:]}, secret)]
            for row in own
        ]
        stem = _stem(challenge.name, pair)
        files[f"{stem}.src.txt"] = lines_of([row[1] for row in own])
        if any(row[2] for row in own):
            files[f"{stem}.ref.txt"] = lines_of([row[2] for row in own])
        files[f"{stem}.meta.txt"] = lines_of(
            # Sentences of a challenge do not belong together: each is a document.
            [f"{' '.join(row[0].split())}\t{number:05}" for number, row in enumerate(own, start=1)]
        )
        many = len(texts[0])
        lines[pair], named[pair] = many * len(own), [f"{stem}.hyp-{n}.txt" for n in range(1, many + 1)]
        for hypothesis, name in enumerate(named[pair]):
            files[name] = lines_of([there[hypothesis] for there in texts])
            for number, (row, there) in enumerate(zip(own, texts, strict=True), start=1):
                places[pair, row, there[hypothesis]] = hypothesis * len(own) + number
    blind = {
        "secret": secret,
        "lines": lines,
        "files": named,  # of hypotheses; lines are counted through them
        "sha256": digests({name: files[name] for those in named.values() for name in those}),
    }
    numbers = {
        f"{side}_line": pl.Series(
            [
                places[pair, row, one_line(text)]
                for (pair, row), text in zip(rows, challenge.tuples[side], strict=True)
            ],
            dtype=pl.Int64,
        )
        for side in ("better", "worse")
    }
    return {**files, KEY: content(challenge, {"blind": blind}, numbers)}


def _lines_of_tuples(challenge: ChallengeSet) -> list[tuple[str, _Line]]:
    """The language pair and the line of every tuple.

    Where all items have equally many texts, an item is one line; else every tuple is a line with two.
    """
    columns = ("tuple", "pair", "item", "category", "source", "reference", "better", "worse")
    rows = [tuple(map(one_line, row)) for row in challenge.tuples.select(columns).iter_rows()]
    texts: dict[tuple[str, ...], set[str]] = {}
    for name, *item, better, worse in rows:
        if better == worse:
            raise LackmusError(
                f"Tuple {name}: better and worse are the same line, and no score can tell them apart. "
                "Leave such tuples out."
            )
        texts.setdefault(tuple(item), set()).update((better, worse))
    by_item = len({len(found) for found in texts.values()}) == 1
    return [
        (item[0], (*item[2:], *sorted(texts[tuple(item)] if by_item else {better, worse})))
        for _, *item, better, worse in rows
    ]


def _stem(name: str, pair: str) -> str:
    """The name of a pair's files without their endings, languages with underscores as at WMT."""
    languages = Pair.parse(pair)
    written = "-".join(tag.replace("-", "_") for tag in (languages.source, languages.target))
    (safe,) = file_names([name], f".{written}")
    return f"{PUBLIC}/{safe}"
