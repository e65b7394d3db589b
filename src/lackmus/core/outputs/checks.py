"""Check whether a file of translations can be handed in: lost, shifted, shuffled, blank, copied lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from lackmus.core.base.signatures import signature
from lackmus.core.outputs.fit import Fit
from lackmus.core.outputs.misalignment import fit, suspicions_in
from lackmus.core.outputs.outputs import HandIn


@dataclass(frozen=True)
class Checked:
    """What was found in one file; without problems it can be handed in."""

    system: str
    file: str
    lines: int
    blank: int
    copied: int  # lines equal to their source
    fit: Fit
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()  # how it was read, where that is not plain


def check(hand_in: HandIn, absent: str | None = None) -> Checked:
    """Check one file; `absent` is why its system would be left out, if known."""
    sources, texts = hand_in.sources, hand_in.texts
    pairs = [(source.strip(), text.strip()) for source, text in zip(sources, texts, strict=False)]
    blank = sum(bool(source) and not text for source, text in pairs)
    copied = sum(bool(source) and source == text for source, text in pairs)
    problems = []
    if len(texts) != len(sources):
        problems.append(f"{len(texts):,} lines, but the source has {len(sources):,}")
    if absent:
        problems.append(f"would be left out as not taking part ({absent})")
    elif 2 * (blank + copied) > len(pairs):
        problems.append(f"{blank:,} blank lines and {copied:,} copies of the source, of {len(pairs):,} lines")
    problems += [suspicion.evidence for suspicion in suspicions_in(hand_in)]
    figures = fit(sources, hand_in.own_texts)
    return Checked(
        hand_in.system,
        hand_in.file,
        len(texts),
        blank,
        copied,
        figures,
        tuple(problems),
        tuple(hand_in.notes),
    )


def checks_signature(checks: Sequence[Checked]) -> str:
    """The signature of these checks."""
    return signature({"check": "lines+lengths+names", "files": len(checks)})
