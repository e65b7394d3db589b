"""Studies of contrasts from files: find keywords, select them; parse, align and judge translations."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lackmus.aligners import Aligner
from lackmus.core.base.choices import Answer, Fallback, Symmetry
from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.contrast import Contrast
from lackmus.core.contrasts.keyword_suites import UnmarkedError, contrast_suite, marked_hits
from lackmus.core.contrasts.runs import Aligned, KeywordHit, KeywordLimits, StudyPlan, find, study
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.suites.suite import Suite
from lackmus.core.trees.query import MEANING
from lackmus.core.trees.treebank import Treebank
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.challenges.overall_scores import (
    OverallScoresRequest,
    metrics_of,
    overall_scores,
    read_table,
)
from lackmus.flows.contrasts.contrasts import asking, contrasts_of
from lackmus.flows.contrasts.material import StudyFiles, StudyMaterial, material_of, one_of
from lackmus.flows.contrasts.study_trees import Trees, bitext
from lackmus.flows.trees.aligning import aligner_of, aligner_signature, notes_on, ready_files
from lackmus.flows.trees.more_pairs import ARGUMENT, more_pairs
from lackmus.flows.trees.parsing import parse_cache, unparsed
from lackmus.flows.verdicts.material import suspicions_of
from lackmus.flows.verdicts.requests import Progress, listed, named_systems, silent
from lackmus.read.budgets import current
from lackmus.read.studies import read_choices, read_study

# Fall-backs that were right often enough on a hand-checked sample (tests/published).
USUAL_FALLBACKS = (Fallback.GROW,)


def fallbacks_of(given: Sequence[Fallback], none: bool) -> tuple[Fallback, ...]:
    """Return the named fall-backs, by default those that are right often enough."""
    if none and given:
        raise LackmusError("Fall-backs are named, and none is wanted. Leave one out.", code="no-fallbacks")
    return () if none else tuple(given) or USUAL_FALLBACKS


@dataclass(frozen=True)
class StudyRequest:
    """The request for a study; files are in `named`."""

    named: StudyFiles
    contrasts: Sequence[str] = ()
    source_parser: str = ""
    target_parser: str = ""
    aligner: str = "hmm"
    alignments: Sequence[str] = ()  # SYSTEM=FILE
    symmetry: Symmetry = Symmetry.INTERSECTION
    symmetries: Sequence[Symmetry] = (Symmetry.INTERSECTION, Symmetry.GROW)  # judged as well
    fallbacks: Sequence[Fallback] = USUAL_FALLBACKS
    select_by: str | None = None  # a reference; None: the first; empty: no selection
    limits: KeywordLimits = field(default_factory=KeywordLimits)
    refined: Path | None = None
    scores: OverallScoresRequest = field(default_factory=OverallScoresRequest)
    processes: int | None = None
    more_pairs: tuple[str, str] | None = None  # more parallel text for the aligner
    whole_lines: bool = False  # one tree per line, for any number of sentences
    name: str = ""


@dataclass(frozen=True)
class StudyRun:
    """A study, and warnings about its files."""

    study: ContrastStudy
    suspicions: Mapping[str, list[Suspicion]]


def run(
    asked: StudyRequest, progress: Progress = silent, told: Callable[[str], None] | None = None
) -> StudyRun:
    """From files to verdicts; parses and alignments are cached."""
    contrasts = contrasts_of(asked.contrasts, asked.named.pair)
    metrics_of(asked.scores.metrics)
    aligner = aligner_of(asked.aligner)
    material = material_of(asked.named)
    by = _selecting(asked, material)
    if not material.translations:
        raise LackmusError("No translations are named.", code="no-translations")
    suspicions = suspicions_of(material.hand_ins, progress) if material.suite is None else {}
    ready = ready_files(asked.alignments, [one.name for one in material.translations])
    symmetries = dict.fromkeys(
        (asked.symmetry, *asked.symmetries, *([Symmetry.GROW] if asked.fallbacks else []))
    )
    with parse_cache(told) as cache, aligner:
        trees = Trees(
            asked.source_parser,
            asked.target_parser,
            cache,
            progress,
            asked.processes,
            whole_lines=asked.whole_lines,
        )
        (source,) = trees.of([material.source], "source")
        hits = _hits(contrasts, source, material, asked)
        all_ready = len(ready) == len(material.translations)
        more = more_pairs(asked.more_pairs, aligner, trees, told, links_ready=all_ready)
        pairs = bitext(material.translations, source, trees, aligner, ready, symmetries, progress, more)
    scores = overall_scores(asked.scores, material, by, progress)
    made = StudyPlan(
        asked.name or material.source.file,
        str(contrasts[0].pair),
        asked.symmetry,
        tuple(dict.fromkeys(asked.fallbacks)),
        by,
        {
            "contrasts": "+".join(one.label for one in contrasts),
            "queries": str(MEANING),
            "source parser": trees.signatures["source"],
            "target parser": trees.signatures["target"],
            "aligner": "ready" if all_ready else aligner_signature(aligner, more),
        },
        tuple(_notes(hits, source, pairs, aligner, len(ready), len(more) if more else 0)),
    )
    systems, people = [one.name for one in material.systems], [one.name for one in material.references]
    judged = asking(lambda: study(hits, source, pairs, systems, people, made), pairs.target)
    judged = replace(judged, scores=tuple(scores))
    return StudyRun(with_choices(judged, asked.refined), suspicions)


@dataclass(frozen=True)
class Selected:
    """A suite of keywords, and the references' texts for its items."""

    suite: Suite
    references: Mapping[str, Mapping[str, str]]  # reference -> item -> text
    found: int  # keywords before selection
    notes: Sequence[str] = ()  # notes about parses and links

    @property
    def in_short(self) -> str:
        """“12 of 40 keywords in 11 sentences”."""
        sentences = len({item.source for item in self.suite.items})
        many = len(self.suite.items)
        of = f"{many:,} of {self.found:,} keywords" if many < self.found else counted(many, "keyword")
        return f"{of} in {counted(sentences, 'sentence')}"


