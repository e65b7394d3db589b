"""The rule lab: try rules on the texts of an item, see the impact, and save them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter

import polars as pl
from sqlalchemy import Connection

from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import text_key
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules import trials
from lackmus.core.rules.judge import JudgementStep, Reason
from lackmus.core.rules.patterns import Memory, NoTimeLeft
from lackmus.core.rules.trials import Check, Tried, ask_ahead, check_rules, search_quickly
from lackmus.core.suites.suite import Item, Rule
from lackmus.core.verdicts.judging import SETTLED
from lackmus.errors import ConflictError, LackmusError
from lackmus.flows.rules.time_limits import (
    PREVIEW_SECONDS,
    READING_SECONDS,
    SAVING_SECONDS,
    TooLaborious,
    time_limit,
)
from lackmus.flows.workspaces.workspaces import Desk, shown_item
from lackmus.store.outputs.raw_forms import raw_forms
from lackmus.store.reviews.decisions import decisions_of
from lackmus.store.rules.edits import (
    Add,
    Edit,
    Edited,
    Reorder,
    Replace,
    Retire,
    RuleConflict,
    edit_rules,
    quoted,
)
from lackmus.store.rules.held_rules import HeldRule, held_rules
from lackmus.store.rules.trials import trying
from lackmus.store.suites.item_texts import ItemText, item_texts, searched
from lackmus.store.workspaces.history import last_revision


@dataclass(frozen=True)
class RuleDraft:
    """A rule that the item should have."""

    rule: Rule
    number: int | None = None  # of the rule it was before; None for a new one


@dataclass(frozen=True)
class PreviewedText:
    """A text of the item, with the verdicts of the tried rules and the current ones."""

    stored: ItemText
    tried: Tried


@dataclass(frozen=True)
class Preview:
    """The verdicts of tried rules."""

    checks: tuple[Check, ...]  # of each rule
    texts: tuple[PreviewedText, ...]  # empty while a rule has an error
    ms: float


def preview(desk: Desk, item: int, wanted: Sequence[RuleDraft]) -> Preview:
    """Judge all texts of an item by unsaved rules, fast enough for typing."""
    start = perf_counter()
    checks = _checked([one.rule for one in wanted])
    with desk.open() as workspace, workspace.reading() as connection:
        stored = shown_item(desk, connection, item)
        if any(one.error for one in checks):
            return Preview(checks, (), _ms(start))
        texts = item_texts(connection, item)
        memory = searched(connection, item)
        raws = None if stored.item.paragraph is None else raw_forms(connection, stored.suite, [item])
    tried_item = replace(stored.item, rules=tuple(one.rule for one in wanted))
    said = trials.try_rules(
        tried_item,
        [one.text for one in texts],
        time_limit(PREVIEW_SECONDS),
        memory,
        raws.get(item) if raws else None,
    )
    return Preview(checks, tuple(map(_previewed, texts, said)), _ms(start))


def _previewed(text: ItemText, tried: Tried) -> PreviewedText:
    """The preview of a text; rules do not settle a marked text."""
    if text.step == JudgementStep.MARK:
        tried = replace(tried, verdict=Verdict.WARNING, reason=text.reason, step=JudgementStep.MARK)
    return PreviewedText(text, tried)


def try_rules(
    rules: Sequence[Rule], texts: Sequence[str], source: str = ""
) -> tuple[tuple[Check, ...], list[tuple[str, Tried]]]:
    """Judge any texts by any rules; texts are shown as keys, as rules see them."""
    checks = _checked(rules)
    if any(one.error for one in checks):
        return checks, []
    item = Item(Pair("und", "und"), "trial", "", "", source, tuple(rules))
    keys = [text_key(text) for text in texts]
    said = trials.try_rules(item, keys, time_limit(PREVIEW_SECONDS), {})
    return checks, list(zip(keys, said, strict=True))


def _checked(rules: Sequence[Rule]) -> tuple[Check, ...]:
    with _in_time("These rules", READING_SECONDS):
        return check_rules(rules, time_limit(READING_SECONDS))


@contextmanager
def _in_time(what: str, seconds: float) -> Iterator[None]:
    try:
        yield
    except NoTimeLeft:
        raise TooLaborious(what, seconds, "Nothing was changed. Write fewer or simpler patterns.") from None


def _ms(start: float) -> float:
    return round((perf_counter() - start) * 1000, 2)


# -- what would change, and changing it --------------------------------------------------------------------


@dataclass(frozen=True)
class Contradicted:
    """A decision that the rules would contradict."""

    text_id: int
    text: str
    person: str
    said: Verdict
    rules_say: Verdict


@dataclass(frozen=True, eq=False)
class Impact:
    """The effect of other rules on an item."""

    item: str
    edited: Edited
    contradicted: tuple[Contradicted, ...]  # newly contradicted decisions only
    change: int | None = None  # in the log; None if nothing was written

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about saving it."""
        late = self.edited.flips.filter(pl.col("after_reason") == Reason.TIMEOUT).height
        if not late:
            return self.edited.warnings
        many = counted(late, "text takes", "texts take")
        return (*self.edited.warnings, f"{many} too long to search and would stay open (timeout).")


