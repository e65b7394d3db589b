"""What all our exceptions share: they can be sent from one process to another."""

from typing import Any


class Sendable(Exception):  # noqa: N818  (no error itself: what errors can do)
    """An exception that can be pickled, with any constructor.

    Python would call the constructor again with nothing but the message.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[BaseException], args: tuple[Any, ...], state: dict[str, Any]) -> BaseException:
    again = kind.__new__(kind, *args)
    again.__dict__.update(state)
    return again
