"""Text -> trees: parsers, one file a library, one small protocol.

from lackmus.parsers import open_parser

with open_parser("udpipe", {"model": "english.udpipe"}) as parser:
    for sentence in parser.parse(["It is raining."]):
        print([(word.form, word.upos, word.head) for word in sentence.words])
"""

from lackmus.core.trees.treebank import Sentence, Word
from lackmus.machine.options import Option
from lackmus.parsers.protocol import Parser, one_tree, open_parser, parser_class, parser_names

__all__ = [
    "Option",
    "Parser",
    "Sentence",
    "Word",
    "one_tree",
    "open_parser",
    "parser_class",
    "parser_names",
]
