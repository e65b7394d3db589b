"""Documents of shared tasks: what their ids say, and what makes two of them the same."""

from dataclasses import dataclass

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import source_key
from lackmus.core.outputs.fit import Damage, Suspicion

_PARTS_26 = "_###_"  # set, domain, source language, target language, document
_PARTS_25 = "_#_"  # pair, domain, document


class DocumentIdError(ValueError):
    """What is written there is no id of a document."""


@dataclass(frozen=True, slots=True)
class DocumentId:
    """What the id of a document says: its test set (none in WMT25), domain, language pair and own name."""

    written: str
    set: str
    domain: str
    pair: Pair
    name: str
    languages: str  # the pair as it is spelled: en-ru_RU, eng_Latn-rus_Cyrl

    @classmethod
    def parse(cls, written: str) -> "DocumentId":
        """Read an id as WMT26 or WMT25 writes it."""
        if _PARTS_26 in written:
            parts = written.split(_PARTS_26, 4)
            if len(parts) == 5:
                set_, domain, source, target, name = parts
                return cls(
                    written, set_, domain, _pair(f"{source}->{target}", written), name, f"{source}-{target}"
                )
        elif _PARTS_25 in written:
            parts = written.split(_PARTS_25, 2)
            if len(parts) == 3:
                return cls(written, "", parts[1], _pair(parts[0], written), parts[2], parts[0])
        raise DocumentIdError(
            f"“{written}” has too few parts for a document's id; it is written like "
            "set_###_domain_###_eng_Latn_###_deu_Latn_###_name (WMT26) or en-de_DE_#_domain_#_name (WMT25)"
        )


def wmt26_id(set_: str, domain: str, pair: Pair, name: str) -> str:
    """The id of a document as WMT26 writes it: languages with three letters and their script."""
    return _PARTS_26.join(
        (set_, domain, language_and_script(pair.source), language_and_script(pair.target), name)
    )


def wmt25_id(domain: str, pair: Pair, name: str) -> str:
    """The id of a document as WMT25 writes it: the target language with its region."""
    import langcodes

    target = langcodes.Language.get(pair.target)
    region = target.territory or target.maximize().territory
    written = f"{target.language}_{region}" if region else pair.target
    return _PARTS_25.join((f"{langcodes.Language.get(pair.source).language}-{written}", domain, name))


def language_and_script(tag: str) -> str:
    """A language as shared tasks write it since 2026: `de` is `deu_Latn`, `zh-TW` is `zho_Hant`."""
    import langcodes

    language = langcodes.Language.get(tag)
    script = language.script or language.maximize().script
    return f"{language.to_alpha3()}_{script}" if script else language.to_alpha3()


def _pair(pair: str, written: str) -> Pair:
    try:
        return Pair.parse(pair)
    except PairError as problem:
        raise DocumentIdError(f"“{written}”: {problem}") from None


def document_key(text: str) -> str:
    """What makes the sources of two documents or paragraphs the same: any white space between words."""
    return " ".join(source_key(text).split())


def mismatch(file: str, line: int, document: str, expected: int, found: int, items: int) -> Suspicion:
    """What is said of a document whose translation has other paragraphs than its source."""
    stay = "item stays" if items == 1 else "items stay"
    return Suspicion(
        Damage.PARAGRAPHS,
        line,
        line,
        0,
        f"{file}, line {line}, {document}: {counted(expected, 'paragraph')} in the source, {found:,} in the "
        f"translation; {items:,} {stay} open",
    )
