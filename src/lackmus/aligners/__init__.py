"""Sentence pairs -> word links: aligners, one file each, one small protocol.

from lackmus.aligners import open_aligner
from lackmus.core.trees.links import links

with open_aligner("hmm") as aligner:
    print(links(aligner.align([["it", "rain"]], [["pršet"]])))
"""

from lackmus.aligners.protocol import Aligner, Progress, aligner_class, aligner_names, open_aligner
from lackmus.core.trees.links import Alignment
from lackmus.machine.options import Option

__all__ = [
    "Aligner",
    "Alignment",
    "Option",
    "Progress",
    "aligner_class",
    "aligner_names",
    "open_aligner",
]
