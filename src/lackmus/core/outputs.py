"""What systems wrote: when two outputs are the same text, and which systems did not take part."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import takewhile

import polars as pl

from lackmus.core.columns import Columns
from lackmus.core.engines import Origin
from lackmus.core.suites import Suite
from lackmus.core.texts import text_key

OUTPUTS = Columns(item=pl.String, system=pl.String, text=pl.String)
ITEMS = Columns(item=pl.String, category=pl.String, phenomenon=pl.String, source=pl.String)

# A text repeated over fewer different sources than this says nothing: short answers do repeat.
_REPEATED_AT_LEAST = 3
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
    documents: list[str] = field(default_factory=list)  # of each line; none where the format has none
    segments: list[str] = field(default_factory=list)  # likewise the id of each line in its document
    origin: Origin | None = None  # where an engine wrote it
    marks: list[str] = field(default_factory=list)  # of each line: verbose, refused or nothing; none at all


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
    """The key of every text. Most texts are their own key, and Polars sees quickly which may not be."""
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
    """A few letters that change with any system, item or text, for the signature."""
    hashed = sha256()
    for part in outputs.select("system", "item", "text").sort("system", "item", maintain_order=True):
        hashed.update("\n".join(part.to_list()).encode())
    return hashed.hexdigest()[:8]


def first_of_repeats(outputs: pl.DataFrame) -> pl.DataFrame:
    """One output per item and system: the first line on which the sentence stood."""
    return outputs.unique(["item", "system"], keep="first", maintain_order=True)


def differing_repeats(outputs: pl.DataFrame) -> dict[str, int]:
    """For how many items each system translated repeats of one sentence differently."""
    repeated = outputs.filter(pl.len().over("item", "system") > 1)
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
    """Systems that wrote the very same texts: one file handed in twice, or one engine behind both."""
    written = (
        outputs.sort("item")
        .group_by("system", maintain_order=True)
        .agg(pl.len(), pl.struct("item", "text").alias("all"))
        .filter(pl.col("len") >= _SAME_AT_LEAST)
    )
    same = written.group_by("all").agg(pl.col("system").sort()).filter(pl.col("system").list.len() > 1)
    return tuple(sorted(tuple(names) for names in same["system"].to_list()))


def systems_of(outputs: pl.DataFrame) -> list[str]:
    """The systems in the order in which they first appear."""
    return outputs["system"].unique(maintain_order=True).to_list()


def system_names(file_names: Sequence[str], also: Sequence[str] = ()) -> list[str]:
    """Name systems by their files: what all file names share says nothing about a system.

    `also` are names of other files of the same hand-in (the source file): with a single output file they
    tell which parts belong to the test set.
    """
    parts = [_words(name) for name in file_names]
    if len(parts) == 1:
        shared = {part.lower() for name in also for word in _words(name) for part in (word, *word.split("-"))}
        kept = [word for word in parts[0] if word.lower() not in shared | _ROLES]
        return [".".join(kept) or file_names[0]]
    head = _shared(parts)
    tail = _shared([list(reversed(words[head:])) for words in parts])
    names = [words[head : len(words) - tail] for words in parts]
    if not all(names) or all(word.isdigit() for name in names for word in name):
        names = [_bare(words[: len(words) - tail]) for words in parts]  # “run” and “run.2”, not “” and “2”
    return [".".join(name) for name in names]


# Words in file names that say what a file is, not whose it is.
_ROLES = {"hyp", "hypothesis", "out", "output", "outputs", "txt", "tsv", "ts", "sys"}
_PACKED = (".gz", ".xz")


def _bare(words: list[str]) -> list[str]:
    """Without the endings that only say what kind of file it is."""
    kept = [word for word in words if word.lower() not in _ROLES]
    return kept or words


def _shared(parts: Sequence[Sequence[str]]) -> int:
    """How many words all begin with."""
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*parts, strict=False))
    return sum(1 for _ in alike)


def _words(file_name: str) -> list[str]:
    for packed in _PACKED:
        file_name = file_name.removesuffix(packed)
    return file_name.split(".")


@dataclass(frozen=True)
class Absence:
    """Why a system's file cannot be the work of a system that took part."""

    missing: int
    blank: int
    repeated: int
    copied: int
    of: int

    @property
    def reason(self) -> str:
        """One line for the report."""
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

    Only items that a system at work has count: what nobody was given, nobody left out, and a file full of
    nothing must not make others look incomplete.
    """
    lines = _idle_lines(OUTPUTS.of(outputs), items)
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
    lines = outputs.unique(["item", "system"], keep="first", maintain_order=True)
    lines = lines.with_columns(keys_of(lines["text"])).join(sources, on="item", how="left")
    common = (
        lines.filter((pl.col("text") != "") & (pl.len().over("system", "text") >= _REPEATED_AT_LEAST))
        .group_by("system", "text")
        .agg(pl.col("source").n_unique().alias("sources"))
        .filter(pl.col("sources") >= _REPEATED_AT_LEAST)
        .sort("sources", "text", descending=[True, False])
        .unique("system", keep="first", maintain_order=True)
        .select("system", pl.col("text").alias("common"))
    )
    blank = pl.col("text") == ""
    copied = ~blank & (pl.col("text") == pl.col("source"))
    repeated = ~blank & ~copied & (pl.col("text") == pl.col("common")).fill_null(False)
    return lines.join(common, on="system", how="left", maintain_order="left").with_columns(
        blank.alias("blank"), repeated.alias("repeated"), copied.alias("copied")
    )
