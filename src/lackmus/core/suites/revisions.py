"""What importing a file would change in an existing suite, so that it can be previewed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from lackmus.core.base.plurals import counted
from lackmus.core.suites.error_types import ErrorTypesRevision, error_types_changed
from lackmus.core.suites.examples import Described, ExamplesRevision, examples_changed
from lackmus.core.suites.folded_decisions import Decided, agreed, overruled_by
from lackmus.core.suites.suite import Item, Phenomenon, Rule, Suite

FIELDS = (
    *("category", "phenomenon", "source", "paradigm", "comment", "tags", "reserved"),
    *("prompt", "stretch", "occurrence", "scope", "plain_rules"),
)
_ALIKE = 0.6  # below this similarity, one rule was dropped and another added
_LONGEST = 1_000  # characters; comparing longer rules would take minutes
_MOST_PAIRS = 10_000


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A changed field of an item."""

    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class RuleReplacement:
    """A rule and its successor."""

    old: Rule
    new: Rule


@dataclass(frozen=True)
class ItemRevision:
    """The changes of an existing item."""

    key: str
    fields: tuple[FieldChange, ...] = ()
    edited: tuple[RuleReplacement, ...] = ()
    added: tuple[Rule, ...] = ()
    retired: tuple[Rule, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether the item stays as it is."""
        return not (self.fields or self.edited or self.added or self.retired)


@dataclass(frozen=True, slots=True)
class GuidelineRevision:
    """A changed guideline of a phenomenon; an empty text means none."""

    category: str
    phenomenon: str
    before: str
    after: str


@dataclass(frozen=True)
class SuiteRevision:
    """What a file adds, changes and retires; the notes count what was refused."""

    suite: str  # the name of the imported suite
    added: tuple[Item, ...] = ()
    changed: tuple[ItemRevision, ...] = ()
    retired: tuple[Item, ...] = ()
    guidelines: tuple[GuidelineRevision, ...] = ()
    examples: tuple[ExamplesRevision, ...] = ()
    already_decided: int = 0  # fixed strings that only repeat people's decisions
    overruled: int = 0  # fixed strings that people's decisions contradict; an export leaves them out
    kept_secret: int = 0  # reserved items missing in the file, as in public files
    still_reserved: int = 0  # reserved items that the file does not mark as reserved
    error_types: ErrorTypesRevision | None = None  # None: they stay as they are
    not_kept: tuple[str, ...] = ()  # what the file holds and a suite does not, in sentences

    @property
    def empty(self) -> bool:
        """Whether nothing changes."""
        changed = self.added or self.changed or self.retired or self.guidelines or self.examples
        return not (changed or self.error_types)

    @property
    def counts(self) -> dict[str, int]:
        """Counts of all changes, by name."""
        return {
            "items added": len(self.added),
            "items changed": len(self.changed),
            "items retired": len(self.retired),
            "rules added": sum(len(one.added) for one in self.changed),
            "rules edited": sum(len(one.edited) for one in self.changed),
            "rules retired": sum(len(one.retired) for one in self.changed),
            "guidelines added": sum(not one.before for one in self.guidelines),
            "guidelines changed": sum(bool(one.before and one.after) for one in self.guidelines),
            "guidelines retired": sum(not one.after for one in self.guidelines),
            "examples added": sum(len(set(one.after) - set(one.before)) for one in self.examples),
            "examples retired": sum(len(set(one.before) - set(one.after)) for one in self.examples),
            **_counted(self.error_types),
        }

    @property
    def summary(self) -> str:
        """The changes in one line."""
        if self.empty:
            return "Nothing changes."
        said = [
            counted(many, f"{noun.removesuffix('s')} {done}", f"{noun} {done}")
            for (noun, done), many in ((what.rsplit(" ", 1), many) for what, many in self.counts.items())
            if many
        ]
        return f"{', '.join(said)}."

    @property
    def notes(self) -> tuple[str, ...]:
        """What the file says and the import ignores."""
        said = []
        if self.already_decided:
            many = counted(self.already_decided, "fixed string says", "fixed strings say")
            said.append(f"{many} what people have decided already; not added.")
        if self.overruled:
            many = counted(self.overruled, "fixed string is", "fixed strings are")
            said.append(f"{many} not in the file and decided against by people; kept.")
        if self.kept_secret:
            many = counted(self.kept_secret, "reserved item is", "reserved items are")
            said.append(f"{many} not in the file; kept.")
        if self.still_reserved:
            many = counted(self.still_reserved, "reserved item is", "reserved items are")
            said.append(f"{many} not marked so in the file; still reserved.")
        return (*said, *self.not_kept)


def _counted(revision: ErrorTypesRevision | None) -> dict[str, int]:
    """Counts of error types; there only where a file changes them."""
    if revision is None:
        return {}
    before, after = set(revision.before), set(revision.after)
    moved = not (before ^ after)
    counts = {"added": len(after - before), "retired": len(before - after), "reordered": moved * len(after)}
    return {f"error types {done}": many for done, many in counts.items()}


def revise(old: Suite | None, new: Suite, decided: Decided | None = None) -> SuiteRevision:
    """What importing `new` changes in `old`.

    Language pairs of which the file has no item are not touched. Reserved items that it lacks are kept and
    stay reserved, because published files leave them out. A fixed string that only repeats a decision comes
    from an export and is not added; rules that such an export left out are not retired. A file without
    guidelines (some formats cannot have any) retires none; so does one without examples.
    """
    decided = decided or {}
    there = old.by_key if old else {}
    added, changed = [], []
    already = overruled = still = 0
    for item in new.items:
        before = there.get(item.key)
        said = agreed(item, decided)
        folded = said.difference(before.rules if before else ())
        already += len(folded)
        if before is None:
            rules = tuple(rule for rule in dict.fromkeys(item.rules) if rule not in folded)
            added.append(item if rules == item.rules else replace(item, rules=rules))
            continue
        still += before.reserved and not item.reserved
        spared = overruled_by(said, before.rules).difference(item.rules)
        overruled += len(spared)
        revision = _revised(before, item, folded, spared)
        if not revision.empty:
            changed.append(revision)
    lacking = [item for item in there.values() if item.pair in new.pairs and item.key not in new.by_key]
    kept = [item for item in lacking if item.reserved]
    return SuiteRevision(
        new.name,
        tuple(added),
        tuple(changed),
        tuple(item for item in lacking if not item.reserved),
        tuple(_guidelines(old, new, kept)),
        tuple(
            examples_changed(
                _shown(old.phenomena if old else ()),
                _shown(new.phenomena),
                new.by_key.keys(),
                there.keys(),
                _spared(old, new, kept),
            )
        ),
        already,
        overruled,
        len(kept),
        still,
        error_types=error_types_changed(old.error_types if old else (), new.error_types),
        not_kept=new.not_kept,
    )


def _revised(old: Item, new: Item, folded: Collection[Rule], spared: Collection[Rule]) -> ItemRevision:
    """The difference of two items with one key; `folded` rules are not added, `spared` ones not retired."""
    if old == new:
        return ItemRevision(old.key)
    fields = tuple(
        FieldChange(name, getattr(old, name), getattr(new, name))
        for name in FIELDS
        if getattr(old, name) != getattr(new, name) and not (name == "reserved" and old.reserved)
    )
    before, after = dict.fromkeys(old.rules), dict.fromkeys(new.rules)
    retired = [rule for rule in before if rule not in after and rule not in spared]
    added = [rule for rule in after if rule not in before and rule not in folded]
    edited = _edits(retired, added)
    gone, come = {edit.old for edit in edited}, {edit.new for edit in edited}
    return ItemRevision(
        old.key,
        fields,
        edited,
        tuple(rule for rule in added if rule not in come),
        tuple(rule for rule in retired if rule not in gone),
    )


def _edits(retired: Iterable[Rule], added: Iterable[Rule]) -> tuple[RuleReplacement, ...]:
    """Which new rules replace which old ones: within side and kind, the most similar first."""
    groups: dict[tuple[str, str], tuple[list[Rule], list[Rule]]] = {}
    for place, rules in enumerate((retired, added)):
        for rule in rules:
            groups.setdefault((rule.side, rule.kind), ([], []))[place].append(rule)
    found: list[RuleReplacement] = []
    for gone, come in groups.values():
        if len(gone) == len(come) == 1:
            found.append(RuleReplacement(gone[0], come[0]))
            continue
        pairs = _alike(gone, come) if len(gone) * len(come) <= _MOST_PAIRS else []
        for _, before, after in sorted(pairs, key=lambda pair: -pair[0]):
            if all(edit.old != before and edit.new != after for edit in found):
                found.append(RuleReplacement(before, after))
    return tuple(found)


def _alike(gone: Iterable[Rule], come: Iterable[Rule]) -> list[tuple[float, Rule, Rule]]:
    """Pairs of rules that may be one rule before and after; cheap comparisons come first."""
    found = []
    matcher = SequenceMatcher(None, autojunk=False)
    for after in (rule for rule in come if len(rule.value) <= _LONGEST):
        matcher.set_seq2(after.value)
        for before in (rule for rule in gone if len(rule.value) <= _LONGEST):
            matcher.set_seq1(before.value)
            if min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= _ALIKE:
                ratio = matcher.ratio()
                if ratio >= _ALIKE:
                    found.append((ratio, before, after))
    return found


def _guidelines(old: Suite | None, new: Suite, kept: Iterable[Item]) -> Iterable[GuidelineRevision]:
    before, after = _told(old.phenomena if old else ()), _told(new.phenomena)
    for key, guideline in after.items():
        if before.get(key, "") != guideline:
            yield GuidelineRevision(*key, before.get(key, ""), guideline)
    if not after or old is None:
        return
    spared = _spared(old, new, kept)
    for key, guideline in before.items():
        if key not in after and key not in spared:
            yield GuidelineRevision(*key, guideline, "")


def _spared(old: Suite | None, new: Suite, kept: Iterable[Item]) -> set[tuple[str, str]]:
    """Phenomena of which a file says nothing: those of reserved items that it lacks, and of other pairs."""
    known = {(one.category, one.name) for one in new.phenomena}
    spared = {(item.category, item.phenomenon) for item in kept} - known
    foreign = (item for item in (old.items if old else ()) if item.pair not in new.pairs)
    return spared | {(item.category, item.phenomenon) for item in foreign}


def _told(phenomena: Iterable[Phenomenon]) -> dict[tuple[str, str], str]:
    return {(one.category, one.name): one.guideline for one in phenomena if one.guideline}


def _shown(phenomena: Iterable[Phenomenon]) -> Described:
    return {(one.category, one.name): one.examples for one in phenomena if one.examples}


def apply(old: Suite | None, revision: SuiteRevision) -> Suite:
    """The suite after the revision: existing parts keep their order, new ones follow."""
    gone = {item.key for item in revision.retired}
    changes = {one.key: one for one in revision.changed}
    items = [
        _applied(item, changes[item.key]) if item.key in changes else item
        for item in (old.items if old else ())
        if item.key not in gone
    ]
    told: Mapping[tuple[str, str], str] = _told(old.phenomena if old else ())
    told = {**told, **{(one.category, one.phenomenon): one.after for one in revision.guidelines}}
    shown = _shown(old.phenomena if old else ())
    shown = {**shown, **{(one.category, one.phenomenon): one.after for one in revision.examples}}
    named = dict.fromkeys(key for key in (*told, *shown) if told.get(key) or shown.get(key))
    return Suite(
        old.name if old else revision.suite,
        (*items, *revision.added),
        tuple(Phenomenon(*key, told.get(key, ""), shown.get(key, ())) for key in named),
        error_types=revision.error_types.after if revision.error_types else old.error_types if old else (),
    )


def _applied(item: Item, revision: ItemRevision) -> Item:
    successors = {edit.old: edit.new for edit in revision.edited}
    rules = [successors.get(rule, rule) for rule in item.rules if rule not in revision.retired]
    fields = {change.field: change.after for change in revision.fields}
    return replace(item, rules=tuple(dict.fromkeys((*rules, *revision.added))), **fields)  # type: ignore[arg-type]
