"""Packages of Argos Translate: files, folders, and those that Argos has installed."""

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Reply
from lackmus.engines import BadRequestError, EngineError, PairNotOfferedError, open_engine
from lackmus.errors import LackmusError
from tests.engines.tiny_models import make_package, sentences, tiny_models

EN_ES = Pair("en", "es")
NAME = "translate-en_es-1_9"


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package, unpacked."""
    return tiny_models(tmp_path_factory) / "argos" / NAME


def packed(package: Path, file: Path, prefix: str = f"{NAME}/") -> Path:
    """The file in which it is handed on."""
    with zipfile.ZipFile(file, "w") as archive:
        for path in package.rglob("*"):
            if path.is_file():
                archive.write(path, f"{prefix}{path.relative_to(package)}")
    return file


def texts(options: dict[str, str]) -> list[str]:
    """What it writes to a few sentences."""
    with open_engine("argos", {"max_length": "12", **options}) as engine:
        found = engine.translate(sentences()[:3], EN_ES)
        return [one.text if isinstance(one, Reply) else one for one in found]


def test_file_folder_and_installed_are_one(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same package gives the same texts and is known by the same content, however it came."""
    file = packed(package, tmp_path / "en_es.argosmodel")
    monkeypatch.setenv("ARGOS_PACKAGES_DIR", str(package.parent))
    ways = [{"package": str(package)}, {"package": str(file)}, {}]
    found = [texts(options) for options in ways]
    assert found[0] == found[1] == found[2]
    assert len(set(found[0])) > 1
    known = []
    for options in ways:
        with open_engine("argos", options) as engine:
            about = engine.about(EN_ES)
            known.append(dict(engine.identity()))
            assert (about.model, about.version) == ("en-es", "1.9")
            assert engine.called(about) == "Argos"
    assert known[0] == known[1] == known[2]
    assert str(tmp_path) not in str(known)


