"""Keywords as an ordinary suite, each item a sentence with one marked keyword; and the way back."""

from collections.abc import Mapping, Sequence

from lackmus.core.contrasts.contrast import Contrast
from lackmus.core.contrasts.runs import KeywordHit
from lackmus.core.suites.suite import Item, Phenomenon, Suite
from lackmus.core.trees.matching import Finder
from lackmus.core.trees.treebank import Treebank

CONTRAST, KEYWORD = "contrast=", "keyword="  # tags of items: of which contrast, and where the keyword stands
REFINED, DROPPED = "refined", "dropped"


def contrast_suite(name: str, hits: Sequence[KeywordHit], source: Treebank) -> Suite:
    """A suite of keywords; it has no rules, because trees judge its outputs."""
    contrasts = dict.fromkeys(hit.contrast for hit in hits)
    return Suite(
        name,
        tuple(_item(hit, source) for hit in hits),
        tuple(Phenomenon(one.category, one.phenomenon, one.about) for one in contrasts),
    )


def _item(hit: KeywordHit, source: Treebank) -> Item:
    assert hit.keyword is not None
    text = source.texts[hit.sentence]
    start, end = source.spans[source.bounds[hit.sentence] + hit.keyword].tolist()
    chosen = () if hit.refined is None else (REFINED if hit.refined else DROPPED,)
    return Item(
        hit.contrast.pair,
        hit.item,
        hit.contrast.category,
        hit.contrast.phenomenon,
        text,
        comment=f"{text[:start]}[{text[start:end]}]{text[end:]}",
        tags=(f"{CONTRAST}{hit.contrast.name}", f"{KEYWORD}{start}-{end}", *chosen),
    )


class UnmarkedError(ValueError):
    """The keyword of an item cannot be found."""


def is_marked(item: Item) -> bool:
    """Whether an item has a keyword."""
    return any(tag.startswith(KEYWORD) for tag in item.tags)


def marked_hits(
    marked: Sequence[tuple[Item, int]], source: Treebank, contrasts: Mapping[str, Contrast]
) -> list[KeywordHit]:
    """The keywords of items in their parsed sentences, found by the place where they stand in the text.

    If the parser now splits the text into other words, the keyword is None.
    """
    finder = Finder(source)
    return [_marked_hit(item, sentence, finder, contrasts) for item, sentence in marked]


def _marked_hit(item: Item, sentence: int, finder: Finder, contrasts: Mapping[str, Contrast]) -> KeywordHit:
    said = {tag.partition("=")[0] + "=": tag.partition("=")[2] for tag in item.tags if "=" in tag}
    start, dash, end = said.get(KEYWORD, "").partition("-")
    if not (dash and start.isdecimal() and end.isdecimal() and int(start) < int(end) <= len(item.source)):
        raise UnmarkedError(f"item {item.id}: its tag {KEYWORD}{said.get(KEYWORD)} names no place in it")
    name = said.get(CONTRAST, "")
    if name not in contrasts:
        known = ", ".join(contrasts)
        raise UnmarkedError(f"item {item.id} is of the contrast {name or '(none)'}. There are {known}")
    first, last = finder.bank.bounds[sentence : sentence + 2].tolist()
    spans = finder.bank.spans[first:last].tolist()
    keyword = spans.index([int(start), int(end)]) if [int(start), int(end)] in spans else None
    refined = True if REFINED in item.tags else False if DROPPED in item.tags else None
    # Other words that the query names are not marked, so they are searched again.
    match = None if keyword is None else finder.match(contrasts[name].source, first + keyword)
    nodes = {node: row - first for node, row in match.nodes.items()} if match else {}
    return KeywordHit(item.id, contrasts[name], sentence, keyword, nodes, refined)
