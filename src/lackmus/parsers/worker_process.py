"""The parser process: parse texts and return packed parses until the input ends."""

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
_LINE = 200  # characters of a plug-in's message


def packed_parses(parser: Parser, name: str, texts: Sequence[str]) -> list[str]:
    """The packed trees of texts; errors of a parser become one line that names it and a text."""
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
    """What is wrong with a tree from a plug-in; empty if nothing is."""
    if flaw := tree_flaw([word.head for word in sentence.words]):
        return flaw[1]
    size = len(text)
    for number, word in enumerate(sentence.words, 1):
        if not word.form or not 0 <= word.start <= word.end <= size:
            return f"word {number} has no form, or its place is outside the text"
    return ""


def main() -> None:
    """The first line names the parser; each further line is a batch, answered with one line."""
    asked: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(asked,), daemon=True).start()
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    # Output of libraries must not mix with the answers, nor be lost when the process ends.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    told = json.loads(asked.get())
    sys.path[:] = told["path"]  # the path of plug-ins
    try:
        with open_parser(told["name"], told["options"]) as parser:
            while True:
                found = packed_parses(parser, told["name"], json.loads(asked.get()))
                print(json.dumps(found), file=answers, flush=True)
    except LackmusError as problem:
        print(json.dumps({"wrong": str(problem)}), file=answers, flush=True)
    except BrokenPipeError:
        os._exit(0)  # no answer is needed any more


def _listen(asked: "SimpleQueue[str]") -> None:
    """End the process as soon as the input closes, even during a batch."""
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


def _shown(text: str) -> str:
    short = " ".join(text.split())
    return f"“{short[:_SHOWN]}{'…' if len(short) > _SHOWN else ''}”"


if __name__ == "__main__":
    main()
