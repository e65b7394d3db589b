"""How often proposals on a screen of twenty are right: the nearest decided text against the majority."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import polars as pl

from benchmarks.measure import campaign, report, seconds
from benchmarks.reviewing import published
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import OUTPUTS
from lackmus.core.proposals.proposals import Proposal, Settled, Undecided
from lackmus.core.reviews.proposals import majority, nearest
from lackmus.core.reviews.queue import open_texts

SEEDS = range(5)  # halves of the open texts that people have judged already
SCREEN = 20

Propose = Callable[[Sequence[Undecided], Sequence[Settled]], Mapping[int, Proposal]]
Phenomenon = tuple[str, str]
Screen = tuple[list[Undecided], list[Settled], dict[int, Verdict]]


def main() -> None:
    """Print how many proposals are right where people have judged every other open text, or none yet."""
    suite, rows = campaign()
    standing, answers = published(suite, pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row"))
    drawn = [screen for seed in SEEDS for screen in screens(standing, answers, seed)]
    for told, people in (("half judged", True), ("none judged yet", False)):
        shares = {
            propose.__name__: right(drawn, propose, f"{told}, {propose.__name__}", people)
            for propose in (majority, nearest)
        }
        report(
            f"proposals that are right, {told}: nearest against majority",
            f"{shares['nearest']:.1%} / {shares['majority']:.1%}",
            "more" if people else "–",
            shares["nearest"] > shares["majority"] or not people,
        )
    taken = sorted(seconds(lambda one=one: nearest(*one[:2])) for one in drawn)  # type: ignore[misc]
    middle = taken[len(taken) // 2]
    report(
        "proposals for a screen of 20, half of all screens",
        f"{middle * 1000:.1f} ms",
        "< 20 ms",
        middle < 0.02,
    )


def right(drawn: Sequence[Screen], propose: Propose, told: str, people: bool) -> float:
    """The share of texts for which the right verdict is proposed."""
    counts: dict[str, Counter[str]] = {}
    for asked, settled, truth in drawn:
        proposals = propose(asked, [one for one in settled if people or not one.by_people])
        for text in asked:
            found = proposals.get(text.number)
            said = "none" if found is None else "right" if found.verdict is truth[text.number] else "wrong"
            counts.setdefault(found.by if found else "none", Counter())[said] += 1
    for way, of_way in counts.items():
        print(f"{told}: {way}: {of_way['right']:,} of {of_way.total():,} right")
    return sum(one["right"] for one in counts.values()) / sum(one.total() for one in counts.values())


def screens(standing: pl.DataFrame, answers: pl.DataFrame, seed: int) -> list[Screen]:
    """Screens of the half that is open, with what is settled of their phenomenon and the right answers."""
    truth = {number: Verdict(verdict) for number, verdict in answers.select("text_id", "answer").iter_rows()}
    opened = {
        number
        for number in open_texts(standing)["text_id"]
        if truth.get(number) in (Verdict.PASS, Verdict.FAIL)
    }
    judged = {number for number in sorted(opened) if random.Random(f"{seed} {number}").random() < 0.5}
    texts: dict[Phenomenon, dict[int, tuple[str, str, str]]] = {}
    columns = ["category", "phenomenon", "text_id", "item", "text", "verdict"]
    for category, phenomenon, number, *told in standing.drop_nulls("text_id").select(columns).iter_rows():
        texts.setdefault((category, phenomenon), {})[number] = (told[0], told[1], told[2])
    found = []
    for about in texts.values():
        settled, asked = [], []
        for number, (item, text, verdict) in about.items():
            if number in judged:
                settled.append(Settled(number, item, text, truth[number], True))
            elif verdict in (Verdict.PASS, Verdict.FAIL):
                settled.append(Settled(number, item, text, Verdict(verdict), False))
            elif number in opened:
                asked.append(Undecided(number, item, text))
        starts = range(0, len(asked), SCREEN)
        found += [(asked[start : start + SCREEN], settled, truth) for start in starts]
    return found


if __name__ == "__main__":
    main()
