"""The lines of many systems beside one source, for formats that find items by their source sentence."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lackmus.core.base.texts import source_key
from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line of the source, and the text of each system that has one for it."""

    document: str
    segment: str
    source: str
    texts: dict[str, str]


def grid(hand_ins: Sequence[HandIn], form: str) -> list[GridLine]:
    """All lines, in the order of first occurrence; errors name `form`."""
    _refuse_ambiguous(hand_ins, form)
    lines: dict[tuple[str, str, str, int], GridLine] = {}
    for hand_in in hand_ins:
        repeats: Counter[tuple[str, str, str]] = Counter()
        names = _names(hand_in)
        for (document, segment), source, text in zip(names, hand_in.sources, hand_in.texts, strict=True):
            key = document, segment, source
            line = lines.setdefault((*key, repeats[key]), GridLine(*key, {}))
            line.texts[hand_in.system] = text
            repeats[key] += 1
    return list(lines.values())


def pair_of(hand_ins: Sequence[HandIn], form: str) -> str:
    """The language pair of the items, from their keys."""
    pairs = sorted({item.partition(":")[0] for hand_in in hand_ins for item, _ in hand_in.places})
    if len(pairs) != 1:
        raise LackmusError(f"{form} holds one language pair, not {len(pairs)}.", code="which-pair")
    return pairs[0]


def _names(hand_in: HandIn) -> Iterator[tuple[str, str]]:
    """Document and segment of each line; default: its item or its number."""
    items = _items(hand_in)
    by_id = all(len(items[line]) == 1 for line in range(len(hand_in.texts)))
    told = bool(hand_in.documents or hand_in.segments)
    numbers: Counter[str] = Counter()
    for line in range(len(hand_in.texts)):
        if by_id and not told:
            yield items[line][0], "1"
            continue
        document = hand_in.documents[line] if hand_in.documents else ""
        numbers[document] += 1
        yield document, hand_in.segments[line] if hand_in.segments else str(numbers[document])


def _items(hand_in: HandIn) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for item, line in hand_in.places:
        found[line].append(item)
    return found


def _refuse_ambiguous(hand_ins: Sequence[HandIn], form: str) -> None:
    """Refuse items with one source but different texts: readers could not tell them apart."""
    sharing: dict[str, set[str]] = defaultdict(set)
    lines = [
        (source_key(hand_in.sources[line]), document, set(items))
        for hand_in in hand_ins
        for (line, items), document in _placed(hand_in)
    ]
    for source, _, items in lines:
        sharing[source] |= items
    for source, document, items in lines:
        meant = {document} if document in sharing[source] else sharing[source]
        if items != meant:
            one, other = sorted(items ^ meant)[0], sorted(items & meant or items)[0]
            raise LackmusError(
                f"Items {other} and {one} have one source sentence, by which {form} finds them, but texts of "
                "their own. Use a format by id, such as jsonl."
            )


def _placed(hand_in: HandIn) -> Iterator[tuple[tuple[int, list[str]], str]]:
    """The lines of items with their documents."""
    documents = [document for document, _ in _names(hand_in)]
    for line, items in _items(hand_in).items():
        yield (line, items), documents[line]
