"""Bytes -> core, one file a format. A mistake in a file is one line that names place and remedy."""

from lackmus.read.formats import ReadOptions
from lackmus.read.outputs import hand_ins_of, plain_hand_ins
from lackmus.read.suites import read_draft, read_suite

__all__ = ["ReadOptions", "hand_ins_of", "plain_hand_ins", "read_draft", "read_suite"]
