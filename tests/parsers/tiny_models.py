"""Models of spaCy and Stanza that know five sentences by heart, and are loaded and run like any other."""

import fcntl
import json
import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

# Form, lemma, tags, features, head, relation; behind a form with a plus its contraction goes on.
TREES = """
Ada Ada PROPN NNP Number=Sing 2 nsubj
reads read VERB VBZ Mood=Ind|VerbForm=Fin 0 root
the the DET DT Definite=Def 4 det
book book NOUN NN Number=Sing 2 obj
. . PUNCT . _ 2 punct

Ben Ben PROPN NNP Number=Sing 2 nsubj
likes like VERB VBZ Mood=Ind|VerbForm=Fin 0 root
reading read VERB VBG VerbForm=Ger 2 xcomp
books book NOUN NNS Number=Plur 3 obj
. . PUNCT . _ 2 punct

Ada Ada PROPN NNP Number=Sing 4 nsubj
does+ do AUX VBZ Mood=Ind|VerbForm=Fin 4 aux
n't not PART RB Polarity=Neg 4 advmod
sleep sleep VERB VB VerbForm=Inf 0 root
. . PUNCT . _ 4 punct

She she PRON PRP Number=Sing 2 nsubj
wants want VERB VBZ Mood=Ind|VerbForm=Fin 0 root
to to PART TO _ 4 mark
sleep sleep VERB VB VerbForm=Inf 2 xcomp
. . PUNCT . _ 2 punct

Ben Ben PROPN NNP Number=Sing 2 nsubj
sleeps sleep VERB VBZ Mood=Ind|VerbForm=Fin 0 root
. . PUNCT . _ 2 punct
"""


@dataclass(frozen=True)
class Known:
    """A word that a model is to learn."""

    form: str
    joined: bool  # to the next one, as one token
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str


def known() -> list[list[Known]]:
    """The sentences."""
    return [
        [
            Known(form.rstrip("+"), form.endswith("+"), lemma, upos, xpos, feats, int(head), deprel)
            for form, lemma, upos, xpos, feats, head, deprel in map(str.split, block.splitlines())
        ]
        for block in TREES.strip().split("\n\n")
    ]


def spaced(sentence: list[Known]) -> list[bool]:
    """Behind which words a space stands."""
    after = [not word.joined for word in sentence]
    after[-2:] = False, False  # before and behind the full stop
    return after


def only_once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder with a model; one process of a test run makes it, and the others wait for it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            make(shared / f"{name}-in-work")
            (shared / f"{name}-in-work").rename(folder)
    return folder


def need(package: str) -> None:
    """Skip where a package is not installed; it is not loaded yet, and then in a calm way."""
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    one_thread()


def one_thread() -> None:
    """Tests share their cores, and threads that wait for each other there wait long."""
    os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


@contextmanager
def _making() -> Iterator[None]:
    """What libraries say to those who train is for nobody here."""
    one_thread()
    with warnings.catch_warnings(), Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        warnings.simplefilter("ignore")
        yield


# --- spaCy -----------------------------------------------------------------------------------------------


def make_spacy(folder: Path) -> None:
    """A pipeline of spaCy that tags, finds lemmas and parses; it knows where a second sentence begins."""
    with _making():
        spacy: Any = import_module("spacy")
        training: Any = import_module("spacy.training")
        made = spacy.blank("en")
        vectors = {
            "@architectures": "spacy.HashEmbedCNN.v2",
            "pretrained_vectors": None,
            "width": 32,
            "depth": 2,
            "embed_size": 200,
            "window_size": 1,
            "maxout_pieces": 2,
            "subword_features": True,
        }
        rare = {"parser": {"min_action_freq": 1}, "trainable_lemmatizer": {"min_tree_freq": 1}}
        for name in ("tagger", "morphologizer", "trainable_lemmatizer", "parser"):
            made.add_pipe(name, config={"model": {"tok2vec": vectors}, **rare.get(name, {})})
        one, two, three, four, five = known()
        texts = [[one], [two], [three], [four], [five], [one, five], [three, one], [five, two], [four, three]]
        docs = [_doc(made, sentences) for sentences in texts]
        examples = [training.Example(made.make_doc(doc.text), doc) for doc in docs]
        spacy.util.fix_random_seed(0)
        optimizer = made.initialize(lambda: examples)
        optimizer.learn_rate = 0.01
        for _ in range(30):
            made.update(examples, sgd=optimizer, drop=0.0)
        made.to_disk(folder)


def _doc(pipeline: Any, sentences: list[list[Known]]) -> Any:
    """Sentences as one document."""
    words = [word for sentence in sentences for word in sentence]
    heads: list[int] = []
    for sentence in sentences:
        before = len(heads)
        heads += [before + (word.head or place) - 1 for place, word in enumerate(sentence, 1)]
    spaces = [space for sentence in sentences for space in (*spaced(sentence)[:-1], True)]
    spaces[-1] = False
    tokens: Any = import_module("spacy.tokens")
    return tokens.Doc(
        pipeline.vocab,
        words=[word.form for word in words],
        spaces=spaces,
        lemmas=[word.lemma for word in words],
        pos=[word.upos for word in words],
        tags=[word.xpos for word in words],
        morphs=["" if word.feats == "_" else word.feats for word in words],
        heads=heads,
        deps=["ROOT" if word.deprel == "root" else word.deprel for word in words],
    )


