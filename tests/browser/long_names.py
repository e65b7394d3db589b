"""A suite and a campaign with names, numbers and lists as long as those of published ones."""

import json
from collections.abc import Iterable
from pathlib import Path

from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions

CAMPAIGN = "General 2022"
SUITE = "long-names"
KINDS = (
    ("Verb tense/aspect/mood", "Ditransitive - future I subjunctive II progressive"),
    ("LDD & interrogatives", "Extended adjective construction"),
    ("Subordination", "Indirect speech"),
    ("Coordination & ellipsis", "Prepositional-phrase/verb-complement attachment"),
)
SYSTEMS = ("JDExploreAcademy", "VolcTrans-GLAT", "Online-W", "generaltest2022.baseline.constrained_small")
_ITEMS = 1_104
_FIXED = [f"The door hung askew on hinge number {number} of the barn." for number in range(14)]


def long_names(desk: Desk, folder: Path) -> None:
    """Bring them into the workspace; one item has many rules and an open text, many others a finding."""
    items = [
        {
            "pair": "de-en",
            "category": KINDS[number % 4 if number < 16 else 0][0],
            "phenomenon": KINDS[number % 4 if number < 16 else 0][1],
            "id": f"{number:08}",
            "source": f"Die Tür Nummer {number} hing schief in den Angeln.{' ' if number % 3 == 0 else ''}",
            "positive": [r"\bhinges?\b"],
            **({"negative": [r"\bAngel"]} if number % 2 else {}),
            **({"negative_fixed": _FIXED} if number == 1 else {}),
        }
        for number in range(_ITEMS)
    ]
    files = []
    for place, system in enumerate(SYSTEMS):
        texts = [
            {"item": f"{number:08}", "system": system, "text": _text(number, place)} for number in range(24)
        ]
        name = f"generaltest2022.de-en.hyp.{system}.jsonl"
        files.append(str(_written(folder / name, texts)))
    import_suite(desk, _written(folder / f"{SUITE}.jsonl", items))
    import_outputs(desk, files, ReadOptions(), ImportOptions(CAMPAIGN), SUITE)


def _text(number: int, place: int) -> str:
    if number < 2 and place == 0:
        return "The door went wrong, and nobody knows why."  # no rule knows it
    return f"Door {number} hung crooked on its hinges."


def _written(file: Path, rows: Iterable[object]) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file
