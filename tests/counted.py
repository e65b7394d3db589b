"""A run in which fewer tests are reported than were collected fails: what did not run has not passed."""

import pytest

wanted = 0
begun = 0


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(ids: list[str]) -> None:
    """Every worker collects all tests; they share them."""
    global wanted
    wanted = len(ids)


def pytest_collection_finish(session: pytest.Session) -> None:
    """The same where there are no workers."""
    global wanted
    wanted = len(session.items)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Every test begins once, whatever becomes of it."""
    global begun
    begun += report.when == "setup"


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Count, where everything looks well."""
    partial = hasattr(session.config, "workerinput") or session.config.option.collectonly
    if exitstatus == pytest.ExitCode.OK and not partial and begun < wanted:
        session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
        print(f"\n{wanted - begun} of {wanted} tests were collected and not run.")
