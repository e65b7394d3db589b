"""source -> text: engines that translate, one file an engine, one small protocol.

from lackmus.core.base.pairs import Pair
from lackmus.engines import open_engine

with open_engine("apertium") as engine:
    print(engine.translate(["It rains."], Pair("en", "es")))
"""

from lackmus.core.engines.engine import About, Ask, Limits, Mark, Price, PriceUnit, Reply
from lackmus.engines.errors import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    QuotaError,
    TooLongError,
    UnreachableError,
)
from lackmus.engines.keys import Key, Keys
from lackmus.engines.protocol import Engine, engine_class, engine_names, open_engine
from lackmus.machine.options import Option
from lackmus.machine.packages import MissingPartError

__all__ = [
    "About",
    "Ask",
    "BadReplyError",
    "BadRequestError",
    "BusyError",
    "Engine",
    "EngineError",
    "Key",
    "KeyRefusedError",
    "Keys",
    "Limits",
    "Mark",
    "MissingPartError",
    "Option",
    "PairNotOfferedError",
    "Price",
    "PriceUnit",
    "QuotaError",
    "Reply",
    "TooLongError",
    "UnreachableError",
    "engine_class",
    "engine_names",
    "open_engine",
]
