"""The API does what its description says, whatever is sent: schemathesis reads it and tries."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from lackmus.flows.accounts import make_token
from lackmus.flows.workspaces import Desk
from lackmus.web.app import create_app
from lackmus.web.served import Served
from tests.web.conftest import site_on

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


# What the API is does not depend on what is served.
APP = create_app(Served(Desk(), Path()))
schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", APP)


@pytest.fixture(scope="module")
def script(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What a script sends along; it may do anything to a copy of the samples."""
    folder = tmp_path_factory.mktemp("described")
    shutil.copy(filled, folder / "lackmus.db")
    (folder / "uploads").mkdir()
    for site in site_on(folder / "lackmus.db", folder / "uploads"):
        APP.state.served = site.served
        token = make_token(site.desk, "Ada", "schemathesis")
        yield {"Authorization": f"Bearer {token}"}


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_answers_as_described(case: Any, script: dict[str, str]) -> None:
    """Answers have the status, the kind and the shape that the description promises; none is our mistake."""
    case.call_and_validate(headers=script, checks=CHECKS, timeout=30)
