"""Access tokens for Google: given by the user, or obtained with a credentials file."""

import json
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lackmus.engines.errors import BadReplyError, KeyRefusedError, UnreachableError
from lackmus.engines.http import on_this_machine
from lackmus.engines.keys import Keys
from lackmus.errors import LackmusError, Setting
from lackmus.machine.files import read_small_bytes, why_unread
from lackmus.machine.packages import MissingPartError

if TYPE_CHECKING:
    import httpx2

TOKEN = "GOOGLE_OAUTH_ACCESS_TOKEN"  # noqa: S105  (its name, not the thing)
FILE = "GOOGLE_APPLICATION_CREDENTIALS"  # the variable of Google's own tools; its value is a file name
_SCOPE = "https://www.googleapis.com/auth/cloud-translation"


class TokenResponse(NamedTuple):
    """A token server's response in the form that google-auth expects."""

    status: int
    headers: Any
    data: bytes


class TokenSource:
    """Obtains a token when it is needed, and a new one when it has expired; threads share it.

    Google's other sources (gcloud's files, the metadata server) are not used: secrets come from the
    environment or from a file that only its owner can read.
    """

    def __init__(self, keys: Keys, url: str, client: Callable[[], "httpx2.Client"]) -> None:
        self._keys = keys
        self._url = url
        self._client = client
        self._lock = threading.Lock()
        self._credentials: Any = None

    def token(self) -> tuple[str, bool]:
        """A token, and whether it belongs to a person, who needs a billing project."""
        if self._url.startswith("http:") and not on_this_machine(self._url):
            raise KeyRefusedError(
                f"{self._url} is reached by http, and everybody on the way could read the token.",
                "Use https.",
            )
        if found := self._keys.get(TOKEN):
            return found, True
        name = self._keys.beside(FILE)
        if not name:
            raise KeyRefusedError(
                f"There is neither a token {TOKEN} nor a file of credentials {FILE}.",
                "Put one of them into the environment.",
                code="for-the-keeper",
                task="puts one of them into its environment",
            )
        with self._lock:
            return self._bought(Path(name))

    def _bought(self, file: Path) -> tuple[str, bool]:
        try:
            from google.auth import exceptions
        except ImportError:
            raise MissingPartError.package("google-auth", "google") from None
        if self._credentials is None:
            self._credentials = _read(file, self._keys)
        if not self._credentials.valid:
            try:
                self._credentials.refresh(self._asked)
            except exceptions.GoogleAuthError as problem:
                why = _first(problem, self._keys)
                if isinstance(problem, exceptions.TransportError) or problem.retryable:
                    raise UnreachableError(f"Google gives no token ({why}).") from None
                raise KeyRefusedError(
                    f"Google gives no token for these credentials ({why}).",
                    "Make a new file of credentials.",
                    code="for-the-keeper",
                    task="makes new ones",
                ).at(Setting(FILE, str(file))) from None
            except (TypeError, ValueError):  # google-auth fails like this when an answer is no JSON object
                raise BadReplyError(
                    "Google's server of tokens answered with something that is none."
                ) from None
        token = str(self._credentials.token)
        self._keys.hide(token)
        return token, not hasattr(self._credentials, "service_account_email")

    def _asked(
        self,
        url: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Any = None,
        timeout: float | None = None,
        **_: object,
    ) -> TokenResponse:
        """The request function for google-auth: with our connections, time limits and secrecy."""
        import httpx2
        from google.auth import exceptions

        errors: Any = exceptions  # has no types
        if not url.startswith("https:") and not on_this_machine(url):
            raise errors.RefreshError("its token_uri is reached by http, where everybody could read it")
        try:
            answer = self._client().request(method, url, content=body, headers=headers)
        except httpx2.HTTPError as problem:
            raise errors.TransportError(str(problem) or type(problem).__name__) from None
        return TokenResponse(answer.status_code, answer.headers, answer.content)


def _read(file: Path, keys: Keys) -> Any:
    """Credentials from a file, of the two self-contained kinds."""
    from google.oauth2 import credentials, service_account

    of_service: Any = service_account.Credentials  # have no types
    of_person: Any = credentials.Credentials
    try:
        with file.open("rb") as opened:
            if os.name == "posix" and stat.S_IMODE(os.fstat(opened.fileno()).st_mode) & 0o077:
                raise _unfit(file, "others can read the file.", f"Close it to them: chmod 600 {file}.")
            content = read_small_bytes(opened)
    except (OSError, ValueError) as problem:
        raise _unfit(file, f"the credentials cannot be read ({why_unread(problem)}).") from None
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        raise _unfit(file, "the credentials are no JSON.", "Download them again.") from None
    told = told if isinstance(told, dict) else {}
    for name in ("private_key", "refresh_token", "client_secret"):
        if isinstance(told.get(name), str):
            keys.hide(told[name])
    try:
        if told.get("type") == "service_account":
            return of_service.from_service_account_info(told, scopes=[_SCOPE])
        if told.get("type") == "authorized_user":
            return of_person.from_authorized_user_info(told)
    except (ValueError, TypeError):  # its message may quote the secret
        raise _unfit(file, "the credentials are not complete.", "Download them again.") from None
    raise _unfit(
        file,
        "only credentials of a service account or of a person will do.",
        f"For others there is the token {TOKEN}.",
    )


def _unfit(file: Path, said: str, remedy: str = "") -> LackmusError:
    """The error for an unsuitable file; pages do not show its path."""
    return LackmusError(said, remedy, code="for-the-keeper", task="looks after it").at(
        Setting(FILE, str(file))
    )


def _first(problem: Exception, keys: Keys) -> str:
    """The first line of a problem, shortened, without the body."""
    said = keys.scrub(str(problem.args[0])) if problem.args else type(problem).__name__
    return " ".join(said.split())[:200]