def select(
    asked: StudyRequest, progress: Progress = silent, told: Callable[[str], None] | None = None
) -> Selected:
    """Keywords as a suite; with a reference, only those for which it has the expected counterpart."""
    contrasts = contrasts_of(asked.contrasts, asked.named.pair)
    material = material_of(asked.named)
    with parse_cache(told) as cache:
        trees = Trees(
            asked.source_parser,
            asked.target_parser,
            cache,
            progress,
            asked.processes,
            whole_lines=asked.whole_lines,
        )
        (source,) = trees.of([material.source], "source")
        hits = every = _hits(contrasts, source, material, asked)
    notes: Sequence[str] = ()
    if asked.more_pairs and not _selecting(asked, material):
        raise LackmusError("nothing is aligned without a reference. Leave it out.", argument=ARGUMENT)
    if _selecting(asked, material):
        judged = run(replace(asked, scores=OverallScoresRequest()), progress, told).study
        notes = judged.notes
        kept = set(judged.items.filter("selected")["item"])
        hits = [hit for hit in hits if hit.item in kept]
        if not hits:
            raise NoAnswerError(
                f"No keyword is left: reference {judged.selected_by} has none of what the contrasts ask for."
            )
    choices = read_choices(asked.refined) if asked.refined else {}
    _refuse_unknown(choices, [hit.item for hit in hits], asked.refined)
    hits = [replace(hit, refined=choices.get(hit.item)) for hit in hits]
    suite = contrast_suite(asked.name or material.source.file, hits, source)
    references = {
        one.name: {hit.item: one.texts[hit.sentence] for hit in hits} for one in material.references
    }
    return Selected(suite, references, len(every), notes)


