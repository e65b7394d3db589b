"""Trees as CoNLL-U."""

from lackmus.core.trees.conllu import sentence_conllu
from lackmus.core.trees.treebank import Treebank


def conllu(bank: Treebank) -> str:
    """All sentences of a treebank."""
    return "".join(sentence_conllu(bank.sentence(number)) for number in range(len(bank)))
