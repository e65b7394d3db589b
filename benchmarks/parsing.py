"""Parsing with everything around it, against UDPipe called by hand; and reading back what was parsed."""

import tempfile
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import real_data, report, seconds
from lackmus.core.trees.treebank import Treebank
from lackmus.flows.trees.parsing import ParserSpec, parse_texts
from lackmus.store.trees.parse_cache import ParseCache

udpipe: Any = import_module("ufal.udpipe")  # has no types
LINES = 800
LIMIT = 1.1
KNOWN = 0.05  # of the time that parsing takes
ROUNDS = 5


class Token(NamedTuple):
    """What somebody would keep of a word."""

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    misc: str


def main() -> None:
    """Print how many times as long as UDPipe we take, from lines to a treebank whose trees are kept."""
    data = real_data()
    source = data / "wmt22" / "en-cs" / "source" / "generaltest2022.en-cs.src.en"
    lines = source.read_text(encoding="utf-8").split("\n")[:LINES]
    model = data / "models" / "english.udpipe"
    with tempfile.TemporaryDirectory() as folder:
        _compare(lines, model, Path(folder))


def _compare(lines: list[str], model: Path, folder: Path) -> None:
    numbers = count(1)
    wanted = ParserSpec("udpipe", {"model": str(model)})

    def parsed(file: Path) -> Treebank:
        with ParseCache(file) as cache:
            return parse_texts(wanted, lines, cache=cache, processes=1, whole_lines=True)

    known = folder / "known.db"
    bank, theirs = parsed(known), by_hand(lines, model)
    words = [word for sentence in theirs for word in sentence]
    assert bank.words == len(words)
    assert [bank.form[row] for row in range(bank.words)] == [word.form for word in words]
    assert [bank.deprel[row] for row in range(bank.words)] == [word.deprel for word in words]

    # The quickest run of each, in turns: others on the machine can only make one slower.
    rounds = [
        (
            seconds(lambda: by_hand(lines, model)),
            seconds(lambda: parsed(folder / f"{next(numbers)}.db")),
            seconds(lambda: parsed(known)),
        )
        for _ in range(ROUNDS)
    ]
    hand, ours, read = (min(taken) for taken in zip(*rounds, strict=True))
    report(
        f"parsing {len(lines)} lines, {len(words):,} words, against UDPipe by hand",
        f"{ours / hand:.2f} × ({ours:.2f} s / {hand:.2f} s)",
        f"≤ {LIMIT} ×",
        ours <= LIMIT * hand,
    )
    report(
        "reading them back from the cache, against parsing them",
        f"{read / hand:.3f} × ({read:.3f} s / {hand:.2f} s)",
        f"≤ {KNOWN} ×",
        read <= KNOWN * hand,
    )


def by_hand(lines: list[str], model: Path) -> list[list[Token]]:
    """What a user writes who wants the words of each line."""
    loaded = udpipe.Model.load(str(model))
    tokenizer = loaded.newTokenizer("presegmented;ranges")
    found = []
    for line in lines:
        tokenizer.setText(line)
        sentence = udpipe.Sentence()
        words = []
        while tokenizer.nextSentence(sentence):
            loaded.tag(sentence, loaded.DEFAULT)
            loaded.parse(sentence, loaded.DEFAULT)
            words += [
                Token(
                    word.form,
                    word.lemma,
                    word.upostag,
                    word.xpostag,
                    word.feats,
                    word.head,
                    word.deprel,
                    word.misc,
                )
                for word in list(sentence.words)[1:]
            ]
            sentence = udpipe.Sentence()
        found.append(words)
    return found


if __name__ == "__main__":
    main()
