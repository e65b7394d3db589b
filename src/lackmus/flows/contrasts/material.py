"""The material of contrasts: a source with its translations, as lines, as trees, or as a suite."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lackmus.core.base.addresses import address_in
from lackmus.core.contrasts.keyword_suites import is_marked
from lackmus.core.outputs.outputs import HandIn, first_of_repeats, outputs_of, system_names
from lackmus.core.suites.suite import Item, Suite
from lackmus.core.trees.treebank import Treebank
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed, open_suite
from lackmus.read import ReadOptions, hand_ins_of
from lackmus.read.conllu import read_conllu
from lackmus.read.datasets.columns import ColumnRole
from lackmus.read.datasets.rows import lines_of
from lackmus.read.outputs import paths_of

_TREES = (".conllu", ".conll")
_PACKED = (".gz", ".xz")
REFERENCE = "reference"  # the name of a reference whose file gives none


@dataclass(frozen=True)
class TextFile:
    """The lines of a file, and its trees if it has any."""

    name: str
    file: str
    texts: Sequence[str]
    trees: Treebank | None = None


@dataclass(frozen=True)
class StudyMaterial:
    """Source sentences with their translations, line by line; of a suite, its keywords too."""

    source: TextFile
    systems: Sequence[TextFile]
    references: Sequence[TextFile] = ()
    marked: Sequence[tuple[Item, int]] = ()  # of a suite: its items, and the number of their sentence
    suite: Suite | None = None

    @property
    def translations(self) -> list[TextFile]:
        """The translations of systems and the references."""
        return [*self.systems, *self.references]

    @property
    def hand_ins(self) -> list[HandIn]:
        """The translations as hand-ins, to check for misaligned lines."""
        lines = list(self.source.texts)
        return [HandIn(one.name, one.file, lines, list(one.texts)) for one in self.translations]


@dataclass(frozen=True)
class StudyFiles:
    """The files that a user named."""

    source: Path | None = None
    hyps: Sequence[str] = ()
    references: Sequence[str] = ()  # FILE or NAME=FILE
    suite: Path | None = None
    outputs: Sequence[str] = ()
    asked: ReadOptions = field(default_factory=ReadOptions)
    pair: str | None = None


def is_trees(path: Path) -> bool:
    """Whether a file contains trees, by its name."""
    name = path.with_suffix("") if path.suffix in _PACKED else path
    return name.suffix.lower() in _TREES


def given(path: Path, name: str, role: ColumnRole = ColumnRole.TEXT) -> TextFile:
    """A file of sentences, as lines or as trees; of a data set, its column of this name or role."""
    if is_trees(path):
        bank = read_conllu(path)
        return TextFile(name, path.name, bank.texts, bank)
    return TextFile(name, path.name, lines_of(path, role, name))


def material_of(named: StudyFiles) -> StudyMaterial:
    """All named files, read and checked."""
    if named.suite is not None:
        return _of_suite(named)
    if named.source is None:
        raise LackmusError("Contrasts need a source.", code="no-source")
    source = given(named.source, "source", ColumnRole.SOURCE)
    paths = paths_of(named.hyps)
    references = _references(named.references)
    also = [named.source.name, *(path.name for path in references.values())]
    names = system_names([path.name for path in paths], also=also) if paths else []
    systems = [given(path, name) for path, name in zip(paths, names, strict=True)]
    people = [given(path, name) for name, path in references.items()]
    material = StudyMaterial(source, systems, people)
    _check(material)
    return material


def _references(written: Sequence[str]) -> dict[str, Path]:
    """NAME=FILE, or files named by the differing parts of their names."""
    found: dict[str, Path] = {}
    plain: list[Path] = []
    for one in written:
        name, equals, file = one.partition("=")
        if equals and name and not address_in(one) and not Path(one).exists():
            if name in found:
                raise LackmusError(
                    f"two files are called {name}. Give them names of their own.", argument="reference"
                )
            found[name] = Path(file)
        else:
            plain.append(Path(one))
    names = [REFERENCE] if len(plain) == 1 else system_names([path.name for path in plain]) if plain else []
    return found | dict(zip(names, plain, strict=True))


def _check(material: StudyMaterial) -> None:
    """Refuse repeated names, and translations with another number of lines."""
    source, seen = material.source, set()
    for one in material.translations:
        if one.name in seen:
            raise LackmusError(f"Two translations are called {one.name}. Rename a file, or say NAME=FILE.")
        seen.add(one.name)
        if len(one.texts) != len(source.texts):
            what = "sentences" if one.trees is not None else "lines"
            raise LackmusError(
                f"{one.file} has {len(one.texts):,} {what}, but {source.file} has {len(source.texts):,}. "
                "Each must be the translation of the same line of the source."
            )


def _of_suite(named: StudyFiles) -> StudyMaterial:
    """Sentences of a suite with marked keywords, and what systems wrote for its items.

    Items of one sentence mostly share one output; otherwise the sentence is repeated.
    """
    assert named.suite is not None
    suite = open_suite(named.suite, named.pair)
    marked = [item for item in suite.items if is_marked(item)]
    if not marked:
        raise LackmusError(f"{named.suite} has no items with a marked keyword.", code="no-keywords")
    systems = _texts_by_item(hand_ins_of(suite, named.outputs, named.asked)) if named.outputs else {}
    people: dict[str, Mapping[str, str]] = {}
    for name, path in _references(named.references).items():
        (texts,) = _texts_by_item(hand_ins_of(suite, [str(path)], named.asked)).values()
        people[name] = texts
    if not systems and not people:
        raise LackmusError("No outputs are named. Name files of outputs behind the suite.")
    places: dict[tuple[str, ...], int] = {}
    keywords = []
    for item in marked:
        outputs = [texts.get(item.key, "") for texts in (*systems.values(), *people.values())]
        sentence = places.setdefault((item.source, *outputs), len(places))
        keywords.append((item, sentence))
    columns = list(zip(*places, strict=True))
    translations = [
        TextFile(name, name, texts) for name, texts in zip([*systems, *people], columns[1:], strict=True)
    ]
    material = StudyMaterial(
        TextFile("source", named.suite.name, columns[0]),
        translations[: len(systems)],
        translations[len(systems) :],
        keywords,
        suite,
    )
    _check(material)
    return material


def _texts_by_item(hand_ins: Sequence[HandIn]) -> dict[str, Mapping[str, str]]:
    rows = first_of_repeats(outputs_of(hand_ins))
    found: dict[str, dict[str, str]] = {one.system: {} for one in hand_ins}
    for item, system, text in rows.iter_rows():
        found[system][item] = text
    return dict(found)


def one_of(names: Sequence[str], name: str, argument: str) -> str:
    """A name that must be among these."""
    if name not in names:
        raise LackmusError(f"there is no {name}. There are {listed(names)}.", argument=argument)
    return name
