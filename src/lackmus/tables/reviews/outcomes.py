"""The effects of decisions, as a table and as plain values."""

from collections.abc import Sequence
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.reviews.outcomes import DecisionOutcome
from lackmus.tables.table import Column, Row, Table


def outcomes_table(outcomes: Sequence[DecisionOutcome], change: int | None) -> Table:
    """One row for each decision and campaign."""
    changed = sum(one.changed for one in outcomes)
    contradicting = sum(one.contradicts for one in outcomes)
    disputed = sum(one.reason == "disputed" for one in outcomes)
    return Table(
        title="Decided" if changed else "Nothing changed: you had decided so already",
        columns=tuple(
            map(Column, ("Number", "Item", "Text", "You say", "Holds", "Campaign", "Item there is"))
        ),
        rows=tuple(
            Row.of(
                one.number,
                one.item,
                one.text,
                f"{one.decided or 'withdrawn'}{f' ({one.error_type})' if one.error_type else ''}",
                f"{one.verdict} ({one.reason})" if one.reason else one.verdict,
                there.campaign if there else None,
                str(there) if there else None,
            )
            for one in outcomes
            for there in one.campaigns or (None,)
        ),
        signature=signature({"review": "decide", "change": change, "texts": len(outcomes)}),
        notes=(
            *(
                [f"{counted(disputed, 'text is', 'texts are')} disputed: an editor must adjudicate."]
                * bool(disputed)
            ),
            *(
                [f"On {counted(contradicting, 'text')} the rules say something else; the decision counts."]
                * bool(contradicting)
            ),
        ),
    )


def outcomes_values(outcomes: Sequence[DecisionOutcome], change: int | None) -> dict[str, Any]:
    """The effects of decisions as plain values."""
    return {
        "change": change,
        "decisions": [
            {
                "text_id": one.number,
                "item": one.item,
                "text": one.text,
                "decided": one.decided,
                "error_type": one.error_type,
                "before": one.before,
                "changed": one.changed,
                "verdict": one.verdict,
                "reason": one.reason,
                "rules_say": one.ruled,
                "contradicts_rules": one.contradicts,
                "campaigns": [
                    {
                        "campaign": there.campaign,
                        "fair": there.fair,
                        "open": there.open,
                        "missing": there.missing,
                        "untestable": there.untestable,
                    }
                    for there in one.campaigns
                ],
            }
            for one in outcomes
        ],
    }
