"""What helps on the command line: options and commands, by the code of an error."""

from collections.abc import Mapping

from lackmus.errors import Argument, Instead, LackmusError, Remedy, Setting, fitting, in_words


def _fitting(formats: Mapping[str, str], plainly: Mapping[str, str]) -> str:
    """Return the formats that would fit; where one needs an argument, it is named."""
    lines = "one translation per line, beside the source file that --source names"
    return fitting({**formats, "lines": lines} if "lines" in formats else formats)


def _column(role: str) -> str:
    """Return how a column is named."""
    several = ", or several columns that are systems: --columns text=A,text=B" if role == "text" else ""
    return f"Name it: --columns {role}=COLUMN{several}."


REMEDIES: dict[str, Remedy] = {
    "unknown-key": "A data set may have others: --from dataset.",
    "which-columns": _column,
    "no-known-texts": "Adjudicate some, or give verdicts: --text NUMBER=VERDICT.",
    "training-first": "lackmus training next {name} shows the next.",
    "nobody-to-train": "Name people: --to NAME.",
    "verdict-unknown": "Give it one: --text {text}=pass.",
    "no-error-type": "lackmus suite error-types lists them.",
    "no-error-types": "An editor can add some: lackmus suite error-type.",
    "no-example": "lackmus suite examples lists them.",
    "no-langpair": "Say it: --langpair de-en.",
    "no-order": "State it from the best on: --order '{example}'.",
    "other-pairs": "Read one as the other: --pair {own}={there}.",
    "which-of-pairs": "Say which it is: --pair {own}={there}.",
    "no-test-set": "Name the test set that they translate: --source FILE.jsonl.",
    "answer-too-long": "Ask for more at each word, or let them be written all the same: --allow-large.",
    "azure-key": "Check {key}. A resource of one region also needs {region} or --option region=….",
    "challenge-taken": "Choose another name, or replace it with its scores: --replace.",
    "database-damaged": Instead("{name}: it is damaged. Restore a backup: lackmus restore FILE ({cause})."),
    "fetch-unfinished": "{there}: the same command goes on from there, and --partial stores what is there.",
    "file-taken": "Name another file, or replace it: --replace.",
    "folder-taken": "Name a new folder with -o.",
    "groups-said-twice": Instead("--group names systems, and --group-by their tags. Choose one."),
    "half-a-test-set": Instead("A test set needs both: --test-hyp and --test-reference."),
    "score-gaps": "Complete them, or rank the metric on what it scored: --allow-gaps.",
    "no-shared-tuple": "Leave metrics out (--metrics), or count each metric's own: --counted own.",
    "key-missing": "Name it: --key key.jsonl.",
    "may-only-look": "An {admin} can change that: lackmus user role NAME {role}.",
    "memory-short": "If the memory is too small, choose a smaller batch or --device cpu.",
    "more-time": "Give it more time: {where} {how}.",
    "new-phenomenon": "A new one: --new, with --to-category.",
    "no-admin": "Make another person admin first: lackmus user role.",
    "no-apertium-package": "Install the pair's package (on Debian or Ubuntu named like apertium-eng-spa), "
    "or choose a mode: --option mode=….",
    "no-argos-package": "Install one with Argos, or name a file: --option package=FILE.argosmodel.",
    "no-campaign": "Import one: lackmus outputs import FILES --campaign NAME.",
    "no-challenges": "Build one: lackmus challenge build.",
    "no-distractors": "Name a file of sentences: --distractors FILE.",
    "no-export": Instead("{lacking}: it is no folder of lackmus export --everything. Name another."),
    "no-fallbacks": Instead("--fallback and --no-fallback contradict each other. Leave one out."),
    "no-folder": "Name another one with -o.",
    "no-format-fits": _fitting,
    "no-groups": Instead("--table groups needs groups of systems. Name them: --group-by or --group."),
    "no-keywords": "Make it with lackmus contrast select.",
    "no-outputs": "Import some: lackmus outputs import FILES --campaign NAME.",
    "no-outputs-ending": Instead("{file}: no format has this ending. Use {endings}, or say which: --to tsv."),
    "no-ratings": "Rate on its page (lackmus serve), or with lackmus rating export and import.",
    "no-human-scores": "Name a file of them: --scores.",
    "no-scores": "Name files of scores, or metrics: --metric bleu,chrf.",
    "no-sentence-pieces": "Copy it there from the model that was converted, "
    "or name its folder: --option tokenizer=FOLDER.",
    "no-source": "Name its file with --source, or a suite of lackmus contrast select.",
    "no-studies": "Make one: lackmus contrast run.",
    "no-study": "lackmus contrast run writes one.",
    "no-such-change": "lackmus log lists them.",
    "no-such-ending": Instead("{file}: no format has this ending. Use {endings}, or say {where}."),
    "no-such-person": "{there}; add one: lackmus user add NAME.",
    "no-such-phenomenon": "lackmus suite show lists them.",
    "no-such-rule": "List those of an item: lackmus rule list ITEM.",
    "no-such-text": "Texts have the numbers that lackmus review next shows.",
    "no-such-time": "{written} (lackmus log).",
    "no-such-token": "lackmus user tokens lists them.",
    "no-suite": "Import one: lackmus suite import FILE.",
    "no-tasks": "Make one: lackmus rating create.",
    "no-translations": "Name them with --hyp.",
    "no-workspace": "Make one by importing a suite (lackmus suite import FILE), "
    "or name another: --workspace, {variable}.",
    "none-left": "Keep one with --keep NAME.",
    "none-took-part": "Keep one with --keep NAME.",
    "nothing-to-undo": "lackmus log lists all changes.",
    "nothing-to-write": "Leave it out: --exclude.",
    "one-campaign": Instead(
        "--table trend compares campaigns, and here is only one. Use lackmus trend SUITE NAME=FOLDER…"
    ),
    "one-table": "Ask for one with --table, or choose another format.",
    "only-admin": "Make another one first: lackmus user role NAME {role}.",
    "option-needed": "Say it: {where} {how}.",
    "options-of-several": "Say --metric for each.",
    "other-outputs": "Nothing was stored; replace them with --replace, "
    "which keeps the old ones in the history.",
    "other-role": "Change it: lackmus user role {person} {role}.",
    "other-target": Instead("{lacking} It has {target}, which may differ: --option target={target}."),
    "perhaps-plain-text": "If it is plain text, name a parser with --parser.",
    "report-taken": "Choose another name, or replace it: --replace-saved.",
    "role-needed": "{ask}, or act --as one.",
    "rule-broken": "Change the rule: lackmus rule change.",
    "rule-of-another": "List the rules of an item: rule list.",
    "rule-still-wanted": "If you still want it: lackmus rule {still}.",
    "scores-need-a-reference": "Name one with --reference, or a test set of its own.",
    "scores-taken": "Give the metric another name, or remove them: "
    "lackmus challenge remove NAME --metric METRIC.",
    "several-campaigns": Instead(
        "--table {table} is about one campaign. Use lackmus evaluate, or --table trend or suite."
    ),
    "several-files": Instead(
        "--system names one system, but there are several files. Unscramble one at a time."
    ),
    "several-systems": Instead("--system names one system, but the files hold {held}."),
    "source-missing": "Name it: --source.",
    "study-taken": "Choose another name, or replace it: --replace.",
    "system-left-out": "Keep it all the same with --keep.",
    "system-made-otherwise": "Give these another name (--system NAME), "
    "or let them replace those (--replace).",
    "too-heavy": "Split it, or read it all the same: --allow-large.",
    "translations-of-what": Instead(
        "Say what the outputs translate: --source FILE (line by line) or --suite FILE (by id)."
    ),
    "undone-already": "Do it again: lackmus undo {again}.",
    "unknown-ids": "Use the suite these outputs belong to, or --skip-unknown.",
    "unwritable": "Choose another place with -o.",
    "which-backup": "Name a backup file, or a folder of lackmus export.",
    "which-campaign": lambda there: f"Name it: --campaign NAME. {there}".strip(),
    "which-contrasts": Instead(
        "Say which language pair is meant (--pair {pair}), or name contrasts (--contrast)."
    ),
    "which-item": "Choose with --suite and --pair.",
    "which-item-of-review": "Choose one with --pair.",
    "which-pair": "Choose one with --pair.",
    "which-suite": "Choose one with --suite.",
    "which-template": "Say which it is: --template.",
    "who-are-you": "Say it: --as NAME, or {variable}.",
    "whose-scores": Instead("Say whose scores are meant, with --of: {there}."),
    "whose-translations": "Say it: --system NAME.",
    "workspace-in-folder": "Name a file in it: --workspace {file}.",
    "workspace-taken": "Name another workspace, or replace it: --replace (a copy of it is kept).",
}


# Codes that need no entry here.
WITHOUT = frozenset(
    {
        # The errors themselves have the remedy for the database's administrator.
        *("database-away", "database-busy", "database-closed", "database-crowded"),
        *("database-failing", "database-full", "database-overloaded", "database-read-only"),
        *("database-refusing", "disk-full", "workspace-moved"),
        # Their own remedies fit.
        *("for-the-keeper", "item-of-text-retired", "item-retired", "no-such-study"),
        *("no-such-task", "plug-in", "several-parts"),
        # Only pages raise them.
        *("option-trusted", "suite-too-slow"),
    }
)
_POSITIONAL = {"named_system": "system"}  # arguments that are no options


def worded(problem: LackmusError) -> str:
    """Return an error in one line of the command line."""
    return in_words(problem, REMEDIES, option)


def option(argument: Argument | str) -> str:
    """Return an argument as the command line writes it: --as-of 2026."""
    if isinstance(argument, str):
        argument = Argument(argument)
    if isinstance(argument, Setting):
        return argument.value
    if argument.name in _POSITIONAL:
        return _POSITIONAL[argument.name]
    return f"--{argument.name.replace('_', '-')} {argument.value}".rstrip()
