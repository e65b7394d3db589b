"""Rating tasks as lists: their progress, their plan, and the next texts."""

from dataclasses import dataclass

from lackmus.core.ratings.tasks import TaskShown


@dataclass(frozen=True)
class ListedTask:
    """A task with its progress: ratings of all annotators, and of the current person."""

    task: TaskShown
    made: int  # ratings, without repeats
    own: int  # of the current person
    left: int  # for the current person
    open: bool = True  # the current person may see the report and the plan

    @property
    def done(self) -> bool:
        """Whether every text has all its ratings."""
        return self.made >= self.task.wanted


@dataclass(frozen=True)
class BlindTranslation:
    """A translation as an annotator sees it: without its writer, and without a sign that it is a repeat."""

    key: str
    source: str
    marks: tuple[tuple[int, int], ...]  # positions of keywords in the source
    text: str
    value: int | None  # the rating by this annotator
