"""What an import of answers did, as a table, plain values and sentences."""

from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.reviews.crowd import ImportedAnswers
from lackmus.tables.table import Column, Row, Table, Unit

_SHOWN = 5


def crowd_notes(left: int, reserved: int) -> list[str]:
    """What was not given to annotators, in sentences."""
    said = []
    if left:
        said.append(f"{counted(left, 'more text is', 'more texts are')} open.")
    if reserved:
        said.append(f"{counted(reserved, 'open text', 'open texts')} of reserved items left out.")
    return said


def answers_table(done: ImportedAnswers) -> Table:
    """The answers by what became of them."""
    rows = (
        ("decisions, new", done.decided),
        ("decisions, replaced", done.replaced),
        ("known already", done.known),
        ("undecided: the text stays open", done.undecided),
        ("decided otherwise by the same person: kept", len(done.kept)),
        ("on texts that the suite does not have", len(done.unknown)),
        ("on retired items", len(done.retired)),
        ("on controls", sum(many for _, many in done.controls.values())),
    )
    return Table(
        title="Answers",
        columns=(Column("What became of them"), Column("Answers", Unit.COUNT)),
        rows=tuple(Row.of(name, many) for name, many in rows if many),
        signature=signature({"review": "import", "answers": done.answers, "people": len(done.people)}),
        notes=tuple(answers_notes(done)),
    )


def answers_notes(done: ImportedAnswers) -> list[str]:
    """What a person should know of an import, in sentences."""
    said = []
    new = [name for name, fresh in done.people.items() if fresh]
    if new:
        said.append(f"New people: {', '.join(new)}.")
    if done.disputed:
        many = counted(done.disputed, "text of the answers is", "texts of the answers are")
        said.append(f"{many} disputed: an editor must adjudicate.")
    for items, what in (
        (done.kept, "decided otherwise by the same person, whose decision was kept"),
        (done.settled_before, "settled by others before"),
        (done.retired, "of retired items, and not saved"),
        (done.unknown, "unknown here, and not saved"),
    ):
        if items:
            some = ", ".join(items[:_SHOWN]) + (" …" if len(items) > _SHOWN else "")
            said.append(f"Texts {what}: {some}.")
    if done.comments:
        said.append(f"{counted(done.comments, 'comment')} kept.")
    for person, (right, judged) in done.controls.items():
        said.append(f"Controls: {person} agrees with {right} of {judged} decisions.")
    if done.change is None:
        said.append("Nothing was new, so nothing was written.")
    return [*said, *done.notes]


def answers_values(done: ImportedAnswers) -> dict[str, Any]:
    """The same as plain values."""
    controls = {person: {"agreed": right, "texts": many} for person, (right, many) in done.controls.items()}
    return {**asdict(done), "people": dict(done.people), "controls": controls, "notes": answers_notes(done)}