class RulesMoved(ConflictError):  # noqa: N818  (two people at once: no mistake)
    """Another person changed the same rules meanwhile; nothing was written."""

    def __init__(self, conflict: RuleConflict, now: Sequence[HeldRule], base: int) -> None:
        event, became = conflict.standing.event, conflict.standing.now
        done = f"it is now {quoted(became.rule)}" if became else "it is retired"
        day = event.at[:16].replace("T", " ")
        super().__init__(
            f"{event.person} was faster ({day} UTC): {quoted(conflict.meant)} is not what it was, {done}. "
            "Nothing was saved. Look at both versions and decide."
        )
        self.now, self.base = tuple(now), base


def impact(desk: Desk, item: int, wanted: Sequence[RuleDraft], base: int) -> Impact:
    """What saving these rules would change; nothing is written."""
    return edit(desk, item, wanted, base, dry_run=True)


def save_rules(desk: Desk, item: int, wanted: Sequence[RuleDraft], base: int) -> Impact:
    """Save the rules of an item, judge its texts again, and return what changed.

    `base` is the revision that the editor saw. Rules that others added since then stay.
    """
    return edit(desk, item, wanted, base)


def edit(
    desk: Desk,
    item: int,
    wanted: Sequence[RuleDraft],
    base: int,
    verb: str | None = None,
    dry_run: bool = False,
) -> Impact:
    """Set the rules of an item; the log uses the verb, or what was done."""
    wanted = [one for one in wanted if one.number is not None or one.rule.value.strip()]
    _refuse_unreadable(wanted)
    with desk.open() as workspace:
        with workspace.reading() as connection:
            stored = shown_item(desk, connection, item)
            _refuse_base(connection, base)
            edits = edits_for(held_rules(connection, [item], base).get(item, []), wanted)
            edits.append(Reorder(tuple(one.rule for one in wanted)))
            asked = _ask_ahead(connection, item, [one.rule for one in wanted])
        about = f"item {stored.item.key}: {_told(edits)}"
        verb = verb or _verb(edits)
        changing = (
            trying(workspace, desk.who, verb, item)
            if dry_run
            else workspace.writing(desk.who, verb, about, desk.comment)
        )
        with changing as change:
            try:
                edited = edit_rules(change, stored.suite, item, edits, base, asked)
            except RuleConflict as conflict:
                now = held_rules(change.connection, [item]).get(item, [])
                raise RulesMoved(conflict, now, last_revision(change.connection) - 1) from None
            opposed = _contradicted(change.connection, item, edited)
            written = change.written and not dry_run
    return Impact(stored.item.key, edited, opposed, change.number if written else None)


