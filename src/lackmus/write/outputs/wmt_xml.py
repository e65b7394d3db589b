"""WMT XML, all systems in one file: each document with its source and its translations."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from lackmus.core.base.texts import printable
from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.write.outputs.grid import grid, pair_of

NAMES_SYSTEMS = True

# Characters that XML cannot hold, even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(hand_ins: Sequence[HandIn]) -> Mapping[str, bytes]:
    """The file. A system without some lines of a document gets the others in a separate document element."""
    from lxml import etree

    source, target = _languages(pair_of(hand_ins, "WMT XML"))
    lines = grid(hand_ins, "WMT XML")
    root = etree.Element("dataset", id="lackmus")
    collection = etree.SubElement(root, "collection", id="suite")
    for (name, systems), grouped in groupby(lines, key=lambda line: (line.document, line.texts.keys())):
        together = list(grouped)
        document = etree.SubElement(collection, "doc", origlang=source)
        if name:
            document.set("id", checked(name, "A document"))
        for system in (None, *systems):
            if system is None:
                part = etree.SubElement(document, "src", lang=source)
            else:
                part = etree.SubElement(document, "hyp", system=checked(system, "A system"), lang=target)
            paragraph = etree.SubElement(part, "p")
            for line in together:
                segment = etree.SubElement(paragraph, "seg")
                if line.segment:
                    segment.set("id", checked(line.segment, "A segment"))
                segment.text = (
                    checked(line.source, "The source")
                    if system is None
                    else checked(line.texts[system], system)
                )
    content = etree.tostring(root, encoding="utf-8", xml_declaration=True, pretty_print=True)
    return {"outputs.xml": content}


def _languages(pair: str) -> tuple[str, str]:
    from lackmus.core.base.pairs import Pair

    parsed = Pair.parse(pair)
    return parsed.source, parsed.target


def checked(text: str, whose: str) -> str:
    """The text; an error if XML cannot hold it."""
    bad = _FORBIDDEN.search(text)
    if bad is not None:
        raise LackmusError(
            f"{whose} has U+{ord(bad[0]):04X} in “{printable(text[:30])}”, which XML cannot hold. "
            "Use another format, such as jsonl."
        )
    return text
