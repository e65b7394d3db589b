"""Templates as they are handed out: sentences, and nothing that tells items from distractors."""

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.templates import Template, TemplateLine
from lackmus.errors import LackmusError
from lackmus.write.templates import TemplateForm, template_file

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
    found, content = template_file(TEMPLATE, "k7q2xw4m", form)
    assert found == name
    assert holds in content.decode()
    assert "de-en:1" not in content.decode()


def test_xml_refuses_what_it_cannot_hold() -> None:
    """Not even escaped."""
    odd = Template(Pair("de", "en"), 1, 0, (TemplateLine("a\x01b"),))
    with pytest.raises(LackmusError, match=r"U\+0001"):
        template_file(odd, "k7q2xw4m", TemplateForm.WMT_XML)
