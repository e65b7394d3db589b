"""Templates: hide the sentences of items among distractors, and put the returned lines back."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lackmus.core.base.pairs import Pair
from lackmus.core.base.paragraphs import joined, plain_paragraphs
from lackmus.core.base.texts import one_line, source_key
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.draws import dice, rounded, shuffled
from lackmus.core.suites.suite import Item

MOST_DISTRACTORS = 10  # for each item


@dataclass(frozen=True, slots=True)
class TemplateLine:
    """One sentence of a template, and the items that it stands for."""

    source: str
    items: tuple[str, ...] = ()  # their keys; none for a distractor
    prompt: str = ""  # what language models are told; the usual if empty


@dataclass(frozen=True)
class Template:
    """What a system is given to translate; the items of each line are the key to it."""

    pair: Pair
    seed: int
    factor: float  # distractors for each item
    lines: tuple[TemplateLine, ...]

    @property
    def sources(self) -> list[str]:
        """The sentences, one per line: all that a system gets to see."""
        return [one_line(line.source) for line in self.lines]

    @property
    def items(self) -> frozenset[str]:
        """The keys of the items that hide in it."""
        return frozenset(key for line in self.lines for key in line.items)

    @property
    def distractors(self) -> int:
        """How many lines are distractors."""
        return sum(not line.items for line in self.lines)


def make_template(
    items: Iterable[Item],
    distractors: Iterable[str] = (),
    factor: float = 0,
    seed: int = 0,
    avoided: Iterable[str] = (),
) -> Template:
    """Hide the items among distractors; the same items, sentences, factor and seed give the same template.

    A sentence that several items share stands there once. `avoided` are sentences that must not serve as
    distractors, such as those of the suite's other items; the sentences of `items` never do.
    """
    items = sorted(items, key=lambda item: item.key)
    pairs = sorted({item.pair for item in items})
    if len(pairs) != 1:
        found = ", ".join(map(str, pairs))
        raise ValueError(f"a template has one language pair, not {found}" if pairs else "no items to hide")
    if not 0 <= factor <= MOST_DISTRACTORS:
        raise ValueError(f"the factor {factor:g} is not between 0 and {MOST_DISTRACTORS}")
    sentences = sentences_of(items)
    needed = rounded(Fraction(factor) * len(items))
    unused = {source_key(_written(source)) for source in avoided} | sentences.keys()
    offered = _distinct(distractors, unused) if needed else []
    if len(offered) < needed:
        raise ValueError(
            f"{needed:,} distractors are needed ({factor:g} for each of {len(items):,} items), but only "
            f"{len(offered):,} different sentences are there that are not the suite's own"
        )
    thrown = dice(seed)
    hiding = [TemplateLine(source) for source in shuffled(offered, thrown)[:needed]]
    return Template(pairs[0], seed, factor, tuple(shuffled([*sentences.values(), *hiding], thrown)))


def sentences_of(items: Iterable[Item]) -> dict[str, TemplateLine]:
    """The sentences of items by their keys, each once, in the order of the items."""
    sentences: dict[str, TemplateLine] = {}
    for item in items:
        source = _written(item.source)
        # Another prompt asks for another translation.
        key = source_key(source) if not item.prompt else f"{source_key(source)}\n{item.prompt}"
        held = sentences.get(key, TemplateLine(source, prompt=item.prompt))
        sentences[key] = replace(held, items=(*held.items, item.key))
    return sentences


def _written(source: str) -> str:
    """The sentence in one line; of a document, each paragraph."""
    parts = [one_line(part).strip() for part in plain_paragraphs(source)]
    return joined(part for part in parts if part)


def _distinct(sentences: Iterable[str], unused: Iterable[str]) -> list[str]:
    """Each sentence once and none of the unused, sorted: their order in the file is no part of the recipe."""
    seen = {"", *unused}
    found = []
    for sentence in sorted(map(_written, sentences)):
        key = source_key(sentence)
        if key not in seen:
            seen.add(key)
            found.append(sentence)
    return found


def unscramble(template: Template, texts: Sequence[str], system: str = "", file: str = "") -> HandIn:
    """The returned lines beside their sources, and where the items stand.

    The distractors stay beside their translations, so that the whole file can be checked for misaligned
    lines; the outputs of the hand-in are those of the items alone.
    """
    expected = len(template.lines)
    texts = list(texts)
    if len(texts) == expected + 1 and not texts[-1].strip():
        texts.pop()  # many editors end a file with a blank line
    if len(texts) != expected:
        raise ValueError(f"{len(texts):,} lines came back, but the template has {expected:,}")
    places = [(key, place) for place, line in enumerate(template.lines) for key in line.items]
    return HandIn(system, file, template.sources, texts, places)


# Letters that cannot be confused, because people copy ids by hand.
SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 8
_RANDOM_BYTES = 8
_NAMED = re.compile(
    # A pair has at least two parts; the first part after them that can be an id is the id.
    rf"(?<![a-z0-9])lackmus[-_](?:[a-z0-9]+[-_]){{2,}}?([{SIGNS}]{{{LENGTH}}})(?![a-z0-9])",
    re.IGNORECASE,
)


def template_id(random_bytes: bytes) -> str:
    """A short random id, which does not reveal how many templates there are."""
    if len(random_bytes) < _RANDOM_BYTES:
        raise ValueError(
            f"{len(random_bytes)} random bytes are too few for an id; {_RANDOM_BYTES} are needed"
        )
    number = int.from_bytes(random_bytes)
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(SIGNS))
        signs.append(SIGNS[sign])
    return "".join(signs)


def template_name(pair: Pair, template: str) -> str:
    """The file name of a template, without ending."""
    return f"lackmus-{pair}-{template}"


def template_id_in(name: str) -> str | None:
    """The id of the template in a file name; other text around it is allowed."""
    found = _NAMED.search(name)
    return found[1].lower() if found else None


@dataclass(frozen=True)
class TemplateShown:
    """What a list shows of a template."""

    token: str
    suite: str
    pair: str
    at: str
    person: str
    seed: int
    drawn: str
    public: bool
    lines: int
    distractors: int
