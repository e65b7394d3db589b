"""What helps on a page: buttons and other pages, by the code of an error; and the status by its kind."""

from lackmus.errors import (
    Argument,
    ConflictError,
    ForbiddenError,
    Instead,
    LackmusError,
    NotFoundError,
    Remedy,
    Setting,
    UnavailableError,
    fitting,
    in_words,
)

_AGAIN = "Try again in a moment."
_KEEPER = "the administrator of the server has to look after it."


def _column(role: str) -> str:
    """Return how a column is named."""
    several = ", or several columns that are systems: text=A,text=B" if role == "text" else ""
    return f"Name it under Columns: {role}=COLUMN{several}."


REMEDIES: dict[str, Remedy] = {
    "new-phenomenon": "To make a new one, write its category as well, and that it is new.",
    "unknown-key": "A data set may have others: choose that format.",
    "which-columns": _column,
    "other-pairs": "Read one as the other: name {there} as the pair in the files.",
    "which-of-pairs": "Name the pair in the files: {there}.",
    "no-known-texts": "Adjudicate some under Disputes, or name texts with their verdicts: 12=pass.",
    "training-first": "Judge it under Agreement › Training.",
    "nobody-to-train": "Tick somebody.",
    "verdict-unknown": "Give it one: {text}=pass.",
    "no-error-type": "Look at the page of its phenomenon.",
    "no-error-types": "An editor can add some on the page of the phenomenon.",
    "no-example": "Look at the page of its phenomenon.",
    "no-test-set": "Upload their test set, too, as the source file, or choose their template.",
    "answer-too-long": "Ask for more at each word.",
    "azure-key": "The administrator of the server checks {key} and, for a resource of one region, {region}.",
    "challenge-taken": "Choose another name, or tick that it may take the place of the other.",
    "database-away": Instead(f"The database is away. {_AGAIN}"),
    "database-busy": Instead(
        "The database is busy, others are writing. Nothing was changed; try again in a moment."
    ),
    "database-closed": Instead(f"The database cannot be opened; {_KEEPER}"),
    "database-crowded": Instead(f"The database is busy, it has no connection left. {_AGAIN}"),
    "database-damaged": Instead(f"The database is damaged; {_KEEPER}"),
    "database-failing": Instead(f"The disk of the database fails; {_KEEPER}"),
    "database-full": Instead(
        "The disk of the database is full. Nothing was changed; its administrator has to make room."
    ),
    "database-overloaded": Instead(f"The database is overloaded. {_AGAIN}"),
    "database-read-only": Instead(f"The workspace can only be read just now. Nothing was changed; {_KEEPER}"),
    "database-refusing": Instead(f"The database cannot do this now; {_KEEPER}"),
    "disk-full": Instead(
        "The disk of the server is full. Nothing was changed; its administrator has to make room."
    ),
    "fetch-unfinished": "{there}; go on later.",
    "for-the-keeper": "The administrator of the server {task}.",
    "item-of-text-retired": "Bring it back first, on its page.",
    "item-retired": "Bring it back, then edit its rules.",
    "score-gaps": "Complete them.",
    "no-shared-tuple": "Leave metrics out, or count each metric's own tuples.",
    "key-missing": "Hand in the key with it.",
    "may-only-look": "An {admin} can change that, under People.",
    "more-time": "Give it more time with the option timeout.",
    "no-admin": "Make another person admin first, under People.",
    "no-apertium-package": "The administrator of the server installs the pair's package, or choose a mode.",
    "no-argos-package": "The administrator of the server installs one with Argos.",
    "no-campaign": "Upload outputs under Outputs.",
    "no-challenges": "Build one: lackmus challenge build.",
    "no-distractors": "Upload a file of sentences, one per line.",
    "no-format-fits": lambda formats, plainly: fitting(formats | plainly),
    "no-outputs": "Upload some under Outputs.",
    "no-ratings": "There are no ratings yet.",
    "no-scores": "Score it: lackmus challenge score.",
    "no-studies": "It may be removed; look at the list.",
    "no-study": "lackmus contrast run writes one.",
    "no-such-change": "The log lists them.",
    "no-such-person": "{there}; add one under People.",
    "no-such-phenomenon": "The page of the suite lists them.",
    "no-such-rule": "The page of an item lists those it has.",
    "no-such-study": "It may be removed; look at the list.",
    "no-such-task": "It may be removed; look at the list.",
    "no-such-text": "Open the review again.",
    "no-such-time": "{written}, as it stands in the log.",
    "no-such-token": "The settings list them.",
    "no-suite": "Import one under Suites.",
    "no-tasks": "It may be removed; look at the list.",
    "none-took-part": "Keep one all the same, in the report.",
    "nothing-to-undo": "The log lists all changes.",
    "only-admin": "Make another one first, under People.",
    "option-needed": "Fill it in.",
    "option-trusted": Instead(
        "“{option}” can only be set by the administrator of the server, in engines.toml."
    ),
    "other-outputs": "Nothing was stored; say that they may be replaced. The history keeps the old ones.",
    "other-role": "Change the role under People.",
    "other-target": Instead("{lacking} It has {target}, which may differ: say so in the option target."),
    "plug-in": "{page}",
    "report-taken": "Choose another name, or tick that it may take the place of the other.",
    "role-needed": "{ask}.",
    "rule-broken": "Change the rule on the page of its item.",
    "rule-of-another": "The page of an item lists those it has.",
    "scores-taken": "Give the metric another name, or remove them first.",
    "several-parts": "Upload one after the other.",
    "source-missing": "Upload it, too.",
    "study-taken": "Choose another name, or remove the other first.",
    "suite-too-slow": "Bring it in on the command line: lackmus suite import.",
    "system-left-out": "Keep it all the same, in the report.",
    "system-made-otherwise": "Give these another name, or say that they may replace those.",
    "too-heavy": "Split it.",
    "undone-already": "To do it again, undo #{again} in the log.",
    "unknown-ids": "Choose the suite these outputs belong to, or let ids be skipped that it does not have.",
    "which-campaign": "{there}",
    "which-item": "Choose suite and pair.",
    "which-item-of-review": "Choose one of these.",
    "which-pair": "Choose the language pair.",
    "which-suite": "Choose the suite.",
    "which-template": "Choose the template that it translates.",
    "whose-translations": "Rename it, with the system's name in it.",
    "workspace-moved": Instead(
        "The workspace is not the file that was opened: it was moved, deleted or replaced. "
        "Nothing was changed; the administrator of the server has to put it back, or start Lackmus again."
    ),
}
# Codes that need no entry here.
WITHOUT = frozenset(
    {
        # Their own remedies fit.
        *("file-taken", "folder-taken", "memory-short", "no-folder", "no-sentence-pieces"),
        *("nothing-to-write", "one-table", "options-of-several", "unwritable", "workspace-taken"),
        # The fact is enough: no page asks for such a thing, or the page shows what can be chosen.
        *(
            "groups-said-twice",
            "half-a-test-set",
            "no-export",
            "no-fallbacks",
            "no-groups",
            "no-human-scores",
            "no-langpair",
            "no-order",
        ),
        *("no-keywords", "no-outputs-ending", "no-source", "no-such-ending", "no-translations"),
        *("no-workspace", "none-left", "one-campaign", "perhaps-plain-text"),
        *("rule-still-wanted", "scores-need-a-reference", "several-campaigns", "several-files"),
        *("several-systems", "translations-of-what", "which-backup", "which-contrasts"),
        *("who-are-you", "whose-scores", "workspace-in-folder"),
    }
)
# How pages name what was asked for; what is not here is left out, because pages have no options.
PLACES: dict[str, str] = {
    "as_of": "As of {value}",
    "collection": "Collection",
    "reserve": "“{value}” is no share",
    "save": "No report can be called {value}",
    "since": "Since {value}",
    "testsuite": "Test suite",
    "until": "Until {value}",
}
_STATUS = {NotFoundError: 404, ForbiddenError: 403, ConflictError: 409, UnavailableError: 503}


def on_page(problem: LackmusError) -> str:
    """Return an error in one line for a page or an answer of the JSON API."""
    return in_words(problem, REMEDIES, _place)


def status_of(problem: LackmusError) -> int:
    """Return the status of HTTP for an error: 400 unless its kind says more."""
    if (status := getattr(problem, "status", None)) is not None:
        return int(status)
    return next((status for kind, status in _STATUS.items() if isinstance(problem, kind)), 400)


def _place(argument: Argument) -> str:
    if isinstance(argument, Setting):
        return argument.name
    return PLACES.get(argument.name, "").format(value=argument.value)
