"""Numbers with their noun: “1 item”, “2 items”."""


def counted(count: int, one: str, many: str = "") -> str:
    """“1 item”, “2 items”."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
