"""What importing outputs into a campaign did, or would do: which systems are new, the same, or replaced."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import noted


class ImportOutcome(StrEnum):
    """The result for a system's outputs."""

    NEW = "new"
    SAME = "unchanged"  # the workspace has exactly these outputs
    REPLACED = "replaced"
    GROWN = "grown"  # what it had, and more outputs
    REFUSED = "refused"  # other outputs exist under this name


@dataclass(frozen=True)
class Difference:
    """The difference between two hand-ins of a system, in items."""

    of: int  # items in either of them
    changed: int
    added: int
    lost: int

    @property
    def only_more(self) -> bool:
        """Whether items were only added: none lost, none changed."""
        return not self.changed and not self.lost

    def __str__(self) -> str:
        """“3 of 120 items differ, 2 are new, 1 is gone”."""
        said = [f"{self.changed:,} of {self.of:,} items {'differs' if self.changed == 1 else 'differ'}"]
        for count, what in ((self.added, "new"), (self.lost, "gone")):
            if count:
                said.append(f"{count:,} {'is' if count == 1 else 'are'} {what}")
        return ", ".join(said)


def difference(old: Mapping[str, Sequence[str]], new: Mapping[str, Sequence[str]]) -> Difference:
    """What differs between two hand-ins, given as the outputs of each item."""
    shared = old.keys() & new.keys()
    changed = sum(list(old[item]) != list(new[item]) for item in shared)
    return Difference(
        len(old.keys() | new.keys()), changed, len(new.keys() - shared), len(old.keys() - shared)
    )


@dataclass(frozen=True)
class Brought:
    """One system's outputs and the result of importing them."""

    system: str
    file: str
    outcome: ImportOutcome
    items: int
    outputs: int
    difference: Difference | None = None  # from the earlier outputs
    suspicions: tuple[Suspicion, ...] = ()
    notes: tuple[str, ...] = ()  # how the file was read, where that is not plain


@dataclass(frozen=True)
class ImportedOutputs:
    """The result of an import, or of its preview."""

    campaign: str
    year: int | None
    made: bool  # the campaign is new
    suite: str
    pair: str
    systems: tuple[Brought, ...]
    texts: int | None  # that are new; unknown in a preview
    tried: bool = False

    def count(self, *outcomes: ImportOutcome) -> int:
        """How many systems had this result."""
        return sum(one.outcome in outcomes for one in self.systems)

    @property
    def notes(self) -> tuple[str, ...]:
        """How files were read, where that is not plain."""
        return noted({one.system: one.notes for one in self.systems})

    @property
    def in_short(self) -> str:
        """For the log: “WMT22: 3 systems new, 1 replaced; 4,000 outputs, 1,200 new texts”."""
        said = [f"{self.count(one)} {one}" for one in ImportOutcome if self.count(one)]
        kept = (ImportOutcome.NEW, ImportOutcome.REPLACED, ImportOutcome.GROWN)
        outputs = sum(one.outputs for one in self.systems if one.outcome in kept)
        texts = "" if self.texts is None else f", {counted(self.texts, 'new text')}"
        return (
            f"{self.campaign}: {counted(len(self.systems), 'system')} ({', '.join(said)}); "
            f"{counted(outputs, 'output')}{texts}"
        )


def imported_values(imported: ImportedOutputs) -> dict[str, object]:
    """The result of an import as plain values."""
    told = asdict(imported)
    told["dry_run"] = told.pop("tried")  # the name of the option
    return {"signature": import_signature(imported), **told}


def import_signature(imported: ImportedOutputs) -> str:
    return signature(
        {
            "campaign": imported.campaign,
            "suite": imported.suite,
            "pair": imported.pair,
            "dry-run": "yes" if imported.tried else None,
        }
    )
