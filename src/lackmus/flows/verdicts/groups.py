"""Groups of systems: named one by one, or by tags."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.system_groups import GroupedSystems, grouped
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed, named_systems
from lackmus.read.tags import read_tags

_BETWEEN = "=:"  # a tag may be kind and value: type=llm


def tags_in(path: Path) -> dict[str, tuple[str, ...]]:
    """The tags of systems in a file."""
    return read_tags(path)


def groups_of(
    evaluation: SuiteEvaluation,
    tags: Mapping[str, Sequence[str]],
    group_by: Sequence[str] = (),
    named: Sequence[str] = (),
) -> GroupedSystems | None:
    """The requested groups, by tags or as NAME=SYSTEM,SYSTEM; None if there are none."""
    if group_by and named:
        raise LackmusError("Groups are named by systems or by tags. Choose one.", code="groups-said-twice")
    if not group_by and not named:
        return None
    argument = "group_by" if group_by else "group"
    groups = _tagged(evaluation, tags, group_by) if group_by else _named(evaluation, named)
    homes: dict[str, str] = {}
    for name, systems in groups.items():
        for system in systems:
            if system in homes:
                raise LackmusError(
                    f"{system} is in two groups, {homes[system]} and {name}. Groups share no system.",
                    argument=argument,
                )
            homes[system] = name
    if len(groups) == 1:
        ((name, systems),) = groups.items()
        groups[f"not {name}"] = [system for system in evaluation.systems if system not in systems]
    for name, systems in groups.items():
        if not systems:
            raise LackmusError(f"{name} has no system, so there is nothing to compare.", argument=argument)
    return grouped(evaluation, groups)


def _tagged(
    evaluation: SuiteEvaluation, tags: Mapping[str, Sequence[str]], asked: Sequence[str]
) -> dict[str, list[str]]:
    """Systems by the named tags; a kind stands for all its values."""
    systems = evaluation.systems
    known = sorted({tag for system in systems for tag in tags.get(system, ())})
    wanted: dict[str, None] = {}
    for word in dict.fromkeys(part.strip() for one in asked for part in one.split(",") if part.strip()):
        values = [tag for tag in known if tag.startswith(tuple(f"{word}{sign}" for sign in _BETWEEN))]
        if word not in known and not values:
            raise LackmusError(
                f"no compared system has the tag {word}. There are {listed(known) or 'no tags'}.",
                argument="group_by",
            )
        wanted |= dict.fromkeys([word] if word in known else values)
    return {tag: [system for system in systems if tag in tags.get(system, ())] for tag in wanted}


def _named(evaluation: SuiteEvaluation, asked: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in asked:
        name, equals, systems = part.partition("=")
        if not equals or not name.strip() or not systems.strip():
            raise LackmusError(f"write NAME=SYSTEM,SYSTEM, not {part}.", argument="group")
        members = named_systems([systems], evaluation.systems, "group")
        found.setdefault(name.strip(), []).extend(members)
    return found
