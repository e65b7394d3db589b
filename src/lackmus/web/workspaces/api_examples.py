"""Examples of the API for the shell: from a suite to a decision, on two sentences that they bring along."""

from collections.abc import Iterator
from dataclasses import dataclass

from lackmus.core.workspaces.people import Role

_SERVER = "http://SERVER"  # in the lines below, in the place of the server's own address

_IMPORT = r"""cat > first.yaml <<'END'
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
END
curl -H "Authorization: Bearer $TOKEN" \
  -F file=@first.yaml -F name=first \
  "http://SERVER/api/v1/suites/import"
"""

_UPLOAD = r"""printf '1\tHe sat on the bench.\n2\tThe lock is stuck.\n' > Birke.tsv
printf '1\tHe sat on the bank.\n2\tThe bolt is stuck.\n' > Linde.tsv
curl -H "Authorization: Bearer $TOKEN" \
  -F files=@Birke.tsv -F files=@Linde.tsv \
  -F suite=first -F campaign=first \
  "http://SERVER/api/v1/outputs"
"""

_REPORT = r"""curl -H "Authorization: Bearer $TOKEN" \
  "http://SERVER/api/v1/report?suite=first&campaign=first"
"""

_DECIDE = r"""curl -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"suite": "first", "campaign": "first"}' \
  "http://SERVER/api/v1/review/next"

curl -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"suite": "first", "campaign": "first",
       "decisions": [{"text_id": TEXT, "verdict": "pass"}]}' \
  "http://SERVER/api/v1/review/decide"
"""


@dataclass(frozen=True)
class ApiExample:
    """What one does, who may, and the lines to paste into a shell."""

    key: str
    title: str
    words: str
    least: Role
    lines: str


_EXAMPLES = (
    ApiExample(
        "import",
        "Import a suite",
        "Two sentences with their rules. With -F dry_run=true it only tells what would happen.",
        Role.EDITOR,
        _IMPORT,
    ),
    ApiExample(
        "upload",
        "Upload outputs",
        "What two systems wrote, in a file each, which bears the name of the system.",
        Role.EDITOR,
        _UPLOAD,
    ),
    ApiExample(
        "report",
        "Read the report",
        "One of the two items is fair: no rule matches Linde’s “bolt”, so this text is open.",
        Role.READER,
        _REPORT,
    ),
    ApiExample(
        "decide",
        "Decide an open text",
        "The first call answers with the next open text. Put its text_id into the second, in the place of "
        "TEXT. Then both items are fair.",
        Role.ANNOTATOR,
        _DECIDE,
    ),
)


def examples(base: str) -> Iterator[ApiExample]:
    """The examples with the address of this server, in the order in which they build on each other."""
    for one in _EXAMPLES:
        lines = one.lines.rstrip().replace(_SERVER, base)
        yield ApiExample(one.key, one.title, one.words, one.least, lines)
