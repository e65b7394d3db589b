"""The differences between two wordings, part by part, for the history of a rule."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

_PARTS = re.compile(r"\w+|\s+|.", re.DOTALL)
_MOST = 1_000  # parts compared at most; more takes long and is unreadable


@dataclass(frozen=True)
class Stretch:
    """Some characters of a wording."""

    text: str
    changed: bool = False


def differences(old: str, new: str) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """Both wordings as stretches, each common to both or only in one; words are not split."""
    before, after = _PARTS.findall(old), _PARTS.findall(new)
    if len(before) + len(after) > _MOST:
        return _whole(old), _whole(new)
    left: list[Stretch] = []
    right: list[Stretch] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        changed = tag != "equal"
        if i1 < i2:
            left.append(Stretch("".join(before[i1:i2]), changed))
        if j1 < j2:
            right.append(Stretch("".join(after[j1:j2]), changed))
    return tuple(left), tuple(right)


def together(stretches: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    """The stretches, with a blank between two differing words counted as different too."""
    found: list[Stretch] = []
    for place, one in enumerate(stretches):
        inside = 0 < place < len(stretches) - 1 and one.text.isspace()
        if inside and stretches[place - 1].changed and stretches[place + 1].changed:
            one = Stretch(one.text, True)
        if found and found[-1].changed and one.changed:
            found[-1] = Stretch(found[-1].text + one.text, True)
        else:
            found.append(one)
    return tuple(found)


def _whole(text: str) -> tuple[Stretch, ...]:
    return (Stretch(text, True),) if text else ()
