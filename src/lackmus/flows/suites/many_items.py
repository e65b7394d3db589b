"""Tag, move, retire, reserve or assign many items at once; each is one change in the log."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from lackmus.core.base.plurals import counted
from lackmus.core.base.tags import TagError, check_tag
from lackmus.core.suites.item_edits import ItemAction, ItemsEdit, ItemsEdited, edit_in_words
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed, refuse_unknown
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.suites.catalogue import need_suite
from lackmus.store.suites.many_items import edit_items as edit_stored
from lackmus.store.suites.many_items import phenomena_named, suites_of

_ASSIGNING = (ItemAction.ASSIGN, ItemAction.UNASSIGN)


def edit_items(desk: Desk, numbers: Sequence[int], edit: ItemsEdit) -> ItemsEdited:
    """Do something to items of a suite, all of them or none."""
    numbers = list(dict.fromkeys(numbers))
    if not numbers:
        raise LackmusError("No item is chosen.", "Choose some first.")
    edit = _checked(edit)
    with desk.open() as workspace:
        with workspace.reading() as connection:
            suite = _the_suite(connection, numbers)
            name = need_suite(connection, suite)
            if edit.action is ItemAction.MOVE:
                edit = _placed(connection, suite, edit)
        verb = "items assign" if edit.action in _ASSIGNING else "items change"
        with workspace.writing(desk.who, verb, comment=desk.comment) as change:
            changed = edit_stored(change, suite, numbers, edit)
            said = edit_in_words(edit, len(changed))
            change.about = f"{name}: {said}"
        number = change.number if change.written else None
    return ItemsEdited(name, edit.action, tuple(changed), len(numbers) - len(changed), said, number)


def _the_suite(connection: Connection, numbers: Sequence[int]) -> int:
    """The suite that all these items are of."""
    found = suites_of(connection, numbers)
    suites = sorted(set(found.values()))
    if len(suites) > 1:
        names = listed([need_suite(connection, suite) for suite in suites])
        raise LackmusError(f"These items are of several suites: {names}. Change those of one at a time.")
    return suites[0]


def _checked(edit: ItemsEdit) -> ItemsEdit:
    """The action with its tags trimmed; what cannot be done is refused."""
    if edit.action is ItemAction.ASSIGN and not edit.person.strip():
        raise LackmusError("say to whom the items are assigned.", argument="to")
    if edit.action is not ItemAction.TAG:
        return replace(edit, person=edit.person.strip() if edit.action is ItemAction.ASSIGN else "")
    add, remove = _trimmed(edit.add), _trimmed(edit.remove)
    if not add and not remove:
        raise LackmusError("There is no tag to add or to remove.", "Name one.")
    for tag in add:
        try:
            check_tag(tag)
        except TagError as problem:
            raise LackmusError(f"{problem}; nothing was changed.", argument="add") from None
        if "," in tag:
            raise LackmusError(
                f"the tag “{tag}” has a comma, which stands between tags. Write two tags.", argument="add"
            )
        if tag in remove:
            raise LackmusError(f"the tag “{tag}” is to be added and removed. Choose one.", argument="add")
    return replace(edit, add=add, remove=remove)


def _trimmed(tags: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))


def _placed(connection: Connection, suite: int, edit: ItemsEdit) -> ItemsEdit:
    """The move with its category, which need not be named where only one has the phenomenon."""
    category, phenomenon = edit.category.strip(), edit.phenomenon.strip()
    if not phenomenon:
        raise LackmusError("say to which phenomenon the items are moved.", argument="to")
    known = phenomena_named(connection, suite)
    if edit.new and category:
        return replace(edit, category=category, phenomenon=phenomenon)
    if edit.new:
        raise LackmusError("A new phenomenon needs a category.", "Name it as well.")
    if category:
        refuse_unknown("category", category, sorted({of for of, _ in known}))
    within = sorted(of for of, name in known if name == phenomenon and category in ("", of))
    if not within:
        there = listed(sorted({name for of, name in known if category in ("", of)}))
        raise LackmusError(
            f"there is no phenomenon {phenomenon}. There are {there}.", code="new-phenomenon", argument="to"
        )
    if len(within) > 1:
        raise LackmusError(
            f"{phenomenon} is in several categories: {listed(within)}. Name the category as well.",
            argument="to",
        )
    return replace(edit, category=within[0], phenomenon=phenomenon)


def edited_in_words(done: ItemsEdited) -> str:
    """What was done, in sentences: “3 items retired. 1 was so already.”"""
    if done.change is None:
        return "All of them are so already; nothing was changed."
    beside = f" {counted(done.unchanged, 'was', 'were')} so already." if done.unchanged else ""
    return f"{done.said}.{beside}"
