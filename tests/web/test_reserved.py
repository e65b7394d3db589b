"""What reserved items say reaches nobody who may not see it, by whatever route, in whatever format."""

import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import product
from pathlib import Path
from typing import Any, get_args

import polars as pl
import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient
from pydantic import BaseModel

from lackmus.core.base.choices import TableName
from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, names
from lackmus.web.app import create_app
from lackmus.web.http.downloads import PICTURES, formats
from lackmus.web.served import Served
from lackmus.web.suites.browsing import formats as suite_formats
from tests.web.reserved_site import CAMPAIGNS, PAIR, SUITE, SYSTEMS, WORD, Secrets, secrets_on
from tests.web.test_routes import PUBLIC, least_of

Values = Mapping[str, Sequence[object]]


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secrets]:
    folder = tmp_path_factory.mktemp("reserved")
    yield from secrets_on(folder / "lackmus.db", folder)


# -- what every part of an address can be ------------------------------------------------------------------


def in_paths(path: str, secrets: Secrets) -> dict[str, Sequence[object]]:
    """Values for what stands in braces: real ones, those of reserved items among them."""
    path = path.removeprefix("/api/v1")
    first = path.split("/")[1]
    numbers: dict[str, Sequence[object]] = {
        "items": secrets.items,
        "suites": (secrets.suite,),
        "challenges": (1,),
        "contrasts": (1,),
        "ratings": (1,),
        **dict.fromkeys(("training", "agreement"), (1,)),
        "people": (1, 2),
        "log": (secrets.last,),
        "settings": (1,),
        "tokens": (1,),
    }
    forms = tuple(formats())
    return {
        **({"number": numbers[first]} if first in numbers else {}),
        "format": forms,
        "ending": tuple(PICTURES),
        "name": ("kept",),
        "item": (1, 2),
        "key": ("none",),
        "text_id": secrets.texts,
        "text": secrets.texts[:1],
        "token": secrets.templates if first == "templates" else ("none",),
    }


def in_queries(path: str, secrets: Secrets) -> dict[str, Sequence[object]]:
    """Values for what stands behind the question mark."""
    template = path.endswith("/file")
    export = "/suites/" in path
    outputs = path.endswith(("/outputs/download", "/api/v1/outputs"))
    forms: Sequence[object] = formats()
    if template:
        forms = ("lines", "wmt-xml", *names(PluginGroup.WRITE_CHALLENGE))
    elif export:
        forms = tuple(suite_formats())
    elif outputs:
        forms = names(PluginGroup.WRITE_OUTPUTS)
    return {
        "a": SYSTEMS[:1], "after": (1,), "anonymous": (True,), "as_of": (secrets.before, "kept"), "at": (2,),
        "b": (f"{CAMPAIGNS[0]}/{SYSTEMS[0]}",), "back": ("/",), "by": ("phenomenon",), "campaign": CAMPAIGNS,
        "campaigns": (",".join(CAMPAIGNS),), "categories": ("Ambiguity",), "category": ("Ambiguity",),
        "code": ("rules-missing",), "contrast": ("",), "correction": ("holm",), "double": ("1",),
        "done": (1,), "every": (True,), "exact_names": (True,),
        "examples": (5,), "exclude": SYSTEMS[:1], "exclude_tags": (), "finding": ("any",),
        "flagged": ("1",), "fold": (True,), "form": forms, "format": forms, "groups": (),
        "intervals": ("wilson",), "item": (1, f"{PAIR}:{WORD}-1"), "keep": SYSTEMS[:1],
        "kind": (), "level": ("warning",), "like": secrets.hidden, "many": (3, "20"), "metric": ("BLEU",),
        "metrics": ("BLEU",), "mine": ("1",), "mode": (), "more": SYSTEMS[2:], "name": (*CAMPAIGNS, *SYSTEMS),
        "next": ("/",), "order": ("name",), "page": (1, 2), "pair": (PAIR,), "part": (f"{PAIR}|{SUITE}",),
        "person": ("Ed",), "phenomena": ("Lexical",), "phenomenon": ("Lexical",), "q": (WORD,),
        "reason": ("unmatched",), "repeats": ("all",), "reserved": (True,), "samples": (100,), "seed": (2,),
        "same": ("A=B",),
        "semantics": ("classic",), "since": ("2020-01-01",), "start": (0,),
        "state": ("open", "reserved", "ruleless", "retired"), "suite": (SUITE,), "system": SYSTEMS[:1],
        "systems": ("1", ",".join(SYSTEMS[:2])), "tables": tuple(TableName), "tags": (), "test": ("mcnemar",),
        "text": (WORD, "item"), "theme": ("dark",),
        "until": ("2099-01-01",), "verb": ("rule", "review"),
        "whole": (True,), "with_reserved": (True,), "without": (1,), "what": ("study", "choices"),
        "per_page": (10,), "min_items": (1,), "outcome": (), "score": (), "better": (), "worse": (),
        "length": (), "low": (60,), "high": (90,), "group_by": (), "worst": (True,),
        "sides": (), "symmetry": (), "verdict": (), "found_by": (), "references": (),
        "key": ("none",), "study": (1,), "table": ("texts", "systems"),
        "counted": ("fair",), "documents": (2,), "prompt": ("Translate.",),
        "refined": (), "by_pair": (), "sort": (), "set": (), "selected": (), "overall": (), "detail": (),
        "match": ("part", "pattern"), "in": (), "first": (0,), "lines": (100,), "width": (200,),
        "tag": (), "paradigm": (), "assigned": ("nobody", "me"), "items": ("1-40",), "texts": ("1-400",),
        "decided_by": ("Ed",), **({"systems": ("named",)} if _LISTS_TEXTS.match(path) else {}),
        "found": (f"wanted%3D{WORD}%26matching%3Dpart",), **(_OF_SEARCH if "/search" in path else {}),
    }  # fmt: skip


