"""The log in sentences, for the list of recent activity."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lackmus.core.base.plurals import counted
from lackmus.core.workspaces.history import LogEntry

# Every verb of the log: its wording for one change, and for several in a row.
_SAID = {
    "review decide": ("decided", "decided {}", "text"),
    "review adjudicate": ("adjudicated", "adjudicated {}", "text"),
    "review withdraw": ("took back", "took back {}", "decision"),
    "review flag": ("flagged", "flagged {}", "text"),
    "review unflag": ("unflagged", "unflagged {}", "text"),
    "review error type": ("said what is wrong with", "said what is wrong {}", "time"),
    "review comment": ("commented on", "wrote {}", "comment"),
    "review reveal": ("looked who wrote", "looked who wrote {}", "text"),
    "review assign": ("assigned", "assigned texts {}", "time"),
    "review unassign": ("assigned to nobody:", "took back {}", "assignment"),
    "review import": ("imported answers:", "imported answers {}", "time"),
    "review rule": ("made a sentence a rule:", "made {} of sentences", "rule"),
    "rule add": ("added a rule:", "added {}", "rule"),
    "rule change": ("changed a rule:", "changed {}", "rule"),
    "rule retire": ("retired a rule:", "retired {}", "rule"),
    "rule restore": ("restored earlier rules:", "restored earlier rules {}", "time"),
    "refine keep": ("kept", "kept {}", "item"),
    "refine drop": ("dropped", "dropped {}", "item"),
    "refine open": ("left open again", "left {} open again", "item"),
    "refine choose": ("kept and dropped items of", "kept and dropped items {}", "time"),
    "rate": ("rated", "rated {}", "text"),
    "training answer": ("judged for training:", "judged {} for training", "text"),
    "rate import": ("imported ratings:", "imported ratings {}", "time"),
}
_ALONE = {
    "suite import": "imported the suite",
    "suite split": "reserved items:",
    "item add": "added an item:",
    "item change": "changed an item:",
    "item retire": "retired an item:",
    "item restore": "brought an item back:",
    "items change": "changed items of",
    "items assign": "assigned items of",
    "guideline": "wrote the guideline of",
    "example add": "added an example:",
    "example remove": "removed an example:",
    "error type add": "added an error type:",
    "error type rename": "renamed an error type:",
    "error type move": "moved an error type:",
    "error type retire": "retired an error type:",
    "outputs import": "imported outputs:",
    "outputs fetch": "fetched outputs:",
    "outputs replace": "replaced outputs:",
    "campaign change": "changed the campaign",
    "campaign rename": "renamed the campaign",
    "campaign tag": "tagged the campaign",
    "campaign delete": "deleted the campaign",
    "system change": "changed the system",
    "system rename": "renamed the system",
    "system tag": "tagged the system",
    "system label": "labelled the system",
    "system comment": "commented on the system",
    "system delete": "deleted the system",
    "training make": "made the training set",
    "training assign": "assigned the training set",
    "training remove": "removed the training set",
    "review controls set": "mixed in control texts:",
    "review controls remove": "took out the control texts of",
    "report save": "saved the report",
    "report remove": "removed the report",
    "template make": "made a template:",
    "template unscramble": "took in a template:",
    "challenge build": "built the challenge",
    "challenge import": "imported the challenge",
    "challenge score": "scored the challenge",
    "challenge group": "grouped the metrics of",
    "challenge remove": "removed the challenge",
    "challenge unscore": "removed scores of",
    "contrast run": "ran the study",
    "contrast import": "imported the study",
    "contrast remove": "removed the study",
    "rating create": "made the rating task",
    "rating remove": "removed the rating task",
    "undo": "undid",
    "judge": "let the rules judge:",
    "user add": "entered",
    "user role": "gave a role:",
    "user remove": "removed",
    "user password": "set the password of",
    "user token": "made a token:",
    "user revoke": "revoked a token:",
    "user revoke all": "revoked all tokens of",
}
# Frequent verbs that are grouped; all others get their own line.
_TOGETHER = ("review", "rule", "refine", "rate", "training")


def in_words(verb: str) -> str:
    """A verb of the log in everyday words: “decided”, “imported outputs”."""
    return (_SAID[verb][0] if verb in _SAID else _ALONE.get(verb, verb)).rstrip(":")


@dataclass(frozen=True)
class Activity:
    """An activity of a person: one change, or several similar ones in a row."""

    person: str
    verb: str
    words: str
    about: str  # of a single change; empty for several
    comment: str
    at: str  # of the latest
    number: int  # of the latest change
    many: int = 1
    undone: bool = False

    @property
    def about_one(self) -> bool:
        """Whether it may concern a single item; imports never do."""
        return self.many == 1 and self.verb.partition(" ")[0] in (*_TOGETHER, "item")


def activities(entries: Iterable[LogEntry], most: int) -> list[Activity]:
    """The latest activities; entries come newest first."""
    found: list[Activity] = []
    for run in _runs(entries):
        if len(found) == most:
            break
        found.append(_activity(run))
    return found


def _runs(entries: Iterable[LogEntry]) -> Iterator[list[LogEntry]]:
    """Runs of changes of one person and kind; undone ones stand alone."""
    run: list[LogEntry] = []
    for entry in entries:
        if run and _kind(run[-1]) != _kind(entry):
            yield run
            run = []
        run.append(entry)
    if run:
        yield run


def _kind(entry: LogEntry) -> tuple[str, str, int | None]:
    alone = entry.undone_by or entry.verb.partition(" ")[0] not in _TOGETHER
    return entry.person, entry.verb, entry.number if alone else None


def _activity(run: list[LogEntry]) -> Activity:
    last, many = run[0], len(run)
    one, several, noun = _SAID.get(last.verb, (_ALONE.get(last.verb, f"{last.verb}:"), "{}", last.verb))
    alone = many == 1
    words = one if alone else several.format(counted(many, noun))
    about, comment = (last.about, last.comment) if alone else ("", "")
    if alone and last.undoes is not None:
        about = f"change #{last.undoes}"
    undone = last.undone_by is not None
    return Activity(last.person, last.verb, words, about, comment, last.at, last.number, many, undone)
