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


def labels_at(draft: Draft, category: str = "", phenomenon: str = "") -> list[str]:
    """The labels of the error types of one scope: a phenomenon, a category, or the whole suite."""
    return [one.label for one in draft.error_types if one.scope == (category, phenomenon)]


def categories_with_labels(draft: Draft) -> list[str]:
    """The categories that have error types of their own."""
    wide = (one for one in draft.error_types if not one.phenomenon)
    return list(dict.fromkeys(one.category for one in wide if one.category))


def wider_labels(draft: Draft) -> list[Any]:
    """The error types of the whole suite, which are labels, and those of categories, which are lists."""
    of_categories = [
        {"category": category, "error_types": labels_at(draft, category)}
        for category in categories_with_labels(draft)
    ]
    return [*labels_at(draft), *of_categories]


def worth_telling(draft: Draft) -> list[Phenomenon]:
    """Phenomena that the items do not convey: with a guideline or examples, or without any item."""
    told = {(item.category, item.phenomenon) for item in draft.items}
    labelled = {one.scope for one in draft.error_types}
    return [
        one
        for one in described_with(draft.phenomena, draft.items)
        if one.guideline
        or one.examples
        or (one.category, one.name) in labelled
        or (one.category, one.name) not in told
    ]


def described_as(one: Phenomenon, draft: Draft) -> dict[str, Any]:
    """The guideline, the examples and the error types of a phenomenon, without empty ones."""
    labels = labels_at(draft, one.category, one.name)
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
        **({"error_types": labels} if labels else {}),
    }
