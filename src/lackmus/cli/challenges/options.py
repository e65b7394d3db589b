"""Shared options of the challenge commands, and parsing them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.material import is_named
from lackmus.core.base.choices import Counted, Order, RankingTest
from lackmus.errors import LackmusError

if TYPE_CHECKING:
    from lackmus.core.challenges.challenge import BlindKey, ChallengeSet
    from lackmus.core.challenges.metrics import Scored
    from lackmus.flows.workspaces.workspaces import Desk

ChallengeArg = Annotated[
    str,
    typer.Argument(
        metavar="CHALLENGE",
        help="The challenge: a file (JSON Lines, ACES-style TSV, the key of blind files), "
        "the folder of a WMT hand-in, "
        "or its name in the workspace.",
        show_default=False,
    ),
]
NameArg = Annotated[
    str, typer.Argument(metavar="NAME", help="A challenge of the workspace.", show_default=False)
]
ScoresArg = Annotated[
    list[Path] | None,
    typer.Argument(metavar="SCORES…", help="Files of scores, or folders of them.", show_default=False),
]
MetricOption = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        help="Metrics to compute (commas or repeated): NAME, 'NAME:OPTION=VALUE', 'LABEL=NAME:OPTION=VALUE'. "
        "lackmus metric list tells which there are.",
        show_default=False,
    ),
]
KeyOption = Annotated[
    Path | None,
    typer.Option("--key", help="The key of the blind files that were scored.", show_default=False),
]
DeviceOption = Annotated[
    str, typer.Option("--device", help="Where models compute: cpu, cuda, cuda:1, mps, auto.")
]
BatchOption = Annotated[
    int | None,
    typer.Option(
        "--batch",
        min=1,
        max=100_000,
        help="Texts that a metric is given, and that are kept, at a time; else its own number.",
        show_default=False,
    ),
]
FreshOption = Annotated[bool, typer.Option("--fresh", help="Compute everything, also what is cached.")]
GroupOption = Annotated[
    list[str] | None,
    typer.Option(
        "--group",
        help="Rank these metrics as a group: GROUP=METRIC,METRIC (repeatable); "
        "else as baseline, reference-based or reference-free.",
        show_default=False,
    ),
]
LangpairOption = Annotated[
    str | None,
    typer.Option(
        "--langpair", help="Language pair of a table that has no column langpair.", show_default=False
    ),
]
LowerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--lower",
        help="Metrics in files of scores whose lower score is better (commas or repeated).",
        show_default=False,
    ),
]
ReferenceFreeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--reference-free",
        help="Metrics in files of scores that need no reference (commas or repeated).",
        show_default=False,
    ),
]
GapsOption = Annotated[
    bool,
    typer.Option(
        "--allow-gaps",
        help="Metrics in files may lack single tuples; else only whole language pairs.",
    ),
]
CountedOption = Annotated[
    Counted,
    typer.Option(
        "--counted",
        help="Tuples that count where metrics scored different ones: own, of each metric what it scored, "
        "compared where that is everything; fair, what all scored.",
    ),
]
OnlyMetricsOption = Annotated[
    list[str] | None,
    typer.Option("--metrics", help="Only these metrics (commas or repeated).", show_default=False),
]
OnlyCategoryOption = Annotated[
    list[str] | None,
    typer.Option("--category", help="Only tuples of this category (repeatable).", show_default=False),
]
OnlyPhenomenonOption = Annotated[
    list[str] | None,
    typer.Option("--phenomenon", help="Only tuples of this phenomenon (repeatable).", show_default=False),
]
OnlyPairOption = Annotated[
    str | None, typer.Option("--pair", help="Only this language pair, such as de-en.", show_default=False)
]
MetricLabelOption = Annotated[
    list[str] | None,
    typer.Option("--label", help="Short label of a metric: NAME=LABEL.", show_default=False),
]
TableFormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="Of what is printed: terminal, json, csv, markdown, latex, html.",
        show_default=False,
    ),
]
RankingTestOption = Annotated[
    RankingTest,
    typer.Option(
        "--test",
        help="Test that finds the significantly best. auto: z, but item-bootstrap where every right text is "
        "a reference; item-bootstrap resamples items with all their tuples; paired: mcnemar "
        "(macro-averages: bootstrap) with --correction holm.",
    ),
]
MinItemsOption = Annotated[
    int, typer.Option("--min-items", min=1, help="Do not show phenomena with fewer tuples.")
]
FormOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="Format of the challenge: jsonl, aces-tsv, demetr, graded, wmt; else by its content.",
        show_default=False,
    ),
]
ToOption = Annotated[
    str | None,
    typer.Option(
        "--to",
        help="Format of the challenge: jsonl, aces-tsv, mtme, blind, wmt; "
        "by the ending of the file unless given.",
        show_default=False,
    ),
]
_HYPOTHESES = "hypotheses of a WMT hand-in from the best on ('hyp-2 > hyp-1 = hyp-3')"
HypothesesOption = Annotated[
    str | None, typer.Option("--order", help=f"Order of the {_HYPOTHESES}.", show_default=False)
]
OrdersOption = Annotated[
    list[str] | None,
    typer.Option(
        "--order",
        help=f"Order of the metrics within their groups ({', '.join(Order)}), "
        f"or of the {_HYPOTHESES}; repeatable.",
        show_default=Order.CATEGORY_MACRO.value,
    ),
]


def orders_of(given: Sequence[str] | None) -> tuple[Order, str | None]:
    """The order of metrics, and that of hypotheses, which is any other."""
    metrics = [one for one in given or () if one in list(Order)]
    others = [one for one in given or () if one not in metrics]
    if len(metrics) > 1 or len(others) > 1:
        raise LackmusError("it is given twice. Keep one.", argument="order")
    if others and ">" not in others[0] and "," not in others[0]:
        raise LackmusError(
            f"“{others[0]}” is no order. Metrics are ordered by {', '.join(Order)}, "
            "hypotheses like hyp-2 > hyp-1.",
            argument="order",
        )
    return Order(metrics[0]) if metrics else Order.CATEGORY_MACRO, others[0] if others else None


@dataclass(frozen=True)
class ScoresOptions:
    """Which scores of a challenge are computed or read, and how."""

    metric: MetricOption = None
    key: KeyOption = None
    langpair: LangpairOption = None
    lower: LowerOption = None
    reference_free: ReferenceFreeOption = None
    allow_gaps: GapsOption = False
    device: DeviceOption = "cpu"
    batch: BatchOption = None
    form: FormOption = None


@dataclass(frozen=True)
class RankingOptions:
    """Which metrics are ranked, on which tuples, in which groups."""

    group: GroupOption = None
    counted: CountedOption = Counted.OWN
    min_items: MinItemsOption = 1
    metrics: OnlyMetricsOption = None
    pair: OnlyPairOption = None


@dataclass(frozen=True)
class OpenedChallenge:
    """A challenge named by the user, with existing scores."""

    challenge: "ChallengeSet"
    key: "BlindKey | None" = None
    scored: "Sequence[Scored]" = ()  # of a workspace
    desk: "Desk | None" = None  # its workspace; None for files
    files: Sequence[Path] = ()  # of scores: its own file, where that has some


def opened(
    named: str,
    form: str | None,
    key: Path | None,
    desk: "Desk",
    hypotheses: str | None = None,
    langpair: str | None = None,
) -> OpenedChallenge:
    """A file, or a challenge of the workspace: if a workspace is named, or if there is no such file."""
    from lackmus.flows.challenges.challenges import key_of, open_challenge, own_scores
    from lackmus.flows.challenges.keeping import challenges_there, load, scored

    if not is_named(named, desk.workspace, "challenge", challenges_there):
        challenge, own = open_challenge(Path(named), form, hypotheses, langpair)
        key_there = own if key is None else key_of(key, challenge)
        return OpenedChallenge(challenge, key_there, files=own_scores(Path(named)))
    if form is not None:
        raise LackmusError("--from is about files, and this is about a workspace. Leave it out.")
    challenge = load(desk, named)
    return OpenedChallenge(
        challenge, None if key is None else key_of(key, challenge), scored(desk, named), desk
    )
