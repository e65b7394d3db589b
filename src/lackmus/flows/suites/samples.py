"""The bundled samples, and a copy of one."""

import gzip
import lzma
from pathlib import Path

from lackmus.errors import LackmusError
from lackmus.read import read_suite

SAMPLE = Path(__file__).parents[2] / "sample"
FIRST = "de-en"  # the main one
_LOST = 30  # the line missing in late/ and short/


def samples() -> dict[str, Path]:
    """The sample suites by language pair, the main one first."""
    found = sorted(SAMPLE.glob("*/items.*"), key=lambda path: (path.parent.name != FIRST, path))
    return {path.parent.name: path for path in found}


def outputs_of(suite: Path, year: str = "2026") -> Path:
    """The folder of a sample's outputs."""
    return suite.parent / "outputs" / year


def sample_files(pair: str) -> dict[str, bytes]:
    """The files of a sample, with its outputs in other forms: line by line, packed, with a missing line."""
    suites = samples()
    if pair not in suites:
        raise LackmusError(f"There is no sample {pair}. There are {', '.join(suites)}.")
    path = suites[pair]
    suite = read_suite(path)
    (language,) = suite.pairs
    whole = {
        file.relative_to(path.parent).as_posix(): file.read_bytes()
        for file in sorted(path.parent.rglob("*"))
        if file.is_file()
    }
    files = dict(whole)
    files[f"source.{language.source}"] = _lines([item.source for item in suite.items])
    files[f"{path.name}.gz"] = gzip.compress(whole[path.name], mtime=0)
    for name in sorted(whole):
        if name.startswith("outputs/2026/"):
            system = Path(name).stem
            texts = dict(line.split("\t") for line in whole[name].decode().splitlines())
            lines = [texts[item.id] for item in suite.items]
            short = [*lines[:_LOST], *lines[_LOST + 1 :]]
            files[f"hyps/{system}.{language.target}"] = _lines(lines)
            files[f"short/{system}.{language.target}"] = _lines(short)
            files[f"late/{system}.{language.target}"] = _lines([*short, "."])
            files[f"packed/{system}.tsv.xz"] = lzma.compress(whole[name])
    return files


def contrast_sample_files() -> dict[str, bytes]:
    """The files of the sample for contrasts: sentences with their trees, links, and overall scores."""
    home = SAMPLE / "contrasts"
    return {file.name: file.read_bytes() for file in sorted(home.iterdir()) if file.is_file()}


def _lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