def test_what_was_unpacked_goes_with_the_engine(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Models are large: none is left behind."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    file = packed(package, tmp_path / "x.argosmodel")
    with open_engine("argos", {"package": str(file)}) as engine:
        engine.about(EN_ES)
        assert list((tmp_path / "temporary").iterdir())
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.parametrize(
    "codes, pair, offered",
    [
        (("en", "es"), "en-es", True),
        (("en", "es"), "es-en", False),
        (("en", "es"), "en-ca", False),
        (("en", "zt"), "en->zh-Hant", True),
        (("en", "zt"), "en->zh", False),
        (("en", "pb"), "en->pt-BR", True),
        (("en", "pt"), "en->pt-BR", True),  # without more, Portuguese is most likely that of Brazil
        (("en", "pb"), "en->pt-PT", False),
    ],
)
def test_packages_are_found_by_the_pair(
    package: Path, tmp_path: Path, codes: tuple[str, str], pair: str, offered: bool
) -> None:
    """Argos has codes of its own for some languages."""
    shutil.copytree(package, tmp_path / "one")
    told = json.loads((package / "metadata.json").read_text())
    told |= {"from_code": codes[0], "to_code": codes[1]}
    (tmp_path / "one" / "metadata.json").write_text(json.dumps(told))
    with open_engine("argos", {"package": str(tmp_path / "one")}) as engine:
        if offered:
            assert engine.about(Pair.parse(pair)).model == "-".join(codes)
        else:
            with pytest.raises(PairNotOfferedError, match="translates"):
                engine.about(Pair.parse(pair))


def test_what_is_installed_is_told(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no package fits; one that is broken is none."""
    monkeypatch.setenv("ARGOS_PACKAGES_DIR", str(tmp_path))
    with open_engine("argos") as engine:
        with pytest.raises(PairNotOfferedError, match="It has none that can be read"):
            engine.about(EN_ES)
        make_package(package.parent.parent / "marian-converted", tmp_path / "good", to_code="ca")
        make_package(package.parent.parent / "marian-converted", tmp_path / "bad")
        (tmp_path / "bad" / "model" / "model.bin").unlink()
        with pytest.raises(PairNotOfferedError, match=r"It has en-ca\."):
            engine.about(EN_ES)


def test_a_translation_may_begin_with_a_piece(package: Path, tmp_path: Path) -> None:
    """Packages of models for many languages say which; the piece itself is no word of the translation."""
    make_package(package.parent.parent / "marian-converted", tmp_path / "many", target_prefix=">>cat<<")
    found = texts({"package": str(tmp_path / "many")})
    assert found != texts({"package": str(package)})
    assert not any("cat<<" in text for text in found)


@pytest.mark.parametrize("name", ["../outside", "/outside", "a/../../outside", "C:/outside", "..\\outside"])
def test_a_package_writes_nowhere_else(package: Path, tmp_path: Path, name: str) -> None:
    """A file whose name leads out of its folder is refused, and nothing of it is unpacked."""
    file = packed(package, tmp_path / "x.argosmodel")
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(name, "x")
    with (
        pytest.raises(BadRequestError, match="wants to write outside"),
        open_engine("argos", {"package": str(file)}) as engine,
    ):
        engine.about(EN_ES)
    assert not list(tmp_path.rglob("outside"))


@pytest.mark.parametrize(
    "change, words",
    [
        ("not a zip", "is no package of Argos"),
        ("nothing inside", "there is no metadata.json in it"),
        ("no model", "there is no model/model.bin in it"),
        ("bpe", "which only Argos itself can read"),
        ("broken", "is no package of Argos"),
        ("a name that is none", "there is no metadata.json in it"),
        ("nowhere", "is neither a package of Argos nor the folder of one"),
    ],
)
def test_what_is_no_package(package: Path, tmp_path: Path, change: str, words: str) -> None:
    """One line says what is wrong."""
    folder, file = tmp_path / "folder", tmp_path / "x.argosmodel"
    shutil.copytree(package, folder)
    match change:
        case "not a zip":
            file.write_text("hello")
        case "nothing inside":
            zipfile.ZipFile(file, "w").close()
        case "broken":
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("metadata.json", "{}" * 100)
            content = bytearray(file.read_bytes())
            content[30 + len("metadata.json")] = 0xFF  # where what is packed begins: no such kind of block
            file.write_bytes(content)
        case "a name that is none":
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("./", "")
        case "no model":
            (folder / "model" / "model.bin").unlink()
            packed(folder, file)
        case "bpe":
            (folder / "sentencepiece.model").rename(folder / "bpe.model")
            packed(folder, file)
    with (
        pytest.raises((LackmusError, EngineError), match=words),
        open_engine("argos", {"package": str(file)}) as engine,
    ):
        engine.about(EN_ES)


def lying(file: Path) -> None:
    """A file that says that it has a byte, and unpacks to a million."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("metadata.json", b" " * 10**6)
    file.write_bytes(file.read_bytes().replace((10**6).to_bytes(4, "little"), (1).to_bytes(4, "little")))


def many(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(10_001):
            archive.writestr(f"stanza/{number}", b"")


def huge(file: Path) -> None:
    """A file that says that it has more than four gigabytes."""
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(5):
            archive.writestr(f"stanza/{number}", b"1234567")
    size = (2**30 - 1).to_bytes(4, "little")
    file.write_bytes(file.read_bytes().replace((7).to_bytes(4, "little"), size))


def ill_named(file: Path) -> None:
    """A name that says it is UTF-8, and is not."""
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("ö" * 9, b"")
    file.write_bytes(file.read_bytes().replace("ö".encode(), b"\xff\xff"))


def linked(file: Path) -> None:
    """A link out of the folder instead of the description: it is unpacked as a file, which says nothing."""
    link = zipfile.ZipInfo("metadata.json")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(link, "/dev/zero")


@pytest.mark.parametrize(
    "make, words",
    [
        (lying, "is no package of Argos"),
        (many, "has 10,001 files, more than 10,000"),
        (huge, "has more than 4 GB when it is unpacked"),
        (ill_named, "is no package of Argos"),
        (linked, "there is no sentencepiece.model in it"),
    ],
)
def test_a_package_cannot_fill_the_disk(tmp_path: Path, make: Callable[[Path], None], words: str) -> None:
    """What it holds is weighed before it is unpacked, and nothing comes out that it does not declare."""
    file = tmp_path / "x.argosmodel"
    make(file)
    with (
        pytest.raises((LackmusError, EngineError), match=words) as raised,
        open_engine("argos", {"package": str(file)}) as engine,
    ):
        engine.about(EN_ES)
    assert "\n" not in str(raised.value)


def test_a_package_in_the_root_of_its_file(package: Path, tmp_path: Path) -> None:
    """Some have no folder around them."""
    file = packed(package, tmp_path / "flat.argosmodel", prefix="")
    assert texts({"package": str(file)}) == texts({"package": str(package)})
