"""A challenge as a folder for mt-metrics-eval: two “systems”, better and worse, with gold scores."""

from collections.abc import Mapping

from lackmus.core.challenges.challenge import ChallengeSet, document_order
from lackmus.write.challenges.lines import lines_of, phenomenon_names, words_joined

ENDINGS: tuple[str, ...] = ()
FOLDER = True

_REFERENCE = "refA"
_SCORE = "challenge"  # the name of the gold score there, such as mqm


def write(challenge: ChallengeSet) -> Mapping[str, str]:
    """One line per tuple, sorted by phenomenon, because a document must be contiguous."""
    files = {}
    for pair in challenge.pairs:
        tuples = challenge.tuples.filter(pair=pair)
        tuples = tuples[document_order(tuples)]
        categories, phenomena = words_joined(tuples["category"]), words_joined(phenomenon_names(tuples))
        documents = [f"{category}\t{name}" for category, name in zip(categories, phenomena, strict=True)]
        files[f"sources/{pair}.txt"] = lines_of(tuples["source"].to_list())
        files[f"references/{pair}.{_REFERENCE}.txt"] = lines_of(tuples["reference"].to_list())
        files[f"documents/{pair}.docs"] = lines_of(documents)
        for side in ("better", "worse"):
            files[f"system-outputs/{pair}/{side}.txt"] = lines_of(tuples[side].to_list())
        files[f"human-scores/{pair}.{_SCORE}.seg.score"] = (
            "better\t1\n" * tuples.height + "worse\t0\n" * tuples.height
        )
    return files
