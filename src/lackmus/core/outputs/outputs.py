"""What systems wrote: outputs as a frame, keys of texts, names of systems, systems that did not take part."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import takewhile
from typing import Any

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.compact_frames import compact, numbers
from lackmus.core.base.texts import text_key
from lackmus.core.engines.engine import Mark, Origin
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.suites.suite import Suite

OUTPUTS = Columns(item=pl.String, system=pl.String, text=pl.String)
ITEMS = Columns(item=pl.String, category=pl.String, phenomenon=pl.String, source=pl.String)

# A text repeated over fewer different sources is no sign of absence: short answers do repeat.
_REPEATED_AT_LEAST = 3
_PIECE = 100_000  # texts that are joined at once
_SAME_AT_LEAST = 20  # two good systems may well agree on a few easy sentences


def items_of(suite: Suite) -> pl.DataFrame:
    """The items of a suite as a table, in its order."""
    rows = [(item.key, item.category, item.phenomenon, item.source) for item in suite.items]
    return pl.DataFrame(rows, schema=ITEMS.schema, orient="row")


@dataclass(frozen=True)
class HandIn:
    """One system's file as it was handed in: line by line beside the source, and where the items stand."""

    system: str
    file: str
    sources: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    places: list[tuple[str, int]] = field(default_factory=list)  # item key, index of the line
    documents: list[str] = field(default_factory=list)  # of each line; empty if the format has none
    segments: list[str] = field(default_factory=list)  # id of each line in its document; may be empty
    origin: Origin | None = None  # set if an engine wrote it
    marks: list[str] = field(default_factory=list)  # of each line: verbose, refused or ""; may be empty
    suspicions: list[Suspicion] = field(default_factory=list)  # what its reader found wrong
    notes: list[str] = field(default_factory=list)  # how its reader took it: which pair it was read as
    records: list[dict[str, Any]] = field(default_factory=list)  # its documents as they stand, where kept

    @property
    def own_texts(self) -> list[str]:
        """The text of each line; blank where only the whole document is known to hold its translation."""
        if Mark.PARAGRAPHS not in self.marks:
            return self.texts
        marked = zip(self.texts, self.marks, strict=True)
        return ["" if mark == Mark.PARAGRAPHS else text for text, mark in marked]


