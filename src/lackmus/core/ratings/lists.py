"""Rating tasks as lists: how far each is, what was planned, and which texts come next."""

from dataclasses import dataclass

from lackmus.core.ratings.tasks import TaskShown


@dataclass(frozen=True)
class ListedTask:
    """A task with how far it is: ratings of all annotators, and of the person who asks."""

    task: TaskShown
    made: int  # ratings, repeats left aside
    own: int  # of the person who asks
    left: int  # for the person who asks
    open: bool = True  # the person who asks may see the report and the plan

    @property
    def done(self) -> bool:
        """Whether every text has all its ratings."""
        return self.made >= self.task.wanted


@dataclass(frozen=True)
class RatingCard:
    """A translation as an annotator sees it: nothing tells who wrote it, or whether it came before."""

    key: str
    source: str
    marks: tuple[tuple[int, int], ...]  # where keywords stand in the source
    text: str
    value: int | None  # what this annotator said of it