# --- Stanza ----------------------------------------------------------------------------------------------

_CALM = dict.fromkeys(("dropout", "word_dropout", "augment_nopunct"), "0")
_SMALL = {
    **{f"{name}_dim": "16" for name in ("hidden", "char_hidden", "deep_biaff_hidden", "word_emb")},
    **{f"{name}_dim": "8" for name in ("composite_deep_biaff_hidden", "char_emb", "tag_emb", "transformed")},
    "num_layers": "1",
    "max_steps": "60",
    "eval_interval": "60",
    "lr": "0.02",
}
_SURE = dict.fromkeys(
    (
        *("dropout", "unit_dropout", "feat_dropout", "feat_unit_dropout", "tok_noise", "sent_drop_prob"),
        "last_char_drop_prob",
    ),
    "0",
)


def make_stanza(folder: Path) -> None:
    """A folder as `stanza.download` makes it, with models for English that Stanza's own programs train."""
    work = folder.with_name(f"{folder.name}-training")
    work.mkdir()
    trees, text, labels, contractions = (work / name for name in ("conllu", "txt", "labels", "json"))
    written = [_tokens(sentence) for sentence in known()]
    trees.write_text("".join("\n".join(lines) + "\n\n" for lines, _, _ in written))
    first, last = written[0], written[-1]
    both_said, both_signs = (
        f"{first[1]} {last[1]}",
        f"{first[2]}0{last[2]}",
    )  # so that it knows where one ends
    text.write_text("\n\n".join([both_said, *(said for _, said, _ in written)]))
    labels.write_text("\n\n".join([both_signs, *(signs for _, _, signs in written)]))
    contractions.write_text(json.dumps([[["doesn't", ["does", "n't"]], 1]]))
    both = {"train_file": str(trees), "eval_file": str(trees)}
    characters = {
        **{"txt_file": str(text), "label_file": str(labels), "mwt_json_file": str(contractions)},
        **{"dev_txt_file": str(text), "dev_label_file": str(labels), "dev_conll_gold": str(trees)},
        **{"emb_dim": "16", "hidden_dim": "16", "lr0": "0.01", "steps": "80", "eval_steps": "1000"},
    }
    language = {"lang": "en"}
    tagging = {**both, **_SMALL, **_CALM, **language, "no_pretrain": ""}
    with _making():
        for processor, program, said in (
            ("tokenize", "tokenizer", {**characters, **_SURE, **language}),
            ("mwt", "mwt_expander", {**both, "gold_file": str(trees), "dict_only": ""}),
            ("pos", "tagger", {**tagging, "fix_eval_interval": ""}),
            ("lemma", "lemmatizer", {**both, "dict_only": ""}),
            ("depparse", "parser", {**tagging, "no_checkpoint": ""}),
        ):
            trainer: Any = import_module(f"stanza.models.{program}")
            logging.getLogger("stanza").setLevel(logging.ERROR)
            place = {"save_dir": str(folder / "en" / processor), "save_name": "tiny.pt", "cpu": ""}
            said = {**said, **place, "shorthand": "en_tiny"}
            trainer.main([word for name, value in said.items() for word in (f"--{name}", value) if word])
    names = ("tokenize", "mwt", "pos", "lemma", "depparse")
    listed = {
        "url": "nowhere",
        "english": {"alias": "en"},
        "en": {
            "lang_name": "English",
            "packages": {
                "default": dict.fromkeys(names, "tiny"),
                "half": {"tokenize": "tiny", "pos": "tiny"},
            },
            **{name: {"tiny": {"md5": "0"}} for name in names},
        },
        "cs": {"packages": {"default": dict.fromkeys(names, "large")}},
    }
    (folder / "resources.json").write_text(json.dumps(listed))


def _tokens(sentence: list[Known]) -> tuple[list[str], str, str]:
    """A sentence in CoNLL-U, its text, and what ends at each sign: 1 a token, 2 all, 3 a contraction."""
    lines, text, labels = [], "", ""
    inside = False  # a contraction, of which all have two words here
    for number, (word, space) in enumerate(zip(sentence, spaced(sentence), strict=True), 1):
        if word.joined:
            form = word.form + sentence[number].form
            lines.append("\t".join((f"{number}-{number + 1}", form, *"________")))
        glued = not space and not inside and not word.joined and number < len(sentence)
        columns = (word.form, word.lemma, word.upos, word.xpos, word.feats, str(word.head), word.deprel, "_")
        lines.append("\t".join((str(number), *columns, "SpaceAfter=No" if glued else "_")))
        text += word.form + " " * space
        labels += "0" * (len(word.form) - 1) + ("0" if word.joined else "3" if inside else "1") + "0" * space
        inside = word.joined
    return [f"# text = {text}", *lines], text, f"{labels[:-1]}2"