_LISTS_TEXTS = re.compile(r"(/api/v1)?/texts")
_OF_SEARCH: Values = {
    "q": (WORD, "reserved"), "fold": ("case", "accents"), "in": ("output", "source", "rule", "comment"),
    "sort": ("left", "frequency", "system"), "systems": ("named", "each"), "state": ("open", "settled"),
    "verdict": ("pass",),
}  # fmt: skip


BASE = {"campaign": "2026", "suite": SUITE, "pair": PAIR, "part": f"{PAIR}|{SUITE}", "name": "2026"}


class MissingError(Exception):
    """A test value is missing for a new route."""


def queries(dependant: Dependant) -> dict[str, Any]:
    """The names behind the question mark that a route knows, with their types."""
    found: dict[str, Any] = {}
    for one in dependant.dependencies:
        found |= queries(one)
    for param in dependant.query_params:
        kind = param.field_info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            found |= {field.alias or name: field.annotation for name, field in kind.model_fields.items()}
        else:
            found[param.alias] = kind
    return found


def addresses(path: str, dependant: Dependant, secrets: Secrets, thorough: bool) -> Iterator[str]:
    """Addresses that a route answers: every value in its path, and every name behind the question mark."""
    known = in_paths(path, secrets)
    wanted = re.findall(r"\{(\w+)(?::\w+)?\}", path)
    for name in wanted:
        if name not in known:
            raise MissingError(f"{path}: say in in_paths() what {{{name}}} can be")
    plain = re.sub(r":\w+\}", "}", path)
    values_of = product(*(known[name] for name in wanted))
    places = [plain.format(**dict(zip(wanted, values, strict=True))) for values in values_of]
    asked = queries(dependant)
    values = in_queries(path, secrets)
    base = {name: value for name, value in BASE.items() if name in asked}
    for name, kind in asked.items():
        if name not in values:
            raise MissingError(f"{path}: say in in_queries() what {name}= can be")
        if isinstance(kind, type) and issubclass(kind, Enum):
            values[name] = tuple(one.value for one in kind)
        elif get_args(kind) and all(isinstance(one, str) for one in get_args(kind)):
            values[name] = get_args(kind)
    if "kind" in asked:
        base["kind"] = str(values["kind"][0])
    if "match" in asked:  # a search: its letter is in every text
        base = {"q": "e", "match": "part"}
    for place in places:
        yield f"{place}{_written(base)}"
    if not thorough:
        return
    yield places[0]
    # Every form of a file is asked for above; what filters let through is the same in all.
    for place in places[:1] if "chart." in path or "{format}" in path else places[:2]:
        for name in asked:
            for value in values[name]:
                yield f"{place}{_written({**base, name: value})}"


def _written(said: Mapping[str, object]) -> str:
    return "?" + "&".join(f"{name}={value}" for name, value in said.items()) if said else ""


# -- what comes back ---------------------------------------------------------------------------------------


