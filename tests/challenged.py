"""A small challenge with the scores of four metrics, for tests of what is shown of it."""

import polars as pl

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import BASELINE, MetricInfo, Need, Scored

ODD = 'Längen/"Ratio" & <i>x</i>?#%2F'  # what users may call a metric
_CASTLE = "Das Schloss am Fluss hat zwölf Türme.", "The castle by the river has twelve towers."

# item, category, phenomenon, source, reference, better, worse
_TUPLES = [
    (
        *("amb-1", "Ambiguity", "Lexical ambiguity", *_CASTLE),
        *("The castle on the river has twelve towers.", "The lock by the river has twelve towers."),
    ),
    (
        *("amb-1", "Ambiguity", "Lexical ambiguity", *_CASTLE),
        *("The castle beside the river has twelve towers.", "The lock on the river has twelve towers."),
    ),
    (
        *("amb-2", "Ambiguity", "Lexical ambiguity", "Der Hahn im Bad tropft seit gestern."),
        *("The tap in the bathroom has been dripping since yesterday.",),
        *("The bathroom tap has been dripping since yesterday.",),
        *("The rooster in the bathroom has been dripping since yesterday.",),
    ),
    (
        *("ffr-1", "False friends", "False friends", "Er bekommt morgen Post von seinem Chef."),
        *("Tomorrow he will get mail from his boss.", "He will receive mail from his boss tomorrow."),
        *("Tomorrow he will become mail from his chef.",),
    ),
    (
        *("ffr-2", "False friends", "False friends", "Das Gymnasium liegt neben dem Rathaus."),
        *("The grammar school is next to the town hall.",),
        *("The secondary school is located beside the city hall.",),
        *("The gymnasium is next to the town hall.",),
    ),
    (
        *("neg-1", "Negation", "Negation", "Niemand hat den Brief gelesen."),
        *("Nobody has read the letter.", "No one read the letter.", "Nobody has not read the letter."),
    ),
    (
        *("ver-1", "Verb tense", "Conditional", "Wenn ich Zeit hätte, käme ich mit."),
        *("If I had time, I would come along.", "If I had the time, I’d come along."),
        *("If I had time, I came along.",),
    ),
    (
        *("ver-2", "Verb tense", "Future", "Morgen gehe ich ins Kino."),
        *("I am going to the cinema tomorrow.", "Tomorrow I’m going to the cinema."),
        *("Tomorrow I went to the cinema.",),
    ),
]
_NAMES = ("item", "category", "phenomenon", "source", "reference", "better", "worse")


def challenge_of(name: str = "castles & roosters", times: int = 1, pair: str = "de-en") -> ChallengeSet:
    """Eight tuples of seven items; `times` as many, if so many are asked for."""
    rows = [
        dict(zip(_NAMES, one, strict=True))
        | {"tuple": f"{one[0]}-{place}-{time}", "item": f"{one[0]}-{time}", "pair": pair}
        | {
            "reference_from": "2021/Ahorn",
            "better_from": "2021/Birke, 2022/Linde",
            "worse_from": "2022/Eiche",
        }
        for time in range(times)
        for place, one in enumerate(_TUPLES)
    ]
    return ChallengeSet(name, pl.DataFrame(rows), "challenge:small|seed:7", {"seed": "7", "per item": "5"})


# Of each tuple above: what a metric gives to the better and to the worse text.
_SCORES = {
    "BLEU": (
        [53.7, 53.7, 60.2, 12.1, 9.8, 11.3, 40.0, 38.2],
        [70.1, 41.2, 66.0, 20.0, 55.5, 42.9, 40.0, 21.1],
    ),
    "TER": (
        [12.5, 12.5, 50.0, 75.0, 55.6, 60.0, 25.0, 62.5],
        [12.5, 25.0, 10.0, 25.0, 44.4, 20.0, 37.5, 75.0],
    ),
    "Kiwi": ([0.81234, 0.8, 0.7, 0.9, 0.6, 0.75, 0.8, 0.81], [0.81233, 0.4, 0.3, 0.2, 0.5, 0.3, 0.6, 0.4]),
    ODD: ([1.0, 1.1, 0.9, 1.1, 1.2, 0.9, 1.0, 0.9], [1.0, 1.0, 1.0, 1.1, 0.9, 1.1, 0.8, 0.9]),
}
_ABOUT = (
    MetricInfo("BLEU", group=BASELINE, signature="nrefs:1|tok:13a"),
    MetricInfo("TER", higher=False, group=BASELINE),
    MetricInfo("Kiwi", (Need.SOURCE,)),
    MetricInfo(ODD, (Need.SOURCE, Need.REFERENCE)),
)


def scores_of(challenge: ChallengeSet) -> list[Scored]:
    """The scores of all four, as often as the challenge has its tuples."""
    times = challenge.tuples.height // len(_TUPLES)
    found = []
    for place, about in enumerate(_ABOUT):
        better, worse = (pl.Series(side * times, dtype=pl.Float64) for side in _SCORES[about.name])
        found.append(Scored(about, better, worse, 0.5 * place or None, challenge.tuples.height))
    return found