def edits_for(seen: Sequence[HeldRule], wanted: Sequence[RuleDraft]) -> list[Edit]:
    """The edits that turn the seen rules into the wanted ones.

    Rules are compared by wording.
    """
    held = {one.rule: one.number for one in seen}
    kept = {held[one.rule] for one in wanted if one.rule in held}
    new = [one for one in dict.fromkeys(wanted) if one.rule not in held]
    changed = [one for one in new if one.number is not None and one.number not in kept]
    successors = {one.number for one in changed}
    edits: list[Edit] = [Replace(one.number, one.rule) for one in changed if one.number is not None]
    edits += [Retire(number) for number in held.values() if number not in kept and number not in successors]
    edits += [Add(one.rule) for one in new if one not in changed]
    return edits


def _refuse_unreadable(wanted: Sequence[RuleDraft]) -> None:
    for one, check in zip(wanted, _checked([one.rule for one in wanted]), strict=True):
        if check.error:
            raise LackmusError(f"The {quoted(one.rule)}: {check.error}. Mend it; nothing was changed.")


def _refuse_base(connection: Connection, base: int) -> None:
    latest = last_revision(connection)
    if not 0 <= base <= latest:
        raise LackmusError(f"base {base}: there is no such change. The latest is {latest}.")


def _ask_ahead(connection: Connection, item: int, rules: Sequence[Rule]) -> Memory:
    """Results of slow searches, computed before the write lock is taken."""
    texts = [one.text for one in item_texts(connection, item)]
    with _in_time("These rules", READING_SECONDS):
        search_quickly(rules, texts, time_limit(READING_SECONDS))
    return ask_ahead(rules, texts, time_limit(SAVING_SECONDS), searched(connection, item))


def _contradicted(connection: Connection, item: int, edited: Edited) -> tuple[Contradicted, ...]:
    """Decisions that the rules contradict now but did not before."""
    flipped = edited.flips.filter(
        pl.col("after").is_in(SETTLED) & (pl.col("before") != pl.col("after"))
    ).select("text_id", "after")
    if flipped.is_empty():
        return ()
    made = decisions_of(connection, items=[item]).join(flipped, on="text_id", maintain_order="left")
    opposed = made.filter(pl.col("verdict") != pl.col("after"))
    return tuple(
        Contradicted(number, text, person, Verdict(said), Verdict(after))
        for number, text, person, said, after in opposed.select(
            "text_id", "text", "person", "verdict", "after"
        ).iter_rows()
    )


def _verb(edits: Sequence[Edit]) -> str:
    """The verb in the log: as on the command line, where each edit is a change."""
    kinds = {type(edit) for edit in edits} - {Reorder}
    return "rule add" if kinds == {Add} else "rule retire" if kinds == {Retire} else "rule change"


def _told(edits: Sequence[Edit]) -> str:
    """An edit in the words of the log."""
    if all(isinstance(edit, Reorder) for edit in edits):
        return "rules in another order"
    edits = [edit for edit in edits if not isinstance(edit, Reorder)]
    if len(edits) == 1:
        (edit,) = edits
        if isinstance(edit, Add):
            return _short(f"{quoted(edit.rule)} added")
        if isinstance(edit, Replace):
            return _short(f"rule {edit.number} is now {quoted(edit.rule)}")
        if isinstance(edit, Retire):
            return f"rule {edit.number} retired"
    kinds = ((Add, "added"), (Replace, "changed"), (Retire, "retired"))
    many = ((sum(isinstance(edit, kind) for edit in edits), done) for kind, done in kinds)
    return ", ".join(f"{counted(count, 'rule')} {done}" for count, done in many if count)


def _short(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


__all__ = [
    "Contradicted",
    "HeldRule",
    "Impact",
    "Preview",
    "RuleDraft",
    "RulesMoved",
    "edits_for",
    "impact",
    "preview",
    "save_rules",
    "try_rules",
]
