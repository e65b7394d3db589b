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

    def link_of(self, model: "type[QueryModel]", **changes: object) -> dict[str, object]:
        """The URL parameters that a parent model has, with some replaced; its defaults are left out."""
        own = model.model_validate(self.model_dump(include=set(model.model_fields)))
        return {**own.model_dump(mode="json", exclude_defaults=True), **changes}
