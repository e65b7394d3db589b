"""Amazon Translate: one text a request, signed with AWS keys."""

import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits, Price
from lackmus.engines.codes import TARGET, Codes, not_offered
from lackmus.engines.errors import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    TooLongError,
    UnreachableError,
)
from lackmus.engines.http import TIMEOUT, HttpEngine, retry_after, said_in
from lackmus.engines.keys import Key, Keys
from lackmus.errors import LackmusError
from lackmus.machine.options import Option
from lackmus.machine.packages import MissingPartError

if TYPE_CHECKING:
    from botocore.credentials import Credentials

SERVICE = "translate"
REGION = "us-east-1"  # the default
ACCESS, SECRET, TOKEN = "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"
PRICE = Price(
    15.0, "USD", as_of="2026-10-01", source="aws.amazon.com/translate/pricing, as cited by others that day"
)
LIMITS = Limits(texts=1, text=10_000, in_bytes=True)

_REGION = re.compile(r"[a-z]{2,4}(-[a-z]{2,12}){1,2}-[0-9]{1,2}")  # part of an address
_PAGES = 20  # of languages; one is enough today
_TERMINOLOGY = re.compile(r"([A-Za-z0-9-]_?){1,256}")  # as in the service's own API description
# Every other language has its tag as its code.
_VARIETIES = ("zh", "zh-TW", "pt", "pt-PT", "fr-CA", "es-MX", "fa-AF", "no", "tl")

# By name, not by status: throttling may come as 400, 429 or 503.
_KEY = {
    "AccessDeniedException",
    "AuthFailure",
    "ExpiredToken",
    "ExpiredTokenException",
    "IncompleteSignature",
    "IncompleteSignatureException",
    "InvalidClientTokenId",
    "InvalidSignatureException",
    "MissingAuthenticationToken",
    "MissingAuthenticationTokenException",
    "NotAuthorized",
    "OptInRequired",
    "RequestExpired",
    "SignatureDoesNotMatch",
    "UnrecognizedClientException",
}
_BUSY = {
    "LimitExceededException",
    "RequestLimitExceeded",
    "RequestThrottled",
    "RequestThrottledException",
    "SlowDown",
    "Throttling",
    "ThrottledException",
    "ThrottlingException",
    "TooManyRequestsException",
}
_TROUBLE = {"InternalFailure", "InternalServerException", "ServiceUnavailable", "ServiceUnavailableException"}


