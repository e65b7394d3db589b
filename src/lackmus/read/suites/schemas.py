"""JSON Schemas of Lackmus' own formats, for completion and checks in editors."""

from typing import Any

from lackmus.core.suites.error_types import LONGEST_LABEL
from lackmus.core.suites.examples import ExampleVerdict
from lackmus.core.suites.suite import RuleScope

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NAME = {"type": "string", "pattern": r"\S"}
_TEXTS = {
    "description": "One text, or a list of texts.",
    "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
}


def _described(what: dict[str, Any], description: str) -> dict[str, Any]:
    return {**what, "description": description}


def _item() -> dict[str, Any]:
    return {
        "id": _described(_NAME, "Names the item within its language pair, such as amb-001."),
        "source": _described(_NAME, "The sentence or longer text to be translated."),
        "positive": _described(_TEXTS, "Regular expressions that a right translation matches."),
        "negative": _described(_TEXTS, "Regular expressions that a wrong translation matches."),
        "positive_fixed": _described(_TEXTS, "Right wordings, word for word."),
        "negative_fixed": _described(_TEXTS, "Wrong wordings, word for word."),
        "paradigm": {
            "type": ["string", "null"],
            "description": "Items that differ only in person, verb or tense share one.",
        },
        "comment": {"type": ["string", "null"], "description": "For colleagues."},
        "tags": _described(_TEXTS, "Words to choose items by."),
        "reserved": {
            "type": ["boolean", "null"],
            "description": "Kept secret: left out of everything published.",
        },
        "prompt": {
            "type": ["string", "null"],
            "description": "What a language model is told for this item instead of the common instruction.",
        },
        "stretch": {
            "type": ["string", "null"],
            "description": "The words of the source that are in question.",
        },
        "occurrence": {
            "type": ["integer", "null"],
            "minimum": 1,
            "description": "Which occurrence of these words it is, from 1.",
        },
        "scope": {
            "enum": [*RuleScope, None],
            "description": "Rules look at the whole text, or at the paragraph of the stretch.",
        },
        "plain_rules": _described(_TEXTS, "Rules in plain language, for people: they settle nothing."),
        "pair": _described(_NAME, "Language pair, such as de-en."),
    }


def _phenomenon() -> dict[str, Any]:
    return {
        "category": _described(_NAME, "A group of phenomena, such as Ambiguity."),
        "phenomenon": _described(_NAME, "What the items test, such as Lexical ambiguity."),
        "guideline": {
            "type": ["string", "null"],
            "description": "What is tested, what passes and what fails.",
        },
        "examples": {
            "type": ["array", "null"],
            "description": "Translations that show annotators what passes and what fails.",
            "items": _object(
                {
                    "source": _described(_NAME, "The sentence that is translated."),
                    "translation": _described(_NAME, "The translation."),
                    "verdict": {"enum": [*ExampleVerdict], "description": "undecided: open on purpose."},
                    "note": {"type": ["string", "null"], "description": "Why."},
                    "item": {"type": ["string", "null"], "description": "Its item, such as de-en:amb-001."},
                },
                "source",
                "translation",
                "verdict",
            ),
        },
        "error_types": _error_types("the phenomenon"),
    }


def _error_types(where: str) -> dict[str, Any]:
    return {
        "description": f"Error types of {where}, in the order of their number keys.",
        "type": ["array", "null"],
        "items": {"type": "string", "pattern": r"\S", "maxLength": LONGEST_LABEL},
    }


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _wider_error_types() -> dict[str, Any]:
    of_category = _object(
        {"category": _phenomenon()["category"], "error_types": _error_types("the category")},
        "category",
        "error_types",
    )
    whole = _error_types("the whole suite, and of categories")
    return {**whole, "items": {"anyOf": [whole["items"], of_category]}}


def suite_schema() -> dict[str, Any]:
    """The schema of a YAML suite."""
    block = _phenomenon() | {
        "items": {"type": ["array", "null"], "items": _object(_item(), "id", "source")},
    }
    pair = _described(_NAME, "Language pair of all items that do not say another, such as de-en.")
    return {
        "$schema": _DRAFT,
        "title": "Lackmus suite (YAML)",
        "description": "Sentences that trigger one phenomenon each, and the rules that judge translations.",
        **_object(
            {
                "pair": pair,
                "error_types": _wider_error_types(),
                "phenomena": {"type": "array", "items": _object(block, "category", "phenomenon")},
            },
            "phenomena",
        ),
    }


def item_schema() -> dict[str, Any]:
    """The schema of a line of a JSON Lines suite: an item or a guideline."""
    item = _object(
        {**_item(), "category": _phenomenon()["category"], "phenomenon": _phenomenon()["phenomenon"]},
        "id",
        "pair",
        "category",
        "phenomenon",
        "source",
    )
    return {
        "$schema": _DRAFT,
        "title": "Lackmus suite (a line of JSON Lines)",
        "anyOf": [
            item,
            *(_object(_phenomenon(), "category", "phenomenon", one) for one in ("guideline", "examples")),
            _object(_phenomenon(), "category", "phenomenon", "error_types"),
            _object(
                {"category": _phenomenon()["category"], "error_types": _error_types("the category")},
                "error_types",
            ),
        ],
    }
