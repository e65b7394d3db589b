"""Parsers of somebody else: one that is slow and can be watched, and some that misbehave."""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from lackmus.parsers import Option, Parser, Sentence, Word

PACKAGE = "lackmus-odd-parsers"


def flat(text: str) -> Sentence:
    """The first word is the root of all others."""
    words: list[Word] = []
    at = 0
    for form in text.split():
        at = text.index(form, at)
        head, rel = (1, "dep") if words else (0, "root")
        words.append(Word(form, form.lower(), "X", "_", "_", head, rel, at, at + len(form)))
        at += len(form)
    return Sentence("", text, tuple(words))


class Watched(Parser):
    """Writes down what it parses; after some batches, it waits for ever."""

    BATCH = 2
    OPTIONS = (
        Option("log", "folder in which every batch is a file", counts=False),
        Option("batches", "after which it waits", counts=False),
        Option("kind", "which"),
    )

    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """A file for every batch: several processes may write at once."""
        log = Path(self.options["log"])
        if self.options["batches"] and len(list(log.glob("*.batch"))) >= int(self.options["batches"]):
            (log / f"{os.getpid()}.waiting").touch()
            time.sleep(600)
        (log / f"{os.getpid()}-{time.monotonic_ns()}.batch").write_text("|".join(texts))
        return list(map(flat, texts))


class Odd(Parser):
    """Does what a text tells it to."""

    LABEL = "Odd"
    BATCH = 1

    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """A text may be the last one."""
        for text in texts:
            if text == "print":
                print("printed by Python")
                os.write(1, b"printed by a library\n")
            elif text == "fail":
                raise ValueError("failed as told")
            elif text == "die":
                os.kill(os.getpid(), signal.SIGKILL)
            elif text == "leave":
                os._exit(3)
        return list(map(flat, texts))
