"""Documents of shared tasks: what their ids say, and what makes two of them the same."""

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.base.paragraphs import joined
from lackmus.core.outputs.documents import (
    DocumentId,
    DocumentIdError,
    document_key,
    language_and_script,
    wmt26_id,
)


@pytest.mark.parametrize(
    "written, set_, domain, pair, name",
    [
        ("en-ru_RU_#_literary_#_rink_rats", "", "literary", "en-ru-RU", "rink_rats"),
        ("ja-zh_CN_#_news_#_a_#_b", "", "news", "ja-zh-CN", "a_#_b"),
        ("WMT26_###_news_###_eng_Latn_###_ekk_Latn_###_x.1", "WMT26", "news", "en-ekk-Latn", "x.1"),
        ("dfki_###_suite_###_deu_Latn_###_eng_Latn_###_1", "dfki", "suite", "de-en", "1"),
    ],
)
def test_what_an_id_says(written: str, set_: str, domain: str, pair: str, name: str) -> None:
    found = DocumentId.parse(written)
    assert (found.set, found.domain, str(found.pair), found.name) == (set_, domain, pair, name)


@pytest.mark.parametrize(
    "written", ["", "news", "en-ru_#_news", "WMT26_###_news_###_eng_Latn_###_x", "xx1-yy2_#_news_#_a"]
)
def test_what_is_no_id(written: str) -> None:
    with pytest.raises(DocumentIdError):
        DocumentId.parse(written)


def test_ids_that_are_written_are_read() -> None:
    pair = Pair.parse("de-zh_TW")
    written = wmt26_id("dfki", "suite", pair, "0001")
    assert written == "dfki_###_suite_###_deu_Latn_###_zho_Hant_###_0001"
    assert DocumentId.parse(written).pair.is_like(pair)


@pytest.mark.parametrize("tag, written", [("de", "deu_Latn"), ("sr", "srp_Cyrl"), ("zh-Hans", "zho_Hans")])
def test_languages_as_shared_tasks_write_them(tag: str, written: str) -> None:
    assert language_and_script(tag) == written


def test_white_space_between_words_makes_no_other_document() -> None:
    assert document_key("one\n\ntwo  three") == document_key(joined(["one", "two three"]))
