"""A suite as Lackmus' YAML: phenomenon by phenomenon, as people write it."""

import re
from itertools import groupby
from typing import Any

from lackmus.core.suites.suite import Draft, Item
from lackmus.write.suites.entries import described_as, entry_of, wider_labels, worth_telling

ENDINGS = (".yaml", ".yml")
_WIDE = 110
_ODD = re.compile(
    r"[^\S ]|[\x00-\x1f\x7f-\x9f\ufeff]"
)  # characters that YAML would fold or a reader not see: escaped


def write(suite: Draft) -> str:
    """The suite; items keep their order, so a phenomenon that reappears gets a second block."""
    import yaml

    pairs = {item.pair for item in suite.items}
    one_pair = str(next(iter(pairs))) if len(pairs) == 1 else None
    wider = wider_labels(suite)
    content = {
        **({"pair": one_pair} if one_pair else {}),
        **({"error_types": wider} if wider else {}),
        "phenomena": _blocks(suite, one_pair is not None),
    }
    return yaml.dump(content, Dumper=_dumper(), sort_keys=False, allow_unicode=True, width=_WIDE)


def _blocks(suite: Draft, one_pair: bool) -> list[dict[str, Any]]:
    untold = {(one.category, one.name): one for one in reversed(worth_telling(suite))}
    blocks = []
    for key, items in groupby(suite.items, lambda item: (item.category, item.phenomenon)):
        one = untold.pop(key, None)
        told = described_as(one, suite) if one else {}
        blocks.append(_block(key, told, [_inner(item, one_pair) for item in items]))
    blocks += [_block(key, described_as(one, suite), []) for key, one in reversed(untold.items())]
    return blocks


def _block(key: tuple[str, str], told: dict[str, Any], items: list[dict[str, Any]]) -> dict[str, Any]:
    return {"category": key[0], "phenomenon": key[1], **told, "items": items}


def _inner(item: Item, one_pair: bool) -> dict[str, Any]:
    """The values of an item that its block does not give."""
    said = {"category", "phenomenon", *(["pair"] if one_pair else [])}
    return {key: value for key, value in entry_of(item).items() if key not in said}


def _dumper() -> type[Any]:
    """PyYAML's dumper, with lists indented below their key."""
    import yaml

    class Indented(yaml.SafeDumper):
        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            super().increase_indent(flow, False)

        def ignore_aliases(self, data: Any) -> bool:
            return True

    def text(dumper: Any, value: str) -> Any:
        style = '"' if _ODD.search(value) else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Indented.add_representer(str, text)
    return Indented
