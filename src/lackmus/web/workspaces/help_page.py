"""Help: the words of Lackmus with a picture each, and all keys."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from lackmus.web.http.answers import page
from lackmus.web.http.auth import Reader
from lackmus.web.http.key_list import key_list

router = APIRouter()

# What the page explains, by the name to which other pages link: /help#fair.
TERMS = {
    "item": "Item and phenomenon",
    "text": "Text",
    "rule": "Rule",
    "open": "Open",
    "decision": "Decision",
    "untestable": "Not testable",
    "campaign": "Campaign",
    "fair": "Fair",
    "accuracy": "Accuracy",
    "cluster": "Cluster",
}


@router.get("/help")
def help_page(request: Request, desk: Reader) -> HTMLResponse:
    """The terms, each with a picture and an example, and the keys of all pages."""
    return page(request, "help.html", terms=TERMS, keys=key_list())
