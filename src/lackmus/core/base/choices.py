"""The choices of a comparison, all of which the signature names."""

# Light on purpose: the command line offers these choices before anything heavy is imported.

from dataclasses import dataclass, field
from enum import StrEnum

ALPHA = 0.05
THRESHOLD = 50.0  # percent: what is passed less often is named
MIN_ITEMS = 5  # averages over fewer items say little


class Semantics(StrEnum):
    """How texts are read and which steps are taken; `classic` is TQ-AutoTest's way."""

    DEFAULT = "default"
    CLASSIC = "classic"

    @property
    def folding(self) -> str:
        """What is done to a text before rules see it."""
        return "nfc+space+apostrophe" if self is Semantics.DEFAULT else "trim"


class Trust(StrEnum):
    """Which verdicts may be used to build a challenge."""

    SETTLED = "settled"  # by rules or by people
    HUMAN = "human"  # by people alone


class References(StrEnum):
    """Which right texts of an item are references of its tuples."""

    ONE = "one"  # the same for all tuples of the item
    ALL = "all"  # every right text, for every other right one


class Repeats(StrEnum):
    """What counts where a sentence stands in the source file more than once."""

    FIRST = "first"
    ALL = "all"


class Counted(StrEnum):
    """Which items count for a system: those settled for every compared system, or all its own."""

    FAIR = "fair"
    OWN = "own"


class Order(StrEnum):
    """By what the columns are ordered."""

    CATEGORY_MACRO = "category-macro"
    PHENOMENON_MACRO = "phenomenon-macro"
    MICRO = "micro"
    NAME = "name"
    GIVEN = "given"


class By(StrEnum):
    """What the rows of the table are."""

    CATEGORY = "category"
    PHENOMENON = "phenomenon"


class TableName(StrEnum):
    """The tables of the papers, by name."""

    CATEGORIES = "categories"
    PHENOMENA = "phenomena"
    EXAMPLES = "examples"
    WARNINGS = "warnings"
    UNTESTABLE = "untestable"
    ERRORS = "errors"
    SYSTEMS = "systems"
    THRESHOLDS = "thresholds"
    GROUPS = "groups"
    SCORES = "scores"
    CORRELATIONS = "correlations"
    VERDICTS = "verdicts"
    SUITE = "suite"
    TREND = "trend"


class Preference(StrEnum):
    """Which of the two texts of a tuple a metric prefers."""

    RIGHT = "right"  # the better one
    WRONG = "wrong"
    TIE = "tie"  # neither


class RankingTable(StrEnum):
    """The tables of a ranking of metrics, by name."""

    CATEGORIES = "categories"
    PHENOMENA = "phenomena"
    METRICS = "metrics"
    BASELINES = "baselines"
    TAU = "tau"
    MCNEMAR = "mcnemar"
    ACES = "aces"
    SPANS = "spans"
    ERROR_FREE = "error-free"
    CORRELATIONS = "correlations"


class TauTies(StrEnum):
    """What becomes of ties in tau: left out, or discordant as in ACES."""

    OUT = "out"
    DISCORDANT = "discordant"


class ScoresForm(StrEnum):
    """The form of files of scores."""

    TUPLES = "tuples"
    WMT = "wmt"


class Test(StrEnum):
    """The significance test: for two unrelated counts, or for the same items."""

    Z = "z"
    MCNEMAR = "mcnemar"
    BOOTSTRAP = "bootstrap"
    ITEMS = "item-bootstrap"  # of challenges: tuples of an item are drawn together, since they share texts


class TestChoice(StrEnum):
    """A test as users ask for it: by its name, or `paired` for the choice that is recommended."""

    Z = "z"
    MCNEMAR = "mcnemar"
    BOOTSTRAP = "bootstrap"
    PAIRED = "paired"  # exact McNemar, a paired bootstrap for macro-averages, Holm's correction


class RankingTest(StrEnum):
    """A test of metrics as users ask for it; `auto` depends on how the tuples were combined."""

    AUTO = "auto"  # z; item-bootstrap where every right text is a reference
    Z = "z"
    MCNEMAR = "mcnemar"
    BOOTSTRAP = "bootstrap"
    ITEMS = "item-bootstrap"
    PAIRED = "paired"


class Correction(StrEnum):
    """Whether p-values are corrected for the number of comparisons in a row."""

    NONE = "none"
    HOLM = "holm"


class Intervals(StrEnum):
    """Which intervals stand beside the accuracies."""

    NONE = "none"
    WILSON = "wilson"


