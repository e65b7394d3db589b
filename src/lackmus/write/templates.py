"""Templates to hand out: the sentences alone, one per line, as WMT XML, or as WMT26 JSON Lines."""

import json
from enum import StrEnum

from lackmus.core.outputs.documents import language_and_script
from lackmus.core.outputs.templates import DOMAIN, Template, template_name, wmt26_ids
from lackmus.write.outputs.wmt_xml import checked


class TemplateForm(StrEnum):
    """The format of a template."""

    LINES = "lines"
    WMT_XML = "wmt-xml"
    WMT26 = "wmt26"


def template_file(template: Template, token: str, form: TemplateForm) -> tuple[str, bytes]:
    """File name and content. Nothing in it distinguishes items from distractors."""
    name = template_name(template.pair, token)
    if form is TemplateForm.LINES:
        return f"{name}.txt", "".join(f"{source}\n" for source in template.sources).encode()
    if form is TemplateForm.WMT26:
        return f"{name}.jsonl", _wmt26(template, token)
    return f"{name}.xml", _wmt_xml(template, name)


def _wmt26(template: Template, token: str) -> bytes:
    """A document for each sentence, as test suites of WMT26 have them; the template is the set."""
    languages = {
        "src_lang": language_and_script(template.pair.source),
        "tgt_lang": language_and_script(template.pair.target),
    }
    documents = [
        {"doc_id": document, "domain": DOMAIN, **languages, "src_text": source}
        for document, source in zip(wmt26_ids(template, token), template.sources, strict=True)
    ]
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in documents).encode()


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
