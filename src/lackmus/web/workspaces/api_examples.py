"""Examples of the API for the shell: from a suite to a decision, on two sentences that they bring along."""

from collections.abc import Iterator
from dataclasses import dataclass

from lackmus.core.workspaces.people import Role

_SUITE = r"""cat > first.yaml <<'END'
pair: de-en
phenomena:
  - category: Ambiguity
    phenomenon: Lexical ambiguity
    items:
      - id: "1"
        source: Er saß auf der Bank.
        positive: \bbench\b
        negative: \bbank\b
      - id: "2"
        source: Das Schloss klemmt.
        positive: \block\b
        negative: \bcastle\b
END"""
_OUTPUTS = r"""printf '1\tHe sat on the bench.\n2\tThe lock is stuck.\n' > Birke.tsv
printf '1\tHe sat on the bank.\n2\tThe bolt is stuck.\n' > Linde.tsv"""


@dataclass(frozen=True)
class ApiExample:
    """What one does, who may, and the lines to paste into a shell."""

    key: str
    title: str
    words: str
    least: Role
    lines: str


def examples(base: str) -> Iterator[ApiExample]:
    """The examples with the address of this server, in the order in which they build on each other."""
    api = f"{base}/api/v1"
    sends = 'curl -H "Authorization: Bearer $TOKEN" \\\n  '
    json = f'{sends}-H "Content-Type: application/json" \\\n  '
    yield ApiExample(
        "import",
        "Import a suite",
        "Two sentences with their rules. With -F dry_run=true it is only told what would happen.",
        Role.EDITOR,
        f'{_SUITE}\n{sends}-F file=@first.yaml -F name=first \\\n  "{api}/suites/import"',
    )
    yield ApiExample(
        "upload",
        "Upload outputs",
        "What two systems wrote: a file each, which bears the system’s name. The campaign is made if there is "
        "none.",
        Role.EDITOR,
        f"{_OUTPUTS}\n{sends}-F files=@Birke.tsv -F files=@Linde.tsv \\\n  -F suite=first -F campaign=first "
        f'\\\n  "{api}/outputs"',
    )
    yield ApiExample(
        "report",
        "Read the report",
        "One of the two items is fair: no rule matches Linde’s “bolt”, so this text is open.",
        Role.READER,
        f'{sends}"{api}/report?suite=first&campaign=first"',
    )
    yield ApiExample(
        "decide",
        "Decide an open text",
        "The first call answers with the next open text. Put its text_id into the second, in the place of "
        "TEXT. Then both items are fair.",
        Role.ANNOTATOR,
        f"""{json}-d '{{"suite": "first", "campaign": "first"}}' \\\n  "{api}/review/next"\n\n"""
        f"""{json}-d '{{"suite": "first", "campaign": "first",\n    "decisions": [{{"text_id": TEXT, """
        f""""verdict": "pass"}}]}}' \\\n  "{api}/review/decide"""",
    )