@dataclass(frozen=True)
class Testing:
    """How systems are tested against the best: test, correction, intervals, samples and seed."""

    test: Test = Test.Z
    correction: Correction = Correction.NONE
    intervals: Intervals = Intervals.NONE
    alpha: float = ALPHA
    samples: int = 1000
    seed: int = 1

    @property
    def parts(self) -> dict[str, object]:
        """Return the parts of the signature that name the test."""
        resampled = self.test is not Test.Z
        return {
            # McNemar's test has no meaning for a mean of accuracies: there the bootstrap serves.
            "test": "mcnemar+bootstrap(macro)" if self.test is Test.MCNEMAR else self.test,
            "alpha": self.alpha,
            "correction": None if self.correction is Correction.NONE else self.correction,
            "samples": self.samples if resampled else None,
            "seed": self.seed if resampled else None,
            "intervals": None if self.intervals is Intervals.NONE else self.intervals,
        }


def chosen_testing(
    asked: TestChoice | RankingTest,
    correction: Correction = Correction.NONE,
    intervals: Intervals = Intervals.NONE,
    samples: int = Testing.samples,
    seed: int = Testing.seed,
) -> Testing:
    """Return the tests that a user asked for; `paired` is replaced by the tests it stands for."""
    if asked == TestChoice.PAIRED:
        return Testing(Test.MCNEMAR, Correction.HOLM, intervals, samples=samples, seed=seed)
    test = Test.Z if asked is RankingTest.AUTO else Test(asked)
    return Testing(test, correction, intervals, samples=samples, seed=seed)


@dataclass(frozen=True)
class Thresholds:
    """Accuracies (percent) below or above which sentences name a phenomenon, and its fewest items."""

    low: float | None = None  # none: below THRESHOLD, and only the first few are named
    high: float | None = None
    min_items: int = MIN_ITEMS

    @property
    def given(self) -> bool:
        """Whether a threshold was chosen, so that all phenomena beyond it are listed."""
        return self.low is not None or self.high is not None


@dataclass(frozen=True)
class Choices:
    """The choices of one comparison."""

    semantics: Semantics = Semantics.DEFAULT
    repeats: Repeats = Repeats.FIRST
    order: Order = Order.CATEGORY_MACRO
    keep: tuple[str, ...] = ()  # systems that count although they look absent
    testing: Testing = field(default_factory=Testing)
    revision: int | None = None  # of the workspace that is asked; none for files
    # They choose sentences and change no number, so the signature does not name them.
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def parts(self) -> dict[str, object]:
        """Return the parts of the signature that say how texts were read and judged."""
        return {
            "semantics": self.semantics,
            "folding": self.semantics.folding,
            "repeats": self.repeats,
            "revision": self.revision,
        }


class Fallback(StrEnum):
    """What is tried where the alignment has no word for a keyword."""

    GROW = "grow-diag-final-and"  # the links of this symmetry
    CLAUSE = "clause"  # the head of the clause to which the keyword's dependents lead


class ItemSet(StrEnum):
    """Which items of a study count."""

    REFINED = "refined"  # what a person kept of the pre-selected ones
    SELECTED = "pre-selected"  # those for which the reference has what the contrast expects
    HITS = "hits"  # all that the query found


class TendencyTable(StrEnum):
    """The tables of a study, by name."""

    CONTRASTS = "contrasts"
    SYSTEMS = "systems"
    UNKNOWN = "unknown"
    ALIGNMENT = "alignment"
    CORRELATION = "correlation"
    COUNTERPARTS = "counterparts"


# What a report of a study has; where scores are known, their correlation too.
USUAL_TENDENCIES = (
    TendencyTable.CONTRASTS,
    TendencyTable.SYSTEMS,
    TendencyTable.COUNTERPARTS,
    TendencyTable.UNKNOWN,
    TendencyTable.ALIGNMENT,
)


class RatingTable(StrEnum):
    """The tables of a rating task, by name."""

    SYSTEMS = "systems"
    VERDICTS = "verdicts"
    REFERENCE = "reference"
    COUNTERPARTS = "counterparts"
    WITHIN = "within"
    SHARES = "shares"
    ANNOTATORS = "annotators"
    TEXTS = "texts"


class Symmetry(StrEnum):
    """Which links of the two directions of an alignment count."""

    INTERSECTION = "intersection"  # those of both
    GROW = "grow-diag-final-and"  # those, their neighbours, and links between two words that have none yet
    UNION = "union"


CONTEXT = 40  # characters on each side of a keyword in context


class Sorting(StrEnum):
    """By what keywords in context are sorted."""

    PLACE = "place"  # as they stand in the texts
    LEFT = "left"  # by the words before the keyword, the nearest first
    KEYWORD = "keyword"
    RIGHT = "right"


class Answer(StrEnum):
    """What a contrast says of a translation; it is counted as a verdict."""

    GOOD = "good"  # a pass
    BAD = "bad"  # a fail
    UNKNOWN = "unknown"  # a warning
