"""The review queue of a campaign in memory: the next text is found without a database query."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lackmus.core.base.number_ranges import ranges_of
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import PhenomenonAssignment
from lackmus.core.reviews.controls import FittingControls
from lackmus.core.reviews.decisions import Outcome
from lackmus.core.reviews.offers import AssignedTo, Filters, Occasion, PersonContext
from lackmus.core.reviews.queue import STANDING
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.judging import REASON, VERDICT

Mask = NDArray[np.bool_]

_OUTCOMES: list[Outcome] = [(verdict, reason) for verdict in Verdict for reason in (None, *Reason)]
_CODES = {outcome: code for code, outcome in enumerate(_OUTCOMES)}
_OPEN = np.array([verdict is Verdict.WARNING for verdict, _ in _OUTCOMES])
_APART = np.array([verdict is Verdict.UNTESTABLE for verdict, _ in _OUTCOMES])
_REASONS = np.array([[why == reason for _, why in _OUTCOMES] for reason in Reason])
_OCCASIONS = list(Occasion)


@dataclass(frozen=True)
class QueuedItem:
    """An item of the campaign."""

    number: int
    key: str
    category: str
    phenomenon: str
    missing: int  # systems that have no output for it


class WorkQueue:
    """The state of items and texts of one campaign (STANDING, and item_id), updated change by change.

    Items are sorted by name once, and texts by their items. So the place of a text in the queue is a number,
    made of the open texts of its item and its position.
    """

    def __init__(self, standing: pl.DataFrame) -> None:
        names = ["category", "phenomenon", "item"]
        items = standing.select("item_id", "item", "category", "phenomenon").unique("item_id").sort(names)
        rows = standing.join(
            items.select("item_id").with_row_index("at"), on="item_id", maintain_order="left"
        )
        texts = (
            rows.drop_nulls("text_id")
            .unique("text_id")
            .sort("at", "text_id")
            .select("text_id", "at", "text", "verdict", "reason")
        )
        self._place(rows, items, texts)
        self.words: list[str] = texts["text"].to_list()
        verdict, reason = (pl.col(name).to_physical().cast(pl.UInt8) for name in ("verdict", "reason"))
        code = verdict * (len(Reason) + 1) + (reason + 1).fill_null(0)  # as _OUTCOMES counts them
        self._codes: NDArray[np.uint8] = texts.select(code)["verdict"].to_numpy().copy()
        self._open: Mask = _OPEN[self._codes]
        self._left = np.bincount(self._of[self._open], minlength=len(self.items))
        apart = self._of[_APART[self._codes]]
        self._untestable = np.bincount(apart, minlength=len(self.items))  # texts of each item
        self.fair = int(((self._left == 0) & ~self._lost).sum())
        self.open = int(self._open.sum())
        self.won = 0  # items that became fair today
        self._began: dict[int, bool] = {}  # items that changed today: whether they were fair before

    def _place(self, rows: pl.DataFrame, items: pl.DataFrame, texts: pl.DataFrame) -> None:
        """Set up everything that stays the same while the same outputs count."""
        lacking = rows.filter(pl.col("text_id").is_null())["at"].to_numpy()
        missing = np.bincount(lacking, minlength=items.height)
        self._blocked: Mask = missing > 0
        named = items.select("item_id", "item", "category", "phenomenon").with_columns(missing=missing)
        self.items: list[QueuedItem] = [QueuedItem(*row) for row in named.iter_rows()]
        self._item_at = {one.number: at for at, one in enumerate(self.items)}
        self.numbers: NDArray[np.int64] = texts["text_id"].to_numpy()
        self._at: dict[int, int] = {number: at for at, number in enumerate(self.numbers.tolist())}
        self._of: NDArray[np.int64] = texts["at"].cast(pl.Int64).to_numpy()  # the item of each text
        self._starts = np.searchsorted(self._of, np.arange(items.height + 1)).tolist()
        self.systems: list[str] = rows["system"].unique().sort().to_list()
        placed = rows.join(
            texts.select("text_id").with_row_index("place"), on="text_id", how="left", maintain_order="left"
        )
        self._rows = placed.select(
            "at", "place", pl.col("system").cast(pl.Enum(self.systems)).to_physical().alias("system")
        )
        many = max(len(self.systems), 1)
        written = pl.col("place").cast(pl.Int64) * many + pl.col("system")
        # A system may have written a text twice.
        pairs = self._rows.drop_nulls("place").select(written)["place"].unique().sort().to_numpy()
        place, self._writers = np.divmod(pairs, many)
        self._written: list[int] = np.searchsorted(place, np.arange(texts.height + 1)).tolist()
        self.kinds: dict[str, list[str]] = {}  # the phenomena of each category, in the order of their names
        for category, phenomenon in sorted({(one.category, one.phenomenon) for one in self.items}):
            self.kinds.setdefault(category, []).append(phenomenon)
        self.kind_names = [(category, name) for category, names in self.kinds.items() for name in names]
        at_kind = {kind: at for at, kind in enumerate(self.kind_names)}
        self.kind_at: NDArray[np.int64] = np.array(  # of each item, as `kind_names` counts them
            [at_kind[one.category, one.phenomenon] for one in self.items], dtype=np.int64
        )
        self._pairs = np.array([one.key.partition(":")[0] for one in self.items], dtype=object)
        self._kinds = {  # category and phenomenon of each item, by number
            name: np.unique(np.array(items[name].to_list(), dtype=object), return_inverse=True)
            for name in ("category", "phenomenon")
        }

    # -- one text, one item --------------------------------------------------------------------------------

    def __contains__(self, number: object) -> bool:
        return number in self._at

    def item_of(self, number: int) -> QueuedItem:
        """The item of a text."""
        return self.items[int(self._of[self._at[number]])]

    def kind_of(self, number: int) -> tuple[str, str]:
        """The category and the phenomenon of a text."""
        item = self.item_of(number)
        return item.category, item.phenomenon

    def has_item(self, item: int) -> bool:
        """Whether any system translated the item."""
        return item in self._item_at

    def texts_of(self, item: int) -> list[int]:
        """The texts of an item."""
        at = self._item_at[item]
        found: list[int] = self.numbers[self._starts[at] : self._starts[at + 1]].tolist()
        return found

    def place_of(self, number: int) -> int:
        """The position of a text."""
        return self._at[number]

    def text(self, number: int) -> str:
        """The wording of a text."""
        return self.words[self._at[number]]

    def outcome(self, number: int) -> Outcome:
        """The verdict and reason that hold for a text."""
        return _OUTCOMES[int(self._codes[self._at[number]])]

    def written_by(self, number: int) -> list[str]:
        """The systems that wrote a text."""
        at = self._at[number]
        return [self.systems[one] for one in self._writers[self._written[at] : self._written[at + 1]]]

    def writers(self, number: int) -> int:
        """How many systems wrote a text."""
        at = self._at[number]
        return int(self._written[at + 1] - self._written[at])

    def open_texts(self, item: int) -> int:
        """How many texts of an item are open."""
        return int(self._left[self._item_at[item]])

    def untestable_texts(self, item: int) -> int:
        """How many texts of an item are not testable."""
        return int(self._untestable[self._item_at[item]])

    def is_fair(self, item: int) -> bool:
        """Whether an item is settled for every system."""
        return self._is_fair(self._item_at[item])

    def _is_fair(self, at: int) -> bool:
        return not self._left[at] and not self._blocked[at] and not self._untestable[at]

    @property
    def _lost(self) -> Mask:
        """The items that no further decision makes fair: they lack an output, or have an untestable text."""
        lost: Mask = self._blocked | (self._untestable > 0)
        return lost

    # -- changes -------------------------------------------------------------------------------------------

    def tell(self, number: int, outcome: Outcome) -> None:
        """Record a new verdict on a text."""
        place, code = self._at[number], _CODES[outcome]
        opened, was = int(_OPEN[code]), int(self._open[place])
        apart = int(_APART[code]) - int(_APART[self._codes[place]])
        self._codes[place] = code
        if opened == was and not apart:
            return
        at, change = int(self._of[place]), opened - was
        fair = self._is_fair(at)
        self._open[place] = opened
        self._left[at] += change
        self._untestable[at] += apart
        self.open += change
        if self._is_fair(at) != fair:
            self.fair += -1 if fair else 1
            if not self._began.setdefault(at, fair):
                self.won += -1 if fair else 1

    def begin_day(self, before: Mapping[int, Outcome] | None = None) -> None:
        """Count newly fair items from now on, or from the time of these earlier outcomes."""
        self.won, self._began = 0, {}
        now = {number: self.outcome(number) for number in before or () if number in self}
        for number in now:
            self.tell(number, (before or {})[number])
        self.won, self._began = 0, {}
        for number, outcome in now.items():
            self.tell(number, outcome)

    # -- what waits ----------------------------------------------------------------------------------------

    def offered(self, wanted: PersonContext, filters: Filters | None = None) -> "PersonQueue":
        """Return the texts for a person, in their order.

        Texts assigned as a second opinion come first, then texts that need a second person, then the queue:
        what is assigned to this person by phenomenon or item, then what is nobody's, then what is others'
        (for editors, and where it is asked for). Of each, texts of items with the fewest open texts come
        first, those that lack an output or have an untestable text last. Among equals the texts of a
        phenomenon stay together, and those of an item always do; a decision on the first text does not change
        the order of the others. No person is asked twice; but a disputed text goes to all editors, also those
        who judged it, and to no one else. With the filters mine and flagged the latest come first.
        Control texts that wait for this person are open texts to them; they come at their places.
        """
        filters = filters or Filters()
        controls = self.mask(() if filters.again else wanted.controls.waiting)
        mine, assigned, seconds = (
            self.mask(numbers) for numbers in (wanted.mine, wanted.assigned, wanted.seconds)
        )
        disputed = self._because(Reason.DISPUTED)
        new = ~mine if wanted.editor else ~mine & ~disputed
        asked = (self._open | controls) & (new | disputed if wanted.editor else new)
        occasion = np.where(asked, np.int8(2), np.int8(3 if filters.again else 9))
        occasion[new & seconds] = 1
        occasion[~mine & assigned] = 0
        for numbers in wanted.again(filters):
            occasion[~self.mask(numbers)] = 9
        for name in ("category", "phenomenon"):
            value = getattr(filters, name)
            if value is not None:
                known, of_items = self._kinds[name]
                occasion[~(known == value)[of_items][self._of]] = 9
        turn = self._turns(wanted, filters, assigned, occasion)
        if filters.items is not None:
            numbers_of = np.array([one.number for one in self.items], dtype=np.int64)
            marked = np.zeros(len(self.items), dtype=np.bool_)
            for first, last in ranges_of(filters.items):
                marked |= (numbers_of >= first) & (numbers_of <= last)
            occasion[~marked[self._of]] = 9
        if filters.item is not None:
            keys = np.array([one.key == filters.item for one in self.items], dtype=np.bool_)
            occasion[~keys[self._of]] = 9
        if filters.system is not None:
            occasion[~self._by(filters.system)] = 9
        if filters.reason is not None:
            because = [one for one, why in wanted.controls.waiting.items() if why == filters.reason]
            occasion[~(self._because(Reason(filters.reason)) | self.mask(because))] = 9
        fitting = self.numbers[controls & (occasion == 2)].tolist()
        occasion[controls & (occasion == 2)] = 9
        latest = wanted.mine if filters.mine else wanted.flagged if filters.flagged else None
        found = None
        if fitting:
            kinds = {one: self.kind_of(one) for one in fitting}
            found = FittingControls(wanted.controls, int(mine.sum()), kinds)
        return PersonQueue(self, occasion, turn, None if latest is None else list(latest), found)

    def _turns(
        self, wanted: PersonContext, filters: Filters, seconds: Mask, occasion: NDArray[np.int8]
    ) -> NDArray[np.int8] | None:
        """0 for what is assigned to this person, 1 for nobody's, 2 for others'; None: nothing is assigned.

        Texts that this person is not offered because of it are taken out of `occasion`.
        """
        if not wanted.phenomena and not wanted.items:
            if filters.assigned is AssignedTo.ME:
                occasion[~seconds] = 9
            return None
        owners = self.owners(wanted.phenomena, wanted.items)[self._of]
        own = (owners == wanted.person) & (owners != 0)
        turn = np.where(own, np.int8(0), np.where(owners == 0, np.int8(1), np.int8(2)))
        if filters.assigned is AssignedTo.ME:
            occasion[~(own | seconds)] = 9
        elif not (wanted.editor or filters.of_others):
            occasion[(turn == 2) & (occasion == 2)] = 9
        return turn

    def owners(
        self, phenomena: Sequence[PhenomenonAssignment], items: Mapping[int, int]
    ) -> NDArray[np.int64]:
        """The person that each item is assigned to, 0 for none: by itself, its phenomenon or its category."""
        found = np.zeros(len(self.items), dtype=np.int64)
        (categories, category_of), (names, name_of) = self._kinds.values()
        for one in sorted(phenomena, key=lambda one: one.phenomenon != ""):  # categories first
            mask = (categories == one.category)[category_of] & (self._pairs == one.pair)
            if one.phenomenon:
                mask &= (names == one.phenomenon)[name_of]
            found[mask] = one.person
        for number, person in items.items():
            at = self._item_at.get(number)
            if at is not None:
                found[at] = person
        return found

    def texts_by_item(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many texts each item has, and how many of them are open."""
        return np.bincount(self._of, minlength=len(self.items)), self._left

    def items_standing(self) -> tuple[dict[int, int], frozenset[int]]:
        """The open texts of each item that has any, and the fair items, by number."""
        numbers = np.array([one.number for one in self.items], dtype=np.int64)
        waiting = self._left > 0
        fair = numbers[~waiting & ~self._lost].tolist()
        found = zip(numbers[waiting].tolist(), self._left[waiting].tolist(), strict=True)
        return dict(found), frozenset(fair)

    def mask(self, numbers: Collection[int]) -> Mask:
        """A mask over all texts that is true for these."""
        mask = np.zeros(len(self.words), dtype=np.bool_)
        mask[[self._at[one] for one in numbers if one in self._at]] = True
        return mask

    def _because(self, reason: Reason) -> Mask:
        """A mask of the texts that are open for this reason."""
        because: Mask = _REASONS[list(Reason).index(reason)][self._codes] & self._open
        return because

    def _by(self, system: str) -> Mask:
        mask = np.zeros(len(self.words), dtype=np.bool_)
        if system in self.systems:
            lengths = np.diff(np.array(self._written))
            owners = np.repeat(np.arange(len(self.words)), lengths)
            mask[owners[self._writers == self.systems.index(system)]] = True
        return mask

    def items_of(self, mask: Mask) -> NDArray[np.int64]:
        """The item (by position) of each text of a mask."""
        return self._of[mask]

    def places(self, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """Sort keys of texts (by position) in the order of the queue; texts that are not open come last."""
        at = self._of[chosen]
        waiting = (self._lost[at].astype(np.int64) << 56) | (self._left[at].astype(np.int64) << 32)
        settled = (~self._open[chosen]).astype(np.int64)
        return np.where(settled == 1, np.int64(1) << 57, waiting) | chosen

    def standing(self) -> pl.DataFrame:
        """All outputs as a frame (STANDING), for counting."""
        outcomes = pl.DataFrame(
            [self._told(code) for code in range(len(_OUTCOMES))],
            schema={"verdict": VERDICT, "reason": REASON},
            orient="row",
        )
        texts = pl.DataFrame({"text_id": self.numbers, "text": self.words}, schema_overrides=_TEXT)
        texts = texts.hstack(outcomes.select(pl.all().gather(pl.Series(self._codes, dtype=pl.UInt32))))
        items = pl.DataFrame(
            [(one.key, one.category, one.phenomenon) for one in self.items], schema=_NAMES, orient="row"
        )
        rows = self._rows
        missing = pl.when(pl.col("text_id").is_null())
        warned, lacking = pl.lit(Verdict.WARNING, dtype=VERDICT), pl.lit(Reason.MISSING, dtype=REASON)
        found = texts.select(pl.all().gather(rows["place"])).hstack(items.select(pl.all().gather(rows["at"])))
        return STANDING.of(
            found.with_columns(
                pl.Series("system", self.systems, dtype=pl.String).gather(rows["system"]),
                missing.then(warned).otherwise("verdict").alias("verdict"),
                missing.then(lacking).otherwise("reason").alias("reason"),
            )
        )

    @staticmethod
    def _told(code: int) -> tuple[str, str | None]:
        verdict, reason = _OUTCOMES[code]
        return verdict.value, reason.value if reason else None

    def texts_about(self, category: str, phenomenon: str) -> list[int]:
        """All texts of a phenomenon."""
        masks = [
            (known == value)[of_items]
            for (known, of_items), value in zip(self._kinds.values(), (category, phenomenon), strict=True)
        ]
        found: list[int] = self.numbers[(masks[0] & masks[1])[self._of]].tolist()
        return found


_TEXT = {"text_id": pl.Int64, "text": pl.String}
_NAMES = {"item": pl.String, "category": pl.String, "phenomenon": pl.String}


@dataclass(frozen=True, eq=False)
class PersonQueue:
    """The texts offered to one person at one moment."""

    queue: WorkQueue
    occasion: NDArray[np.int8]  # of every text; 9 if it is not offered
    turn: NDArray[np.int8] | None = None  # of every text: assigned to this person, to nobody, to others
    latest: Sequence[int] | None = None  # the order, if not that of the queue
    controls: FittingControls | None = None  # they come among the others, and look like them

    def count(self, without: Collection[int] = ()) -> int:
        """How many there are, without these."""
        aside = sum(self.occasion_of(one) is not None for one in set(without))
        others = int((self.occasion != 9).sum())
        return others + (self.controls.ahead(others) if self.controls else 0) - aside

    def occasion_of(self, number: int) -> Occasion | None:
        """Why a text is offered to this person; None if it is not."""
        if number not in self.queue:
            return None
        if self.controls is not None and number in self.controls.kinds:
            return Occasion.OPEN
        code = int(self.occasion[self.queue.place_of(number)])
        return None if code == 9 else _OCCASIONS[code]

    def alone(self) -> set[int]:
        """The texts that this person judges independently of others."""
        codes = [code for code, occasion in enumerate(_OCCASIONS) if occasion.alone]
        controls = self.controls.kinds if self.controls is not None else ()
        return {*self.queue.numbers[np.isin(self.occasion, codes)].tolist(), *controls}

    def first(self, many: int, without: Collection[int] = (), given: int = 0) -> list[tuple[int, Occasion]]:
        """The first texts, without these; `given` is how many the person has before them already."""
        aside = set(without)
        chosen = [one for one in self._ordered(many + len(aside)) if one not in aside][:many]
        return [
            (one, self.occasion_of(one) or Occasion.OPEN) for one in self._mixed(chosen, given, aside)[:many]
        ]

    def held(self, numbers: Collection[int], many: int) -> list[tuple[int, Occasion]]:
        """The first of these texts that are offered, control texts last."""
        some = self.only(numbers)
        texts = [*some._ordered(), *(some.controls.of.order(some.controls.kinds) if some.controls else ())]
        return [(one, self.occasion_of(one) or Occasion.OPEN) for one in texts[:many]]

    def numbers(self) -> list[int]:
        """All texts in their order."""
        return self._mixed(self._ordered())

    def _mixed(self, chosen: list[int], given: int = 0, without: Collection[int] = ()) -> list[int]:
        """These texts, with control texts in their places."""
        if self.controls is None or self.latest is not None:
            return chosen
        kinds = [self.queue.kind_of(one) for one in chosen]
        return self.controls.placed_among(chosen, kinds, given, without)

    def _ordered(self, enough: int | None = None) -> list[int]:
        """The texts in their order, without control texts; all of them, or enough of them."""
        if self.latest is not None:
            return [one for one in self.latest if self.occasion_of(one) is not None]
        waiting = np.flatnonzero(self.occasion != 9)
        first = self.occasion[waiting].astype(np.int64)
        if self.turn is not None:
            first = 3 * first + self.turn[waiting]
        keys = (first << 58) | self.queue.places(waiting)
        if enough is not None and len(keys) > enough:  # a few of many: no need to sort them all
            near = np.argpartition(keys, enough)[:enough]
            waiting, keys = waiting[near], keys[near]
        found: list[int] = self.queue.numbers[waiting[np.argsort(keys)]].tolist()
        return found

    def by_phenomenon(self) -> dict[tuple[str, str], int]:
        """How many there are of each category and phenomenon; those without any are left out."""
        kinds = self.queue.kind_at[self.queue.items_of(self.occasion != 9)]
        many = np.bincount(kinds, minlength=len(self.queue.kind_names)).tolist()
        found = {kind: count for kind, count in zip(self.queue.kind_names, many, strict=True) if count}
        if self.controls is not None:
            for kind in found:
                alike = [one for one, of in self.controls.kinds.items() if of == kind]
                found[kind] += self.controls.only(alike).ahead(found[kind])
        return found

    def count_of(self, occasion: Occasion) -> int:
        """How many are offered for this reason."""
        return int((self.occasion == _OCCASIONS.index(occasion)).sum())

    def other_than(self, occasion: Occasion) -> "PersonQueue":
        """Only the texts that are offered for other reasons."""
        code = np.int8(_OCCASIONS.index(occasion))
        return replace(self, occasion=np.where(self.occasion == code, np.int8(9), self.occasion))

    def about(self, category: str, phenomenon: str) -> "PersonQueue":
        """Only the texts of one phenomenon."""
        return self.only(self.queue.texts_about(category, phenomenon))

    def only(self, numbers: Collection[int]) -> "PersonQueue":
        """Only the texts among these numbers."""
        kept = self.queue.mask(numbers)
        controls = self.controls.only(set(numbers)) if self.controls is not None else None
        return replace(self, occasion=np.where(kept, self.occasion, np.int8(9)), controls=controls)
