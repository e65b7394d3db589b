"""Deciding where texts are read: what a page with texts needs for it."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from fastapi import Request

from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.live_review import live_review_at
from lackmus.flows.reviews.standings import numbers_of_texts
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.http.auth import current_user
from lackmus.web.served import mark_of


@dataclass(frozen=True)
class Deciding:
    """The texts of a page that its reader may decide."""

    settings: Mapping[str, Any]  # for static/js/deciding.js
    texts: Mapping[int, Mapping[str, Any]]  # by number
    numbers: Mapping[tuple[int, str], int] = field(default_factory=dict)  # by item number and wording


def deciding(
    request: Request, desk: Desk, texts: Iterable[int], campaign: str | None = None, named: bool = False
) -> Deciding | None:
    """What lets the reader of a page decide these texts; None for people who may not, or if there are none.

    `named`: the page shows the systems, which the log has not recorded yet.
    """
    user = current_user(request)
    if not user.role.may(Role.ANNOTATOR):
        return None
    found = live_review_at(desk).standings(desk, list(dict.fromkeys(texts)), campaign)
    if not found:
        return None
    settings = {"person": desk.who, "workspace": mark_of(desk), "named": named}
    return Deciding(settings, {number: asdict(one) for number, one in found.items()})


def deciding_wordings(
    request: Request, desk: Desk, wordings: Iterable[tuple[int, str]], campaign: str | None, named: bool
) -> Deciding | None:
    """Likewise, for texts that are known by item number and wording."""
    if not current_user(request).role.may(Role.ANNOTATOR):
        return None
    numbers = numbers_of_texts(desk, wordings)
    found = deciding(request, desk, numbers.values(), campaign, named)
    return found and Deciding(found.settings, found.texts, numbers)