def unpacked(content: bytes) -> Iterator[bytes]:
    """What a file holds, however it is packed."""
    yield content
    if content.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name.encode()
                yield from unpacked(archive.read(name))
    elif content.startswith(b"\x1f\x8b"):
        yield from unpacked(gzip.decompress(content))
    elif content.startswith(b"PAR1"):
        yield pl.read_parquet(io.BytesIO(content)).write_json().encode()
    elif content.startswith(b"%PDF"):
        for packed in re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL):
            try:
                yield zlib.decompress(packed)
            except zlib.error:
                continue


def tells(answer: Any, asked: str) -> bool:
    """Whether an answer holds the word, apart from what it was asked for itself."""
    headers = " ".join(f"{name}: {value}" for name, value in answer.headers.items())
    found = b" ".join(unpacked(answer.content)) + headers.encode()
    if WORD in asked:  # a filter repeats what it was given
        said = rb"(right|wrong|some|Der|never a|about the|about|tag|like|ist|because of|item de-en:)\W*"
        return re.search(said + WORD.encode(), found) is not None
    return WORD.encode() in found.lower()


def named(field: Any) -> Sequence[str]:
    """The names in a body that a route knows."""
    return list(getattr(field.field_info.annotation, "model_fields", {}))


def routes(app: FastAPI, module: str) -> Iterator[tuple[str, str, Dependant]]:
    for route in iter_route_contexts(app.routes):
        dependant = getattr(route, "dependant", None)
        if dependant is None or str(dependant.call.__module__) != module:
            continue
        for method in sorted((route.methods or {"GET"}) - {"HEAD"}):
            if (method, str(route.path)) not in PUBLIC:
                yield method, str(route.path), dependant


def reserved_of(dependant: Dependant) -> Role:
    """From which role on a route shows reserved items."""
    found = [reserved_of(one) for one in dependant.dependencies]
    found.append(getattr(dependant.call, "reserved", Role.ADMIN))
    return min(found, key=list(Role).index)


_ROUTES = iter_route_contexts(create_app(Served(Desk(), Path())).routes)
MODULES = sorted(
    {
        str(route.dependant.call.__module__)
        for route in _ROUTES
        if getattr(route, "dependant", None) is not None
    }
)


def lacks_rights(answer: Any) -> bool:
    """Whether a role is refused what its route is open to, apart from what says that only editors see it."""
    said = answer.status_code == 403 or (answer.status_code == 400 and "can change that" in answer.text)
    return said and "only editors" not in answer.text


def look(client: TestClient, secrets: Secrets, role: Role, module: str, thorough: bool) -> dict[str, bool]:
    """All addresses of a module that a role may ask for, and whether the answer tells a secret."""
    app = client.app
    assert isinstance(app, FastAPI)
    told: dict[str, bool] = {}
    for method, path, dependant in routes(app, module):
        least = least_of(dependant)
        if method != "GET" or least is None or not role.may(least):
            continue
        for place in dict.fromkeys(addresses(path, dependant, secrets, thorough)):
            answer = client.get(place)
            assert answer.status_code < 500, f"{place}: {answer.text[:300]}"
            assert not lacks_rights(answer), f"{place}: {answer.text[-300:]}"
            allowed = role.may(reserved_of(dependant)) and reserved_of(dependant) is not Role.EDITOR
            told[place] = tells(answer, place) and not allowed
    return told


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_readers_get_no_word_of_a_reserved_item(secrets: Secrets, module: str) -> None:
    """Pages, API and files, with and without every filter."""
    told = look(secrets.browser(Role.READER).client, secrets, Role.READER, module, thorough=True)
    assert [place for place, secret in told.items() if secret] == []


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_annotators_see_them_in_review_alone(secrets: Secrets, module: str) -> None:
    told = look(secrets.browser(Role.ANNOTATOR).client, secrets, Role.ANNOTATOR, module, thorough=False)
    assert [place for place, secret in told.items() if secret] == []


