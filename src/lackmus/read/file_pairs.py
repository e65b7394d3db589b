"""Language pairs as files spell them, and which of a suite's pairs each is read as."""

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.outputs.documents import DocumentId
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError


class FilePairs:
    """The pairs of a file that are read as a pair of the suite; remembers what was matched."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        self._known: dict[Pair, Pair | None] = {}
        self._spelled: dict[str, Pair] = {}

    def has(self, document: DocumentId, place: str) -> bool:
        """Whether the document is of a pair of the suite; one that may be several is refused."""
        return self.own(document.pair, document.languages, place) is not None

    def own(self, pair: Pair, spelled: str, place: str) -> Pair | None:
        """The pair of the suite that a pair is read as."""
        if pair not in self._known:
            try:
                found = self._suite.read_as(pair)
            except PairError as problem:
                own = self._suite.pairs[0]
                raise LackmusError(
                    f"{place}: {problem}.", code="which-of-pairs", own=str(own), there=str(pair)
                ) from None
            self._known[pair] = found
            if found not in (None, pair):
                self._spelled[spelled] = found
        return self._known[pair]

    @property
    def notes(self) -> list[str]:
        """What was matched that is not spelled alike."""
        return [
            f"{spelled} in the file is read as {own} of the suite." for spelled, own in self._spelled.items()
        ]
