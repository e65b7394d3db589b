"""Uploaded files of one data set: put side by side under their own names, so that they are read together."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from lackmus.read.datasets.folders import is_shard, shards_as_one

FOLDER = "shards"  # beside the uploaded files


def places_to_read(sent: Mapping[Path, str]) -> dict[Path, Path]:
    """Where to read each uploaded file, by its name; the first shard of a data set stands for all."""
    places = {}
    for path, name in sent.items():
        places[path] = path
        if is_shard(Path(name)):
            folder = path.parent / FOLDER
            folder.mkdir(mode=0o700, exist_ok=True)
            places[path] = folder / Path(name).name
            with suppress(FileExistsError):  # judged again
                os.link(path, places[path])
    kept = shards_as_one(list(places.values()))
    return {path: place for path, place in places.items() if place in kept}
