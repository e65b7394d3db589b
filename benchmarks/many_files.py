"""An invented suite of 2,700 items and the outputs of up to 1,000 systems, made from a seed."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import RULES, Item, Rule, Suite
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.verdicts.requests import ReadOptions
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, named

if TYPE_CHECKING:
    from numpy.typing import NDArray

SYSTEMS, ITEMS = 1_000, 2_700
CATEGORIES, PHENOMENA = 14, 107  # as in the published suite for German and English
CAMPAIGN, EARLIER = "Large", "Earlier"
_OPEN = 0.15  # share of the items on which some texts are open warnings
_WORDS = (
    "house",
    "river",
    "letter",
    "evening",
    "question",
    "garden",
    "winter",
    "teacher",
    "answer",
    "street",
)


@dataclass(frozen=True)
class Files:
    """A suite and the outputs of its systems, as files."""

    suite: Path
    outputs: Path


def many_files(folder: Path, systems: int = SYSTEMS, items: int = ITEMS, seed: int = 1) -> Files:
    """Write suite and outputs into the folder; the same for the same numbers.

    Every item has 20 to 60 distinct texts, some of them right. Systems differ in quality from some 50 to
    95 percent, in families that share their favourite texts, as checkpoints and variants of a model do.
    Two systems hand in the very same texts.
    """
    random = np.random.default_rng(seed)
    suite = _suite(items)
    files = Files(folder / "suite.json", folder / "outputs.parquet")
    files.suite.write_text(named(PluginGroup.WRITE_SUITE, "dfki-json").write(suite), encoding="utf-8")
    columns = [_choices(random, systems) for _ in suite.items]
    chosen = np.stack([places for places, _ in columns])  # items × systems: which text of the item
    if systems > 3:
        chosen[:, 3] = chosen[:, 2]
    known = [_texts(number, kinds) for number, (_, kinds) in enumerate(columns)]
    names = [f"system-{number:04}" for number in range(systems)]
    keys = [item.key for item in suite.items]
    frames = [
        pl.DataFrame(
            {
                "item": keys,
                "system": [name] * items,
                "text": [texts[place] for texts, place in zip(known, chosen[:, number], strict=True)],
            }
        )
        for number, name in enumerate(names)
    ]
    pl.concat(frames).write_parquet(files.outputs)
    return files


def _suite(items: int) -> Suite:
    pair = Pair("de", "en")
    found = []
    for number in range(items):
        phenomenon = number % PHENOMENA
        rules = (
            Rule(*RULES["positive"], rf"\bright{number}\b"),
            Rule(*RULES["negative"], rf"\bwrong{number}\b"),
        )
        source = f"Satz {number}: {_sentence(number)}."
        found.append(
            Item(
                pair,
                f"{number:05}",
                f"Category {phenomenon % CATEGORIES + 1:02}",
                f"Phenomenon {phenomenon + 1:03}",
                source,
                rules,
            )
        )
    return Suite("large", tuple(found))


def _choices(random: np.random.Generator, systems: int) -> "tuple[NDArray[np.intp], list[str]]":
    """Which of an item's texts each system writes, and whether each text is right, wrong or open."""
    many = int(random.integers(20, 61))
    share = float(np.clip(random.normal(0.8, 0.15), 0.05, 1.0))
    kinds = ["right" if number < max(1, round(many * share)) else "wrong" for number in range(many)]
    if random.random() < _OPEN:
        for number in random.choice(many, size=max(1, many // 12), replace=False):
            kinds[number] = "open"
    right = [number for number, kind in enumerate(kinds) if kind == "right"] or [0]
    other = [number for number, kind in enumerate(kinds) if kind != "right"] or right
    quality = np.linspace(0.95, 0.5, systems)
    family = np.arange(systems) % 25
    favourites = random.choice(right, size=25), random.choice(other, size=25)
    passes = random.random(systems) < quality * (0.55 + 0.45 * share)
    own = np.where(passes, random.choice(right, size=systems), random.choice(other, size=systems))
    shared = np.where(passes, favourites[0][family], favourites[1][family])
    return np.where(random.random(systems) < 0.5, own, shared), kinds


def _texts(item: int, kinds: list[str]) -> list[str]:
    words = {"right": f"right{item}", "wrong": f"wrong{item}", "open": "perhaps"}
    return [f"The {words[kind]} {_sentence(item + 7 * place)} {place}." for place, kind in enumerate(kinds)]


def _sentence(seed: int) -> str:
    return " ".join(_WORDS[(seed // 3**power + power) % len(_WORDS)] for power in range(7))


def fill(where: Path, files: Files, campaigns: tuple[str, ...] = (CAMPAIGN,)) -> None:
    """A workspace that has these outputs in each of the campaigns."""
    desk = Desk(str(where), "ada")
    import_suite(desk, files.suite)
    for name in campaigns:
        import_outputs(desk, [str(files.outputs)], ReadOptions(), ImportOptions(name))
