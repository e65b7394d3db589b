"""What an address says about what is asked for, and how it is said again in links."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, model_validator


class FromAddress(BaseModel):
    """What an address says; a field of a form that was left empty says nothing."""

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
        """What an address says of it, with something else in some places; defaults are left unsaid."""
        return {**self.model_dump(mode="json", exclude_defaults=True), **changes}
