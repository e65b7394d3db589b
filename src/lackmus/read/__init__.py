"""Bytes -> core, one file a format. A mistake in a file is one line that names place and remedy."""

from lackmus.read.folders import hand_ins_of, plain_hand_ins
from lackmus.read.lines import read_aligned
from lackmus.read.suites import read_suite
from lackmus.read.tsv import read_tsv

__all__ = ["hand_ins_of", "plain_hand_ins", "read_aligned", "read_suite", "read_tsv"]