def _selecting(asked: StudyRequest, material: StudyMaterial) -> str:
    """The selecting reference; items of a suite are already selected."""
    names = [one.name for one in material.references]
    if asked.select_by:
        return one_of(names, asked.select_by, "select_by")
    return names[0] if names and asked.select_by is None and not material.marked else ""


def _hits(
    contrasts: Sequence[Contrast], source: Treebank, material: StudyMaterial, asked: StudyRequest
) -> list[KeywordHit]:
    if material.marked:
        by_name = {one.name: one for one in contrasts}
        try:
            return asking(lambda: marked_hits(material.marked, source, by_name), source)
        except UnmarkedError as problem:
            raise LackmusError(f"{asked.named.suite}, {problem}.") from None
    found = asking(lambda: find(contrasts, source, asked.limits), source)
    if not found:
        raise NoAnswerError(
            f"No keyword was found in {counted(len(source), 'sentence')} for "
            f"{listed(one.name for one in contrasts)}."
        )
    size = sum(len(source.texts[hit.sentence]) for hit in found)
    current().refuse_answer(size, f"The {len(found):,} keywords with their sentences are")
    return found


def _notes(
    hits: Sequence[KeywordHit], source: Treebank, pairs: Aligned, aligner: Aligner, ready: int, more: int
) -> Iterator[str]:
    """Notes on how a study was made."""
    learnt = slice(ready * len(source), None)  # pairs with existing links come first
    yield from notes_on(aligner, pairs.source.lengths[learnt], pairs.target.lengths[learnt], more)
    long = len(unparsed(source)) + len(unparsed(pairs.target))
    if long:
        yield f"{counted(long, 'text')} could not be parsed; what was asked of them is Unknown."
    lost = sum(hit.keyword is None for hit in hits)
    if lost:
        yield (
            f"{counted(lost, 'keyword')} of the suite could not be found again: the parser made other words "
            "of the sentence than when it was selected."
        )


def study_in(file: Path) -> ContrastStudy:
    """A study from a file."""
    return read_study(file)


def choices_in(file: Path) -> dict[str, bool]:
    """Kept and dropped items from a file."""
    return read_choices(file)


def opened(study: ContrastStudy, refined: Path | None = None, tables: Sequence[Path] = ()) -> ContrastStudy:
    """A study with choices from a file, and overall scores from tables."""
    read = [one for path in tables for one in read_table(path, study.systems)]
    named = {one.name for one in read}
    kept = tuple(one for one in study.scores if one.name not in named)
    return with_choices(replace(study, scores=(*kept, *read)), refined)


VERDICTS = {Answer.GOOD: Verdict.PASS, Answer.BAD: Verdict.FAIL, Answer.UNKNOWN: Verdict.WARNING}


def named_contrasts(study: ContrastStudy, written: Sequence[str]) -> tuple[str, ...]:
    """Contrasts of a study, as named in an option."""
    known = [one.name for one in study.contrasts]
    found = [part.strip() for one in written for part in one.split(",") if part.strip()]
    return tuple(one_of(known, name, "contrast") for name in found)


def named_translations(study: ContrastStudy, written: Sequence[str]) -> tuple[str, ...]:
    """Systems and references of a study as an option names them."""
    return named_systems(written, study.everybody, "systems")


def with_choices(study: ContrastStudy, file: Path | None) -> ContrastStudy:
    """The study with kept and dropped items from a file."""
    if file is None:
        return study
    choices = read_choices(file)
    _refuse_unknown(choices, study.items["item"].to_list(), file)
    return study.refined(choices)


def _refuse_unknown(choices: Mapping[str, bool], items: Sequence[str], file: Path | None) -> None:
    unknown = [item for item in choices if item not in set(items)]
    if unknown:
        raise LackmusError(
            f"{file} names {counted(len(unknown), 'item')} that were not found, such as {unknown[0]}. "
            "Was it made for these sentences?"
        )
