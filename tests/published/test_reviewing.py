"""What the order of review is worth on a published campaign."""

# WMT21 German–English, 18 systems, judged by the public half of the DFKI suite without its fixed
# sentences: every text that people had settled by hand is open again.

from pathlib import Path

import pytest

from lackmus.core.outputs.outputs import outputs_of
from lackmus.core.reviews.queue import open_texts
from lackmus.read import hand_ins_of, read_suite

pytestmark = pytest.mark.real_data


def test_the_fewest_open_texts_first(real_data: Path) -> None:
    """4,805 texts are open in 1,775 items; the first tenth of all decisions makes an item fair each."""
    simulated = pytest.importorskip("benchmarks.reviewing", reason="this copy comes without benchmarks")
    suite = read_suite(real_data / "dfki" / "de-en" / "items.json")
    outputs = outputs_of(hand_ins_of(suite, [str(real_data / "wmt21" / "de-en")]))
    standing, answers = simulated.reopened(suite, outputs)
    texts = open_texts(standing)
    assert (texts.height, texts["item"].n_unique()) == (4805, 1775)
    ours = simulated.fair_after(standing, answers, simulated.queued, simulated.ROUND)
    assert ours == {0.10: 480, 0.25: 934, 0.50: 1373}
    by_chance = simulated.fair_after(standing, answers, simulated.shuffled(seed=1))
    assert 50 < by_chance[0.10] < 100
