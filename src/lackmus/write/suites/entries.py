"""An item as plain values for files, without empty ones."""

from typing import Any

from lackmus.core.suites.suite import (
    RULES,
    Draft,
    Item,
    Kind,
    Phenomenon,
    RuleScope,
    Side,
    described_with,
    stretches,
)


def entry_of(item: Item) -> dict[str, Any]:
    """All values of an item, keys in reading order."""
    return {
        "id": item.id,
        "pair": str(item.pair),
        "category": item.category,
        "phenomenon": item.phenomenon,
        "source": item.source,
        **rules_of(item),
        **extras_of(item),
    }


def rules_of(item: Item) -> dict[str, list[str]]:
    """The non-empty rule lists by kind and side."""
    found = {key: strings_of(item, *which) for key, which in RULES.items()}
    return {key: values for key, values in found.items() if values}


def strings_of(item: Item, side: Side, kind: Kind) -> list[str]:
    """The patterns or fixed strings of one side."""
    return [rule.value for rule in item.rules if (rule.side, rule.kind) == (side, kind)]


def extras_of(item: Item) -> dict[str, Any]:
    """Optional values of an item."""
    return {
        **({} if item.paradigm is None else {"paradigm": item.paradigm}),
        **({"comment": item.comment} if item.comment else {}),
        **({"tags": list(item.tags)} if item.tags else {}),
        **({"reserved": True} if item.reserved else {}),
        **({"prompt": item.prompt} if item.prompt else {}),
        **({"stretch": item.stretch} if item.stretch else {}),
        **({"occurrence": item.occurrence} if _which(item) else {}),
        **({} if item.scope is RuleScope.TEXT else {"scope": item.scope.value}),
        **({"plain_rules": list(item.plain_rules)} if item.plain_rules else {}),
    }


def _which(item: Item) -> bool:
    """Whether the words of the stretch do not tell by themselves where it is."""
    return item.occurrence != 1 or len(stretches(item.source, item.stretch)) > 1


def worth_telling(draft: Draft) -> list[Phenomenon]:
    """Phenomena that the items do not convey: with a guideline or examples, or without any item."""
    told = {(item.category, item.phenomenon) for item in draft.items}
    return [
        one
        for one in described_with(draft.phenomena, draft.items)
        if one.guideline or one.examples or (one.category, one.name) not in told
    ]


def described_as(one: Phenomenon) -> dict[str, Any]:
    """The guideline and the examples of a phenomenon, without empty ones."""
    examples = [
        {
            "source": example.source,
            "translation": example.translation,
            "verdict": example.verdict.value,
            **({"note": example.note} if example.note else {}),
            **({"item": example.item} if example.item else {}),
        }
        for example in one.examples
    ]
    return {
        **({"guideline": one.guideline} if one.guideline else {}),
        **({"examples": examples} if examples else {}),
    }
