"""URL parameters as models, and links made from them."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, model_validator


class QueryModel(BaseModel):
    """A model of URL parameters; empty form fields count as missing."""

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        kept = {
            name: [one for one in value if one != ""] if isinstance(value, list) else value
            for name, value in values.items()
        }
        return {name: value for name, value in kept.items() if value not in ("", None, [])}

    def link(self, **changes: object) -> dict[str, object]:
        """The URL parameters, with some replaced; defaults are left out."""
        return {**self.model_dump(mode="json", exclude_defaults=True), **changes}
