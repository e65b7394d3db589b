"""A study as JSON Lines: a head that says what it is, then sentences with their trees, links and verdicts."""

import gzip
import json
from pathlib import Path

from lackmus.core.contrasts.study import Study
from lackmus.core.contrasts.study_lines import study_lines
from lackmus.write.files import write_file

ENDINGS = (".jsonl", ".jsonl.gz")


def study_content(study: Study) -> str:
    """All of it, a line a sentence or item."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in study_lines(study))


def write_study(path: Path, study: Study) -> None:
    """Into a file, packed where its name says so; the same study is always the same bytes."""
    content = study_content(study).encode()
    write_file(path, gzip.compress(content, 6, mtime=0) if path.suffix == ".gz" else content)
