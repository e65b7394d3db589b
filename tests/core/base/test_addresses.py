"""Addresses of files on other machines, as people write them and as paths keep them."""

from pathlib import PurePosixPath

import pytest

from lackmus.core.base.addresses import address_in


@pytest.mark.parametrize(
    "written, address",
    [
        ("hf://datasets/org/name@main/x.jsonl", "hf://datasets/org/name@main/x.jsonl"),
        ("s3://bucket/a=b/*.tsv", "s3://bucket/a=b/*.tsv"),
        ("simplecache::s3://bucket/x", "simplecache::s3://bucket/x"),
        ("file:///home/x.tsv", "file:///home/x.tsv"),
        ("memory://x", "memory://x"),
        ("outputs/2026", ""),
        ("C:/outputs", ""),
        ("2026=outputs", ""),
        ("de-en:001", ""),
        ("/a:/b", ""),
    ],
)
def test_addresses(written: str, address: str) -> None:
    """A path has lost one of two slashes, and is the same address."""
    assert address_in(written) == address
    assert address_in(PurePosixPath(written)) == address
