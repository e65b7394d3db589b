"""Counterparts of keywords, as a table in percent with examples, and as plain values."""

from statistics import fmean
from typing import Any

from lackmus.core.contrasts.counterparts import Counterpart, Example, Structure
from lackmus.core.contrasts.shares import Tendencies
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.contrasts.study_verdicts import bracketed
from lackmus.core.trees.treebank import Treebank, Word
from lackmus.tables.contrasts.sentences import Labels, title_of
from lackmus.tables.table import Column, Level, Row, Table, Unit


def counterparts_table(found: Tendencies, labels: Labels, details: bool = True) -> Table:
    """A row for each kind of counterpart, by structure; `details` show whole sentences."""
    rows: list[Row] = []
    for one in found.structures:
        means = _mean([one.found(who) for who in found.systems])
        shares = [means, *(one.found(who) for who in found.everybody)]
        blank = [""] * (1 + 2 * details)
        rows.append(Row.of(one.category, one.keywords, *shares, *blank, level=Level.GROUP))
        rows += [_kind_row(found, one, kind, labels, details) for kind in one.counts]
    return Table(
        title=f"{title_of(found)}: what stands for the keyword, in percent",
        columns=(
            Column("Counterpart"),
            Column("n", Unit.COUNT),
            Column("Mean", Unit.PERCENT, group="systems"),
            *(Column(labels.get(who, who), Unit.PERCENT, group="systems") for who in found.systems),
            *(Column(labels.get(who, who), Unit.PERCENT, group="references") for who in found.references),
            Column("Example"),
            *((Column("Source"), Column("Translation")) if details else ()),
        ),
        rows=tuple(rows),
        signature=found.signature,
        notes=(
            "n: all keywords of the structure, each once, without those that a person dropped. The row of a "
            "structure: how many of them have any counterpart. Mean: of the systems.",
            "Of several words that stand for a keyword, that counts whose kind is named first: subordinate "
            "clause, (other) finite clause, infinitive and so on. Examples are taken from short sentences.",
        ),
    )


def _kind_row(found: Tendencies, one: Structure, kind: Counterpart, labels: Labels, details: bool) -> Row:
    shares = [one.percent(kind, who) for who in found.everybody]
    mean = _mean([one.percent(kind, who) for who in found.systems])
    example = one.examples.get(kind)
    texts: list[str | None] = [None] * (1 + 2 * details)
    if example is not None:
        said = _said(found.study, example)
        name = labels.get(example.system, example.system)
        texts = [said["words"], *([said["source"], f"{name}: {said['translation']}"] if details else [])]
    return Row.of(str(kind), one.keywords, mean, *shares, *texts, level=Level.MEMBER, group=one.category)


def counterpart_values(found: Tendencies) -> list[dict[str, Any]]:
    """The counterparts as plain values, in counts."""
    return [
        {
            "category": one.category,
            "keywords": one.keywords,
            "counterparts": [
                {
                    "kind": str(kind),
                    "counts": {who: counts.get(who, 0) for who in found.everybody},
                    "example": _said(found.study, one.examples[kind]) if kind in one.examples else None,
                }
                for kind, counts in one.counts.items()
            ],
        }
        for one in found.structures
    ]


def _said(study: ContrastStudy, example: Example) -> dict[str, str]:
    """An example as text, with the keyword and its counterpart in brackets."""
    keyword = _word(study.sources, example.sentence, example.keyword)
    words = [_word(study.targets, example.target, number) for number in example.words]
    forms = dict.fromkeys(study.targets.texts[example.target][word.start : word.end] for word in words)
    return {
        "words": f"{keyword.form} → {' '.join(forms)}",
        "item": example.item,
        "system": example.system,
        "source": bracketed(study.sources.texts[example.sentence], [keyword]),
        "translation": bracketed(study.targets.texts[example.target], words),
    }


def _word(bank: Treebank, sentence: int, number: int) -> Word:
    return bank.word(int(bank.bounds[sentence]) + number)


def _mean(values: list[float]) -> float | None:
    return fmean(values) if values else None
