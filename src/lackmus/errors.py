"""What a user can cause and can mend: a fact, a code and a place; each face words the remedy.

An error below the faces knows no option, page or status. It says what is wrong in `said`, and where all faces
have the same remedy, it says that too. Where they differ it has a `code`: the command line, pages and the
Python API look up their remedy in a catalogue of their own (`remedies.py`) and fill in the `facts`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self


class Instead(str):
    """A line of a catalogue that takes the place of what was said, because it tells the fact as well."""


Remedy = str | Callable[..., str]  # a format string over the facts, or a function that takes them


@dataclass(frozen=True)
class Argument:
    """What was asked for by name, perhaps with its value; each face names it in its own way."""

    name: str
    value: str = ""


@dataclass(frozen=True)
class Setting(Argument):
    """A setting of the machine that names a file: pages show only the setting, not the file."""


class LackmusError(Exception):
    """A mistake of the user's, said in one line without a traceback; the program ends with `exit_code`.

    An error about an `argument` begins with a small letter: faces that name the argument put it in front, and
    for the others the sentence gets its capital.
    """

    exit_code = 2

    def __init__(
        self,
        said: str,
        remedy: str = "",
        *,
        code: str = "",
        argument: str = "",
        **facts: Any,
    ) -> None:
        super().__init__(said)
        if "page" in facts:  # how plug-ins say what helps on pages
            code = "plug-in"
        self.said, self.remedy, self.code, self.argument, self.facts = said, remedy, code, argument, facts
        self.places: tuple[object, ...] = ()  # the outermost last
        self.more: tuple[LackmusError, ...] = ()  # said behind it
        self.worded: str | None = None  # the whole line, once a face has worded it

    def __str__(self) -> str:
        return in_words(self, {}, lambda one: one.value if isinstance(one, Setting) else one.name)

    def at(self, place: object) -> Self:
        """Return the error with a place in front: a file, a line, an `Argument`."""
        return self._changed(places=(*self.places, place))

    def calling(self, thing: object, name: str) -> Self:
        """Return the error with a file under the name by which the user knows it, not our place for it."""
        known = str(thing)
        return self.rewritten(lambda text: text.replace(known, name))

    def adding(self, said: str = "", *, code: str = "", **facts: Any) -> Self:
        """Return the error with another sentence behind it, in each face's words if it has a code."""
        return self._changed(more=(*self.more, LackmusError("", said, code=code, **facts)))

    def rewritten(self, write: Callable[[str], str]) -> Self:
        """Return the error with all of its texts rewritten, such as without a secret."""
        texts = {key: write(str(value)) for key, value in self.facts.items() if isinstance(value, str)}
        return self._changed(
            said=write(self.said),
            remedy=write(self.remedy),
            facts={**self.facts, **texts},
            places=tuple(one if isinstance(one, Argument) else write(str(one)) for one in self.places),
            more=tuple(one.rewritten(write) for one in self.more),
            worded=None if self.worded is None else write(self.worded),
        )

    def in_the_words_of(self, face: Callable[["LackmusError"], str]) -> Self:
        """Return the error as a face words it; code and facts stay."""
        return self._changed(worded=face(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Send it to another process as it is; many kinds are not made from a message alone."""
        return _restored, (type(self), self.args, self.__dict__)

    def _changed(self, **fields: object) -> Self:
        again = type(self).__new__(type(self))
        again.__dict__.update(self.__dict__, **fields)
        again.args = (again.said,)
        return again


class NoAnswerError(LackmusError):
    """The input is fine, but the answer is no: no fair item, a check that fails."""

    exit_code = 1


class NotFoundError(LackmusError):
    """What was asked for is not there, or not any more."""


class ForbiddenError(LackmusError):
    """What was asked for is there, but not for this person."""


class ConflictError(LackmusError):
    """Someone else changed it meanwhile."""


class UnavailableError(LackmusError):
    """Nothing is wrong with the request, but the database or the disk cannot serve it now: ask again later.

    `said` names the database, the cause and the remedy, for people who run it. Pages have a line of their own
    for each code: visitors have no use for hosts and files, and the server's log has them.
    """

    def __init__(self, said: str, *, code: str, retry_after: int = 5, **facts: Any) -> None:
        super().__init__(said, code=code, **facts)
        self.retry_after = retry_after  # seconds after which it is worth asking again


def in_words(problem: LackmusError, remedies: Mapping[str, Remedy], named: Callable[[Argument], str]) -> str:
    """Return the line of an error: its places, what is wrong, and the remedy that a face has for its code.

    `named` is how the face names an argument; "" leaves it out.
    """
    if problem.worded is not None:
        return problem.worded
    said, remedy = problem.said, problem.remedy
    if problem.code in remedies:
        entry = remedies[problem.code]
        facts = {key: named(one) if isinstance(one, Argument) else one for key, one in problem.facts.items()}
        remedy = entry.format_map(facts) if isinstance(entry, str) else entry(**facts)
        said = "" if isinstance(entry, Instead) else said
    behind = (in_words(one, remedies, named) for one in problem.more)
    line = " ".join(part for part in (said, remedy, *behind) if part)
    places = (Argument(problem.argument), *problem.places) if problem.argument else problem.places
    shown = [named(place) if isinstance(place, Argument) else str(place) for place in places]
    in_front = [place for place in reversed(shown) if place]
    if problem.argument and not in_front:
        line = line[:1].upper() + line[1:]
    return ": ".join([*in_front, line])


def fitting(formats: Mapping[str, str]) -> str:
    """Return a remedy that lists formats of files, each with what it looks like."""
    return f"These would fit: {'; '.join(f'{name} ({looks})' for name, looks in formats.items())}."


def _restored(kind: type[LackmusError], args: tuple[Any, ...], state: dict[str, Any]) -> LackmusError:
    again = kind.__new__(kind, *args)
    again.__dict__.update(state)
    return again
