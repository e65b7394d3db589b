"""The verbs, shared by the command line and whoever imports Lackmus: files in, core values out."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl
from polars.io.plugins import register_io_source

from lackmus.core.checks import Checked
from lackmus.core.checks import check as check_hand_in
from lackmus.core.choices import Choices
from lackmus.core.comparisons import Comparison
from lackmus.core.comparisons import compare as compare_systems
from lackmus.core.evaluations import Evaluation
from lackmus.core.evaluations import evaluate as evaluate_outputs
from lackmus.core.judges import RuleError
from lackmus.core.misalignment import Suspicion, standard_lengths, suspicions
from lackmus.core.outputs import OUTPUTS, HandIn, absences, items_of, outputs_of
from lackmus.core.pairs import Pair, PairError
from lackmus.core.suites import Suite
from lackmus.core.trends import Trend
from lackmus.core.trends import trend as follow
from lackmus.core.verdicts import VERDICTS, UnknownItemError, judge
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.read import hand_ins_of, plain_hand_ins, read_suite

# Told what is being done and how much of it, for a progress bar.
Progress = Callable[[str, int, int], None]


def _silent(stage: str, done: int, total: int) -> None:
    """Nobody is watching."""


@dataclass(frozen=True)
class Request:
    """What a user asked to be compared."""

    suite: Path
    outputs: Sequence[str] = ()
    source: Path | None = None
    pair: str | None = None
    systems: Sequence[str] = ()
    exclude: Sequence[str] = ()
    skip_unknown: bool = False
    choices: Choices = field(default_factory=Choices)


@dataclass(frozen=True)
class Evaluated:
    """An evaluation, and what is suspicious about the files it rests on."""

    evaluation: Evaluation
    suspicions: Mapping[str, list[Suspicion]]


def evaluate(request: Request, progress: Progress = _silent) -> Evaluated:
    """Judge the outputs of systems by a suite and compare their accuracies."""
    suite = open_suite(request.suite, request.pair)
    handed_in = hand_ins_of(suite, request.outputs, request.source, skip_unknown=request.skip_unknown)
    hand_ins = _chosen(handed_in, request)
    kept = _named(request.choices.keep, [hand_in.system for hand_in in handed_in], "--keep")
    request = replace(request, choices=replace(request.choices, keep=kept))
    suspected = _suspicions(hand_ins, progress)
    return Evaluated(_evaluation(suite, hand_ins, request, progress), suspected)


def compare(request: Request, progress: Progress = _silent) -> tuple[Comparison, Evaluated]:
    """Lay two systems side by side, item by item."""
    if len(request.outputs) != 2:
        raise LackmusError("compare needs the outputs of two systems.")
    evaluated = evaluate(request, progress)
    named = evaluated.evaluation.systems
    if len(named) != 2:
        left_out = "".join(
            f"; {name} did not take part ({why})" for name, why in evaluated.evaluation.left_out.items()
        )
        raise LackmusError(f"compare needs two systems, but got {_listed(named)}{left_out}.")
    # In the order in which the user named them, whoever is better.
    first, second = sorted(
        named, key=evaluated.evaluation.verdicts["system"].unique(maintain_order=True).to_list().index
    )
    return compare_systems(evaluated.evaluation, first, second, request.choices), evaluated


@dataclass(frozen=True)
class Followed:
    """Campaigns over time, and what is suspicious about their files."""

    trend: Trend
    suspicions: Mapping[str, list[Suspicion]]


def trend(request: Request, campaigns: Sequence[str], progress: Progress = _silent) -> Followed:
    """Follow campaigns over time, each given as NAME=FOLDER."""
    suite = open_suite(request.suite, request.pair)
    read = {
        name: hand_ins_of(suite, [folder], skip_unknown=request.skip_unknown)
        for name, folder in _campaigns(campaigns).items()
    }
    known = {hand_in.system for hand_ins in read.values() for hand_in in hand_ins}
    excluded = _named(request.exclude, known, "--exclude")
    compared = _named(request.systems, known, "--systems")
    kept = _named(request.choices.keep, known, "--keep")
    request = replace(request, choices=replace(request.choices, keep=kept))
    found: dict[str, Evaluation] = {}
    suspected: dict[str, list[Suspicion]] = {}
    for name, hand_ins in read.items():
        chosen = [hand_in for hand_in in hand_ins if hand_in.system not in excluded]
        if not chosen:
            raise LackmusError(f"No system of {name} is left to compare.")
        suspected |= {f"{name} {system}": what for system, what in _suspicions(chosen, progress).items()}
        found[name] = _evaluation(suite, chosen, request, progress)
        if compared and not set(compared) & set(found[name].systems):
            raise LackmusError(f"--systems: {name} has none of {_listed(compared)}.")
    followed = follow(found, request.choices, compared)
    if not followed.common:
        counts = ", ".join(f"{name} {one.fairness.fair:,}" for name, one in found.items())
        raise NoAnswerError(f"No item is fair in all campaigns (fair items: {counts}).")
    return Followed(followed, suspected)


def _campaigns(given: Sequence[str]) -> dict[str, str]:
    """Folders by the name of their campaign, as a user writes them."""
    found: dict[str, str] = {}
    for campaign in given:
        name, equals, folder = campaign.partition("=")
        name = name.strip()
        if not equals or not name or not folder:
            raise LackmusError(
                f"“{campaign}” names no campaign. Write NAME=FOLDER, such as WMT22=outputs/2022."
            )
        if name in found:
            raise LackmusError(f"Two campaigns are named {name}. Give them different names.")
        found[name] = folder
    if len(found) < 2:
        raise LackmusError("A trend needs at least two campaigns.")
    return found


def check(
    outputs: Sequence[str],
    source: Path | None = None,
    suite: Path | None = None,
    pair: str | None = None,
    progress: Progress = _silent,
) -> list[Checked]:
    """Look at output files as a careful organiser would, before they are handed in."""
    absent: dict[str, str] = {}
    lost: dict[str, str] = {}
    if suite is not None:
        opened = open_suite(suite, pair)
        hand_ins = hand_ins_of(opened, outputs, source)
        found = absences(outputs_of(hand_ins), items_of(opened))
        absent = {system: absence.reason for system, absence in found.items()}
        if source is None:
            lost = {one.system: said for one in hand_ins if (said := _lost(one, opened))}
    elif source is not None:
        hand_ins = plain_hand_ins(outputs, source)
    else:
        raise LackmusError(
            "Say what the outputs translate: --source FILE (line by line) or --suite FILE (by id)."
        )
    checked = []
    for done, hand_in in enumerate(hand_ins):
        progress("Checking", done, len(hand_ins))
        one = check_hand_in(hand_in, absent.get(hand_in.system))
        if hand_in.system in lost:
            one = replace(one, problems=(lost[hand_in.system], *one.problems))
        checked.append(one)
    return checked


def _lost(hand_in: HandIn, suite: Suite) -> str | None:
    """What a file of ids and texts lacks; a file beside its source has a line for all that was asked."""
    by_id = len(hand_in.places) == len(hand_in.texts)
    missing = sorted(suite.by_key.keys() - {item for item, _ in hand_in.places}) if by_id else []
    if not missing:
        return None
    some = ", ".join(missing[:3]) + (" …" if len(missing) > 3 else "")
    return f"{len(missing):,} of {len(suite.items):,} items of the suite have no line ({some})"


@dataclass(frozen=True)
class Demo:
    """The bundled sample, evaluated."""

    evaluated: Evaluated
    suite: Path
    outputs: Path


def demo(progress: Progress = _silent) -> Demo:
    """Evaluate the bundled German–English sample."""
    sample = Path(__file__).parent / "sample" / "de-en"
    suite, outputs = sample / "items.json", sample / "outputs" / "2026"
    return Demo(evaluate(Request(suite, [str(outputs)]), progress), suite, outputs)


def judge_parquet(
    suite: Path,
    outputs: Path,
    target: Path,
    choices: Choices | None = None,
    batch: int = 100_000,
) -> None:
    """Judge any number of outputs (columns item, system, text) from Parquet to Parquet, batch by batch."""
    semantics = (choices or Choices()).semantics
    opened = read_suite(suite)
    scanned = _scan(outputs)

    def judged(*_: object) -> Iterator[pl.DataFrame]:
        for frame in scanned.collect_batches(chunk_size=batch):
            holes = [column.name for column in frame if column.null_count()]
            if holes:
                raise LackmusError(f"{outputs}: “{holes[0]}” is null in some rows. Fill or drop them.")
            yield judge(opened, frame, semantics)

    beside = target.with_name(f".{target.name}.part")
    try:
        # Polars writes what the generator yields as it comes: memory holds one batch, not the campaign.
        register_io_source(judged, schema=VERDICTS.schema).sink_parquet(beside)
        beside.replace(target)
    except RuleError as problem:
        raise LackmusError(f"{suite}, {problem}. Fix it there.") from None
    except UnknownItemError as problem:
        raise LackmusError(f"{outputs}: {problem}. Use the suite these outputs belong to.") from None
    except OSError as problem:
        raise LackmusError(f"{target} cannot be written ({problem.strerror or problem}).") from None
    finally:
        if beside.exists():
            beside.unlink()


def _scan(outputs: Path) -> pl.LazyFrame:
    """The columns of a Parquet file of outputs, looked at before any work is done."""
    try:
        scanned = pl.scan_parquet(outputs)
        found = scanned.collect_schema()
    except (OSError, pl.exceptions.PolarsError) as problem:
        said = str(problem).partition("\n")[0]
        raise LackmusError(f"{outputs} cannot be read as Parquet ({said}).") from None
    for name, dtype in OUTPUTS.items():
        if found.get(name) != dtype:
            raise LackmusError(
                f"{outputs}: “{name}” is {found.get(name) or 'missing'}. "
                f"Needed are texts in columns {_listed(OUTPUTS)}."
            )
    return scanned.select(list(OUTPUTS))


def open_suite(path: Path, pair: str | None = None) -> Suite:
    """The items of one language pair: only they can be compared with each other."""
    suite = read_suite(path)
    if pair is not None:
        try:
            chosen = suite.for_pair(Pair.parse(pair))
        except PairError as problem:
            raise LackmusError(f"--pair: {problem}.") from None
        if not chosen.items:
            raise LackmusError(f"{path} has no items for {pair}, only for {_listed(suite.pairs)}.")
        return chosen
    if len(suite.pairs) > 1:
        raise LackmusError(f"{path} has items for {_listed(suite.pairs)}. Choose one with --pair.")
    return suite


def _evaluation(suite: Suite, hand_ins: Sequence[HandIn], request: Request, progress: Progress) -> Evaluation:
    try:
        evaluation = evaluate_outputs(
            suite, outputs_of(hand_ins), request.choices, lambda done, total: progress("Judging", done, total)
        )
    except RuleError as problem:
        raise LackmusError(f"{request.suite}, {problem}. Fix it there.") from None
    if not evaluation.systems:
        each = "; ".join(f"{system}: {reason}" for system, reason in evaluation.left_out.items())
        raise NoAnswerError(f"No system took part ({each}). Keep one with --keep NAME.")
    return evaluation


def _suspicions(hand_ins: Sequence[HandIn], progress: Progress) -> dict[str, list[Suspicion]]:
    found = {}
    # Line-aligned files share one source, which is measured once.
    measured = {id(hand_in.sources): standard_lengths(hand_in.sources) for hand_in in hand_ins[:1]}
    for done, hand_in in enumerate(hand_ins):
        progress("Looking for shifted lines", done, len(hand_ins))
        lengths = measured.get(id(hand_in.sources))
        found[hand_in.system] = suspicions(hand_in.sources, hand_in.texts, lengths)
    return {system: suspected for system, suspected in found.items() if suspected}


def _chosen(hand_ins: list[HandIn], request: Request) -> list[HandIn]:
    known = [hand_in.system for hand_in in hand_ins]
    excluded = _named(request.exclude, known, "--exclude")
    wanted = [name for name in _named(request.systems, known, "--systems") or known if name not in excluded]
    if not wanted:
        raise LackmusError("No system is left to compare.")
    return sorted((one for one in hand_ins if one.system in wanted), key=lambda one: wanted.index(one.system))


def _named(values: Sequence[str], known: Collection[str], option: str) -> tuple[str, ...]:
    """The systems that an option names: one by one, or several with commas between them."""
    names = []
    for value in values:
        names += [value] if value in known else [part.strip() for part in value.split(",") if part.strip()]
    for name in names:
        if name not in known:
            raise LackmusError(f"{option}: there is no system {name}. There are {_listed(sorted(known))}.")
    return tuple(names)


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
