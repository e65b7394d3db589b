"""Patterns that would fill the memory or hold the server for minutes, sent by somebody who may only read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lackmus.core.workspaces.people import Role
from lackmus.flows.rules import lab
from tests.conftest import PROJECT
from tests.web.conftest import Opener, Site

# In a process of its own with little memory, so that a failure harms nobody else.
ATTACK = """
import json, resource, sys
from pathlib import Path
from lackmus.core.workspaces.people import Role
from tests.web.conftest import opener_on
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
folder = Path(sys.argv[1])
(folder / "uploads").mkdir()
from lackmus.flows.workspaces.workspaces import Desk
Desk(str(folder / "lackmus.db"), "Ada").open(create=True).close()
for opened in opener_on(folder / "lackmus.db", folder / "uploads"):
    reader = opened(Role.READER).client
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for pattern in json.load(sys.stdin):
        rules = [{"side": "positive", "kind": "pattern", "value": pattern}]
        answer = reader.post("/api/v1/rules/try", json={"rules": rules, "texts": ["aaaa", "ab" * 2000]})
        said = answer.json()["rules"][0]
        print(json.dumps([answer.status_code, said["error"], said["risk"]]))
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""

TOO_LARGE = [
    "((a{1000}){1000}){1000}",
    "(?:(?:(?:){1000}){1000}){1000}b",
    "(?i)" + "[Ā-￿]" * 1_500,
    "(" * 300 + "a" + ")" * 300,
]
LABORIOUS = [
    r"(?i)(.*).*\1?\1?\1?!",
    "(?:a|aa){5000}b",
    "(?:(?:a?){40}b?){40}c",
    r"\w*\w*a?a?a?!",
    "a{40000}",
]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="memory can be limited on Unix only")
def test_no_pattern_of_a_reader_fills_the_memory(tmp_path: Path) -> None:
    """Each is answered at once: refused with what is too large, or searched within bounds."""
    done = subprocess.run(
        [sys.executable, "-c", ATTACK, str(tmp_path)],
        input=json.dumps([*TOO_LARGE, *LABORIOUS]),
        capture_output=True,
        text=True,
        timeout=300,
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(PROJECT / "src"), str(PROJECT)])},
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    *answers, megabytes = map(json.loads, done.stdout.splitlines())
    assert [status for status, _, _ in answers] == [200] * len(answers)
    assert [bool(error) for _, error, _ in answers] == [True] * len(TOO_LARGE) + [False] * len(LABORIOUS)
    assert all(
        "too large" in error or "nested too deeply" in error for _, error, _ in answers[: len(TOO_LARGE)]
    )
    assert megabytes < 250


@pytest.mark.parametrize(
    "path, more",
    [("/rules/try", {"texts": ["a"]}), ("/items/1/preview", {}), ("/items/1/impact", {"base": 1})],
)
def test_reading_rules_ends_in_time(
    site_as: Opener, monkeypatch: pytest.MonkeyPatch, path: str, more: dict[str, object]
) -> None:
    """Five hundred patterns, each of which takes a while to compile: the request is answered all the same."""
    monkeypatch.setattr(lab, "READING_SECONDS", -1.0)
    rules = [{"side": "positive", "kind": "pattern", "value": "a+"}]
    answer = site_as(Role.READER).client.post(f"/api/v1{path}", json={"rules": rules, **more})
    assert answer.status_code == 400
    assert "take more than -1 seconds. Nothing was changed" in answer.json()["error"]


def test_a_preview_that_is_cut_says_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """All searches of a request have one deadline; texts for which no time was left are timeouts."""
    monkeypatch.setattr(lab, "PREVIEW_SECONDS", -1.0)
    rules = [{"side": "positive", "kind": "pattern", "value": r"(\w+) \1"}]
    told = site.client.post("/api/v1/rules/try", json={"rules": rules, "texts": ["a a", "b b"]}).json()
    assert [(one["verdict"], one["reason"]) for one in told["texts"]] == [("warning", "timeout")] * 2
