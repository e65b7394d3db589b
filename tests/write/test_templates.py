"""Templates as they are handed out: sentences, and nothing that tells items from distractors."""

import json

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.documents import DocumentId
from lackmus.core.outputs.template_documents import ReturnedDocument, lines_in, unscramble_documents
from lackmus.core.outputs.templates import Template, TemplateLine
from lackmus.errors import LackmusError
from lackmus.write.templates import TemplateForm, TestSetChoices, template_file

TEMPLATE = Template(
    Pair("de", "en"), 1, 1, (TemplateLine("Größe & <b>", ("de-en:1",)), TemplateLine("Zwei."))
)


@pytest.mark.parametrize(
    "form, name, holds",
    [
        (TemplateForm.LINES, "lackmus-de-en-k7q2xw4m.txt", "Größe & <b>\nZwei.\n"),
        (TemplateForm.WMT_XML, "lackmus-de-en-k7q2xw4m.xml", '<seg id="1">Größe &amp; &lt;b&gt;</seg>'),
    ],
)
def test_files_of_a_template(form: TemplateForm, name: str, holds: str) -> None:
    """One sentence per line, or per segment."""
    found, content = template_file([(TEMPLATE, "k7q2xw4m")], form)
    assert found == name
    assert holds in content.decode()
    assert "de-en:1" not in content.decode()


def test_xml_refuses_what_it_cannot_hold() -> None:
    """Not even escaped."""
    odd = Template(Pair("de", "en"), 1, 0, (TemplateLine("a\x01b"),))
    with pytest.raises(LackmusError, match=r"U\+0001"):
        template_file([(odd, "k7q2xw4m")], TemplateForm.WMT_XML)


DOCUMENT = Template(
    Pair("de", "en"),
    1,
    0,
    (
        TemplateLine("Eins.", ("de-en:1",)),
        TemplateLine("Sechs.", ("de-en:6",)),
        TemplateLine("Zwei.\n\nDrei & vier.", ("de-en:2",)),
        TemplateLine("Fünf.", ("de-en:3",), "Be brief."),
    ),
)


@pytest.mark.parametrize(
    "form, most, sources",
    [
        (TemplateForm.WMT26, 1, ["Eins.", "Sechs.", "<p>Zwei.</p>\n<p>Drei &amp; vier.</p>", "Fünf."]),
        (
            TemplateForm.WMT26,
            3,
            ["<p>Eins.</p>\n<p>Sechs.</p>", "<p>Zwei.</p>\n<p>Drei &amp; vier.</p>", "Fünf."],
        ),
        (TemplateForm.WMT25, 3, ["Eins.\n\nSechs.", "Zwei.\n\nDrei & vier.", "Fünf."]),
    ],
)
def test_test_sets_of_wmt(form: TemplateForm, most: int, sources: list[str]) -> None:
    """Paragraphs as that year has them; an item that is a document stays alone; one prompt a document."""
    name, content = template_file([(DOCUMENT, "k7q2xw4m")], form, TestSetChoices(documents=most))
    assert name == "lackmus-de-en-k7q2xw4m.jsonl"
    records = [json.loads(line) for line in content.decode().splitlines()]
    assert [one["src_text"] for one in records] == sources
    assert records[-1]["prompt_instruction"] == "Be brief."
    assert records[0]["prompt_instruction"].startswith("Translate the following text from German to English.")
    pair = DocumentId.parse(records[0]["doc_id"]).pair
    assert pair.is_like(DOCUMENT.pair)
    assert records[0]["tgt_lang"] == ("eng_Latn" if form is TemplateForm.WMT26 else "en_US")


@pytest.mark.parametrize(
    "name, lines",
    [
        ("lackmus-de-en-k7q2xw4m-00003", ("k7q2xw4m", 3, 3)),
        ("lackmus-en-zh-Hant-k7q2xw4m-00003-00005", ("k7q2xw4m", 3, 5)),
        ("lackmus-de-en-k7q2xw4m", None),
        ("brisbanetimes.com.au.377358", None),
    ],
)
def test_names_of_documents(name: str, lines: tuple[str, int, int] | None) -> None:
    assert lines_in(name) == lines


def test_lines_that_the_template_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="line 7: the template has no such document x"):
        unscramble_documents(DOCUMENT, {(4, 5): ReturnedDocument("x", 7, "a")}, "Linde", "Linde.jsonl")