@pytest.mark.parametrize("role", [Role.READER, Role.ANNOTATOR])
def test_what_is_sent_is_answered_without_their_words(secrets: Secrets, role: Role) -> None:
    """Rules that are tried, what they would change, what is undone: only review shows them, to annotators."""
    client = secrets.browser(role).client
    app = client.app
    assert isinstance(app, FastAPI)
    rule = {"side": "positive", "kind": "pattern", "value": "."}
    sent = {"rules": [rule], "base": secrets.last, "text_id": secrets.texts[-1], "texts": ["a"], "change": 20}
    told = {}
    for module in MODULES:
        for method, path, dependant in routes(app, module):
            least = least_of(dependant)
            if method == "GET" or least is None or not role.may(least) or path.endswith("/me/tokens"):
                continue
            if role.may(reserved_of(dependant)):
                continue
            for place in addresses(path, dependant, secrets, thorough=False):
                told_of = {name for field in dependant.body_params for name in named(field)}
                body = {name: value for name, value in sent.items() if name in told_of}
                how = {"json": body} if path.startswith("/api/") else {"data": {"name": "none", "item": "1"}}
                answer = client.request(method, place, **how)
                told[place] = (answer.status_code < 500, tells(answer, place))
    assert len(told) > 10
    assert {place: found for place, found in told.items() if found != (True, False)} == {}


@pytest.mark.parametrize(
    "place",
    [
        "/compare/download.json?campaign=2026",
        "/api/v1/compare?campaign=2026",
        "/templates/{template}/file",
        "/items/{item}",
        "/items/{item}?systems=1",
        "/api/v1/items/{item}/history",
        "/report/download.parquet?campaign=2026&tables=verdicts",
        "/report/items?campaign=2026&every=1",
        "/report/items?campaign=2026&every=1&as_of={before}",
        "/challenges/1/file",
        "/agreement/disputes",
        "/log",
        "/suites/1?state=retired",
    ],
)
def test_editors_see_them(secrets: Secrets, place: str) -> None:
    """The same words are there for those who may see them, so the tests above can fail."""
    place = place.format(template=secrets.templates[0], item=secrets.hidden[0], before=secrets.before)
    answer = secrets.browser(Role.EDITOR).client.get(place)
    assert (answer.status_code, tells(answer, place)) == (200, True)
    assert not tells(secrets.browser(Role.READER).client.get(place), place)


def test_annotators_judge_reserved_items(secrets: Secrets) -> None:
    """Nobody can judge what they do not see."""
    client = secrets.browser(Role.ANNOTATOR).client
    asked = {"campaign": "2026", "suite": SUITE, "pair": PAIR, "item": f"{PAIR}:{WORD}-3"}
    answer = client.post("/api/v1/review/next", json=asked)
    (one,) = answer.json()["texts"]
    assert WORD in one["text"] and one["item"].endswith(f"{WORD}-3")
    seen = client.get(f"/api/v1/review/texts/{one['text_id']}?campaign=2026")
    assert seen.status_code == 200 and WORD in seen.text
    refused = secrets.browser(Role.READER).client.get(f"/api/v1/review/texts/{one['text_id']}?campaign=2026")
    assert refused.status_code == 403 and "only editors" in refused.text


def test_numbers_are_the_same_for_everybody(secrets: Secrets) -> None:
    """Reserved items count; only what they say is hidden."""
    for place in (
        "/api/v1/report?campaign=2026",
        "/api/v1/trend",
        "/api/v1/agreement",
        "/api/v1/review/choices?campaign=2026",
        "/api/v1/campaign?name=2026",
        "/api/v1/challenges/1/ranking",
    ):
        told = [secrets.browser(role).client.get(place).json() for role in (Role.READER, Role.EDITOR)]
        assert told[0] == told[1], place
    first, second = (
        secrets.browser(role).client.get("/api/v1/compare?campaign=2026").json()
        for role in (Role.READER, Role.EDITOR)
    )
    assert first.keys() == second.keys()
    assert [{**first, "items": None}, len(first["items"])] == [
        {**second, "items": None},
        len(second["items"]),
    ]
    assert [one["outcome"] for one in first["items"]] == [one["outcome"] for one in second["items"]]


def test_a_new_route_must_say_what_it_is_asked(secrets: Secrets) -> None:
    """The walk can fail: a part of an address that it does not know is no reason to leave a route out."""
    app = FastAPI()
    app.get("/new/{unheard}")(lambda unheard: unheard)
    app.get("/other")(lambda strange="": strange)
    (one, other) = (route for route in app.routes if str(route.path) in ("/new/{unheard}", "/other"))  # type: ignore[attr-defined]
    for route, name in ((one, "unheard"), (other, "strange")):
        with pytest.raises(MissingError, match=name):
            list(addresses(route.path, route.dependant, secrets, thorough=True))  # type: ignore[attr-defined]
