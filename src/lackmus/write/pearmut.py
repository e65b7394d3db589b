"""A campaign of Pearmut: open texts as tasks, a text on each page, without names of systems."""

import json
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from lackmus.core.reviews.crowd import AnswerBy, CrowdPlan, CrowdText

_QUESTION = "Is the translation right in what is asked here? Other mistakes do not matter."
_TELLS = (
    "<p>Read the source and its translation. Judge only what is asked on the page; "
    "other mistakes do not matter.</p>"
)
_SCALE = "<p>On the slider, 0 is certainly wrong, 100 is certainly right.</p>"
# Pearmut draws these signs as HTML in sources and translations.
_TAG = re.compile(r"<(?=/?(?:br|strong|b|i|p|em|h1|h2|h3)>|(?:audio|video|img|iframe) )")


def campaign_text(name: str, given: Sequence[Sequence[CrowdText]], plan: CrowdPlan) -> str:
    """The campaign as JSON; each task is what one annotator gets."""
    document = _question if plan.by is AnswerBy.CHOICE else _slider
    campaign = {
        "campaign_id": campaign_id(name),
        "info": {
            "assignment": "task-based",
            "protocol": "DA",
            "shuffle": False,
            "instructions": _TELLS + (_SCALE if plan.by is AnswerBy.SCORE else ""),
            **({"users": list(plan.names)} if plan.names else {}),
        },
        "data": [[document(one, plan) for one in task] for task in given],
    }
    return json.dumps(campaign, ensure_ascii=False, indent=2) + "\n"


def campaign_id(name: str) -> str:
    """The name as Pearmut takes it: it becomes the name of a file."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.") or "lackmus"


def _question(one: CrowdText, plan: CrowdPlan) -> list[dict[str, Any]]:
    """A form: what is asked, the source, the translation, and three answers."""
    shown = (
        f"{_asked(one)}"
        f"<p><b>Source</b></p><p dir='auto'>{_marked(one, _lines)}</p>"
        f"<p><b>Translation</b></p><p dir='auto'>{_lines(one.text)}</p>"
    )
    labels = [escape(label) for label in plan.labels]
    return [
        {"text": shown, "form": None, "item_id": one.id},
        {"text": _QUESTION, "form": "choices", "choices": labels, "item_id": one.id},
    ]


def _slider(one: CrowdText, plan: CrowdPlan) -> list[dict[str, Any]]:
    """A source with one translation, to be scored."""
    return [
        {
            "item_id": one.id,
            "src": _marked(one, _plain),
            "tgt": {"translation": _plain(one.text)},
            "instructions": _asked(one),
        }
    ]


def _asked(one: CrowdText) -> str:
    """The phenomenon with its guideline, rules in plain language and the prompt, as HTML."""
    rules = "".join(f"<li>{_lines(rule)}</li>" for rule in one.plain_rules)
    return (
        f"<p><b>{escape(one.phenomenon)}</b></p>"
        + (f"<p>{_lines(one.guideline)}</p>" if one.guideline else "")
        + (f"<p>The translation should meet these rules:</p><ul>{rules}</ul>" if rules else "")
        + (f"<p>The translator was told: {_lines(one.prompt)}</p>" if one.prompt else "")
    )


def _marked(one: CrowdText, shown: Callable[[str], str]) -> str:
    """The source with the stretch in question in bold."""
    if one.stretch is None:
        return shown(one.source)
    start, end = one.stretch
    parts = one.source[:start], one.source[start:end], one.source[end:]
    before, words, after = map(shown, parts)
    return f"{before}<b>{words}</b>{after}"


def _plain(text: str) -> str:
    return _TAG.sub("<\u200b", text)


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
