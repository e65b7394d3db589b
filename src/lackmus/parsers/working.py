"""Parse texts and pack what comes back; as a process of its own, until nobody asks any more."""

import json
import os
import sys
from collections.abc import Sequence
from queue import SimpleQueue
from threading import Thread

from lackmus.core.base.plurals import counted
from lackmus.core.trees.packing import packed
from lackmus.core.trees.treebank import Sentence, tree_flaw
from lackmus.errors import LackmusError
from lackmus.parsers.protocol import Parser, open_parser

_SHOWN = 60  # letters of a text in a message
_LINE = 200  # letters of what a stranger's parser says


def packed_parses(parser: Parser, name: str, texts: Sequence[str]) -> list[str]:
    """The trees of texts, packed; whatever a parser does wrong is one line that names it and a text."""
    label = parser.LABEL or name
    try:
        found = list(parser.parse(texts))
    except LackmusError:
        raise
    except Exception as problem:
        why = " ".join(f"{type(problem).__name__}: {problem}".split())[:_LINE]
        where = f"from the text {_shown(texts[0])} on"
        raise LackmusError(f"{label}, {where}: it failed ({why}).") from problem
    if len(found) != len(texts):
        given, got = counted(len(texts), "text"), counted(len(found), "tree")
        raise LackmusError(f"{label} was given {given} and answered with {got}.")
    for text, sentence in zip(texts, found, strict=True):
        if wrong := _flaw(text, sentence):
            raise LackmusError(f"{label} made no tree of the text {_shown(text)}: {wrong}.")
    return list(map(packed, found))


def _flaw(text: str, sentence: Sentence) -> str:
    """What is wrong with a tree that a stranger's parser made."""
    if flaw := tree_flaw([word.head for word in sentence.words]):
        return flaw[1]
    size = len(text)
    for number, word in enumerate(sentence.words, 1):
        if not word.form or not 0 <= word.start <= word.end <= size:
            return f"word {number} has no form, or its place is outside the text"
    return ""


def main() -> None:
    """The first line says which parser; each further one is a batch, and is answered with one line."""
    asked: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(asked,), daemon=True).start()
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    # Whatever a library prints must not get between the answers, nor be lost when this process ends.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    told = json.loads(asked.get())
    sys.path[:] = told["path"]  # where plug-ins lie
    try:
        with open_parser(told["name"], told["options"]) as parser:
            while True:
                found = packed_parses(parser, told["name"], json.loads(asked.get()))
                print(json.dumps(found), file=answers, flush=True)
    except LackmusError as problem:
        print(json.dumps({"wrong": str(problem)}), file=answers, flush=True)
    except BrokenPipeError:
        os._exit(0)  # nobody wants to hear it any more


def _listen(asked: "SimpleQueue[str]") -> None:
    """Whoever asks may be gone in the middle of a batch, and then nobody needs it."""
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


def _shown(text: str) -> str:
    short = " ".join(text.split())
    return f"“{short[:_SHOWN]}{'…' if len(short) > _SHOWN else ''}”"


if __name__ == "__main__":
    main()