class Amazon(HttpEngine):
    """A service of one region; only terminologies differ from region to region."""

    LABEL = "Amazon Translate"
    ABOUT = "Amazon's translation service, with formality, brevity and terminologies"
    PAID = True
    KEYS = (
        Key(ACCESS, "access key of AWS"),
        Key(SECRET, "secret that belongs to the access key"),
        Key(TOKEN, "for temporary keys: their session token", required=False),
    )
    OPTIONS = (
        Option(
            "formality", "register, where the target has it", "default", ("default", "formal", "informal")
        ),
        Option("profanity", "whether swear words are masked", "keep", ("keep", "mask")),
        Option("brevity", "whether translations are kept short, where it can", "off", ("off", "on")),
        Option("terminology", "name of a custom terminology in the region"),
        TARGET,
        # Only the owner of the keys may say where texts are sent.
        Option("region", f"region of AWS; else AWS_REGION, else {REGION}", counts=False, trusted=True),
        Option("url", "address, if it is not that of the region", counts=False, trusted=True),
        TIMEOUT,
    )

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        self._region = options["region"] or keys.beside("AWS_REGION") or REGION
        if not _REGION.fullmatch(self._region):
            raise LackmusError(f"region cannot be {self._region}. Write it like {REGION}.", argument="option")
        if options["terminology"] and not _TERMINOLOGY.fullmatch(options["terminology"]):
            raise LackmusError(
                "terminology is no name of a terminology. Copy it from AWS.", argument="option"
            )
        url = options["url"] or f"https://{SERVICE}.{self._region}.amazonaws.com"
        super().__init__({**options, "url": url}, keys)

    def about(self, pair: Pair) -> About:
        """Whether it has the languages (asking is free), and its price."""
        source, target = self._spelled(pair)
        offered = self._offered
        if offered and not {source, target} <= offered:
            raise not_offered(self.LABEL, pair)
        return replace(self.unasked(), notes={"asked as": f"{source} to {target}", "region": self._region})

    def unasked(self) -> About:
        """The price."""
        return About(price=PRICE, limits=LIMITS)

    def identity(self) -> Mapping[str, str]:
        """The region counts only with a terminology."""
        named = {"region": self._region} if self.options["terminology"] else {}
        return {**super().identity(), **named}

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[str]:
        """One text per request, as the service requires."""
        return [self._translated(text, pair) for text in sources]

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """The error by its name."""
        name = _name(body, headers)
        said = self._named(status, body, name)
        if name in _KEY:
            return KeyRefusedError(
                said,
                f"Check {ACCESS} and {SECRET}, that they may call TranslateText, and this machine's clock.",
                code="for-the-keeper",
                task=f"checks {ACCESS}, {SECRET} and the clock",
            )
        if name in _BUSY:
            return BusyError(said, after=retry_after(headers))
        if name == "UnsupportedLanguagePairException":
            return PairNotOfferedError(said, "Choose another engine.")
        if name == "TextSizeLimitExceededException":
            return TooLongError(said)
        if name in _TROUBLE:
            return UnreachableError(said, after=retry_after(headers))
        if name == "ResourceNotFoundException":
            return BadRequestError(said, "Is there such a terminology in this region?")
        return BadRequestError(said) if name and status < 500 else None

    @cached_property
    def _offered(self) -> frozenset[str]:
        """The codes of its languages, page by page; empty if the keys may only translate."""
        codes: set[str] = set()
        more: dict[str, str] = {}
        for _ in range(_PAGES):
            try:
                found = self._called("ListLanguages", {"MaxResults": 500, **more})
            except KeyRefusedError as problem:
                if "AccessDenied" in str(problem):
                    return frozenset()
                raise
            match found:
                case {"Languages": list() as listed}:
                    codes.update(said_in(one, "LanguageCode") for one in listed)
                case _:
                    raise BadReplyError(f"{self.LABEL} answered without its languages.")
            if not (token := said_in(found, "NextToken")):
                return frozenset(codes)
            more = {"NextToken": token}
        raise BadReplyError(f"{self.LABEL} has no end of languages.")

    def _called(self, operation: str, request: Mapping[str, Any]) -> Any:
        content = json.dumps(request, ensure_ascii=False).encode()
        return self.ask("POST", "/", content=content, headers=self._signed(operation, content))

    def _translated(self, text: str, pair: Pair) -> str:
        found = self._called("TranslateText", self._request(text, pair))
        match found:
            case {"TranslatedText": str() as translated}:
                return translated
        raise BadReplyError(f"{self.LABEL} answered without a translation.")

    def _request(self, text: str, pair: Pair) -> dict[str, Any]:
        source, target = self._spelled(pair)
        said = self.options
        settings = {
            "Formality": said["formality"].upper() if said["formality"] != "default" else "",
            "Profanity": "MASK" if said["profanity"] == "mask" else "",
            "Brevity": "ON" if said["brevity"] == "on" else "",
        }
        settings = {name: value for name, value in settings.items() if value}
        request: dict[str, Any] = {
            "Text": text,
            "SourceLanguageCode": source,
            "TargetLanguageCode": target,
        }
        if settings:
            request["Settings"] = settings
        if said["terminology"]:
            request["TerminologyNames"] = [said["terminology"]]
        return request

    def _signed(self, operation: str, content: bytes) -> dict[str, str]:
        """The headers of a request, with a signature that is valid for minutes."""
        signer, request_type = _botocore()
        request = request_type(
            "POST",
            f"{self.url}/",
            data=content,
            headers={
                "Content-Type": "application/x-amz-json-1.1",
                "X-Amz-Target": f"AWSShineFrontendService_20170701.{operation}",
            },
        )
        signer(self._credentials, SERVICE, self._region).add_auth(request)
        return dict(request.headers)

    @cached_property
    def _credentials(self) -> "Credentials":
        from botocore.credentials import Credentials

        return Credentials(self.secret(ACCESS), self.secret(SECRET), self.secret(TOKEN, required=False))

    def _spelled(self, pair: Pair) -> tuple[str, str]:
        known = Codes(_VARIETIES)
        bare = [tag.partition("-")[0] for tag in (pair.source, pair.target)]
        codes = Codes((*_VARIETIES, *(code for code in bare if known.target(code) is None)))
        return codes.of(pair, self.LABEL, self.options["target"])

    def _named(self, status: int, body: Any, name: str) -> str:
        said = self.answered(status, body)
        return f"{said[:-1]}: {name}." if name and name not in said else said


def _botocore() -> tuple[Any, Any]:
    """The signer of AWS's own library, and its request class."""
    try:
        from botocore.auth import SigV4Auth
        from botocore.awsrequest import AWSRequest
    except ImportError:
        raise MissingPartError.package("botocore", "amazon") from None
    # Its debug log would contain every request, session token included.
    logging.getLogger("botocore.auth").setLevel(logging.INFO)
    return SigV4Auth, AWSRequest


def _name(body: Any, headers: Mapping[str, str]) -> str:
    """The name of the error without the parts before # and after a colon, from body or header."""
    written = said_in(body, "__type") or headers.get("x-amzn-errortype", "")
    return written.rpartition("#")[2].partition(":")[0].strip()
