"""A challenge for a shared task: files that do not reveal which text is better, and the key."""

import secrets
from collections.abc import Mapping
from hashlib import blake2b, sha256
from typing import TypeVar

import polars as pl

from lackmus.core.base.texts import one_line, printable, text_key, without_zero_width
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.errors import LackmusError
from lackmus.write.challenges.jsonl import content
from lackmus.write.challenges.lines import lines_of

ENDINGS: tuple[str, ...] = ()
FOLDER = True

PUBLIC = "blind"  # the folder for participants; nothing else may be handed out
KEY = "key.jsonl"

_Segment = tuple[str, str, str]  # source, reference, hypothesis
_Texts = TypeVar("_Texts", bound=tuple[str, ...])


def write(challenge: ChallengeSet, secret: str = "") -> Mapping[str, str]:
    """The public files, each distinct segment once, and the key. The same secret gives the same files."""
    refuse_told_answers(challenge)
    secret = secret or secrets.token_hex(16)
    files, lines = {}, {}
    places: dict[str, dict[_Segment, int]] = {}
    for pair in challenge.pairs:
        ordered = shuffled(_segments(challenge.tuples.filter(pair=pair)), secret)
        places[pair] = {segment: line for line, segment in enumerate(ordered, start=1)}
        lines[pair] = len(ordered)
        folder = PUBLIC if len(challenge.pairs) == 1 else f"{PUBLIC}/{pair}"
        for column, name in enumerate(("source", "reference", "hypothesis")):
            files[f"{folder}/{name}.txt"] = lines_of([segment[column] for segment in ordered])
    files[f"{PUBLIC}/README.txt"] = _readme(lines)
    blind = {
        "secret": secret,
        "lines": lines,
        # Digests, to check that blind files belong to this key.
        "sha256": digests({name: text for name, text in files.items() if name.endswith("/hypothesis.txt")}),
    }
    numbers = {
        f"{side}_line": pl.Series(
            [
                places[pair][segment]
                for pair, segment in zip(challenge.tuples["pair"], _side(challenge.tuples, side), strict=True)
            ],
            dtype=pl.Int64,
        )
        for side in ("better", "worse")
    }
    _refuse_equal_lines(challenge.tuples, numbers)
    return {**files, KEY: content(challenge, {"blind": blind}, numbers)}


def _side(tuples: pl.DataFrame, side: str) -> list[_Segment]:
    columns = [[one_line(text) for text in tuples[name]] for name in ("source", "reference", side)]
    return list(zip(*columns, strict=True))


def _segments(tuples: pl.DataFrame) -> set[_Segment]:
    return {*_side(tuples, "better"), *_side(tuples, "worse")}


def shuffled(segments: set[_Texts], secret: str) -> list[_Texts]:
    """An order that depends only on the segments and the secret."""
    key = sha256(secret.encode()).digest()

    def place(segment: _Texts) -> tuple[bytes, _Texts]:
        return blake2b("\n".join(segment).encode(), key=key, digest_size=16).digest(), segment

    return sorted(segments, key=place)


def digests(files: Mapping[str, str]) -> dict[str, str]:
    """SHA-256 of every file."""
    return {name: sha256(text.encode()).hexdigest() for name, text in files.items()}


def refuse_told_answers(challenge: ChallengeSet) -> None:
    """Refuse a hypothesis that equals the reference of its source: it would reveal that it is right."""
    if challenge.free:
        raise LackmusError(
            f"In {challenge.name} every right text is a reference for others, so blind files would tell "
            "which texts are right. Build it with one reference for each item."
        )
    tuples = challenge.tuples
    names = ("tuple", "pair", "source", "reference", "better", "worse")
    columns = [tuples[name].to_list() for name in names]
    references: dict[tuple[str, str], set[str]] = {}
    for _, pair, source, reference, _, _ in (rows := list(zip(*columns, strict=True))):
        references.setdefault((pair, _seen(source)), set()).add(_seen(reference))
    for name, pair, source, _, better, worse in rows:
        for text in (better, worse):
            if _seen(text) in references[pair, _seen(source)]:
                raise LackmusError(
                    f"Tuple {printable(name)}: “{printable(text)}” is also a reference of its source, so "
                    "blind files would tell that it is right. Leave such tuples out."
                )


def _seen(text: str) -> str:
    """The text as a reader sees it: white space, normal forms and zero-width characters are ignored."""
    return text_key(without_zero_width(text))


def _refuse_equal_lines(tuples: pl.DataFrame, numbers: Mapping[str, pl.Series]) -> None:
    """Refuse texts that differ only in line breaks, since they become equal lines."""
    differ = tuples["better"] != tuples["worse"]
    lost = tuples.filter(differ & (numbers["better_line"] == numbers["worse_line"]))["tuple"]
    if len(lost):
        raise LackmusError(
            f"Tuple {printable(lost[0])}: better and worse differ in line breaks alone, which blind files "
            "cannot hold. Leave such tuples out."
        )


def _readme(lines: Mapping[str, int]) -> str:
    """Instructions for participants."""
    pairs = sorted(lines)
    if len(pairs) == 1:
        return _README.format(
            files="source.txt, reference.txt and hypothesis.txt belong together line by line.",
            counted=f"There are {lines[pairs[0]]} lines.",
            order="of the lines",
            table="line\tscore\n    2\t0.5102\n    1\t0.8731",
        )
    return _README.format(
        files="Each folder is a language pair: its source.txt, reference.txt and hypothesis.txt\n"
        "belong together line by line.",
        counted=f"Lines: {', '.join(f'{pair} {lines[pair]}' for pair in pairs)}.",
        order=f"of the\nlines, folder after folder: {', '.join(pairs)}",
        table=f"pair\tline\tscore\n    {pairs[0]}\t2\t0.5102\n    {pairs[0]}\t1\t0.8731",
    )


_README = """\
Score every hypothesis: how good a translation of its source is it?

{files}
{counted}
They stand in random order, each distinct source, reference and hypothesis once.
The files are UTF-8, and only a line feed ends a line.

Hand in one text file for each metric, named after it (mymetric.txt). It may
begin with what has to be known of the metric; then comes one number for each
line, in the order {order}:

    # metric: MyMetric
    # higher: better
    # needs: reference
    # signature: mymetric 1.2, model large
    # seconds: 12.5
    0.8731
    0.5102

metric     its name in the ranking; if left out, the name of the file
higher     better: a higher number is a better translation; so if left out
           worse: a lower number is better, as for an error rate
needs      what it looks at beside the hypothesis: source, reference, both
           (“source, reference”) or nothing; if left out, reference
group      in which it asks to be ranked, such as baseline
signature  how its numbers are made: version, model, options
seconds    how long scoring all lines took

A table is welcome too, in any order, with a tab between its columns:

    {table}

Numbers have a decimal point (0.5, 1e-3). Blank lines, nan and inf are refused,
and so is a file with more or fewer scores than there are lines.
"""
