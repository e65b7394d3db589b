"""What can be done to many items of a suite at once."""

from dataclasses import dataclass
from enum import StrEnum

from lackmus.core.base.plurals import counted


class ItemAction(StrEnum):
    """An action on many items."""

    TAG = "tag"
    MOVE = "move"  # to another phenomenon
    RETIRE = "retire"
    RESTORE = "restore"  # what was retired
    RESERVE = "reserve"  # keep secret
    RELEASE = "release"  # from being reserved
    ASSIGN = "assign"  # their open texts, to a person
    UNASSIGN = "unassign"


@dataclass(frozen=True)
class ItemsEdit:
    """An action with what it needs."""

    action: ItemAction
    add: tuple[str, ...] = ()  # tags
    remove: tuple[str, ...] = ()
    phenomenon: str = ""  # where items are moved to
    category: str = ""  # its category; needed where several have a phenomenon of this name
    new: bool = False  # whether the phenomenon may be new
    person: str = ""  # to whom they are assigned


@dataclass(frozen=True)
class ItemsEdited:
    """What came of an action on many items."""

    suite: str
    action: ItemAction
    items: tuple[int, ...]  # that were changed
    unchanged: int  # that were so already
    said: str  # in words
    change: int | None  # in the log; None if all were so already


def edit_in_words(edit: ItemsEdit, items: int) -> str:
    """What was done to so many items: “3 items moved to Negation › Scope”."""
    many = counted(items, "item")
    match edit.action:
        case ItemAction.TAG:
            tags = [*(f"+{tag}" for tag in edit.add), *(f"−{tag}" for tag in edit.remove)]
            return f"{many} tagged: {', '.join(tags)}"
        case ItemAction.MOVE:
            return f"{many} moved to {edit.category} › {edit.phenomenon}"
        case ItemAction.RESTORE:
            return f"{many} brought back"
        case ItemAction.ASSIGN:
            return f"{many} assigned to {edit.person}"
        case ItemAction.UNASSIGN:
            return f"{many} assigned to nobody"
        case _:
            return f"{many} {edit.action}d"  # retired, reserved, released
