"""What a visitor can meet by clicking names no option of the command line."""

import pytest

from lackmus.web.wording import in_page_words
from tests.web.conftest import Site


@pytest.mark.parametrize(
    "message, told",
    [
        ("There is no campaign WMT99. There is 2026.", "There is no campaign WMT99. There is 2026."),
        ("--keep: 2026 has no system X. It has A.", "2026 has no system X. It has A."),
        ("--pair: there are no items for de-xx.", "There are no items for de-xx."),
        (
            "--as-of soon: no report is saved under this name, and it is no date. "
            "Write a day (2026-05-01), or the number of a change (lackmus log).",
            "As of soon: no report is saved under this name, and it is no date. "
            "Write a day (2026-05-01), or the number of a change (it stands in the log).",
        ),
        (
            "2026 has outputs for a, b. Choose one with --suite.",
            "2026 has outputs for a, b. Choose the suite.",
        ),
        (
            "The workspace has no campaign yet. Import one: lackmus outputs import FILES --campaign NAME.",
            "The workspace has no campaign yet. Upload some under Outputs.",
        ),
        (
            "A report is saved as May already. Choose another name, or replace it: --replace-saved.",
            "A report is saved as May already. "
            "Choose another name, or tick that it may take the place of the other.",
        ),
        (
            "--save 7: --as-of would take this for a time or a change. Choose a word.",
            "No report can be called 7: it would be taken for a time or a change. Choose a word.",
        ),
        ("Only an editor may decide. Ask Ada, or act --as one.", "Only an editor may decide. Ask Ada."),
        (
            "#3 is undone already. Do it again: lackmus undo 4.",
            "#3 is undone already. Do it again in the log.",
        ),
        (
            "Nobody would be admin any more. Make somebody admin first: lackmus user role.",
            "Nobody would be admin any more. Make somebody admin first under People.",
        ),
    ],
)
def test_messages_in_the_words_of_pages(message: str, told: str) -> None:
    assert in_page_words(message) == told


@pytest.mark.parametrize(
    "place",
    [
        "/review?campaign=WMT99",
        "/review?campaign=2026&suite=nothing",
        "/review?campaign=2026&system=Nobody",
        "/report?campaign=WMT99",
        "/report?campaign=2026",  # of several suites
        "/report?campaign=2026&systems=Nobody",
        "/report?campaign=2026&keep=Nobody",
        "/report?campaign=2026&as_of=soon",
        "/compare?campaign=2026&a=Nobody",
        "/trend?systems=Nobody",
        "/outputs/campaign?name=WMT99",
        "/outputs/system?campaign=2026&name=Nobody",
        "/outputs/download?campaign=2026&format=jsonl",
        "/outputs/upload?campaign=WMT99",
        "/templates/new?part=nothing",
    ],
)
def test_no_page_speaks_of_options(site: Site, place: str) -> None:
    """Whatever an old or mistyped address asks for."""
    answer = site.client.get(place)
    assert answer.status_code < 500
    assert " --" not in answer.text and ">--" not in answer.text


def test_a_name_that_is_taken(site: Site) -> None:
    place = "/report/save?campaign=2026&suite=de-en&pair=de-en"
    assert site.client.post(place, data={"name": "May"}).status_code == 303
    again = site.client.post(place, data={"name": "May"})
    assert again.status_code == 400 and "tick that it may take the place" in again.text
