"""Lackmus: find out what a machine translation system can and cannot translate, phenomenon by phenomenon."""

__version__ = "0.1.0"

from lackmus.renamed import install

install()
