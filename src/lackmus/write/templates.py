"""Templates to hand out: the sentences alone, one per line or as WMT XML."""

from enum import StrEnum

from lackmus.core.outputs.templates import Template, template_name
from lackmus.write.outputs.wmt_xml import checked


class TemplateForm(StrEnum):
    """The format of a template."""

    LINES = "lines"
    WMT_XML = "wmt-xml"


def template_file(template: Template, token: str, form: TemplateForm) -> tuple[str, bytes]:
    """File name and content. Nothing in it distinguishes items from distractors."""
    name = template_name(template.pair, token)
    if form is TemplateForm.LINES:
        return f"{name}.txt", "".join(f"{source}\n" for source in template.sources).encode()
    return f"{name}.xml", _wmt_xml(template, name)


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
