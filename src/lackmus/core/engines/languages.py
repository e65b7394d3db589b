"""English names of languages, as in prompts: “Brazilian Portuguese”, not `pt-BR`."""

# By code. Other languages must be named by the user: an installed package must not change what an engine is
# asked.
_WRITTEN = """
af Afrikaans|am Amharic|an Aragonese|ar Arabic|as Assamese|ast Asturian|av Avaric|awa Awadhi|ay Aymara
az Azerbaijani|ba Bashkir|be Belarusian|bg Bulgarian|bho Bhojpuri|bm Bambara|bn Bengali|bo Tibetan|br Breton
bs Bosnian|ca Catalan|ce Chechen|ceb Cebuano|ckb Central Kurdish|co Corsican|crh Crimean Tatar|cs Czech
csb Kashubian|cu Church Slavic|cv Chuvash|cy Welsh|da Danish|de German|dsb Lower Sorbian|dv Dhivehi
dz Dzongkha|ee Ewe|el Greek|en English|eo Esperanto|es Spanish|et Estonian|eu Basque|fa Persian|ff Fula
fi Finnish|fil Filipino|fj Fijian|fo Faroese|fr French|frp Franco-Provençal|fur Friulian|fy Western Frisian
ga Irish|gd Scottish Gaelic|gl Galician|gn Guarani|grc Ancient Greek|gsw Swiss German|gu Gujarati|gv Manx
ha Hausa|haw Hawaiian|he Hebrew|hi Hindi|hmn Hmong|hr Croatian|hsb Upper Sorbian|ht Haitian Creole
hu Hungarian|hy Armenian|ia Interlingua|id Indonesian|ig Igbo|ilo Ilocano|is Icelandic|it Italian
iu Inuktitut|ja Japanese|jv Javanese|ka Georgian|kab Kabyle|kk Kazakh|kl Greenlandic|km Khmer|kn Kannada
ko Korean|kok Konkani|ks Kashmiri|ku Kurdish|kw Cornish|ky Kyrgyz|la Latin|lb Luxembourgish|lg Ganda
lij Ligurian|lmo Lombard|ln Lingala|lo Lao|lt Lithuanian|ltg Latgalian|lus Mizo|lv Latvian|mai Maithili
mg Malagasy|mi Māori|mk Macedonian|ml Malayalam|mn Mongolian|mni Manipuri|mr Marathi|ms Malay|mt Maltese
my Burmese|nb Norwegian Bokmål|nds Low German|ne Nepali|nl Dutch|nn Norwegian Nynorsk|no Norwegian
nso Northern Sotho|nv Navajo|ny Chichewa|oc Occitan|om Oromo|or Odia|os Ossetic|pa Punjabi|pap Papiamento
pl Polish|ps Pashto|pt Portuguese|qu Quechua|rm Romansh|rn Rundi|ro Romanian|ru Russian|rue Rusyn
rw Kinyarwanda|sa Sanskrit|sah Yakut|sat Santali|sc Sardinian|scn Sicilian|sd Sindhi|se Northern Sami
sg Sango|sh Serbo-Croatian|si Sinhala|sk Slovak|sl Slovenian|sm Samoan|sn Shona|so Somali|sq Albanian
sr Serbian|ss Swati|st Southern Sotho|su Sundanese|sv Swedish|sw Swahili|szl Silesian|ta Tamil|te Telugu
tet Tetum|tg Tajik|th Thai|ti Tigrinya|tk Turkmen|tl Tagalog|tn Tswana|to Tongan|tpi Tok Pisin|tr Turkish
ts Tsonga|tt Tatar|ty Tahitian|udm Udmurt|ug Uyghur|uk Ukrainian|ur Urdu|uz Uzbek|ve Venda|vec Venetian
vi Vietnamese|war Waray|wo Wolof|xh Xhosa|yi Yiddish|yo Yoruba|yue Cantonese|za Zhuang|zh Chinese|zu Zulu
"""
NAMES: dict[str, str] = {
    code: name
    for code, _, name in (one.partition(" ") for one in _WRITTEN.strip().replace("\n", "|").split("|"))
}

_VARIANTS = {
    "de-AT": "Austrian German",
    "de-CH": "Swiss Standard German",
    "en-AU": "Australian English",
    "en-CA": "Canadian English",
    "en-GB": "British English",
    "en-IE": "Irish English",
    "en-IN": "Indian English",
    "en-NZ": "New Zealand English",
    "en-US": "American English",
    "en-ZA": "South African English",
    "es-419": "Latin American Spanish",
    "es-AR": "Argentine Spanish",
    "es-ES": "European Spanish",
    "es-MX": "Mexican Spanish",
    "fr-BE": "Belgian French",
    "fr-CA": "Canadian French",
    "fr-CH": "Swiss French",
    "fr-FR": "European French",
    "nl-BE": "Flemish",
    "pt-BR": "Brazilian Portuguese",
    "pt-PT": "European Portuguese",
    "zh-CN": "Simplified Chinese",
    "zh-Hans": "Simplified Chinese",
    "zh-Hant": "Traditional Chinese",
    "zh-HK": "Traditional Chinese as used in Hong Kong",
    "zh-Hant-HK": "Traditional Chinese as used in Hong Kong",
    "zh-SG": "Simplified Chinese as used in Singapore",
    "zh-TW": "Traditional Chinese as used in Taiwan",
    "zh-Hant-TW": "Traditional Chinese as used in Taiwan",
}
_SCRIPTS = {
    "Arab": "Arabic",
    "Beng": "Bengali",
    "Cyrl": "Cyrillic",
    "Deva": "Devanagari",
    "Grek": "Greek",
    "Guru": "Gurmukhi",
    "Hebr": "Hebrew",
    "Latn": "Latin",
    "Mong": "Mongolian",
    "Tfng": "Tifinagh",
    "Tibt": "Tibetan",
}


def language_name(tag: str) -> str | None:
    """A language in English, with its variant: sr-Latn is “Serbian in Latin script”; None if unknown."""
    if tag in _VARIANTS:
        return _VARIANTS[tag]
    code, *rest = tag.split("-")
    name = NAMES.get(code)
    for part in rest:
        if name is None:
            break
        if len(part) == 4 and part in _SCRIPTS:
            name += f" in {_SCRIPTS[part]} script"
        else:
            name += f" ({part})"  # a region is shown by its code
    return name
