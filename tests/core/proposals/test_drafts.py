"""A short pattern from decided texts of an item: it covers the passes and none of the fails."""

import pytest

from lackmus.core.proposals.drafts import drafted, fits

DRAFTS = [
    # passes; fails; the pattern
    (
        "You will have to go. | You will need to go. | You would have to leave.",
        "You must go.",
        r"\b[Yy]ou (will|would) (have|need) to (go|leave)\b",
    ),
    ("He should not go. | He shall not go.", "He must go.", r"\b[Hh]e (shall|should) not go\b"),
    ("She had read it. | She had already read it!", "She read it.", r"\b[Ss]he had( already)? read it\b"),
    ("He left early. | Yesterday he left early.", "He leaves.", r"\b([Yy]esterday)? ?[Hh]e left early\b"),
    ("Peter, come here! | Anna, come here!", "come!", r"\b([Aa]nna|[Pp]eter), come here\b"),
    ("He’s here now. | He's here today.", "Is he?", r"\b[Hh]e's here (now|today)\b"),
    ("We go. | We go now.", "We go not.", None),  # the fail has all words of the passes
    ("You may go now. | You can go then.", "You can go now.", None),  # two passes mixed
    ("You may go. | You may go.", "You must go.", None),  # one text is a fixed sentence
    ("You may go. | You can go.", "", None),  # two decided texts are too few
    ("One two. | Three four. | Five six.", "Seven.", None),  # they share nothing
    ("Go! | !!", "Stop!", None),
]


@pytest.mark.parametrize("passes, fails, pattern", DRAFTS)
def test_drafts(passes: str, fails: str, pattern: str | None) -> None:
    """All words of all passes stay; where they differ, only what was seen may stand."""
    right, wrong = ([one for one in said.split(" | ") if one] for said in (passes, fails))
    assert drafted(right, wrong) == pattern


def test_the_commonest_pass_is_the_frame() -> None:
    """The others are aligned to it; how often a text is given says how common it is."""
    passes = ["a b c d", "b a c d", "a x c d"]
    assert drafted([*passes, "a b c d"], []) == drafted(["a b c d"] * 3 + passes, [])
    assert drafted([*passes, "b a c d", "b a c d"], []) is not None


@pytest.mark.parametrize(
    "pattern, fit",
    [
        ("a b", True),
        ("a .", False),  # matches the fail
        ("a b c", False),  # does not match the pass
        ("(a+)+ b", False),  # can run away
        ("a (b", False),
        ("a b" + "|x" * 200, False),  # nobody reads it
    ],
)
def test_what_a_draft_must_be(pattern: str, fit: bool) -> None:
    """Short, quick, and right about every decided text."""
    assert fits(pattern, ["a b"], ["a c"]) is fit
