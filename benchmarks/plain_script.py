"""What a user's script does: read, find the sentences, compile, judge each distinct text, count."""

import json
import re
import sys
from collections import defaultdict
from unicodedata import normalize


def main(suite: str, source: str, *outputs: str) -> None:
    """Print the number of fair items and each system's accuracy."""
    with open(suite, encoding="utf-8") as file:
        items = json.load(file)["items"]
    lines = defaultdict(list)
    with open(source, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file):
            lines[normalize("NFC", line).strip()].append(number)
    texts = {}
    for output in outputs:
        with open(output, encoding="utf-8", newline="\n") as file:
            texts[output] = file.readlines()
    fair, passed = 0, dict.fromkeys(outputs, 0)
    for item in items:
        found = lines.get(normalize("NFC", item["source_sentence"]).strip())
        if not found:
            continue
        right, wrong = (
            re.compile(item[side]) if item[side] else None for side in ("positive_regex", "negative_regex")
        )
        goods, bads = (
            [" ".join(string.split()) for string in item[side] if string.strip()]
            for side in ("positive_tokens", "negative_tokens")
        )
        known: dict[str, str] = {}
        verdicts = []
        for output in outputs:
            text = " ".join(normalize("NFC", texts[output][found[0]]).split())
            if text not in known:
                known[text] = judge(text.replace("’", "'"), right, wrong, goods, bads)
            verdicts.append(known[text])
        if "warning" not in verdicts:
            fair += 1
            for output, verdict in zip(outputs, verdicts, strict=True):
                passed[output] += verdict == "pass"
    print(fair, {output: 100 * count / fair for output, count in passed.items()})


def judge(
    text: str, right: re.Pattern[str] | None, wrong: re.Pattern[str] | None, goods: list[str], bads: list[str]
) -> str:
    """Exact, then pattern, then contained."""
    if not text:
        return "fail"
    good, bad = text in goods, text in bads
    if not good and not bad:
        good, bad = (pattern is not None and bool(pattern.search(text)) for pattern in (right, wrong))
    if not good and not bad:
        good, bad = any(string in text for string in goods), any(string in text for string in bads)
    return "warning" if good == bad else "pass" if good else "fail"


if __name__ == "__main__":
    main(*sys.argv[1:])
