"""About how wide a text is, for drawings that have to place texts themselves: trees, and names of points."""

from unicodedata import category, combining, east_asian_width

# In thousandths of the font size, as in Arial and in Liberation Sans, which has the same widths.
_WIDTHS = {
    sign: width
    for width, signs in {
        222: "ijl'‘’|",
        278: " .,:;!/\\[]It f",
        334: '()-r{}·`"°',
        500: "ckvxyszJ",
        556: "abdeghnopquL0123456789?_#$–",
        611: "FTZ+<=>~",
        667: "ABEKPSVXY&",
        722: "CDHNRUw",
        778: "GOQ",
        833: "mM",
        889: "%",
        1015: "W@…—",
    }.items()
    for sign in signs
}
_BOLD = 1.08


def width(text: str, size: float, bold: bool = False) -> float:
    """About how many pixels a text takes in a font of this size; rather too many than too few."""
    return sum(map(_sign_width, text)) * size / 1000 * (_BOLD if bold else 1)


def _sign_width(sign: str) -> int:
    if sign in _WIDTHS:
        return _WIDTHS[sign]
    if combining(sign):
        return 0
    if east_asian_width(sign) in "WF" or category(sign) == "So":
        return 1250
    return 780 if sign.isupper() else 620
