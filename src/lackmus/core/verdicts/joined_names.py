"""Join names of different campaigns that are one system: by spelling, label, or user choice."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property


class JoinError(ValueError):
    """Two names that a user wants to join occur in one campaign."""


class JoinReason(StrEnum):
    """Why names were joined."""

    SAME = "same"  # the user said so
    LABEL = "label"  # they have the same label in the workspace
    SPELLING = "spelling"  # they differ in case, punctuation or white space only


@dataclass(frozen=True)
class Joining:
    """How names are joined: exactly or not, pairs given by the user, and labels of a workspace."""

    exact: bool = False
    same: tuple[tuple[str, str], ...] = ()
    labels: Mapping[str, Collection[str]] = field(default_factory=dict)  # name: its labels


@dataclass(frozen=True)
class Join:
    """One system under several names."""

    system: str  # its name in the latest campaign, used for all
    names: Mapping[str, str]  # campaign: its name there
    because: tuple[JoinReason, ...]


@dataclass(frozen=True)
class Apart:
    """Names that look like one system but are not joined, because one campaign has several of them."""

    names: tuple[str, ...]
    campaign: str
    both: tuple[str, str]  # two of them that this campaign has
    because: JoinReason


@dataclass(frozen=True)
class Joined:
    """Which names were joined, and which were not."""

    joins: tuple[Join, ...] = ()
    apart: tuple[Apart, ...] = ()

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The common name for each joined name."""
        return {name: join.system for join in self.joins for name in join.names.values()}

    def called(self, name: str) -> str:
        """Return the name under which a system is followed."""
        return self.names.get(name, name)

    def labels(self, labels: Mapping[str, str]) -> dict[str, str]:
        """Return labels by the names under which systems are followed; that of the latest name wins."""
        names = self.names
        older = {names[name]: label for name, label in labels.items() if name in names}
        return older | {name: label for name, label in labels.items() if names.get(name, name) == name}


def spelling(name: str) -> str:
    """Return the name without case, punctuation and white space.

    Punctuation between two digits is kept as a point: 1.2B and 12B are two systems. So are A and A+, whose
    plus is a symbol.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    kept = "".join(" " if _is_between(sign) else sign for sign in folded)
    return re.sub(r"(?<=\d) +(?=\d)", ".", kept).replace(" ", "") or name


def _is_between(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign)[0] in "PZC"


def join(campaigns: Mapping[str, Sequence[str]], joining: Joining | None = None) -> Joined:
    """Find the names that are one system; `campaigns` are the systems of each, in order of time.

    The same name in several campaigns is always one system; two systems of one campaign never are. The user's
    choices come first, then labels, then the spelling. Names are not joined if one campaign has two of them.
    """
    joining = joining or Joining()
    groups = _Groups(campaigns)
    for first, second in joining.same:
        if groups.knows(first, second) and (clash := groups.join([first, second], JoinReason.SAME)):
            raise JoinError(f"{' and '.join(clash.both)} are both systems of {clash.campaign}")
    apart: list[Apart] = []
    if not joining.exact:
        given = {name: {spelling(label) for label in joining.labels.get(name, ())} for name in groups.names}
        labelled = _alike({name: {*given[name], spelling(name)} for name in groups.names}, given)
        apart += filter(None, (groups.join(names, JoinReason.LABEL) for names in labelled))
        spelt = _alike({name: {spelling(name)} for name in groups.names})
        apart += filter(None, (groups.join(names, JoinReason.SPELLING) for names in spelt))
    # Systems of a single campaign cannot be joined.
    return Joined(groups.joins(), tuple(one for one in dict.fromkeys(apart) if groups.several(one.names)))


def _alike(
    keys: Mapping[str, Collection[str]], wanted: Mapping[str, Collection[str]] | None = None
) -> list[list[str]]:
    """Names that share a key, in order; with `wanted` only keys of these names."""
    found: dict[str, list[str]] = {}
    for name, own in keys.items():
        for key in sorted(own):
            found.setdefault(key, []).append(name)
    asked = None if wanted is None else {key for own in wanted.values() for key in own}
    return [names for key, names in found.items() if len(names) > 1 and (asked is None or key in asked)]


class _Groups:
    """Groups of names that are one system."""

    def __init__(self, campaigns: Mapping[str, Sequence[str]]) -> None:
        self._where: dict[str, list[str]] = {}
        for campaign, systems in campaigns.items():
            for name in systems:
                self._where.setdefault(name, []).append(campaign)
        self._order = {campaign: place for place, campaign in enumerate(campaigns)}
        self._group = {name: [name] for name in self._where}
        self._because: dict[str, list[JoinReason]] = {}

    @property
    def names(self) -> list[str]:
        return list(self._where)

    def knows(self, *names: str) -> bool:
        return all(name in self._where for name in names)

    def several(self, names: Iterable[str]) -> bool:
        return len({campaign for name in names for campaign in self._where[name]}) > 1

    def join(self, names: Iterable[str], because: JoinReason) -> Apart | None:
        """Join names into one system; returns why they cannot be joined, or None."""
        groups = {id(self._group[name]): self._group[name] for name in names}
        together = [name for group in groups.values() for name in group]
        if len(groups) < 2:
            return None
        seen: dict[str, str] = {}
        for name in together:
            for campaign in self._where[name]:
                if campaign in seen:
                    return Apart(tuple(together), campaign, (seen[campaign], name), because)
                seen[campaign] = name
        for name in together:
            self._group[name] = together
            told = self._because.setdefault(name, [])
            told += [because] * (because not in told)
        return None

    def joins(self) -> tuple[Join, ...]:
        found = {id(group): group for group in self._group.values() if len(group) > 1}
        return tuple(sorted(map(self._join, found.values()), key=lambda one: one.system.casefold()))

    def _join(self, group: Sequence[str]) -> Join:
        names = {campaign: name for name in group for campaign in self._where[name]}
        ordered = {campaign: names[campaign] for campaign in sorted(names, key=self._order.__getitem__)}
        because = dict.fromkeys(why for name in group for why in self._because[name])
        return Join(list(ordered.values())[-1], ordered, tuple(because))
