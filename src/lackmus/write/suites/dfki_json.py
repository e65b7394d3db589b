"""A suite as DFKI's `items.json`: one pattern per side as text, several as a list."""

import json
from typing import Any

from lackmus.core.suites.suite import RULES, Draft, Item
from lackmus.write.suites.entries import described_as, extras_of, strings_of, wider_labels, worth_telling

ENDINGS = (".json",)


def write(suite: Draft) -> str:
    """The suite; guidelines, paradigms and other additions are keys that older programs skip."""
    described = [
        {"category": one.category, "phenomenon": one.name, "guideline": "", **described_as(one, suite)}
        for one in worth_telling(suite)
    ]
    wider = wider_labels(suite)
    content = {
        **({"error_types": wider} if wider else {}),
        **({"phenomena": described} if described else {}),
        "items": [_entry(one) for one in suite.items],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _entry(item: Item) -> dict[str, Any]:
    strings = {key: strings_of(item, *which) for key, which in RULES.items()}
    return {
        "id": item.id,
        "langpair": str(item.pair),
        "category": item.category,
        "phenomenon": item.phenomenon,
        "source_sentence": item.source,
        "positive_regex": _one_or_all(strings["positive"]),
        "negative_regex": _one_or_all(strings["negative"]),
        "positive_tokens": strings["positive_fixed"],
        "negative_tokens": strings["negative_fixed"],
        **extras_of(item),
    }


def _one_or_all(patterns: list[str]) -> str | list[str]:
    return "" if not patterns else patterns[0] if len(patterns) == 1 else patterns
