"""LaTeX escapes, and the packages for scripts."""

import re
from unicodedata import category, normalize

from lackmus.core.base.texts import printable

_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "−": r"\ensuremath{-}",
    "→": r"\ensuremath{\rightarrow}",
    "↑": r"\ensuremath{\uparrow}",
    "↓": r"\ensuremath{\downarrow}",
    "ρ": r"\ensuremath{\rho}",
    "Δ": r"\ensuremath{\Delta}",
    "≥": r"\ensuremath{\geq}",
    "≤": r"\ensuremath{\leq}",
    "…": r"\ldots{}",
    "\u00a0": "~",
    "\u200b": r"\hspace{0pt}",
}
_TABLE = str.maketrans(_SIGNS)
_LIGATURES = re.compile("(?<=-)(?=-)|(?<=,)(?=,)")  # no dash, no quotation mark
_LONG_WORD = re.compile(r"(\S{20})(?=\S{10})")  # such a word needs explicit break points
# Letters of the T2A fonts: modern Slavic, and most of Turkic and Caucasian languages.
_T2A = (
    "\u0400-\u045f\u0490-\u0493\u0496-\u049d\u04a0-\u04a5\u04aa\u04ab\u04ae-\u04b3\u04b6-\u04bb\u04c0-\u04c2"
    "\u04d0-\u04df\u04e2-\u04e9\u04ec-\u04f5\u04f8\u04f9"
)
_CYRILLIC = re.compile(f"[{_T2A}]+(?:[ {_T2A}]*[{_T2A}])?")
# Letters of the T1 fonts: European Latin (not the whole block) and typographic marks.
_LATIN = re.compile(
    "[\u0000-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e\u0218-\u021b–—‘’‚“”„†‡•‰‹›€]"
)


def escaped(text: str) -> str:
    """The text, escaped for LaTeX."""
    plain = printable(normalize("NFC", " ".join(text.split())))
    breakable = _LONG_WORD.sub("\\1\u200b", plain).translate(_TABLE)
    return _CYRILLIC.sub(r"\\LackmusCyrillic{\g<0>}", _LIGATURES.sub("{}", breakable))


# In a paper the author chooses fonts; alone the preamble does.
DEFINITIONS = r"\providecommand{\LackmusCyrillic}[1]{#1}"


# A paper may define its own grey or marks.
GREY = r"\providecommand{\LackmusGrey}{\cellcolor[gray]{0.83}}"


def packages(grey: bool) -> str:
    """The packages of the tables; colours only if something is grey."""
    return f"booktabs,longtable,array,graphicx,pdflscape,textcomp{',colortbl' if grey else ''}"


def preamble(body: str, grey: bool = False) -> list[str]:
    r"""A document class and packages for any engine; letters that pdfTeX lacks are printed by name.

    Defines \LackmusAlone, so that the end of the file knows whether to end a document.
    """
    cyrillic = sorted(set("".join(_CYRILLIC.findall(body))) - {" "})
    strange = sorted({sign for sign in body if not _LATIN.match(sign)} - set(cyrillic))
    return [
        r"\documentclass[a4paper]{article}",
        r"\newcommand{\LackmusAlone}{}",
        r"\usepackage[margin=2cm]{geometry}",
        rf"\usepackage{{{packages(grey)}}}",
        # Only TeX primitives: a paper skips all of this, and TeX skips no others properly.
        r"\def\LackmusUnicode{0}",
        r"\ifdefined\directlua\def\LackmusUnicode{1}\fi\ifdefined\XeTeXversion\def\LackmusUnicode{1}\fi",
        r"\ifnum\LackmusUnicode=1 ",
        r"\usepackage{fontspec}",
        *([r"\IfFontExistsTF{DejaVu Serif}{\setmainfont{DejaVu Serif}}{}"] if cyrillic or strange else []),
        r"\else",
        r"\usepackage[utf8]{inputenc}",
        *(_cyrillic(cyrillic) if cyrillic else [r"\usepackage[T1]{fontenc}"]),
        *map(_declared, strange),
        r"\fi",
    ]


def _cyrillic(letters: list[str]) -> list[str]:
    """Cyrillic fonts if installed; otherwise letters are printed by name."""
    return [
        r"\def\LackmusTwoA{0}\IfFileExists{t2aenc.def}{\def\LackmusTwoA{1}}{}",
        r"\ifnum\LackmusTwoA=1 ",
        r"\usepackage[T2A,T1]{fontenc}",
        r"\newcommand{\LackmusCyrillic}[1]{{\fontencoding{T2A}\selectfont #1}}",
        r"\else",
        r"\usepackage[T1]{fontenc}",
        *map(_declared, letters),
        r"\fi",
    ]


def _declared(sign: str) -> str:
    """A letter missing in pdfTeX's fonts, by its code point; combining marks are dropped."""
    named = "" if category(sign) in ("Mn", "Cf") else f"[U+{ord(sign):04X}]"
    return rf"\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{named}}}"
