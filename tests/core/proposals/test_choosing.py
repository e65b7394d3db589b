"""Who proposes: the model, unless something simpler does better on hidden decisions."""

import pytest

from lackmus.core.proposals.choosing import preferred


@pytest.mark.parametrize(
    "model, evidence, majority, chosen",
    [
        (0, 0, 0, "model"),
        (20, 30, 40, "model"),
        (20, 20, 20, "model"),
        (14, 11, 12, "model"),  # three of fourteen may be chance
        (25, 20, 22, "model"),
        (25, 19, 22, "evidence"),
        (25, 22, 19, "majority"),
        (260, 234, 240, "evidence"),
        (25, 10, 10, "evidence"),
    ],
)
def test_who_proposes(model: int, evidence: int, majority: int, chosen: str) -> None:
    """Errors on hidden decisions decide, if they differ by more than chance."""
    assert ("model", "evidence", "majority")[preferred([model, evidence, majority])] == chosen
