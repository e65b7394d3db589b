"""Signatures of fetch requests made on this machine: a foreign workspace must not make it run programs."""

import hmac
import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from lackmus.errors import LackmusError
from lackmus.machine.small_files import read_small_bytes, why_unread


def job_signature(asked: Mapping[str, Any]) -> str:
    """The signature of a request with this machine's key; without a key, nothing is valid."""
    plain = json.dumps(asked, sort_keys=True)
    return hmac.new(_key(), plain.encode(), sha256).hexdigest()


def is_ours(asked: Mapping[str, Any], seal: object) -> bool:
    """Whether this request was signed on this machine."""
    return isinstance(seal, str) and hmac.compare_digest(seal.encode(), job_signature(asked).encode())


def _key() -> bytes:
    """The key, created once and private. If it is lost, fetches only have to be requested again."""
    file = _file()
    try:
        return read_small_bytes(file)
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        raise LackmusError(f"{file} cannot be read ({why_unread(problem)}).") from None
    fresh = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(secrets.token_bytes(32))
        with suppress(FileExistsError):  # the first process wins
            os.link(fresh, file)
        return read_small_bytes(file)
    except OSError as problem:
        raise LackmusError(f"{file} cannot be written ({problem.strerror}).") from None
    finally:
        fresh.unlink(missing_ok=True)


def _file() -> Path:
    return user_cache_path("lackmus") / "seal"
