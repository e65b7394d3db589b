"""Tuples from files: checked one by one, and named where a file gives no names."""

import re
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import polars as pl

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.signatures import signature
from lackmus.core.base.texts import printable
from lackmus.core.challenges.aces import top_category
from lackmus.core.challenges.challenge import GOLD, TUPLES, UNPLACED
from lackmus.core.challenges.error_spans import placed
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of

# The keys of a tuple in ACES data and its successors.
ACES = {
    "good-translation": "better",
    "incorrect-translation": "worse",
    "phenomena": "phenomenon",
    "langpair": "pair",
}
IDS = ("tuple", "id", "index")  # one of these keys names the tuple
NEEDED = ("pair", "phenomenon", "source", "reference", "better", "worse")
_NO_NAME = re.compile(r"[\t\n\r]|^\s|\s$")
ANNOTATED = "incorrect-translation-annotated"  # of SPAN-ACES
_NAMED = 5  # tuples named before the rest is only counted
_PACKED = (".gz", ".xz")


class TupleRows:
    """Collects tuples and checks that each is complete and has a unique name."""

    def __init__(self, path: Path, place: str = "line") -> None:
        self._path, self._place = path, place  # what a file consists of: lines, or entries
        self._columns: dict[str, list[str]] = {name: [] for name in TUPLES}
        self._lines: dict[str, int] = {}  # of each tuple: its line
        self._pairs: dict[str, str] = {}  # as written -> normalised
        self._gold: dict[str, list[Any]] = {name: [] for name in GOLD}
        self.unplaced: list[str] = []  # tuples whose annotated text is another than the worse one

    def __len__(self) -> int:
        return len(self._lines)

    def add(
        self,
        line: int,
        values: Mapping[str, str],
        spelling: Mapping[str, str] | None = None,
        gold: Mapping[str, Any] | None = None,
        single: bool = False,
    ) -> None:
        """Add a tuple by our column names; `spelling` gives the names in the file, `gold` columns of GOLD.

        A value `annotated` is the worse text with its errors marked. A tuple may be a `single` text.
        """
        for name in NEEDED:
            value = values.get(name)
            blank = name == "reference" or (single and name in ("better", "worse"))  # it may be
            if value is None or (not value.strip() and not blank):
                called = (spelling or {}).get(name, name)
                said = "is missing" if value is None else "is blank"
                raise self.problem(line, f"“{called}” {said}. A tuple needs it.")
        name = values.get("tuple") or f"{len(self._lines) + 1:05}"
        if _NO_NAME.search(name):
            raise self.problem(
                line,
                f"the name “{printable(name)}” has a tab, a line break or a space at its end. Correct it.",
            )
        if name in self._lines:
            raise self.problem(
                line,
                f"the name “{printable(name)}” stands in {self._place} {self._lines[name]:,} already. "
                "Give one of the two another name.",
            )
        self._lines[name] = line
        pair, columns = self._pair(values["pair"], line), self._columns
        columns["tuple"].append(name)
        columns["item"].append(values.get("item") or item_name(pair, values["source"], values["reference"]))
        columns["pair"].append(pair)
        phenomenon = values["phenomenon"]
        top = top_category(phenomenon) if spelling else None
        columns["category"].append(values.get("category") or top or phenomenon)
        for column in ("phenomenon", "source", "better", "worse"):
            columns[column].append(values[column])
        columns["reference"].append(values["reference"] if values["reference"].strip() else "")
        for column in ("reference_from", "better_from", "worse_from"):
            columns[column].append(values.get(column) or "")
        gold = {**(gold or {})}
        if annotated := values.get("annotated"):
            spans = placed(annotated, values["worse"])
            if spans is None:
                self.unplaced.append(name)
            else:
                gold["worse_spans"] = [one.values for one in spans]
        for column, cells in self._gold.items():
            cells.append(gold.get(column))

    def tuples(self) -> pl.DataFrame:
        """All tuples, in the order of the file."""
        if not self._lines:
            raise LackmusError(f"{self._path} has no tuples.")
        gold = [pl.Series(name, cells, dtype=GOLD[name]) for name, cells in self._gold.items()]
        return pl.DataFrame(self._columns, schema=TUPLES.schema).with_columns(gold)

    @property
    def said(self) -> dict[str, str]:
        """What is odd about annotations, for `about`."""
        if not self.unplaced:
            return {}
        first = ", ".join(self.unplaced[:_NAMED]) + (" …" if len(self.unplaced) > _NAMED else "")
        return {UNPLACED: f"{len(self.unplaced):,} ({first})"}

    def problem(self, line: int, said: str) -> LackmusError:
        """An error in a line."""
        return LackmusError(f"{self._path}, {self._place} {line}: {said}")

    def _pair(self, written: str, line: int) -> str:
        if written not in self._pairs:  # a file has few pairs and many lines
            try:
                self._pairs[written] = str(Pair.parse(written))
            except PairError as problem:
                raise self.problem(line, f"{problem}.") from None
        return self._pairs[written]


def item_name(pair: str, source: str, reference: str) -> str:
    """An item name for a tuple without a suite: tuples of one source and reference share it."""
    return blake2b("\0".join((pair, source, reference)).encode(), digest_size=8).hexdigest()


def plain_name(path: Path) -> str:
    """The name of a file without its endings."""
    name = path.name
    for packed in _PACKED:
        name = name.removesuffix(packed)
    return printable(Path(name).stem)


def file_signature(file: File) -> str:
    """A signature by file, for a challenge that does not say how it was built."""
    return signature({"challenge": printable(file.path.name), "content": digest_of(file.text)})
