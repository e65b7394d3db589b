"""Templates to hand out: the sentences alone, one per line, as WMT XML, or as a test set of WMT."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.base.paragraphs import document_text
from lackmus.core.engines.languages import language_name
from lackmus.core.outputs.documents import language_and_script, wmt25_id, wmt26_id
from lackmus.core.outputs.template_documents import DOMAIN, TemplateDocument, template_documents
from lackmus.core.outputs.templates import Template, template_name
from lackmus.errors import LackmusError
from lackmus.write.outputs.wmt_xml import checked


class TemplateForm(StrEnum):
    """The format of a template."""

    LINES = "lines"
    WMT_XML = "wmt-xml"
    WMT25 = "wmt25"
    WMT26 = "wmt26"


TEST_SETS = (TemplateForm.WMT25, TemplateForm.WMT26)  # may hold several directions
_NO_SET = re.compile(r"[^A-Za-z0-9.]+")
_SET = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,99}")


@dataclass(frozen=True)
class TestSetChoices:
    """How a template becomes a test set of WMT."""

    set: str = ""  # the set's id: which test suite it is
    documents: int = 1  # sentences in a document at most
    prompt: str = ""  # for items without their own

    __test__ = False  # not a class of tests, although its name begins like one

    def __post_init__(self) -> None:
        if self.set and not _SET.fullmatch(self.set):
            raise LackmusError(
                f"“{self.set}” is no id of a set: write letters, digits, dots and hyphens.", argument="set"
            )


_USUAL = TestSetChoices()
Tokened = tuple[Template, str]  # a template and its token


def template_file(
    templates: Sequence[Tokened],
    form: TemplateForm,
    choices: TestSetChoices = _USUAL,
    suite: str = "",
) -> tuple[str, bytes]:
    """File name and content. Nothing in it distinguishes items from distractors.

    A test set is named by its set's id, if one is chosen; else by its template, or by the suite.
    """
    names = [template_name(template.pair, token) for template, token in templates]
    if form in TEST_SETS:
        set_ = choices.set or _NO_SET.sub("-", suite).strip(".-")[:100] or names[0]
        name = names[0] if len(names) == 1 and not choices.set else f"{set_}.{form}"
        records = (one for each in templates for one in _test_set(*each, form, replace(choices, set=set_)))
        content = "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in records).encode()
        return f"{name}.jsonl", content
    if len(templates) != 1:
        raise LackmusError(f"{form} holds one language pair, not {len(templates)}.", code="which-pair")
    ((template, _),) = templates
    if form is TemplateForm.LINES:
        return f"{names[0]}.txt", "".join(f"{source}\n" for source in template.sources).encode()
    return f"{names[0]}.xml", _wmt_xml(template, names[0])


def _test_set(
    template: Template, token: str, form: TemplateForm, choices: TestSetChoices
) -> Iterator[dict[str, Any]]:
    """A document for each sentence, or for some, as test sets of that year have them."""
    pair = template.pair
    new = form is TemplateForm.WMT26
    for document in template_documents(template, token, choices.documents):
        text = document_text(document.text, tagged=new and "\n\n" in document.text)
        if new:
            id_ = wmt26_id(choices.set, DOMAIN, pair, document.name)
        else:
            id_ = wmt25_id(DOMAIN, pair, document.name)
        yield {
            "doc_id": id_,
            "domain": DOMAIN,
            "src_lang": language_and_script(pair.source) if new else pair.source,
            "tgt_lang": language_and_script(pair.target) if new else id_.split("_#_")[0].partition("-")[2],
            "src_text": text,
            "video": None,
            "screenshot": None,
            **({"gold_transcript": None} if new else {}),
            "prompt_instruction": document.prompt or choices.prompt or _usual_prompt(pair, document),
            **({"multimodal_instruction": None, "evaluation_instruction": None} if new else {}),
            "refs": {},
        }


def _usual_prompt(pair: Pair, document: TemplateDocument) -> str:
    source, target = (language_name(tag) or tag for tag in (pair.source, pair.target))
    keep = " Keep its paragraphs as they are." if "\n\n" in document.text else ""
    return f"Translate the following text from {source} to {target}.{keep} Answer with the translation only."


def _wmt_xml(template: Template, name: str) -> bytes:
    """A document of segments; systems add a hyp each."""
    from lxml import etree

    root = etree.Element("dataset", id=name)
    document = etree.SubElement(
        etree.SubElement(root, "collection", id="lackmus"), "doc", id=name, origlang=template.pair.source
    )
    part = etree.SubElement(etree.SubElement(document, "src", lang=template.pair.source), "p")
    for number, source in enumerate(template.sources, start=1):
        etree.SubElement(part, "seg", id=str(number)).text = checked(source, "The source")
    return etree.tostring(root, encoding="utf-8", xml_declaration=True, pretty_print=True)
