"""The API does what its description says, whatever is sent: schemathesis reads it and tries."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from lackmus.flows.challenges.keeping import keep, keep_scores
from lackmus.flows.contrasts import keeping as kept_studies
from lackmus.flows.workspaces.accounts import make_token
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.app import create_app
from lackmus.web.served import Served
from tests.challenged import challenge_of, scores_of
from tests.studied import small_study
from tests.web.conftest import site_on

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


# What the API is does not depend on what is served.
APP = create_app(Served(Desk(), Path()))
TOLD = APP.openapi()
OPERATIONS = [(path, how) for path, known in TOLD["paths"].items() for how in known]

# What to try is thought out when an operation's turn comes: for all of them that takes seconds, and whoever
# shares the tests with others collects them all.
schema = schemathesis.pytest.from_fixture("operation")


@pytest.fixture(scope="module")
def desk(sample_workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A copy of the samples, to which anything may be done."""
    folder = tmp_path_factory.mktemp("described")
    shutil.copy(sample_workspace, folder / "lackmus.db")
    (folder / "uploads").mkdir()
    for site in site_on(folder / "lackmus.db", folder / "uploads"):
        APP.state.served = site.served
        challenge = challenge_of()
        keep(site.desk, challenge)
        keep_scores(site.desk, challenge.name, scores_of(challenge))
        kept_studies.keep(site.desk, small_study())
        yield site.desk


@pytest.fixture
def script(desk: Desk) -> dict[str, str]:
    """What a script sends along: a token of its own, for one of the operations revokes all that there are."""
    return {"Authorization": f"Bearer {make_token(desk, 'Ada', 'schemathesis')}"}


@pytest.fixture(params=OPERATIONS, ids=[f"{how.upper()} {path}" for path, how in OPERATIONS])
def operation(request: pytest.FixtureRequest) -> BaseSchema:
    """The description of one operation, as if there were no other."""
    request.node._nodeid = request.node.nodeid  # schemathesis asks for it by a name of older pytests
    path, how = request.param
    alone = schemathesis.openapi.from_dict({**TOLD, "paths": {path: {how: TOLD["paths"][path][how]}}})
    alone.app = APP
    return alone


def test_names_of_shapes() -> None:
    """Every shape has a name of its own: where two share one, the description would tell of our modules."""
    names = TOLD["components"]["schemas"]
    assert "Offer" in names
    assert [name for name in names if "__" in name or "-" in name] == []


def test_a_token_is_asked_for() -> None:
    """Whoever reads the description knows what to send along, with every request."""
    assert TOLD["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    operations = {(path, how): TOLD["paths"][path][how] for path, how in OPERATIONS}
    assert [place for place, one in operations.items() if one.get("security") != [{"token": []}]] == []


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_answers_as_described(case: Any, script: dict[str, str]) -> None:
    """Answers have the status, the kind and the shape that the description promises; none is our mistake."""
    case.call_and_validate(headers=script, checks=CHECKS, timeout=30)
