"""Messages in the words of pages: what names an option or a command says where to click instead."""

import re

# In this order; what stands nowhere here is told as it is.
_WORDS = [
    (re.compile(pattern), words)
    for pattern, words in (
        (r"^--save (.+): --as-of would take this for", r"No report can be called \1: it would be taken for"),
        (r"^--as-of (.+?): ", r"As of \1: "),
        (r"^--reserve (.+): write", r"“\1” is no share: write"),
        (r"^--(system|label|tag) names", r"The form names"),
        (
            r"^--factor asks for distractors\. .*$",
            "Choose a file of distractors as well.",
        ),
        (r"^--[a-z-]+: (?=\S)", ""),
        (r" \(lackmus log\)", " (it stands in the log)"),
        (r"or replace it: --replace-saved\.", "or tick that it may take the place of the other."),
        (r"with --replace, which", "by ticking so, which"),
        (r"Choose one with --(suite|pair)\.", r"Choose the \1."),
        (r"Choose with --suite and --pair\.", "Choose suite and pair."),
        (r"Keep one with --keep NAME\.", "Keep one under the options of the report."),
        (r"Import (one|some): lackmus outputs import FILES --campaign NAME\.", "Upload some under Outputs."),
        (r"Import one: lackmus suite import FILE\.", "Import one under Suites."),
        (r", or act --as one\.", "."),
        (r": --(campaign|system) NAME\.", "."),
        (r"Say which it is: --template\.", "Say which it is."),
        (r"\blackmus log lists", "The log lists"),
        (r": lackmus undo [0-9]+\.", " in the log."),
        (r": lackmus user (add|role)\b.*$", " under People."),
        (r"lackmus user tokens lists them\.", "The settings list them."),
        (r": lackmus rule change\.", " on the page of its item."),
        (r": lackmus rule list ITEM\.", " on its page."),
        (r"lackmus suite show lists them\.", "The page of the suite lists them."),
        (r"Texts have the numbers that lackmus review next shows\.", "Open the review again."),
        (r"Let them: lackmus judge\.", "Whoever keeps the workspace can let them: lackmus judge."),
    )
]


def in_page_words(message: str) -> str:
    """A message of a verb as a page tells it."""
    told = message
    for pattern, words in _WORDS:
        told = pattern.sub(words, told)
    # What was cut at its beginning begins anew; else it may begin with a name.
    return told if told[:1] == message[:1] else told[:1].upper() + told[1:]
