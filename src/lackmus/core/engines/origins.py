"""The origin of a system's outputs, if an engine wrote them: what it said about itself."""

import json
from dataclasses import dataclass

from lackmus.core.engines.engine import Origin, Price, price_list


@dataclass(frozen=True)
class OriginShown:
    """An engine and all that can be said of it, as people read it."""

    engine: str
    model: str
    version: str
    models: tuple[str, ...]  # that answered, if the engine says
    price: str
    notes: tuple[tuple[str, str], ...]
    signature: str

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The known facts, one row each."""
        told = (
            ("Engine", self.engine),
            ("Model", self.model),
            ("Version", self.version),
            ("Answered by", ", ".join(self.models)),
            ("Price", self.price),
            *self.notes,
        )
        return [(name, value) for name, value in told if value]


def origin_shown(engine: str, origin: Origin) -> OriginShown:
    """The origin as people read it, from the stored one."""
    about = json.loads(origin.about)
    price = about.get("price")
    return OriginShown(
        engine,
        about.get("model", ""),
        about.get("version", ""),
        tuple(about.get("models", ())),
        price_list(Price(**price)) if price else "",
        tuple((str(name), str(value)) for name, value in about.get("notes", {}).items()),
        origin.signature,
    )
