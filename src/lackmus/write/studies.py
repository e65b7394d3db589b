"""A study as JSON Lines: a head, then sentences with trees, links and verdicts."""

import gzip
import json
from pathlib import Path

from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.contrasts.study_lines import study_lines
from lackmus.write.files import write_file

ENDINGS = (".jsonl", ".jsonl.gz")


def study_content(study: ContrastStudy) -> str:
    """The study, one line per sentence or item."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in study_lines(study))


def write_study(path: Path, study: ContrastStudy) -> None:
    """Write a study to a file, compressed if its name says so; the output is deterministic."""
    content = study_content(study).encode()
    write_file(path, gzip.compress(content, 6, mtime=0) if path.suffix == ".gz" else content)
