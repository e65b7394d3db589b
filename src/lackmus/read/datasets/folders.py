"""The files of a data set: a folder of `save_to_disk`, a snapshot of the hub, or one file with its shards."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lackmus.errors import LackmusError
from lackmus.read.datasets.tables import parquet_note
from lackmus.read.files import File, files_in, read_text
from lackmus.read.yaml_documents import load

_STATE, _SPLITS, _ABOUT, _CARD = "state.json", "dataset_dict.json", "dataset_info.json", "README.md"
_ENDINGS = (".parquet", ".arrow", ".jsonl", ".ndjson", ".json")
_SHARD = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<many>\d{5})(?P<rest>(?:-[0-9a-f]{16})?\..+)")
_NUMBERED = re.compile(r"-\d{5}-of-\d{5}(?:-[0-9a-f]{16})?(?=\.|$)")
_AGAIN = "Fetch or save the data set again."


@dataclass(frozen=True)
class DataSetFiles:
    """The files of one split of a data set, in order."""

    path: Path  # as the user named it
    files: tuple[Path, ...]
    classes: Mapping[str, Sequence[str]] = field(default_factory=dict)  # names behind numbers, by column


def is_shard(path: Path) -> bool:
    """Whether a file is one of several of a data set, as its name says."""
    found = _SHARD.fullmatch(path.name)
    return found is not None and int(found["many"]) > 1


def shards_as_one(paths: Sequence[Path]) -> list[Path]:
    """The paths without the further shards of a data set: the first that is named stands for all."""
    kept: dict[object, Path] = {}
    for place, path in enumerate(paths):
        found = _SHARD.fullmatch(path.name) if is_shard(path) else None
        name = place if found is None else (path.parent, found["stem"], found["many"], found["rest"])
        kept.setdefault(name, path)
    return list(kept.values())


def set_name(name: str) -> str:
    """The name of a file or folder without its number among shards."""
    return _NUMBERED.sub("", name)


def is_data_set(folder: Path) -> bool:
    """Whether a folder as a whole is a data set."""
    if any((folder / name).is_file() for name in (_STATE, _SPLITS)):
        return True
    return bool(folder.is_dir() and (_by_card(folder) or _by_names(folder)))


def data_set_at(path: Path, is_meant: Callable[[str], bool] = lambda name: True) -> DataSetFiles:
    """The files of a data set; of several configurations, the one whose name `is_meant`."""
    if not path.is_dir():
        shards = _shards(path)
        return DataSetFiles(path, shards, _classes(path.parent, shards[0]))
    if (path / _SPLITS).is_file():
        splits = _value(path / _SPLITS).get("splits")
        if not isinstance(splits, list) or not splits or not all(isinstance(one, str) for one in splits):
            raise LackmusError(f"{path / _SPLITS} names no splits. {_AGAIN}")
        if len(splits) > 1:
            raise _several(path, splits, [str(path / Path(one).name) for one in splits])
        return data_set_at(path / Path(splits[0]).name)
    if (path / _STATE).is_file():
        return _saved(path)
    configurations = _by_card(path) or {"default": _by_names(path)}
    chosen = _chosen(path, configurations, is_meant)
    if len(chosen) > 1:
        raise _several(path, list(chosen), [str(one[0]) for one in chosen.values()])
    (files,) = chosen.values()
    return DataSetFiles(path, _whole(files), _classes(path, files[0]))


def _saved(folder: Path) -> DataSetFiles:
    """What `Dataset.save_to_disk` wrote."""
    state = _value(folder / _STATE)
    if state.get("_indices_data_files") or state.get("_indices_files"):
        raise LackmusError(
            f"{folder} chooses its rows by a file of indices. Save it with datasets 2.0 or newer."
        )
    named = state.get("_data_files")
    names = [one.get("filename") if isinstance(one, dict) else None for one in named or ()]
    if not isinstance(named, list) or not names or not all(isinstance(one, str) for one in names):
        raise LackmusError(f"{folder / _STATE} names no files. {_AGAIN}")
    files = tuple(folder / Path(str(one)).name for one in names)
    for file in files:
        if not file.is_file():
            raise LackmusError(f"{file} does not exist, but {_STATE} names it. {_AGAIN}")
    return DataSetFiles(folder, files, _classes(folder, files[0]))


def _by_card(folder: Path) -> dict[str, dict[str, list[Path]]]:
    """The files of each configuration and split, as the card of a snapshot says; empty without one."""
    if not (folder / _CARD).is_file():
        return {}
    text = read_text(folder / _CARD)
    if not text.startswith("---\n"):
        return {}
    head = load(text[4:].partition("\n---")[0], str(folder / _CARD), "the card of a data set")
    found: dict[str, dict[str, list[Path]]] = {}
    written = head.get("configs") if isinstance(head, dict) else None
    for one in written if isinstance(written, list) else ():
        if isinstance(one, dict):
            splits: dict[str, list[Path]] = {}
            for split, pattern in _patterns(one.get("data_files")):
                splits.setdefault(split, []).extend(_matching(folder, pattern))
            there = {split: sorted(set(files)) for split, files in splits.items() if files}
            if there:
                found[str(one.get("config_name", "default"))] = there
    return found


def _patterns(written: Any, split: str = "train") -> list[tuple[str, str]]:
    """Splits with patterns of files, however a card writes them."""
    if isinstance(written, str):
        return [(split, written)]
    if isinstance(written, list):
        return [found for one in written for found in _patterns(one, split)]
    if isinstance(written, dict):
        if "path" in written:
            return _patterns(written["path"], str(written.get("split", split)))
        return [found for name, one in written.items() for found in _patterns(one, str(name))]
    return []


def _matching(folder: Path, pattern: str) -> list[Path]:
    if ".." in Path(pattern).parts or Path(pattern).is_absolute():
        return []  # a card names what lies beside it
    return [path for path in folder.glob(pattern) if path.is_file() and _is_data(path)]


def _by_names(folder: Path) -> dict[str, list[Path]]:
    """The files of each split by their names, `train-00000-of-00001.parquet`, here or in a folder `data`."""
    splits: dict[str, list[Path]] = {}
    for place in (folder, folder / "data"):
        for path in files_in(place) if place.is_dir() else ():
            found = _SHARD.fullmatch(path.name)
            if found is not None and _is_data(path):
                splits.setdefault(found["stem"], []).append(path)
        if splits:
            break
    return splits


def _is_data(path: Path) -> bool:
    name = path.name.removesuffix(".gz").removesuffix(".xz")
    return name.endswith(_ENDINGS) and path.name not in (_STATE, _SPLITS, _ABOUT)


def _chosen(
    folder: Path, configurations: Mapping[str, Mapping[str, Sequence[Path]]], is_meant: Callable[[str], bool]
) -> Mapping[str, Sequence[Path]]:
    meant = configurations
    if len(configurations) > 1:
        meant = {name: splits for name, splits in configurations.items() if is_meant(name)} or configurations
    if len(meant) > 1:
        shown = ", ".join(list(meant)[:5]) + (" …" if len(meant) > 5 else "")
        example = next(iter(next(iter(meant.values())).values()))[0]
        raise LackmusError(
            f"{folder} has {len(meant)} configurations ({shown}). Name the file of one, such as {example}."
        )
    return next(iter(meant.values()))


def _several(folder: Path, splits: Sequence[str], places: Sequence[str]) -> LackmusError:
    return LackmusError(
        f"{folder} has several splits ({', '.join(splits)}), and only one can be read. "
        f"Name it: {' or '.join(places[:3])}."
    )


def _shards(path: Path) -> tuple[Path, ...]:
    """A file, or all files of the split that it is a part of, as its name says."""
    return _whole([path]) if is_shard(path) else (path,)


def _whole(files: Sequence[Path]) -> tuple[Path, ...]:
    """The files with all that their names count; one that is missing is an error."""
    found: dict[Path, None] = {}
    for path in files:
        name = _SHARD.fullmatch(path.name)
        many = 0 if name is None else int(name["many"])
        for number in range(many):
            one = path.with_name(re.sub(r"-\d{5}-of-", f"-{number:05}-of-", path.name, count=1))
            if not one.is_file():
                raise LackmusError(f"{one} does not exist, but {path.name} is one of {many} files. {_AGAIN}")
            found[one] = None
        found[path] = None
    return tuple(found)


def _classes(folder: Path, file: Path) -> dict[str, Sequence[str]]:
    """The names behind the numbers of columns of classes, as the data set tells them."""
    about = folder / _ABOUT
    if about.is_file():
        return _class_names(_value(about).get("features"))
    try:
        return _class_names(json.loads(parquet_note(File(file), "huggingface"))["info"]["features"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return {}


def _class_names(features: Any) -> dict[str, Sequence[str]]:
    found: dict[str, Sequence[str]] = {}
    for name, one in features.items() if isinstance(features, dict) else ():
        names = one.get("names") if isinstance(one, dict) and one.get("_type") == "ClassLabel" else None
        if isinstance(names, list) and all(isinstance(each, str) for each in names):
            found[name] = names
    return found


def _value(path: Path) -> dict[str, Any]:
    """The object in a small file of JSON."""
    try:
        found = json.loads(read_text(path))
    except (ValueError, RecursionError):
        raise LackmusError(f"{path} is not JSON. {_AGAIN}") from None
    if not isinstance(found, dict):
        raise LackmusError(f"{path} holds no object. {_AGAIN}")
    return found
