"""How engines write languages: the same variety under whatever code, and never another one."""

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.engines import PairNotOfferedError
from lackmus.engines.codes import Codes
from lackmus.web.http.remedies import on_page

SCRIPTS = Codes(["de", "en", "fr", "fr-ca", "nb", "pt", "pt-pt", "sr-Cyrl", "sr-Latn", "zh-Hans", "zh-Hant"])
REGIONS = Codes(["DE", "EN-GB", "EN-US", "no", "PT-BR", "tl", "zh", "zh-TW"])
OWN = Codes(["pb", "pt", "zh", "zt"], {"pb": "pt-BR", "zt": "zh-Hant"})


@pytest.mark.parametrize(
    "codes, tag, target, source",
    [
        (SCRIPTS, "de", "de", "de"),
        (SCRIPTS, "de-DE", "de", "de"),
        (SCRIPTS, "de-CH", None, "de"),  # who writes for Swiss readers writes otherwise
        (SCRIPTS, "fr-CA", "fr-ca", "fr-ca"),
        (SCRIPTS, "pt-BR", "pt", "pt"),
        (SCRIPTS, "pt-PT", "pt-pt", "pt-pt"),
        (SCRIPTS, "zh", "zh-Hans", "zh-Hans"),
        (SCRIPTS, "zh-TW", "zh-Hant", "zh-Hant"),
        (SCRIPTS, "zh-HK", None, "zh-Hant"),
        (SCRIPTS, "sr", "sr-Cyrl", "sr-Cyrl"),
        (SCRIPTS, "sr-Latn", "sr-Latn", "sr-Latn"),
        (SCRIPTS, "no", "nb", "nb"),
        (SCRIPTS, "nn", None, None),
        (SCRIPTS, "ja", None, None),
        (REGIONS, "de", "DE", "DE"),
        (REGIONS, "en", "EN-US", "EN-US"),
        (REGIONS, "en-GB", "EN-GB", "EN-GB"),
        (REGIONS, "nb", "no", "no"),
        (REGIONS, "fil", "tl", "tl"),
        (REGIONS, "zh-Hans", "zh", "zh"),
        (REGIONS, "zh-Hant", "zh-TW", "zh-TW"),
        (OWN, "pt-BR", "pb", "pb"),
        (OWN, "pt", "pt", "pt"),
        (OWN, "zh-TW", "zt", "zt"),
    ],
)
def test_codes(codes: Codes, tag: str, target: str | None, source: str | None) -> None:
    """To write a variety takes its own code; to read it, that of its language will do."""
    assert (codes.target(tag), codes.source(tag)) == (target, source)


def test_a_pair() -> None:
    """Both codes; whoever names the target's gets it."""
    assert SCRIPTS.of(Pair("en-GB", "zh"), "X") == ("en", "zh-Hans")
    assert SCRIPTS.of(Pair("en", "zh"), "X", "lzh") == ("en", "lzh")


@pytest.mark.parametrize(
    "pair, said, page",
    [
        (
            Pair("en", "de-CH"),
            "X does not translate en into de-CH. It has de, which may differ: --option target=de.",
            "X does not translate en into de-CH. It has de, which may differ: say so in the option target.",
        ),
        (
            Pair("en", "ja"),
            "X does not translate en into ja. Choose another engine.",
            "X does not translate en into ja. Choose another engine.",
        ),
        (
            Pair("ja", "de-CH"),
            "X does not translate ja into de-CH. Choose another engine.",
            "X does not translate ja into de-CH. Choose another engine.",
        ),
    ],
)
def test_a_pair_that_is_not_offered(pair: Pair, said: str, page: str) -> None:
    """What comes near is named, and taken only if somebody says so."""
    with pytest.raises(PairNotOfferedError) as caught:
        SCRIPTS.of(pair, "X")
    assert (worded(caught.value), on_page(caught.value)) == (said, page)