def noted(notes: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Notes about files, each once, with the systems that it is about."""
    systems: dict[str, list[str]] = {}
    for system, said in notes.items():
        for note in said:
            systems.setdefault(note, []).append(system)
    return tuple(f"{', '.join(names)}: {note}" for note, names in systems.items())


def outputs_of(hand_ins: Iterable[HandIn]) -> pl.DataFrame:
    """The translations of the items, every repeat of a sentence in a row of its own."""
    frames = [
        pl.DataFrame(
            {
                "item": [item for item, _ in hand_in.places],
                "text": [hand_in.texts[line] for _, line in hand_in.places],
            },
            schema={"item": pl.String, "text": pl.String},
        ).select("item", pl.lit(hand_in.system).alias("system"), "text")
        for hand_in in hand_ins
    ]
    return pl.concat([OUTPUTS.empty(), *frames])


# ASCII white space that folding turns into a space.
_OTHER_SPACES = [chr(code) for code in (*range(9, 14), *range(28, 32))]


def keys_of(texts: pl.Series, key: Callable[[str], str] = text_key) -> pl.Series:
    """The key of every text. Most texts are their own key; Polars quickly finds those that may not be."""
    plain = pl.col("text")
    doubtful = (
        (plain.str.len_bytes() != plain.str.len_chars())
        | plain.str.contains("  ", literal=True)
        | plain.str.starts_with(" ")
        | plain.str.ends_with(" ")
        | plain.str.contains_any(_OTHER_SPACES)
    )
    places = texts.to_frame("text").select(doubtful.arg_true()).to_series()
    if places.is_empty():
        return texts.rename("text")
    keys = [key(text) for text in texts.gather(places)]
    return texts.rename("text").scatter(places, pl.Series(keys, dtype=pl.String))


def outputs_digest(outputs: pl.DataFrame) -> str:
    """A short digest of all systems, items and texts, for the signature."""
    hashed = sha256()
    order = (
        outputs.select(numbers(outputs["system"]), numbers(outputs["item"]))
        .with_row_index("row")
        .sort("system", "item", maintain_order=True)["row"]
    )
    in_order = order.is_sorted()
    for name in ("system", "item", "text"):
        # In pieces: all texts of a large campaign as one string would take half a gigabyte.
        for start in range(0, len(order), _PIECE):
            rows = outputs[name].slice(start, _PIECE)
            if not in_order:
                rows = outputs[name].gather(order.slice(start, _PIECE))
            hashed.update(b"\n" if start else b"")
            hashed.update(rows.cast(pl.String).str.join("\n").item().encode())
    return hashed.hexdigest()[:8]


def _pairs(outputs: pl.DataFrame) -> pl.Series:
    """Item and system of every row as one number."""
    items, systems = numbers(outputs["item"]), numbers(outputs["system"])
    return items.cast(pl.UInt64) * (outputs.height + 1) + systems


def first_of_pairs(outputs: pl.DataFrame) -> pl.Series:
    """Whether each row is the first of its item and system."""
    return _pairs(outputs).is_first_distinct()


def first_of_repeats(outputs: pl.DataFrame) -> pl.DataFrame:
    """One output per item and system: the first line on which the sentence stood."""
    first = first_of_pairs(outputs)
    return outputs if first.all() else outputs.filter(first)


def differing_repeats(outputs: pl.DataFrame) -> dict[str, int]:
    """For how many items each system translated repeats of one sentence differently."""
    pairs = _pairs(outputs)
    if pairs.n_unique() == outputs.height:
        return {}
    repeated = outputs.filter(pairs.is_duplicated())
    keys = repeated.with_columns(keys_of(repeated["text"]))
    differing = (
        keys.group_by("item", "system")
        .agg(pl.col("text").n_unique())
        .filter(pl.col("text") > 1)
        .group_by("system")
        .len()
        .sort("system")
    )
    return dict(differing.iter_rows())


def identical_systems(outputs: pl.DataFrame) -> tuple[tuple[str, ...], ...]:
    """Systems that wrote exactly the same texts: one file handed in twice, or the same engine."""
    # Only systems with the same sum of hashes can be alike; only these are compared.
    sums = (
        compact(outputs.select("system", (pl.col("item").hash() ^ pl.col("text").hash(1)).alias("hash")))
        .group_by("system")
        .agg(pl.len(), pl.col("hash").sum())
        .filter(pl.col("len") >= _SAME_AT_LEAST)
        .filter(pl.struct("len", "hash").is_duplicated())
    )
    if sums.is_empty():
        return ()
    written = (
        outputs.filter(pl.col("system").is_in(sums["system"].cast(pl.String).to_list()))
        .sort("item")
        .group_by("system", maintain_order=True)
        .agg(pl.struct("item", "text").alias("all"))
    )
    same = written.group_by("all").agg(pl.col("system").sort()).filter(pl.col("system").list.len() > 1)
    return tuple(sorted(tuple(names) for names in same["system"].to_list()))


def systems_of(outputs: pl.DataFrame) -> list[str]:
    """The systems in the order in which they first appear."""
    return outputs["system"].unique(maintain_order=True).to_list()


def system_names(file_names: Sequence[str], also: Sequence[str] = ()) -> list[str]:
    """Name systems by their files, without endings and without the parts that all file names share.

    Files that differ in nothing but their endings keep them. `also` are names of other files of the same
    hand-in (the source file): with a single output file they tell which parts belong to the test set.
    """
    bare = [_without_endings(name) for name in file_names]
    names = [_single(bare[0][0], also)] if len(bare) == 1 else _differing([words for words, _ in bare])
    distinct = {(tuple(words), tuple(endings)) for words, endings in bare}
    alike = Counter(words for words, _ in distinct)
    return [
        ".".join((name, *endings)) if alike[tuple(words)] > 1 else name
        for name, (words, endings) in zip(names, bare, strict=True)
    ]


# Words in file names that say what a file is, not whose it is.
_ROLES = {"hyp", "hypothesis", "out", "output", "outputs", "txt", "tsv", "ts", "sys"}
_ENDINGS = {"arrow", "csv", "feather", "json", "jsonl", "parquet", "tsv", "txt", "xml"}  # of formats
_PACKED = (".gz", ".xz")
_DECIMAL = re.compile(r"(?<!\d)\d{1,2}$")  # what may stand before a decimal point; a year does not


def _single(words: list[str], also: Sequence[str]) -> str:
    """The name from a single file: without the words of its source file, and without its role."""
    shared = {part.lower() for name in also for word in _words(name) for part in (word, *word.split("-"))}
    kept = [word for word in words if word.lower() not in shared | _ROLES]
    return ".".join(kept) or ".".join(words)


def _differing(parts: Sequence[list[str]]) -> list[str]:
    """The names from several files: the parts in which they differ."""
    head = _shared(parts)
    tail = _shared([list(reversed(words[head:])) for words in parts])
    names = [words[head : len(words) - tail] for words in parts]
    if not all(names) or all(word.isdigit() for name in names for word in name):
        names = [_bare(words[: len(words) - tail]) for words in parts]  # “run” and “run.2”, not “” and “2”
    return [".".join(name) for name in names]


def _bare(words: list[str]) -> list[str]:
    """The words without those that only tell the kind of file."""
    kept = [word for word in words if word.lower() not in _ROLES]
    return kept or words


def _shared(parts: Sequence[Sequence[str]]) -> int:
    """How many leading words all have in common."""
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*parts, strict=False))
    return sum(1 for _ in alike)


def _without_endings(file_name: str) -> tuple[list[str], list[str]]:
    """The words of a file name, and its format endings."""
    words, at = _words(file_name), 0
    while len(words) - at > 1 and words[-at - 1].lower() in _ENDINGS and any(words[: -at - 1]):
        at += 1
    return words[: len(words) - at], words[len(words) - at :]


def _words(file_name: str) -> list[str]:
    """The parts between dots; the dot in a number such as 4.1 does not separate."""
    for packed in _PACKED:
        file_name = file_name.removesuffix(packed)
    words: list[str] = []
    for word in file_name.split("."):
        if words and _DECIMAL.search(words[-1]) and word[:1].isdigit():
            words[-1] += f".{word}"
        else:
            words.append(word)
    return words


@dataclass(frozen=True)
class Absence:
    """Why a system counts as absent from a campaign."""

    missing: int
    blank: int
    repeated: int
    copied: int
    of: int

    @property
    def reason(self) -> str:
        """The reason in one line, for the report."""
        counts = {
            "missing": self.missing,
            "blank": self.blank,
            "one repeated text": self.repeated,
            "copies of the source": self.copied,
        }
        said = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
        return f"of {self.of:,} items: {said}"


def absences(outputs: pl.DataFrame, items: pl.DataFrame) -> dict[str, Absence]:
    """Systems most of whose texts are missing, blank, one repeated string or copies of the source.

    Only items that a working system has are counted: items that no system was given are not missing, and an
    empty file must not make others look incomplete.
    """
    lines = _idle_lines(compact(outputs.select(list(OUTPUTS))), items)
    counts = lines.group_by("system", maintain_order=True).agg(
        pl.len().alias("lines"), pl.col("blank", "repeated", "copied").sum()
    )
    found = {}
    idle = pl.col("blank") + pl.col("repeated") + pl.col("copied")
    for system, of, blank, repeated, copied in counts.filter(2 * idle > pl.col("lines")).iter_rows():
        found[system] = Absence(0, blank, repeated, copied, of)
    working = lines.filter(~pl.col("system").is_in(list(found)))
    covered = working["item"].n_unique()
    for system, of, blank, repeated, copied in counts.iter_rows():
        missing = covered - of
        if system not in found and 2 * (missing + blank + repeated + copied) > covered:
            found[system] = Absence(missing, blank, repeated, copied, covered)
    return found


def _idle_lines(outputs: pl.DataFrame, items: pl.DataFrame) -> pl.DataFrame:
    """One line per item and system, and whether it is blank, the system's most repeated text, or a copy."""
    sources = items.select("item", pl.Series("source", map(text_key, items["source"]), dtype=pl.String))
    lines = first_of_repeats(outputs)
    lines = lines.with_columns(keys_of(lines["text"]))
    blank = lines["text"] == ""
    known = sources.with_columns(pl.col("item").cast(lines["item"].dtype, strict=False)).drop_nulls("item")
    known = known.unique("item", keep="first", maintain_order=True)  # so that a line stays one line
    lines = lines.join(known, on="item", how="left", maintain_order="left")
    copied = (~blank & (lines["text"] == lines["source"])).fill_null(False)
    repeated = ~blank & ~copied & _most_repeated(lines)
    return lines.select(
        "item", "system", blank.alias("blank"), repeated.alias("repeated"), copied.alias("copied")
    )


def _most_repeated(lines: pl.DataFrame) -> pl.Series:
    """Whether each line is the text that its system wrote for most different sources (at least a few)."""
    # Texts are compared by hash first: most occur for one item only and never count.
    of_items = lines.select(numbers(lines["item"]), pl.col("text").hash().alias("hash")).select(
        ((pl.col("item").min() != pl.col("item").max()).over("hash")).alias("several")
    )
    several = of_items["several"] & (lines["text"] != "")
    common = (
        lines.filter(several)
        .group_by("system", "text")
        .agg(pl.col("source").n_unique().alias("sources"))
        .filter(pl.col("sources") >= _REPEATED_AT_LEAST)
        .sort("sources", "text", descending=[True, False])
        .unique("system", keep="first", maintain_order=True)
        .select("system", pl.col("text").alias("common"))
    )
    if common.is_empty():
        return pl.repeat(False, lines.height, eager=True)
    beside = lines.select("system", "text").join(common, on="system", how="left", maintain_order="left")
    return (beside["text"] == beside["common"]).fill_null(False)
