"""What a user can cause and can mend: one line that says where, what, and what next.

There are two faces, and what helps differs: an option or a command on the one, a click on the other. Whoever
raises an error knows both. `str(problem)` is for the command line, `problem.on_page` for pages and the API.
"""

from collections.abc import Callable
from typing import Any, Self


class LackmusError(Exception):
    """A mistake of the user's, said in one line without a traceback; the program ends with `exit_code`.

    What was `said` is the same for all. The `remedy` is that of the command line, `page` that of a page, and
    the same where nothing else is given. Behind the name of an `option` a sentence goes on in small letters;
    no page names it, and there the sentence has its capital.
    """

    exit_code = 2

    def __init__(self, said: str, remedy: str = "", *, option: str = "", page: str | None = None) -> None:
        super().__init__(_in_a_row(f"{option}: {said}" if option else said, remedy))
        self._page = _in_a_row(said, remedy if page is None else page)
        self._begins_small = bool(option)

    @property
    def on_page(self) -> str:
        """The same fact, with what helps whoever looks at a page."""
        return self._page[:1].upper() + self._page[1:] if self._begins_small else self._page

    def at(self, place: object, on_page: object = None) -> Self:
        """The same, with a place in front; a page may call the place otherwise, or leave it out: ""."""
        shown = str(place if on_page is None else on_page)
        page = f"{shown}: {self._page}" if shown else self._page
        return self._reworded(f"{place}: {self}", page, self._begins_small and not shown)

    def calling(self, thing: object, name: str) -> Self:
        """The same, with a file by the name under which it came, not by the place where we put it."""
        known = str(thing)
        return self._reworded(
            str(self).replace(known, name), self._page.replace(known, name), self._begins_small
        )

    def adding(self, said: str, page: str | None = None) -> Self:
        """The same, with more behind it; a page may be told something else, or nothing: ""."""
        return self._reworded(
            _in_a_row(str(self), said),
            _in_a_row(self._page, said if page is None else page),
            self._begins_small,
        )

    def rewritten(self, write: Callable[[str], str]) -> Self:
        """The same, with its words as somebody writes them anew, such as without a secret."""
        return self._reworded(write(str(self)), write(self._page), self._begins_small)

    def __reduce__(self) -> tuple[Any, ...]:
        """Send it to another process as it is; many kinds are not made from a message alone."""
        return _restored, (type(self), self.args, self.__dict__)

    def _reworded(self, text: str, page: str, begins_small: bool) -> Self:
        """What else a kind of error carries, such as the status of a page, it keeps."""
        again = type(self).__new__(type(self), text)
        again.__dict__.update(self.__dict__)
        again._page, again._begins_small = page, begins_small
        return again


class NoAnswerError(LackmusError):
    """The input is fine, but the answer is no: no fair item, a check that fails."""

    exit_code = 1


def _restored(kind: type[LackmusError], args: tuple[Any, ...], state: dict[str, Any]) -> LackmusError:
    again = kind.__new__(kind, *args)
    again.__dict__.update(state)
    return again


class UnavailableError(LackmusError):
    """Nothing is wrong with the request, but the database or the disk cannot serve it now: ask again later.

    At a terminal the line names the database, the cause and the remedy. A page gets a line of its own, which
    names neither host nor file: visitors have no use for them, and the server's log has them.
    """

    def __init__(self, said: str, *, page: str, retry_after: int = 5) -> None:
        super().__init__("", said, page=page)
        self.retry_after = retry_after  # seconds after which it is worth asking again


def _in_a_row(said: str, remedy: str) -> str:
    return " ".join(part for part in (said, remedy) if part)
