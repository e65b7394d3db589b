"""Studies by their counts: so many Good, Bad and Unknown for each contrast and system, without real trees."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from lackmus.core.base.choices import Symmetry
from lackmus.core.contrasts.study import STUDY_ITEMS, STUDY_VERDICTS, ContrastShown, ContrastStudy, Overall
from lackmus.core.trees.treebank import treebank
from tests.studied import clause, source

Counts = tuple[int, int, int]  # Good, Bad, Unknown
_REASONS = ("not aligned", "not aligned", "function word", "disagreeing")


def tallied_study(
    tallies: Mapping[str, Mapping[str, Counts]],
    references: Sequence[str] = (),
    selected_by: str = "",
    keep: int = 0,
    extra: int = 0,
    scores: Sequence[Overall] = (),
) -> ContrastStudy:
    """One keyword an item. Of every `keep` keywords a person kept one; `extra` hits were not selected."""
    items: list[dict[str, Any]] = []
    verdicts: list[dict[str, Any]] = []
    everybody = list(dict.fromkeys(system for counts in tallies.values() for system in counts))
    for phenomenon, counts in tallies.items():
        name = "-".join(phenomenon.lower().split())
        size = max(map(sum, counts.values()))
        common = {"category": phenomenon.partition(" → ")[0], "phenomenon": phenomenon}
        items += [
            {
                **common,
                "item": f"{name}-{number}",
                "contrast": name,
                "sentence": 0,
                "keyword": 2,
                "selected": number < size,
                "refined": number % keep == 0 if keep and number < size else None,
            }
            for number in range(size + extra)
        ]
        for system, (good, bad, unknown) in counts.items():
            lot = random.Random(f"{phenomenon} {system}")
            signs = ["pass"] * good + ["fail"] * bad + ["warning"] * unknown
            if keep:  # so that what is kept is a fair sample
                lot.shuffle(signs)
            signs += lot.choices(("pass", "fail", "warning"), k=extra)
            for number, sign in enumerate(signs):
                grown = "fail" if sign == "warning" and number % 2 else sign
                for symmetry, said in ((Symmetry.INTERSECTION, sign), (Symmetry.GROW, grown)):
                    known = said != "warning"
                    verdicts.append(
                        {
                            **common,
                            "item": f"{name}-{number}",
                            "system": system,
                            "symmetry": symmetry,
                            "verdict": said,
                            "reason": None if known else lot.choice(_REASONS),
                            "found_by": "link" if known else None,
                            "aligned": [6] if known else [],
                            "clause": 6 if known else None,
                        }
                    )
    return ContrastStudy(
        name="tallied",
        pair="en-cs",
        contrasts=tuple(
            ContrastShown("-".join(one.lower().split()), one.partition(" → ")[0], one) for one in tallies
        ),
        systems=tuple(one for one in everybody if one not in references),
        references=tuple(references),
        selected_by=selected_by,
        symmetry=Symmetry.INTERSECTION,
        fallbacks=(),
        items=pl.DataFrame(items, schema=STUDY_ITEMS.schema),
        verdicts=pl.DataFrame(verdicts, schema=STUDY_VERDICTS.schema),
        sources=treebank([source(0)]),
        targets=treebank([clause(0)]),
        target_of={system: np.zeros(1, dtype=np.int64) for system in everybody},
        links=np.array([(0, 2, 6)], dtype=np.int64),
        scores=tuple(scores),
    )


def study_by_lot(
    systems: Sequence[str],
    phenomena: Sequence[str],
    references: Sequence[str] = (),
    selected_by: str = "",
    keep: int = 0,
    extra: int = 0,
    scores: Sequence[str] = ("BLEU",),
    size: int = 120,
) -> ContrastStudy:
    """As many systems and contrasts as somebody may have; the better ones are more often Good."""
    lot = random.Random(len(systems) * 100 + len(phenomena))
    easy = {one: lot.uniform(0.35, 0.8) for one in phenomena}
    skill = {one: lot.uniform(-0.12, 0.12) for one in systems}
    tallies: dict[str, dict[str, Counts]] = {}
    for phenomenon in phenomena:
        n = round(size * lot.uniform(0.4, 1.6))
        tallies[phenomenon] = {}
        for who in (*systems, *references):
            unknown = 0 if who == selected_by else round(n * lot.uniform(0.08, 0.2))
            share = min(0.97, max(0.03, easy[phenomenon] + skill.get(who, 0.1) + lot.uniform(-0.06, 0.06)))
            good = n if who == selected_by else round((n - unknown) * share)
            tallies[phenomenon][who] = (good, n - unknown - good, unknown)
    overall = [
        Overall(
            name,
            {
                one: 30 + 60 * skill[one] * (-1 if name == "TER" else 1) + lot.uniform(-4, 4)
                for one in systems
            },
            f"{name.lower()}|version:2",
            name != "TER",
        )
        for name in scores
    ]
    return tallied_study(tallies, references, selected_by, keep, extra, overall)


# As somebody would have them.
SYSTEMS = (
    "CUNI-DocTransformer", "CUNI-Transformer", "CUNI-Bergamot", "JDExploreAcademy", "Lan-Bridge",
    "ALMAnaCH-Inria", "Online-A", "Online-B", "Online-W", "Online-Y",
)  # fmt: skip
PHENOMENA = (
    "EN infinitive → CS finite clause",
    "EN infinitive → CS non-finite clause",
    "EN infinitive → CS subordinate clause",
    "EN gerund → CS finite clause",
    "EN gerund → CS non-finite clause",
)


def real_life() -> ContrastStudy:
    """Ten systems, five contrasts, two references of which one selected, a refined part."""
    return study_by_lot(SYSTEMS, PHENOMENA, ("refB", "refC"), "refB", 3, 40, ("BLEU", "chrF", "TER"))
