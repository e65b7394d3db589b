"""Write scores of a metric: facts about the metric, then two numbers per tuple."""

from collections.abc import Sequence
from pathlib import Path

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import Scored
from lackmus.write.files import make_folder, write_file
from lackmus.write.outputs.names import file_names


def write_scores(folder: Path, scored: Sequence[Scored], challenge: ChallengeSet) -> list[Path]:
    """A file for each metric, under its name; returns the files."""
    names = file_names([one.about.name for one in scored], ".tsv")
    contents = [score_file(one, challenge) for one in scored]
    make_folder(folder)
    for name, content in zip(names, contents, strict=True):
        write_file(folder / name, content)
    return [folder / name for name in names]


def score_file(scored: Scored, challenge: ChallengeSet) -> str:
    """The file content, with exact numbers, so that reading them gives the same ranking."""
    about = scored.about
    said = {
        "metric": about.name,
        "higher": "better" if about.higher else "worse",
        "needs": ", ".join(about.needs) or "nothing",
        "group": about.group,
        "signature": about.signature,
        "seconds": "" if scored.seconds is None else repr(scored.seconds),
        "segments": str(scored.computed or ""),
    }
    head = [f"# {name}: {' '.join(value.split())}" for name, value in said.items() if value.strip()]
    rows = zip(challenge.tuples["tuple"], scored.better, scored.worse, strict=True)
    return "\n".join(
        [
            *head,
            "tuple\tbetter\tworse",
            *(f"{name}\t{better!r}\t{worse!r}" for name, better, worse in rows),
            "",
        ]
    )
