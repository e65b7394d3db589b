"""Build a challenge from judged outputs: which items give tuples, and which of their texts."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

import numpy as np
import polars as pl

from lackmus.core.base.choices import References, Trust
from lackmus.core.base.columns import Columns
from lackmus.core.base.signatures import signature
from lackmus.core.base.texts import folded, text_key, without_zero_width
from lackmus.core.base.verdict import Verdict
from lackmus.core.challenges.challenge import FREE, REFERENCES, TUPLES, ChallengeSet
from lackmus.core.challenges.combinations import combine
from lackmus.core.challenges.roles import Roles, TupleCandidates, give_roles
from lackmus.core.outputs.outputs import keys_of
from lackmus.core.rules.judge import JudgementStep
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.judging import STEP, VERDICT, refuse_unknown

# What systems wrote in campaigns and what was said about it; `text` is the key of a text.
JUDGED_TEXTS = Columns(
    item=pl.String, campaign=pl.String, system=pl.String, text=pl.String, verdict=VERDICT, step=STEP
)

# The usual number of tuples of an item: with free combinations few items reach it.
PER_ITEM = {References.ONE: 5, References.ALL: 1000}

TRUSTED = {
    Trust.SETTLED: "what rules or people settled",
    Trust.HUMAN: "what people decided, and nothing else",
}


@dataclass(frozen=True)
class Draw:
    """The choices of a challenge."""

    per_item: int | None = None  # tuples of an item at most; None for the usual number
    seed: int = 1
    trust: Trust = Trust.SETTLED
    references: References = References.ONE

    def __post_init__(self) -> None:
        if self.per_item is not None and self.per_item < 1:
            raise ValueError(f"an item cannot give {self.per_item} tuples")

    @property
    def most(self) -> int:
        """How many tuples an item gives at most."""
        return PER_ITEM[self.references] if self.per_item is None else self.per_item


class Lack(StrEnum):
    """Why an item gave no tuple."""

    NOTHING = "nothing settled"
    NO_RIGHT = "no right text"
    ONE_RIGHT = "only one right text"
    NO_WRONG = "no wrong text"
    TAKEN = "its texts have other roles elsewhere"


@dataclass(frozen=True)
class Built:
    """A challenge, what it was built from, and what could not be used."""

    challenge: ChallengeSet
    items: int  # with outputs, reserved ones not counted
    giving: int  # with at least one tuple
    without: Mapping[Lack, int]  # why the others gave none
    reserved: int  # items with outputs that were left out because their sentence is secret
    # Campaign -> system -> for how many texts of items it stands; what several wrote, they share.
    uses: Mapping[str, Mapping[str, float]]
    capped: int = 0  # items that had more combinations of texts than an item may give
    # Pair, category, phenomenon -> items that were looked at, in the order of the suite.
    offered: Mapping[tuple[str, str, str], int] = field(default_factory=dict)


def build(
    suite: Suite, judged: pl.DataFrame, draw: Draw, name: str, judging: Mapping[str, object] | None = None
) -> Built:
    """Tuples of a right text as reference, another right one as better and a wrong one as worse.

    In a whole challenge a text is a reference or a hypothesis, never both: a reader of the files could
    otherwise guess that a text which is a reference for one item is right for another. Within an item, and
    among items with the same source, a text has one role. Order and repetition of the rows do not matter, nor
    does anything but the rows, the suite and the seed. `judging` says in the signature how the texts were
    judged. With free combinations every right text of an item is a reference for its other right texts.
    """
    judged = JUDGED_TEXTS.of(judged)
    writers = judged.select("campaign", "system").unique().sort("campaign", "system").with_row_index("writer")
    rows = _in_order(judged, suite, writers)
    items = _items(suite, rows["place"].unique(maintain_order=True))
    shown = items.filter("shown")
    texts = _settled_texts(rows.filter(pl.col("place").is_in(shown["place"].to_list())), draw.trust)
    able, texts, without = _able(shown, texts)
    give = give_roles if draw.references is References.ONE else combine
    roles = give(_material(able, texts, writers), draw.most, draw.seed)
    tuples = _tuples(able, texts, roles, writers)
    giving = tuples["item"].n_unique()
    without[Lack.TAKEN] += able.height - giving
    about = {
        "suite": suite.label,
        "part": str(suite.part),
        "pair": "+".join(shown["pair"].unique().sort()),
        "campaigns": "+".join(writers["campaign"].unique(maintain_order=True)),
        "systems": writers.height,
        "outputs": _digest(rows, items["item"], writers),
    }
    free = draw.references is References.ALL
    choices = {
        "references": draw.references if free else None,
        "per-item": draw.most,
        "trust": draw.trust,
        "seed": draw.seed,
    }
    counts = {"items": f"{giving}/{shown.height}", "tuples": tuples.height}
    challenge = ChallengeSet(
        name,
        tuples,
        signature({"challenge": name, **about, **counts, **choices, **(judging or {})}),
        {
            **{what: str(value) for what, value in about.items() if value and what != "outputs"},
            **({REFERENCES: FREE} if free else {}),
            "per item": f"at most {draw.most}",
            "trust": TRUSTED[draw.trust],
            "seed": str(draw.seed),
        },
    )
    uses: dict[str, dict[str, float]] = {}
    for (_, campaign, system), count in zip(writers.iter_rows(), roles.uses.tolist(), strict=True):
        uses.setdefault(campaign, {})[system] = round(count, 2)
    return Built(
        challenge,
        shown.height,
        giving,
        {lack: without[lack] for lack in Lack if without[lack]},
        items.height - shown.height,
        uses,
        roles.capped,
        {
            (pair, category, phenomenon): count
            for pair, category, phenomenon, count in shown.group_by(
                "pair", "category", "phenomenon", maintain_order=True
            )
            .len()
            .iter_rows()
        },
    )


def _in_order(judged: pl.DataFrame, suite: Suite, writers: pl.DataFrame) -> pl.DataFrame:
    """The rows sorted by item, text and writer, without repetitions. Numbers sort faster than names."""
    places = pl.DataFrame({"item": list(suite.by_key)}, {"item": pl.String}).with_row_index("place")
    order = ["place", "text", "writer", "verdict", "step"]
    rows = judged.join(writers, on=["campaign", "system"]).join(places, on="item").select(order)
    if rows.height < judged.height:
        refuse_unknown(judged, suite)
    rows = rows.sort(order)
    return rows.filter(pl.struct(order).rle_id().diff().fill_null(1) > 0)


def _items(suite: Suite, places: pl.Series) -> pl.DataFrame:
    """The items that have outputs, without those whose sentence is secret, in this item or another."""
    items = [suite.items[place] for place in places.to_list()]
    pairs = {pair: str(pair) for pair in suite.pairs}
    several = len(pairs) > 1  # looking up every pair takes time
    of = [pairs[item.pair] for item in items] if several else [*pairs.values()] * len(items)
    keys = pl.Series(list(suite.by_key), dtype=pl.String)
    sources = pl.Series([item.source for item in items], dtype=pl.String)
    sentences = keys_of(sources, _sentence)
    secrets = {folded(_sentence(item.source)) for item in suite.items if item.reserved}
    return pl.DataFrame(
        {
            "place": places,
            "item": keys.gather(places),
            "id": pl.Series([item.id for item in items], dtype=pl.String),
            "pair": pl.Series(of, dtype=pl.String),
            "category": pl.Series([item.category for item in items], dtype=pl.String),
            "phenomenon": pl.Series([item.phenomenon for item in items], dtype=pl.String),
            "source": keys_of(sources),
            "sentence": sentences,
            # A secret sentence with another kind of apostrophe is still the same sentence.
            "shown": ~keys_of(sentences, folded).is_in(list(secrets)),
        }
    )


def _sentence(source: str) -> str:
    """The key of a source, with white space ignored."""
    return text_key(without_zero_width(source))


def _settled_texts(rows: pl.DataFrame, trust: Trust) -> pl.DataFrame:
    """Each distinct text of an item that is right or wrong, with its writers; blank texts are left out.

    A text about which two rows disagree (it may carry a mark in one file alone) is not settled.
    """
    counts = pl.col("step") == JudgementStep.DECISION if trust is Trust.HUMAN else pl.lit(True)
    sides = {"right": Verdict.PASS, "wrong": Verdict.FAIL}
    settled = (
        rows.filter(pl.col("text") != "")
        .with_columns(
            pl.struct("place", "text").rle_id().alias("same"),
            *(
                ((pl.col("verdict") == verdict) & counts).fill_null(False).alias(side)
                for side, verdict in sides.items()
            ),
        )
        .group_by("same", maintain_order=True)
        .agg(
            pl.col("place", "text").first(),
            pl.col("right", "wrong").all(),
            pl.col("writer").unique(maintain_order=True),
        )
        .filter(pl.col("right") | pl.col("wrong"))
    )
    return _unlike(settled)


def _unlike(texts: pl.DataFrame) -> pl.DataFrame:
    """One of the texts of an item that differ only in apostrophes, with its `words`. A better text that looks
    like the reference would reveal that it is right. None stays if verdicts on them differ."""
    # A key of plain ASCII is its own words, and most are.
    written = texts["text"]
    places = (written.str.len_bytes() != written.str.len_chars()).arg_true()
    said = pl.Series([_words(text) for text in written.gather(places)], dtype=pl.String)
    texts = texts.with_columns(written.clone().scatter(places, said).alias("words"))
    folded_in = texts["place"].gather(places.filter(said != written.gather(places))).unique()
    if folded_in.is_empty():  # all differ already
        return texts
    doubtful = texts["place"].is_in(folded_in.to_list())
    some = texts.filter(doubtful).filter(pl.col("right").n_unique().over("place", "words") == 1)
    some = some.unique(["place", "words"], keep="first", maintain_order=True)
    return pl.concat([texts.filter(~doubtful), some]).sort("same")


def _words(text: str) -> str:
    return folded(_sentence(text))


def _able(shown: pl.DataFrame, texts: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, Counter[Lack]]:
    """The items that could give tuples, with the texts that they could use; and what the others lack."""
    lacks = _lacks(shown, texts)
    without = Counter(lacks["lack"].drop_nulls())
    able = lacks.filter(pl.col("lack").is_null())
    texts = _without_contested(texts, able)
    left = _lacks(able.drop("lack"), texts)
    able = left.filter(pl.col("lack").is_null()).drop("lack").with_row_index("number")
    without[Lack.TAKEN] += left.height - able.height
    return able, texts.join(able.select("place", "number"), on="place", maintain_order="left"), without


def _without_contested(texts: pl.DataFrame, able: pl.DataFrame) -> pl.DataFrame:
    """The texts without those that are right for one item and wrong for another of the same source. Their
    tuples would contradict each other, and nothing in the texts would explain why."""
    again = able.filter(pl.struct("pair", "sentence").is_duplicated()).select("place", "pair", "sentence")
    contested = texts.join(again, on="place").filter(
        pl.col("right").n_unique().over("pair", "sentence", "words") > 1
    )
    return texts.filter(~pl.col("same").is_in(contested["same"].to_list()))


def _lacks(shown: pl.DataFrame, texts: pl.DataFrame) -> pl.DataFrame:
    """The items with what each lacks, null if nothing."""
    counted = texts.group_by("place").agg(pl.col("right", "wrong").sum())
    right, wrong = pl.col("right").fill_null(0), pl.col("wrong").fill_null(0)
    lack = (
        pl.when(right + wrong == 0)
        .then(pl.lit(Lack.NOTHING))
        .when(right == 0)
        .then(pl.lit(Lack.NO_RIGHT))
        .when(right == 1)
        .then(pl.lit(Lack.ONE_RIGHT))
        .when(wrong == 0)
        .then(pl.lit(Lack.NO_WRONG))
    )
    return (
        shown.join(counted, on="place", how="left", maintain_order="left")
        .with_columns(lack.alias("lack"))
        .drop("right", "wrong")
    )


def _again(words: pl.Series) -> pl.Series:
    """True for texts that occur more than once; comparing numbers is faster than comparing texts."""
    likely = words.hash().is_duplicated().arg_true()
    found = words.gather(likely).is_duplicated()
    return pl.zeros(len(words), dtype=pl.Boolean, eager=True).scatter(likely.filter(found), True)


def _material(able: pl.DataFrame, texts: pl.DataFrame, writers: pl.DataFrame) -> TupleCandidates:
    """The items and texts as arrays, for `give_roles`."""
    several = _again(texts["words"])
    lengths = texts["writer"].list.len().to_numpy()
    return TupleCandidates(
        able["item"].to_list(),
        able.select(pl.concat_str("pair", "sentence", separator="\n")).to_series().to_list(),
        texts["number"].to_numpy().astype(np.int64),
        texts["right"].to_numpy(),
        dict(zip(several.arg_true().to_list(), texts["words"].filter(several).to_list(), strict=True)),
        np.repeat(np.arange(texts.height), lengths),
        texts["writer"].explode().to_numpy().astype(np.int64),
        writers["campaign"].rle_id().to_numpy().astype(np.int64),
    )


def _tuples(able: pl.DataFrame, texts: pl.DataFrame, roles: Roles, writers: pl.DataFrame) -> pl.DataFrame:
    """The rows of the challenge, item by item in the order of the suite."""
    places = {
        name: pl.Series(name, getattr(roles, name), pl.UInt32) for name in ("reference", "better", "worse")
    }
    rows = able[texts["number"].gather(places["better"])]
    one_pair = rows["pair"].n_unique() == 1
    count = pl.int_range(1, pl.len() + 1).over("item").cast(pl.String)
    whose = _whose(texts, writers)
    return TUPLES.of(
        rows.with_columns(
            pl.concat_str("id" if one_pair else "item", count, separator="-").alias("tuple"),
            *(texts["text"].gather(place).alias(role) for role, place in places.items()),
            *(whose.gather(place).alias(f"{role}_from") for role, place in places.items()),
        )
    )


def _whose(texts: pl.DataFrame, writers: pl.DataFrame) -> pl.Series:
    """The writers of each text, in words; most texts have one writer and need no joining."""
    # Outputs from files may have no campaign.
    named = pl.when(pl.col("campaign") == "").then(pl.lit("")).otherwise(pl.col("campaign") + "/")
    names = writers.select(named + pl.col("system")).to_series()
    several = (texts["writer"].list.len() > 1).arg_true()
    lines = texts.select("same", "writer")[several].explode("writer")
    lines = lines.with_columns(names.gather(lines["writer"]).alias("name"))
    joined = lines.group_by("same", maintain_order=True).agg(pl.col("name").str.join(", "))["name"]
    return names.gather(texts["writer"].list.first()).scatter(several, joined)


def _digest(rows: pl.DataFrame, items: pl.Series, writers: pl.DataFrame) -> str:
    """A short digest of all texts and verdicts that the challenge was built from."""
    hashed = sha256()
    for part in (items, writers["campaign"], writers["system"], rows["text"]):
        hashed.update(part.str.join("\n").item().encode())
    for number in (
        rows["place"].rle_id(),
        rows["writer"],
        *rows.select(pl.col("verdict", "step").to_physical()),
    ):
        hashed.update(number.cast(pl.Int32).fill_null(-1).to_numpy().astype("<i4").tobytes())
    return hashed.hexdigest()[:8]
