"""Models that are far too small to know anything of a language, but are loaded and run like any other."""

import os
import string
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

BERT = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
XLMR = ("<pad>", "<unk>", "<s>", "</s>", "<mask>")
LAYERS = 2
LONGEST = 64  # pieces that a model takes


@contextmanager
def _making() -> Iterator[Any]:
    """transformers, silent and offline, with random weights that are always the same."""
    os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"
    os.environ["HF_HUB_OFFLINE"] = "1"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library = import_module("transformers")
        library.utils.logging.set_verbosity_error()
        library.utils.logging.disable_progress_bar()
        torch: Any = import_module("torch")
        with torch.random.fork_rng():
            torch.manual_seed(0)
            yield library


def _letters(library: Any, folder: Path, special: tuple[str, ...]) -> int:
    """A tokenizer whose pieces are letters, and which makes capitals small; how many pieces it has."""
    tokenizers: Any = import_module("tokenizers")
    pad, unknown, first, last, mask = special
    signs = string.ascii_lowercase + string.digits + string.punctuation + "äöüß"
    pieces = {
        piece: place for place, piece in enumerate([*special, *signs, *(f"##{sign}" for sign in signs)])
    }
    made = tokenizers.Tokenizer(tokenizers.models.WordPiece(pieces, unk_token=unknown))
    made.normalizer = tokenizers.normalizers.Lowercase()
    made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single=f"{first} $A {last}",
        pair=f"{first} $A {last} $B:1 {last}:1",
        special_tokens=[(first, pieces[first]), (last, pieces[last])],
    )
    library.PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token=pad,
        unk_token=unknown,
        cls_token=first,
        sep_token=last,
        bos_token=first,
        eos_token=last,
        mask_token=mask,
        model_max_length=LONGEST,
    ).save_pretrained(folder)
    return len(pieces)


def _small(pieces: int) -> dict[str, Any]:
    """Settings of a small model; weights are wide enough that two sentences are never alike."""
    return {
        "vocab_size": pieces,
        "hidden_size": 16,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": LONGEST + 2,
        "initializer_range": 0.5,
        "pad_token_id": 0,
    }


def make_bert(folder: Path, labels: int | None = None) -> Path:
    """A BERT: alone, or with a head that gives so many numbers."""
    with _making() as library:
        settings = _small(_letters(library, folder, BERT))
        if labels is None:
            library.BertModel(library.BertConfig(**settings)).save_pretrained(folder)
        else:
            config = library.BertConfig(**settings, num_labels=labels)
            library.BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def make_sentences(folder: Path) -> Path:
    """A sentence model: a BERT, and the mean of its vectors."""
    bert = make_bert(folder.with_name(f"{folder.name}-bert"))
    with _making():
        package: Any = import_module("sentence_transformers")
        parts: Any = import_module("sentence_transformers.models")
        transformer = parts.Transformer(str(bert))
        pooling = parts.Pooling(16)
        package.SentenceTransformer(modules=[transformer, pooling], device="cpu").save(str(folder))
    return folder


def make_bleurt(folder: Path) -> Path:
    """A model of bleurt-pytorch."""
    with _making() as library:
        package: Any = import_module("bleurt_pytorch")
        pieces = _letters(library, folder, BERT)
        config = package.BleurtConfig(**_small(pieces), embedding_size=16)
        package.BleurtForSequenceClassification(config).save_pretrained(folder)
    return folder


def make_comet(folder: Path, kind: str) -> Path:
    """A checkpoint of COMET, with an encoder of its own."""
    encoder = folder / "encoder"
    with _making() as library:
        config = library.XLMRobertaConfig(**_small(_letters(library, encoder, XLMR)))
        library.XLMRobertaModel(config).save_pretrained(encoder)
        models: Any = import_module("comet.models")
        told = {
            "encoder_model": "XLM-RoBERTa",
            "pretrained_model": str(encoder),
            "hidden_sizes": [16],
            "loss": "mse",
            **(
                {"sent_layer": LAYERS, "input_segments": ["mt", "src"]}
                if kind == "unified_metric"
                else {"layer": LAYERS}
            ),
        }
        model = models.str2model[kind](**told, load_pretrained_weights=True, local_files_only=True)
        lightning: Any = import_module("pytorch_lightning")
        trainer = lightning.Trainer(
            logger=False, accelerator="cpu", enable_progress_bar=False, enable_model_summary=False
        )
        trainer.strategy.connect(model)
        (folder / "checkpoints").mkdir()
        trainer.save_checkpoint(folder / "checkpoints" / "model.ckpt", weights_only=True)
    yaml: Any = import_module("yaml")
    (folder / "hparams.yaml").write_text(yaml.safe_dump({"class_identifier": kind, **told}))
    return folder / "checkpoints" / "model.ckpt"
