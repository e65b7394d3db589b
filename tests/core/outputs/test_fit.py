"""Warnings about files: one for each stretch, and one for all documents whose paragraphs do not match."""

from lackmus.core.outputs.documents import mismatch
from lackmus.core.outputs.fit import Damage, Suspicion, alarms

SHIFTED = Suspicion(Damage.SHIFTED, 1, 4, 1, "lines 1–4")
FIRST, SECOND = (mismatch("Elm.jsonl", line, f"doc-{line}", 4, 3, 4) for line in (3, 12))


def test_each_stretch_and_a_single_document_are_warned_of() -> None:
    assert alarms("Elm", [FIRST, SHIFTED]) == [FIRST.alarm("Elm"), SHIFTED.alarm("Elm")]


def test_many_documents_are_one_warning_with_the_first() -> None:
    """A hundred lines of warnings would hide all others."""
    assert alarms("Elm", [SECOND, SHIFTED, FIRST]) == [
        "WARNING: Elm looks misaligned (paragraphs, 2 documents): first Elm.jsonl, line 3, doc-3: "
        "4 paragraphs in the source, 3 in the translation; 4 items stay open",
        "WARNING: Elm looks misaligned (shifted): lines 1–4",
    ]
