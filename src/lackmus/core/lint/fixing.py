"""Fix findings without changing any verdict, and say what was done."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from lackmus.core.base.pairs import Pair
from lackmus.core.base.texts import one_line
from lackmus.core.lint.names import in_english, names_of, slips_among
from lackmus.core.lint.rules import blank, breaks, sameness
from lackmus.core.lint.sentences import without_hidden
from lackmus.core.suites.lint_findings import MENDED, Code
from lackmus.core.suites.suite import Draft, Item, Kind, Phenomenon, Rule

_Renames = Mapping[str, Mapping[str, str]]


def fix(
    draft: Draft,
    among: Iterable[Draft] = (),
    codes: Collection[Code] = MENDED,
    pair: Pair | None = None,
) -> tuple[Draft, list[str]]:
    """The draft with all harmless findings fixed, and what was done.

    Names are compared within the draft and `among` others. Only findings with these codes are fixed, and
    only items of the pair, if one is given.
    """
    done: list[str] = []
    # Names belong to all pairs of a file.
    renames = _renames([draft, *among], codes if pair is None else ())
    for kind, names in renames.items():
        there = {name for names in names_of({"": draft}) if names.kind == kind for name in names.items}
        done += [f"{kind} “{old}” renamed to “{new}”" for old, new in names.items() if old in there]
    items = tuple(
        _mended(item, renames, codes, done) if pair is None or item.pair == pair else item
        for item in draft.items
    )
    phenomena = _phenomena(draft.phenomena, renames) if any(renames.values()) else draft.phenomena
    error_types = tuple(
        replace(
            one,
            category=renames["category"].get(one.category, one.category),
            phenomenon=renames["phenomenon"].get(one.phenomenon, one.phenomenon),
        )
        for one in draft.error_types
    )
    unique = tuple(dict.fromkeys(error_types))
    return replace(draft, items=items, phenomena=phenomena, error_types=unique, digest=""), done


def _renames(drafts: list[Draft], codes: Collection[Code]) -> _Renames:
    """What each name becomes, by kind: cleaned first, then the commoner of two that differ by a slip."""
    cleaned = {str(place): _cleaned(draft, codes) for place, draft in enumerate(drafts)}
    clean_names = names_of(cleaned)
    english = in_english(clean_names)
    found: dict[str, dict[str, str]] = {}
    for before, after in zip(
        names_of({str(n): draft for n, draft in enumerate(drafts)}), clean_names, strict=True
    ):
        meant = {}
        if Code.NAME_SLIP in codes:
            meant = {slip.name: slip.meant for slip in slips_among(after, english) if slip.clear}
        found[before.kind] = {}
        for name in before.items:
            new = _clean(name, codes)
            while new in meant:  # a commoner name may be a slip itself
                new = meant[new]
            if new != name:
                found[before.kind][name] = new
    return found


def _cleaned(draft: Draft, codes: Collection[Code]) -> Draft:
    return Draft(
        draft.name,
        tuple(
            replace(item, category=_clean(item.category, codes), phenomenon=_clean(item.phenomenon, codes))
            for item in draft.items
        ),
        tuple(
            replace(one, category=_clean(one.category, codes), name=_clean(one.name, codes))
            for one in draft.phenomena
        ),
    )


def _clean(name: str, codes: Collection[Code]) -> str:
    if Code.HIDDEN_CHARACTERS in codes:
        name = without_hidden(name)
    return " ".join(name.split()) if Code.NAME_SPACES in codes else name


def _mended(item: Item, renames: _Renames, codes: Collection[Code], done: list[str]) -> Item:
    source = _source(item, codes, done)
    rules = _rules(item, codes, done)
    category = renames["category"].get(item.category, item.category)
    phenomenon = renames["phenomenon"].get(item.phenomenon, item.phenomenon)
    if (source, rules, category, phenomenon) == (item.source, item.rules, item.category, item.phenomenon):
        return item
    return replace(item, source=source, rules=rules, category=category, phenomenon=phenomenon)


def _source(item: Item, codes: Collection[Code], done: list[str]) -> str:
    """Trim the source; outputs are matched by the trimmed source, so none is lost."""
    source = item.source
    if Code.HIDDEN_CHARACTERS in codes and without_hidden(source) != source:
        source = without_hidden(source)
        done.append(f"{item.id}: hidden characters deleted from the source sentence")
    if Code.SOURCE_LINE_BREAK in codes and breaks(source.strip()):
        ends = source[: len(source) - len(source.lstrip())], source[len(source.rstrip()) :]
        source = ends[0] + " ".join(part.strip() for part in source.strip().splitlines()) + ends[1]
        done.append(f"{item.id}: line break in the source sentence made a space")
    ended = breaks(source) and Code.SOURCE_LINE_BREAK in codes
    if source != source.strip() and (Code.SOURCE_SPACES in codes or ended):
        source = source.strip()
        done.append(f"{item.id}: source sentence trimmed")
    return source


def _rules(item: Item, codes: Collection[Code], done: list[str]) -> tuple[Rule, ...]:
    """Fix only what judging ignores or reads otherwise anyway: no text gets another verdict."""
    kept: list[Rule] = []
    seen = set()
    for rule in item.rules:
        noun = f"{rule.side} {'pattern' if rule.kind is Kind.PATTERN else 'fixed string'}"
        if rule.kind is Kind.FIXED and blank(rule) and Code.STRING_BLANK in codes:
            done.append(f"{item.id}: blank {noun} deleted")
            continue
        if rule.kind is Kind.PATTERN and not rule.value and Code.PATTERN_BLANK in codes:
            done.append(f"{item.id}: blank {noun} deleted")
            continue
        breaking = Code.PATTERN_LINE_BREAK if rule.kind is Kind.PATTERN else Code.STRING_LINE_BREAK
        if breaks(rule.value) and breaking in codes:
            value = one_line(rule.value)
            # The judges trim a fixed string; in a pattern a space at the end means a space.
            rule = replace(rule, value=value.strip() if rule.kind is Kind.FIXED else value)
            done.append(f"{item.id}: line break in a {noun} made a space")
        if sameness(rule) in seen and not blank(rule) and Code.RULE_DOUBLED in codes:
            done.append(f"{item.id}: doubled {noun} deleted")
            continue
        seen.add(sameness(rule))
        kept.append(rule)
    return tuple(kept)


def _phenomena(described: tuple[Phenomenon, ...], renames: _Renames) -> tuple[Phenomenon, ...]:
    """Guidelines under the new names; where two become one, the first one stays, and all examples."""
    found: dict[tuple[str, str], Phenomenon] = {}
    for one in described:
        category = renames["category"].get(one.category, one.category)
        name = renames["phenomenon"].get(one.name, one.name)
        new = replace(one, category=category, name=name)
        held = found.get((category, name))
        if held is None:
            found[category, name] = new
        else:
            examples = tuple(dict.fromkeys((*held.examples, *new.examples)))
            found[category, name] = replace(
                held, guideline=held.guideline or new.guideline, examples=examples
            )
    return tuple(found.values())
