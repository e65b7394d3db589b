"""Texts that any parser must take, and what every tree of them must hold."""

from lackmus.core.trees.treebank import Sentence, tree_flaw

NOTHING = ["", " ", "\n", "\u00a0\u2028", "\x00", "\x00\n\x1b"]
ANYTHING = [
    "Ada reads the book. Ben sleeps.",
    "Ada\nreads.",
    "Ada\n\nreads the book.\r\n",
    "Ada\r\nreads.",
    "\n\n  Ben   sleeps.  \n",
    "Ben\u00a0sleeps.",
    "Ben\u2003\u3000sleeps.",
    "Ben\u2028sleeps.\u2029Ada reads.",
    "Ben\x85sleeps.",
    "Ben\tsleeps\t.",
    "Ben\x00sleeps.\x00",
    "Ben\x1fsleeps\x07\x1b[31m.",
    "Ben 😀 sleeps. 𝔘nd",
    "Ben de\u0301jà sleeps.",
    "\ufeffBen sleeps.",
    "Ben \u200b\u200d sleeps.",
    "Ben \ud800 sleeps.",
    "# text = Ben sleeps.",
    "1\tBen\tBen\tPROPN",
    "TokenRange=0:1 SpaceAfter=No|_",
    "<doc> &amp; \\s \\n \\p <UNK>",
    "سلام. 你好。",
    ".",
    "doesn't " * 3,
]


def flaws(sentence: Sentence) -> list[str]:
    """What is wrong with a tree: it must be one, and all of the text must be found where its words say."""
    text, words, found = sentence.text, sentence.words, []
    if flaw := tree_flaw([word.head for word in words]):
        found.append(flaw[1])
    if [word.deprel for word in words if not word.head] != ["root"]:
        found.append("there is not one root")
    places = list(dict.fromkeys((word.start, word.end) for word in words))
    if places != sorted(places):
        found.append(f"words are not in order: {places}")
    seen = "".join(text[start:end] for start, end in places)
    said = "".join(" " if ord(sign) < 32 or sign == "\x85" else sign for sign in text)
    if "".join(seen.split()) != "".join(said.split()):
        found.append(f"words do not cover the text: {seen!r}")
    starts = [word.start for word in words]
    for word in words:
        there = " ".join(text[word.start : word.end].replace("\ud800", "\ufffd").split())
        if starts.count(word.start) == 1 and word.form != there:
            found.append(f"{word.form!r} stands where the text has {there!r}")
    return found
