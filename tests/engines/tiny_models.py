"""Models that are far too small to translate, but are loaded and run like any other."""

import fcntl
import json
import os
import shutil
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import PROJECT

SAMPLE = PROJECT / "src" / "lackmus" / "sample" / "en-es" / "items.yaml"
LONGEST = 64  # pieces that the model takes


def sentences() -> list[str]:
    """Those of the bundled sample."""
    suite = yaml.safe_load(SAMPLE.read_text(encoding="utf-8"))
    return [item["source"] for phenomenon in suite["phenomena"] for item in phenomenon["items"]]


def make_pieces(file: Path, kind: str) -> list[str]:
    """Train SentencePiece on the sample; the pieces it found."""
    import sentencepiece

    with file.open("wb") as written:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(sentences()),
            model_writer=written,
            vocab_size=200,
            hard_vocab_limit=False,
            model_type=kind,
            minloglevel=2,
        )
    trained: Any = sentencepiece.SentencePieceProcessor(model_file=str(file))
    return [trained.id_to_piece(number) for number in range(len(trained))]


def _weights(library: Any, kind: str, **settings: Any) -> Any:
    """A model with random weights that are always the same."""
    import torch

    config = getattr(library, f"{kind}Config")(
        d_model=16,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        max_position_embeddings=LONGEST,
        init_std=1.0,  # so that the next piece is never a close call
        **settings,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return getattr(library, {"Marian": "MarianMTModel"}.get(kind, f"{kind}ForConditionalGeneration"))(
            config
        )


def make_marian(library: Any, folder: Path) -> None:
    """Marian, with two target languages to choose from by a piece before the sentence."""
    folder.mkdir(parents=True)
    pieces = make_pieces(folder / "source.spm", "unigram")
    shutil.copy(folder / "source.spm", folder / "target.spm")
    own = ["</s>", "<unk>", ">>spa<<", ">>cat<<"]
    vocabulary = [*own, *(piece for piece in pieces if piece not in (*own, "<s>")), "<pad>"]
    last = len(vocabulary) - 1
    (folder / "vocab.json").write_text(json.dumps({piece: place for place, piece in enumerate(vocabulary)}))
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "es"})
    )
    model = _weights(
        library,
        "Marian",
        vocab_size=len(vocabulary),
        pad_token_id=last,
        decoder_start_token_id=last,
        eos_token_id=0,
        forced_eos_token_id=0,
        static_position_embeddings=True,
        scale_embedding=True,
    )
    model.generation_config.bad_words_ids = [[last]]  # as all published Marian models: never the padding
    model.save_pretrained(folder)


def make_nllb(library: Any, folder: Path) -> None:
    """NLLB, with three languages; its pieces are letters, so that there is nothing to merge."""
    folder.mkdir(parents=True)
    own = ["<s>", "<pad>", "</s>", "<unk>"]
    pieces = make_pieces(folder / "sentencepiece.bpe.model", "char")
    vocabulary = [*own, *(piece for piece in pieces if piece not in own)]
    tokenizer = library.NllbTokenizer(
        vocab={piece: place for place, piece in enumerate(vocabulary)},
        merges=[],
        extra_special_tokens=["eng_Latn", "spa_Latn", "cat_Latn"],
    )
    tokenizer.save_pretrained(folder)
    model = _weights(
        library,
        "M2M100",
        vocab_size=len(tokenizer),
        bos_token_id=0,
        pad_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=2,
    )
    model.save_pretrained(folder)


def convert(folder: Path, converted: Path) -> None:
    """The same for CTranslate2."""
    converters: Any = import_module("ctranslate2.converters")
    kept = [path.name for path in folder.iterdir() if path.suffix in (".spm", ".model")]
    converters.TransformersConverter(str(folder), copy_files=[*kept, "tokenizer_config.json"]).convert(
        str(converted)
    )


def make_package(converted: Path, folder: Path, **more: str) -> None:
    """The same as the folder of a package of Argos."""
    told = {"package_version": "1.9", "argos_version": "1.9.0", "from_code": "en", "to_code": "es"}
    (folder / "model").mkdir(parents=True)
    (folder / "metadata.json").write_text(json.dumps(told | more))
    shutil.copy(converted / "source.spm", folder / "sentencepiece.model")
    for name in ("model.bin", "config.json", "shared_vocabulary.json"):
        shutil.copy(converted / name, folder / "model")


def make_all(folder: Path) -> None:
    """All of them, in a folder that is not there yet."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    library = import_module("transformers")
    library.utils.logging.disable_progress_bar()
    library.utils.logging.set_verbosity_error()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        make_marian(library, folder / "marian")
        make_nllb(library, folder / "nllb")
        for name in ("marian", "nllb"):
            convert(folder / name, folder / f"{name}-converted")
    make_package(folder / "marian-converted", folder / "argos" / "translate-en_es-1_9")


def _on_one_core() -> None:
    """Before torch is loaded: threads that wait for each other take longer than the model itself."""
    os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"


def tiny_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where they are. Whoever comes first makes them for all: that alone takes seconds."""
    _on_one_core()
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "tiny-models"
    with (shared / "tiny-models.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            make_all(shared / "tiny-models.new")
            (shared / "tiny-models.new").rename(folder)
    return folder
