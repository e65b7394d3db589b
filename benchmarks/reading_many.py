"""Peak memory of reading 2 and 12 systems, against the texts of the ten more."""

import json
import resource
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import polars as pl

from benchmarks.measure import real_data, report
from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Item, Suite
from lackmus.read import ReadOptions, hand_ins_of

FEW, MANY = 2, 12
SIZE = 8_000_000  # of the texts of a system
MOST = 1.5  # times the texts of a further system
MOST_TOGETHER = (
    2.5  # where all systems are rows of one data set: its columns are held while texts are taken out
)
Written = tuple[Suite, Path | None, str]  # what is read: a suite, its test set, the outputs


def main() -> None:
    """Print what each further system costs in every form, in processes of their own."""
    real = real_data() / "wmt26" / "systems" / "Yandex.jsonl"
    for name, write in FORMS.items():
        with tempfile.TemporaryDirectory() as folder:
            peaks = [_in_a_process(write, real, Path(folder) / str(many), many) for many in (FEW, MANY)]
        (few, texts), (many, all_texts) = peaks
        grown, held = many - few, all_texts - texts
        most = MOST_TOGETHER if write is saved_folder else MOST
        report(
            f"{name}, {FEW} to {MANY} systems: memory against texts",
            f"{grown / held:.2f} × ({grown / 1e6:.0f} MB / {held / 1e6:.0f} MB)",
            f"≤ {most} ×",
            grown <= most * held,
        )


def _in_a_process(write: Callable[..., Written], real: Path, folder: Path, many: int) -> tuple[int, int]:
    """The peak memory of reading so many systems, and the size of their texts, both in bytes."""
    with get_context("spawn").Pool(1) as pool:
        written = pool.apply(write, (real, folder, many))
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_read, written)


def _read(suite: Suite, test_set: Path | None, outputs: str) -> tuple[int, int]:
    found = hand_ins_of(suite, [outputs], ReadOptions(source=test_set))
    texts = sum(len(text.encode("utf-16-le")) for one in found for text in one.texts)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, texts


def _texts(real: Path) -> list[str]:
    """Real translations of documents, again and again until they are long enough."""
    records = [json.loads(line)["hypothesis"] for line in real.read_text(encoding="utf-8").splitlines()]
    found: list[str] = []
    size = 0
    while size < SIZE:
        for text in records:
            found.append(f"{len(found)} {text}")
            size += 2 * len(text)
    return found


def _suite(texts: list[str]) -> Suite:
    pair = Pair.parse("en-ru")
    items = (Item(pair, str(n), "Documents", "document", f"Document {n}.") for n in range(len(texts)))
    return Suite("documents", tuple(items))


def wmt_json_lines(real: Path, folder: Path, many: int) -> Written:
    """Files as of WMT26, a third of them keys that are not read, and a test set."""
    texts = _texts(real)
    (folder / "outputs").mkdir(parents=True)
    ids = [f"s_###_news_###_eng_Latn_###_rus_Cyrl_###_{n}" for n in range(len(texts))]
    with (folder / "testset.jsonl").open("w", encoding="utf-8") as test_set:
        for n, id_ in enumerate(ids):
            test_set.write(json.dumps({"doc_id": id_, "src_text": f"Document {n}."}) + "\n")
    for number in range(many):
        with (folder / "outputs" / f"system-{number}.jsonl").open("w", encoding="utf-8") as file:
            for id_, text in zip(ids, texts, strict=True):
                record = {"doc_id": id_, "hypothesis": text, "metadata": text[: len(text) // 2]}
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return _suite(texts), folder / "testset.jsonl", str(folder / "outputs")


def parquet_files(real: Path, folder: Path, many: int) -> Written:
    """A data set in Parquet for each system."""
    frame = _frame(real)
    (folder / "outputs").mkdir(parents=True)
    for number in range(many):
        frame.write_parquet(folder / "outputs" / f"system-{number}.parquet")
    return _suite(frame["hypothesis"].to_list()), None, str(folder / "outputs")


def json_lines_files(real: Path, folder: Path, many: int) -> Written:
    """A data set in JSON Lines for each system."""
    frame = _frame(real)
    (folder / "outputs").mkdir(parents=True)
    for number in range(many):
        frame.write_ndjson(folder / "outputs" / f"system-{number}.jsonl")
    return _suite(frame["hypothesis"].to_list()), None, str(folder / "outputs")


def saved_folder(real: Path, folder: Path, many: int) -> Written:
    """One folder of `save_to_disk` with a row for each system and document, a shard a system."""
    frame = _frame(real)
    folder.mkdir(parents=True)
    names = [f"data-{number:05}-of-{many:05}.arrow" for number in range(many)]
    for number, name in enumerate(names):
        frame.with_columns(system=pl.lit(f"system-{number}")).write_ipc_stream(folder / name)
    (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": name} for name in names]}))
    return _suite(frame["hypothesis"].to_list()), None, str(folder)


def _frame(real: Path) -> pl.DataFrame:
    texts = _texts(real)
    more = [text[: len(text) // 2] for text in texts]
    sources = [f"Document {n}." for n in range(len(texts))]
    return pl.DataFrame({"source": sources, "hypothesis": texts, "metadata": more})


FORMS: dict[str, Callable[[Path, Path, int], Written]] = {
    "WMT26 JSON Lines": wmt_json_lines,
    "data sets in Parquet": parquet_files,
    "data sets in JSON Lines": json_lines_files,
    "a folder of save_to_disk": saved_folder,
}

if __name__ == "__main__":
    main()
