"""A UDPipe model trained on a few dozen sentences: it knows next to nothing, and works like any other."""

import fcntl
import os
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

NOUNS = {"dog": "dogs", "cat": "cats", "teacher": "teachers", "singer": "singers"}
VERBS = {"sleep": "sleeps", "run": "runs", "sing": "sings", "wait": "waits"}
TRAINING = {
    "tokenizer": "epochs=2;dimension=16;segment_size=10;early_stopping=0;tokenize_url=0;allow_spaces=0",
    "tagger": "iterations=3",
    "parser": "embedding_form=8;embedding_upostag=8;embedding_deprel=8;hidden_layer=20;iterations=8;"
    "structured_interval=0;transition_system=projective;transition_oracle=dynamic",
}
PLAIN = """
1 The the DET _ Definite=Def 2 det _ _
2 {noun} {noun} NOUN _ Number=Sing 3 nsubj _ _
3 {verbs} {verb} VERB _ VerbForm=Fin 0 root _ SpaceAfter=No
4 . . PUNCT _ _ 3 punct _ _
"""
WANT = """
1 The the DET _ Definite=Def 2 det _ _
2 {nouns} {noun} NOUN _ Number=Plur 3 nsubj _ _
3 want want VERB _ VerbForm=Fin 0 root _ _
4 to to PART _ _ 5 mark _ _
5 {verb} {verb} VERB _ VerbForm=Inf 3 xcomp _ SpaceAfter=No
6 . . PUNCT _ _ 3 punct _ _
"""
CANNOT = """
1 The the DET _ Definite=Def 2 det _ _
2 {noun} {noun} NOUN _ Number=Sing 5 nsubj _ _
3-4 cannot _ _ _ _ _ _ _ _
3 can can AUX _ VerbForm=Fin 5 aux _ _
4 not not PART _ Polarity=Neg 5 advmod _ _
5 {verb} {verb} VERB _ VerbForm=Inf 0 root _ SpaceAfter=No
6 . . PUNCT _ _ 5 punct _ _
"""


def trained(*parts: str) -> bytes:
    """A model that has these parts."""
    library: Any = import_module("ufal.udpipe")
    read, problem, sentences = (
        library.InputFormat.newConlluInputFormat(),
        library.ProcessingError(),
        library.Sentences(),
    )
    texts = []
    for (noun, nouns), (verb, verbs) in product(NOUNS.items(), VERBS.items()):
        for pattern in (PLAIN, WANT, CANNOT):
            filled = pattern.strip().format(noun=noun, nouns=nouns, verb=verb, verbs=verbs)
            texts.append(filled.replace(" ", "\t") + "\n\n")
    read.setText("".join(texts))
    sentence = library.Sentence()
    while read.nextSentence(sentence, problem):
        sentences.append(sentence)
        sentence = library.Sentence()
    said = [TRAINING[part] if part in parts else "none" for part in TRAINING]
    model = library.Trainer.train("morphodita_parsito", sentences, library.Sentences(), *said, problem)
    assert not problem.occurred(), problem.message
    assert isinstance(model, bytes)
    return model


def tiny_udpipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model in a file; one process of a test run trains it, and the others wait for it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    file = shared / "tiny.udpipe"
    with (shared / "tiny.udpipe.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            file.write_bytes(trained(*TRAINING))
    return file
