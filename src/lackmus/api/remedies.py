"""What helps in Python: arguments, functions and methods, by the code of an error."""

from collections.abc import Mapping

from lackmus.errors import Argument, Instead, LackmusError, Remedy, Setting, fitting, in_words

# Arguments that have other names here: `from` and `as` are words of Python's own.
ARGUMENTS = {"from": "form", "as": "person", "to": "format", "output": "file", "named_system": "system"}


def _how(where: str, how: str) -> str:
    """Return how an option of an engine, a metric, a parser or an aligner is written."""
    if where != "option":
        return f"{where}={how}"
    name, _, value = how.partition("=")
    return f"option={{'{name}': {value}}}"


def _fitting(formats: Mapping[str, str], plainly: Mapping[str, str]) -> str:
    """Return the formats that would fit; where one needs an argument, it is named."""
    lines = "one translation per line, beside the source file that source= names"
    return fitting({**formats, "lines": lines} if "lines" in formats else formats)


def _column(role: str) -> str:
    """Return how a column is named."""
    several = ", or several columns that are systems: columns={'text': ['A', 'B']}" if role == "text" else ""
    return f"Name it: columns={{'{role}': 'COLUMN'}}{several}."


REMEDIES: dict[str, Remedy] = {
    "unknown-key": "A data set may have others: form='dataset'.",
    "which-columns": _column,
    "no-known-texts": "Adjudicate some, or give verdicts: texts={{12: 'pass'}}.",
    "training-first": "Judge it on its page (lackmus serve), or with lackmus training next.",
    "nobody-to-train": "Name people: to=['Ben'].",
    "verdict-unknown": "Give it one: texts={{{text}: 'pass'}}.",
    "no-error-type": "Look at the suite again.",
    "no-error-types": "An editor can add some.",
    "no-example": "Look at the suite again.",
    "no-langpair": "Say it: langpair='de-en'.",
    "no-order": "State it from the best on: order='{example}'.",
    "other-pairs": "Read one as the other: pair='{own}={there}'.",
    "which-of-pairs": "Say which it is: pair='{own}={there}'.",
    "no-test-set": "Name the test set that they translate: source='FILE.jsonl'.",
    "answer-too-long": "Ask for more at each word, or let them be written all the same: allow_large=True.",
    "azure-key": "Check {key}. A resource of one region also needs {region} or option={{'region': …}}.",
    "challenge-taken": "Choose another name, or replace it with its scores: replace=True.",
    "fetch-unfinished": "{there}: the same call goes on from there, and partial=True stores what is there.",
    "file-taken": "Name another file, or replace it: replace=True.",
    "groups-said-twice": Instead("group= names systems, and group_by= their tags. Choose one."),
    "half-a-test-set": Instead("A test set needs both: test_hyp= and test_reference=."),
    "score-gaps": "Complete them, or rank the metric on what it scored: allow_gaps=True.",
    "no-shared-tuple": "Leave metrics out (metrics=[…]), or count each metric's own: counted='own'.",
    "key-missing": "Name it: key='key.jsonl'.",
    "may-only-look": "An {admin} can change that.",
    "memory-short": "If the memory is too small, choose a smaller batch or device='cpu'.",
    "more-time": lambda where, how: f"Give it more time: {_how(where, how)}.",
    "no-apertium-package": "Install the pair's package (on Debian or Ubuntu named like apertium-eng-spa), "
    "or choose a mode: option={{'mode': …}}.",
    "no-argos-package": "Install one with Argos, or name a file: option={{'package': 'FILE.argosmodel'}}.",
    "no-campaign": "Import one: Workspace.import_outputs(FILES, campaign=NAME).",
    "no-challenges": "Build one: Workspace.build_challenge.",
    "no-fallbacks": Instead("fallback= and no_fallback= contradict each other. Leave one out."),
    "no-format-fits": _fitting,
    "no-groups": Instead("table='groups' needs groups of systems. Name them: group_by= or group=."),
    "no-human-scores": "Name a file of them: scores=.",
    "no-keywords": "Make it with lackmus contrast select.",
    "no-outputs": "Import some: Workspace.import_outputs(FILES, campaign=NAME).",
    "no-outputs-ending": Instead(
        "{file}: no format has this ending. Use {endings}, or say which: format='tsv'."
    ),
    "no-ratings": "Rate on its page (lackmus serve), or with Workspace.rate.",
    "no-scores": "Name files of scores, or metrics: metric='bleu,chrf'.",
    "no-sentence-pieces": "Copy it there from the model that was converted, "
    "or name its folder: option={{'tokenizer': 'FOLDER'}}.",
    "no-source": "Name its file with source=, or a suite of lackmus contrast select.",
    "no-studies": "Make one: lackmus.study.",
    "no-study": "lackmus.study makes one.",
    "no-such-change": "Workspace.log() lists them.",
    "no-such-ending": Instead("{file}: no format has this ending. Use {endings}, or say {where}=."),
    "no-such-person": "{there}.",
    "no-such-text": "Texts have the numbers that Workspace.open_texts shows.",
    "no-such-time": "{written} (Workspace.log()).",
    "no-suite": "Import one: Workspace.import_suite(FILE).",
    "no-translations": "Name them with hyp=.",
    "no-workspace": "Make one by importing a suite (Workspace.import_suite(FILE)), "
    "or name another: workspace=, {variable}.",
    "none-left": "Keep one with keep=NAME.",
    "none-took-part": "Keep one with keep=NAME.",
    "nothing-to-undo": "Workspace.log() lists all changes.",
    "nothing-to-write": "Leave it out: exclude=.",
    "one-campaign": Instead(
        "table='trend' compares campaigns, and here is only one. "
        "Use lackmus.trend(SUITE, {{NAME: FOLDER, …}})"
    ),
    "one-table": "Ask for one with table=, or choose another format.",
    "option-needed": lambda where, how: f"Say it: {_how(where, how)}.",
    "other-outputs": "Nothing was stored; replace them with replace=True, "
    "which keeps the old ones in the history.",
    "other-target": Instead("{lacking} It has {target}, which may differ: option={{'target': '{target}'}}."),
    "perhaps-plain-text": "If it is plain text, name a parser with parser=.",
    "role-needed": "{ask}, or act as one: person=NAME.",
    "rule-broken": "Change the rule: lackmus rule change at a terminal.",
    "scores-need-a-reference": "Name one with reference=, or a test set of its own.",
    "scores-taken": "Give the metric another name, or remove them first.",
    "several-campaigns": Instead(
        "table='{table}' is about one campaign. Use lackmus.evaluate, or table='trend' or 'suite'."
    ),
    "several-systems": Instead("system= names one system, but the files hold {held}."),
    "source-missing": "Name it: source=.",
    "study-taken": "Choose another name, or replace it: replace=True.",
    "system-left-out": "Keep it all the same with keep=.",
    "system-made-otherwise": "Give these another name (system=NAME), "
    "or let them replace those (replace=True).",
    "too-heavy": "Split it, or read it all the same: allow_large=True.",
    "translations-of-what": Instead(
        "Say what the outputs translate: source=FILE (line by line) or suite=FILE (by id)."
    ),
    "undone-already": "Do it again: Workspace.undo({again}).",
    "unknown-ids": "Use the suite these outputs belong to, or skip_unknown=.",
    "which-backup": "Name a backup file, or a folder of lackmus export.",
    "which-campaign": lambda there: f"Name it: campaign=NAME. {there}".strip(),
    "which-contrasts": Instead(
        "Say which language pair is meant (pair='{pair}'), or name contrasts (contrast=)."
    ),
    "new-phenomenon": "To make a new one: new=True, with category=.",
    "which-item": "Choose with suite= and pair=.",
    "which-item-of-review": "Choose one with pair=.",
    "which-pair": "Choose one with pair=.",
    "which-suite": "Choose one with suite=.",
    "who-are-you": "Say it: person=NAME, or {variable}.",
    "whose-scores": Instead("Say whose scores are meant, with of=: {there}."),
    "workspace-in-folder": "Name a file in it: workspace='{file}'.",
    "workspace-taken": "Name another workspace, or replace it: replace=True (a copy of it is kept).",
}
# Codes that need no entry here.
WITHOUT = frozenset(
    {
        # The errors themselves have the remedy for the database's administrator.
        *("database-away", "database-busy", "database-closed", "database-crowded"),
        *("database-damaged", "database-failing", "database-full", "database-overloaded"),
        *("database-read-only", "database-refusing", "disk-full", "workspace-moved"),
        # Their own remedies fit.
        *("folder-taken", "for-the-keeper", "item-of-text-retired", "item-retired", "no-export"),
        *("no-folder", "no-such-study", "no-such-task", "options-of-several", "plug-in"),
        *("several-files", "several-parts", "unwritable"),
        # Python has no verb for these.
        *("no-admin", "no-distractors", "no-such-phenomenon", "no-such-rule", "no-such-token"),
        *("no-tasks", "only-admin", "option-trusted", "other-role", "report-taken"),
        *("rule-of-another", "rule-still-wanted", "suite-too-slow", "which-template"),
        *("whose-translations",),
    }
)


def in_python(problem: LackmusError) -> str:
    """Return an error in one line with arguments as Python has them."""
    return in_words(problem, REMEDIES, _named)


def _named(argument: Argument) -> str:
    if isinstance(argument, Setting):
        return argument.value
    name = ARGUMENTS.get(argument.name, argument.name)
    return f"{name}={argument.value!r}" if argument.value else name
