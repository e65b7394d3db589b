"""A challenge as a JSON file of DEMETR: a list of machine translations, each with a perturbed one.

The form is that of Karpinska et al. (2022), *DEMETR: Diagnosing Evaluation Metrics for Translation*.
"""

import re
from collections.abc import Mapping
from typing import Any

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.errors import LackmusError
from lackmus.read.challenges.rows import TupleRows, file_signature, plain_name
from lackmus.read.files import File
from lackmus.read.objects import parsed

FITS = "DEMETR's JSON: a list of objects with src_sent, eng_sent, mt_sent, pert_sent, pert_name, lang_tag"

_BEGINNING = re.compile(r'\s*\[\s*\{[^}]{0,20000}?"(?:mt_sent|pert_sent)"\s*:')
_THERE = {
    "source": "src_sent",
    "reference": "eng_sent",
    "better": "mt_sent",
    "worse": "pert_sent",
    "phenomenon": "pert_name",
    "pair": "lang_tag",
}
_LANGUAGES = {  # all are translated into English
    **{"chinese_simple": "zh", "czech": "cs", "french": "fr", "german": "de", "hindi": "hi"},
    **{"italian": "it", "japanese": "ja", "polish": "pl", "russian": "ru", "spanish": "es"},
}


def recognises(file: File) -> bool:
    """Whether the file begins with a list of such objects."""
    return _BEGINNING.match(file.text[:30_000]) is not None


def read(file: File) -> ChallengeSet:
    """The challenge in the file; categories are the severities of errors."""
    entries = parsed(file.text, str(file.path), "DEMETR's files are lists of objects.")
    if not isinstance(entries, list):
        raise LackmusError(f"{file.path} is no list. DEMETR's files are lists of objects.")
    rows = TupleRows(file.path, "entry")
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict):
            raise rows.problem(number, "no object. DEMETR's files are lists of objects.")
        rows.add(number, _values(entry, number, rows), _THERE)
    return ChallengeSet(plain_name(file.path), rows.tuples(), file_signature(file))


def _values(entry: Mapping[str, Any], number: int, rows: TupleRows) -> dict[str, str]:
    """The texts of a tuple by our names."""
    values = {}
    for name, there in (*_THERE.items(), ("category", "severity")):
        value = entry.get(there)
        if value is not None and not isinstance(value, str):
            raise rows.problem(number, f"“{there}” is not a text in quotation marks.")
        if value is not None:
            values[name] = value
    language = values.get("pair", "").casefold()
    if language in _LANGUAGES:
        values["pair"] = f"{_LANGUAGES[language]}-en"
    elif "pair" in values:
        known = ", ".join(_LANGUAGES)
        raise rows.problem(number, f"“lang_tag” cannot be “{values['pair']}”. Known are {known}.")
    if values.get("worse") == values.get("reference"):  # the reference, put beside the machine translation
        values["better"], values["worse"] = values.get("worse", ""), values.get("better", "")
    if "id" in entry and "phenomenon" in values:
        values["tuple"] = f"{values['phenomenon']}:{entry['id']}"
    return values
