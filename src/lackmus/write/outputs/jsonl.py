"""Outputs as JSON Lines, all systems in one file."""

import json
from collections.abc import Mapping, Sequence

from lackmus.core.outputs.outputs import HandIn
from lackmus.write.outputs.rows import rows_of

NAMES_SYSTEMS = True
KEEPS_MARKS = True


def write(hand_ins: Sequence[HandIn]) -> Mapping[str, str]:
    """One object per output; document, segment and mark stand there if they are known."""
    lines = []
    for row in rows_of(hand_ins):
        values = {key: value for key, value in row._asdict().items() if value or key == "text"}
        lines.append(json.dumps(values, ensure_ascii=False) + "\n")
    return {"outputs.jsonl": "".join(lines)}
