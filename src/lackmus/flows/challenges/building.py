"""Build a challenge from judged texts, of files or of a workspace, which then stores it."""

from dataclasses import dataclass

from lackmus.core.base.choices import Trust
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.building import Built, Draw
from lackmus.core.challenges.building import build as draw_tuples
from lackmus.errors import NoAnswerError
from lackmus.flows.challenges.keeping import keep
from lackmus.flows.challenges.material import JudgedTexts, Outputs, Sources, judged_texts
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.flows.verdicts.workspace_material import FromWorkspace


@dataclass(frozen=True)
class BuiltChallenge:
    """The built challenge, its texts, and its name in the workspace."""

    built: Built
    texts: JudgedTexts
    kept: str | None  # None for files


def build(
    source: Request | FromWorkspace,
    sources: Sources | None,
    draw: Draw,
    name: str = "",
    progress: Progress = silent,
    named: Outputs | None = None,
    replacing: bool = False,
) -> BuiltChallenge:
    """Build tuples from the judged outputs of one or several campaigns; a workspace stores them.

    The outputs of a request are those of one campaign, or NAME=OUTPUTS; `named` are outputs by campaign, or
    campaigns of the workspace (default: all with outputs).
    """
    if named is None:
        named = source.outputs if isinstance(source, Request) else ()
    texts = judged_texts(source, named, sources, progress)
    progress("Drawing", 0, 1)
    built = draw_tuples(texts.suite, texts.texts, draw, name or texts.suite.name, texts.judging)
    _refuse_none(built, draw.trust)
    if texts.desk is None:
        return BuiltChallenge(built, texts, None)
    return BuiltChallenge(built, texts, keep(texts.desk, built.challenge, replacing=replacing).name)


def _refuse_none(built: Built, trust: Trust) -> None:
    """Raise an error that says why nothing could be built."""
    if not built.giving:
        why = "; ".join(f"{counted(many, 'item')}: {lack}" for lack, many in built.without.items())
        raise NoAnswerError(
            f"No item gives a tuple ({why or 'no item has outputs'}).",
            "Only texts that people decided count: decide some, or trust the rules, too."
            if trust is Trust.HUMAN
            else "Add systems or campaigns, or settle warnings.",
        )


__all__ = ["BuiltChallenge", "Sources", "build"]
