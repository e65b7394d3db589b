"""Names of categories and phenomena: slips between them, and words that are misspelt."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from lackmus.core.base.plurals import counted
from lackmus.core.lint.sentences import hidden_in, mixed_words
from lackmus.core.lint.typos import known, name_typo, nearest, shortened, stem, with_a_hole, words_of
from lackmus.core.suites.lint_findings import Code, LintFinding, finding
from lackmus.core.suites.suite import Draft

_LETTERS = 4  # shorter words, such as “and” or “II”, tell nothing about the language of the names


@dataclass
class Names:
    """The names of one kind, category or phenomenon: how many items have each, and where it stands."""

    kind: str
    items: Counter[str] = field(default_factory=Counter)
    file: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, file: str, items: int) -> None:
        self.items[name] += items
        self.file.setdefault(name, file)


@dataclass(frozen=True)
class Typo:
    """Two names of which one is most likely the other, mistyped."""

    kind: str
    name: str
    meant: str
    difference: str
    clear: bool  # one of them is commoner


def names_of(drafts: Mapping[str, Draft]) -> tuple[Names, Names]:
    """All categories and all phenomena, those of items and those of guidelines."""
    categories, phenomena = Names("category"), Names("phenomenon")
    for file, draft in drafts.items():
        for item in draft.items:
            categories.add(item.category, file, 1)
            phenomena.add(item.phenomenon, file, 1)
        for one in draft.phenomena:
            categories.add(one.category, file, 0)
            phenomena.add(one.name, file, 0)
    return categories, phenomena


def slips_among(names: Names, english: bool) -> list[Typo]:
    """Each name that looks like a commoner one mistyped; of English ones we know which is misspelt."""
    misspelt = {name: english and any(map(nearest, words_of(name))) for name in names.items}
    # Names that differ only in separators share a bucket, and names that differ in one letter another; so not
    # every pair is compared.
    buckets: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for name in names.items:
        words = words_of(name)
        bare = "".join(word for word in words if word != "and").replace("_", "")
        buckets["joints", bare].append(name)
        buckets["plural", tuple(map(stem, words))].append(name)
        for place, rest in with_a_hole(words):
            for almost in {*shortened(words[place]), *shortened(stem(words[place]))}:
                buckets["slip", rest, almost].append(name)
    # The intended name: the one without a misspelling, then the commoner, then the earlier.
    order = {name: place for place, name in enumerate(names.items)}
    rank = {name: (misspelt[name], -names.items[name], order[name]) for name in names.items}
    best: dict[str, Typo] = {}
    for bucket in buckets.values():
        for pair in combinations(bucket, 2):
            difference = name_typo(*pair)
            if difference is None:
                continue
            meant, slip = sorted(pair, key=rank.__getitem__)
            clear = rank[meant][:2] != rank[slip][:2]
            if slip not in best or rank[meant] < rank[best[slip].meant]:
                best[slip] = Typo(names.kind, slip, meant, difference, clear)
    return [best[name] for name in names.items if name in best]


def misspelt_words(names: Names, english: bool) -> Iterator[tuple[str, str, str]]:
    """Names with a misspelt word, and the word that was meant."""
    if english:
        for name in names.items:
            for word in words_of(name):
                meant = nearest(word)
                if meant:
                    yield name, word, meant


def in_english(kinds: tuple[Names, Names]) -> bool:
    """Whether the names consist of known English words: German “Passiv” is no misspelt “passive”."""
    words = {
        word for names in kinds for name in names.items for word in words_of(name) if len(word) >= _LETTERS
    }
    return 2 * sum(map(known, words)) >= len(words)


def name_findings(drafts: Mapping[str, Draft]) -> Iterator[LintFinding]:
    """What is wrong with the names of categories and phenomena, within and across files."""
    kinds = names_of(drafts)
    english = in_english(kinds)
    for names in kinds:
        slips = slips_among(names, english)
        for slip in slips:
            yield _typo(slip, names)
        slipped = {name for slip in slips for name in (slip.name, slip.meant)}
        for name, word, meant in misspelt_words(names, english):
            if name not in slipped:
                message = f"{names.kind} “{name}”: “{word}” is misspelt, “{meant}” was meant"
                remedy = f"Correct “{word}” to “{meant}” in the name."
                evidence = counted(names.items[name], "item")
                yield finding(Code.NAME_MISSPELT, names.file[name], None, message, evidence, remedy)
        for name in names.items:
            yield from _unseen(name, names)


def _typo(slip: Typo, names: Names) -> LintFinding:
    has, other = (counted(names.items[name], "item") for name in (slip.name, slip.meant))
    there = names.file[slip.meant]
    where = f" in {there}" if there != names.file[slip.name] else ""
    message = (
        f"{names.kind} “{slip.name}” ({has}) and “{slip.meant}” ({other}{where}) differ in {slip.difference}"
    )
    remedy = f"Use one name, most likely “{slip.meant}”."
    return finding(
        Code.NAME_SLIP, names.file[slip.name], None, message, f"{slip.name} | {slip.meant}", remedy
    )


def _unseen(name: str, names: Names) -> Iterator[LintFinding]:
    file = names.file[name]
    if name != " ".join(name.split()):
        message = f"{names.kind} “{name}” has white space at its ends, or runs of it"
        yield finding(Code.NAME_SPACES, file, None, message, repr(name))
    if hidden_in(name):
        message = f"{names.kind} “{name}” contains invisible characters"
        yield finding(Code.HIDDEN_CHARACTERS, file, None, message, ascii(name))
    for word in mixed_words(name):
        message = f"{names.kind} “{name}” has a word of mixed scripts: {word}"
        yield finding(Code.MIXED_SCRIPTS, file, None, message, ascii(word))
