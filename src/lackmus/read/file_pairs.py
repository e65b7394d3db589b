"""Language pairs as files spell them, and which of a suite's pairs each is read as."""

from collections.abc import Iterable

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

    def spelled(self, written: str, place: str) -> Pair | None:
        """The pair of the suite that a spelling is read as; what is no pair is refused."""
        try:
            return self.own(Pair.parse(written), written, place)
        except PairError as problem:
            raise LackmusError(f"{place}: {problem}.") from None

    def foreign(self, there: Iterable[Pair], path: object, what: str) -> LackmusError:
        """The error about a file that holds nothing for the suite's pairs."""
        pairs, suite = sorted(set(there)), self._suite
        said = (
            f"{path} has {what} for {', '.join(map(str, pairs))}, and the suite has items for "
            f"{', '.join(map(str, suite.pairs))}."
        )
        near = [(own, pair) for own in suite.pairs for pair in pairs if pair.is_near(own)]
        if not near:
            return LackmusError(said)
        return LackmusError(said, code="other-pairs", own=str(near[0][0]), there=str(near[0][1]))

    @property
    def known(self) -> list[Pair]:
        """The pairs of the file that were asked about."""
        return list(self._known)

    @property
    def notes(self) -> list[str]:
        """What was matched that is not spelled alike."""
        return [
            f"{spelled} in the file is read as {own} of the suite." for spelled, own in self._spelled.items()
        ]
