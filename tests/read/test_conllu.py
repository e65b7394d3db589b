"""CoNLL-U: what stands in a file comes back, and every way in which it can be broken is one line."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from lackmus.core.trees.treebank import Sentence, Treebank, Word
from lackmus.errors import LackmusError
from lackmus.read.conllu import read_conllu
from lackmus.write.conllu import conllu

DOG = """
# newdoc id = d
# sent_id = dog
# text = The dog doesn't sleep.
1 The the DET DT Definite=Def 2 det _ _
2 dog dog NOUN NN Number=Sing 5 nsubj 2:nsubj _
3-4 doesn't _ _ _ _ _ _ _ _
3 does do AUX VBZ VerbForm=Fin 5 aux _ _
4 n't not PART RB Polarity=Neg 5 advmod _ _
4.1 really really ADV _ _ _ _ 5:advmod _
5 sleep sleep VERB VB VerbForm=Inf 0 root _ SpaceAfter=No
6 . . PUNCT . _ 5 punct _ _
"""
WORDS = (
    Word("The", "the", "DET", "DT", "Definite=Def", 2, "det", 0, 3),
    Word("dog", "dog", "NOUN", "NN", "Number=Sing", 5, "nsubj", 4, 7),
    Word("does", "do", "AUX", "VBZ", "VerbForm=Fin", 5, "aux", 8, 15),
    Word("n't", "not", "PART", "RB", "Polarity=Neg", 5, "advmod", 8, 15),
    Word("sleep", "sleep", "VERB", "VB", "VerbForm=Inf", 0, "root", 16, 21),
    Word(".", ".", "PUNCT", ".", "_", 5, "punct", 21, 22),
)
RAIN = """
1 It it PRON _ _ 2 expl _ _
2 rains rain VERB _ _ 0 root _ SpaceAfter=No
3 . . PUNCT _ _ 2 punct _ _
"""


def tabbed(lines: str) -> str:
    """Columns as they are: here they have spaces between them, which are easier to read."""
    rows = (line if line.startswith("#") else line.replace(" ", "\t") for line in lines.strip().split("\n"))
    return "\n".join(rows) + "\n\n"


def written(folder: Path, content: str | bytes) -> Path:
    """A file with this content."""
    file = folder / "trees.conllu"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def sentences(bank: Treebank) -> list[Sentence]:
    """All of them."""
    return [bank.sentence(number) for number in range(len(bank))]


def test_a_sentence(tmp_path: Path) -> None:
    """Contractions are words that share a place; empty nodes and comments are left out."""
    bank = read_conllu(written(tmp_path, tabbed(DOG)))
    assert sentences(bank) == [Sentence("dog", "The dog doesn't sleep.", WORDS)]
    assert bank.heads.tolist() == [1, 4, 4, 4, -1, 4]


def test_several_sentences(tmp_path: Path) -> None:
    """One without an id has its number, one without a text is written by its forms and SpaceAfter."""
    bank = read_conllu(written(tmp_path, tabbed(DOG) + tabbed(RAIN) + tabbed(DOG)))
    assert bank.ids == ("dog", "2", "dog")
    assert bank.texts[1] == "It rains."
    assert [(word.start, word.end) for word in bank.sentence(1).words] == [(0, 2), (3, 8), (8, 9)]
    assert bank.bounds.tolist() == [0, 6, 9, 15]
    assert bank.heads.tolist() == [1, 4, 4, 4, -1, 4, 7, -1, 7, 10, 13, 13, 13, -1, 13]


GOOD = tabbed(DOG) + tabbed(RAIN)


@pytest.mark.parametrize(
    "content",
    [
        GOOD.rstrip("\n").encode(),
        GOOD.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + GOOD.encode(),
        gzip.compress(GOOD.encode(), mtime=0),
        b"\n\n" + GOOD.replace("\n\n", "\n  \n\n\n").encode(),
        b"# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n" + GOOD.encode(),
        GOOD.encode() + b"# the end\n",
        GOOD.replace("# text =", "#text=").encode(),
        GOOD.replace("\n5\t", "\n# in between\n5\t").encode(),
    ],
    ids=["no end", "CRLF", "BOM", "gzip", "blank lines", "header", "footer", "tight", "comment within"],
)
def test_files_as_they_are(content: bytes, tmp_path: Path) -> None:
    """The same two sentences."""
    found = sentences(read_conllu(written(tmp_path, content)))
    assert [(one.id, one.text) for one in found] == [("dog", "The dog doesn't sleep."), ("2", "It rains.")]
    assert found[0].words == WORDS


@pytest.mark.parametrize(
    "lines, text, spans",
    [
        ("1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _", "a b", [(0, 1), (2, 3)]),
        ("1 a _ _ _ _ 0 root _ SpaceAfter=No\n2 a _ _ _ _ 1 dep _ _", "aa", [(0, 1), (1, 2)]),
        ("# text = a\u00a0 b\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _", "a\u00a0 b", [(0, 1), (3, 4)]),
        ("# text = a  b \n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _", "a  b", [(0, 1), (3, 4)]),
        ("1-2 du _ _ _ _ _ _ _ SpaceAfter=No\n1 de _ _ _ _ 0 root _ _\n2 le _ _ _ _ 1 dep _ _\n"
         "3 , _ _ _ _ 1 dep _ _", "du,", [(0, 2), (0, 2), (2, 3)]),
        ("1-1 a _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _", "a", [(0, 1)]),
        ("1 😀 _ _ _ _ 0 root _ _\n2 x _ _ _ _ 1 dep _ A=B|SpaceAfter=No", "😀 x", [(0, 1), (2, 3)]),
        ("# text = # text = x\n1 # _ _ _ _ 0 root _ _\n2 text _ _ _ _ 1 dep _ _\n3 = _ _ _ _ 1 dep _ _\n"
         "4 x _ _ _ _ 1 dep _ _", "# text = x", [(0, 1), (2, 6), (7, 8), (9, 10)]),
    ],
)  # fmt: skip
def test_where_words_stand(lines: str, text: str, spans: list[tuple[int, int]], tmp_path: Path) -> None:
    """In the text that is given, or in the one that is made of them."""
    bank = read_conllu(written(tmp_path, tabbed(lines)))
    assert bank.texts == (text,)
    assert list(map(tuple, bank.spans.tolist())) == spans


def test_a_form_with_a_space(tmp_path: Path) -> None:
    """CoNLL-U allows it; what is empty in other columns is not there."""
    line = "1\t10 000\t\tNUM\t\t\t0\troot\t_\t_\n"
    (one,) = sentences(read_conllu(written(tmp_path, f"# text = 10 000\n{line}")))
    assert one.words == (Word("10 000", "_", "NUM", "_", "_", 0, "root", 0, 6),)


def test_sentences_without_words(tmp_path: Path) -> None:
    """Are there, and in nobody's way."""
    content = "# sent_id = 1\n\n" + tabbed(RAIN) + "# newpar\n\n# text = \n\n# text = Too long.\n\n"
    bank = read_conllu(written(tmp_path, content))
    assert (bank.ids, bank.texts) == (("1", "2", "3", "4"), ("", "It rains.", "", "Too long."))
    assert bank.bounds.tolist() == [0, 0, 3, 3, 3]
    assert bank.sentence_of.tolist() == [1, 1, 1]
    assert bank.sentence(3) == Sentence("4", "Too long.", ())
    assert [one.text for one in sentences(bank.take([3, 1, 0]))] == ["Too long.", "It rains.", ""]
    assert bank.take([3, 1, 0]).heads.tolist() == [1, -1, 1]


def test_a_long_sentence(tmp_path: Path) -> None:
    """Ids have as many digits as they need."""
    lines = [f"{number} w _ _ _ _ {number - 1} dep _ _" for number in range(1, 1201)]
    bank = read_conllu(written(tmp_path, tabbed("\n".join(lines))))
    assert np.array_equal(bank.heads, np.arange(1200) - 1)


def changed(old: str, new: str) -> str:
    """A file whose second sentence is broken."""
    assert old in DOG
    return tabbed(RAIN) + tabbed(DOG.replace(old, new))


NO_NUMBER = "which is no number of a word"
NEEDED = "where 10 are needed, with a tab between them"
WORDS_OR_TEXT = "Correct the words or the comment # text."


@pytest.mark.parametrize(
    "content, line, fact",
    [
        (changed("5 nsubj", "3 nsubj").replace("\t5\taux", "\t2\taux"), 9,
         "the words 2, 3 hang on each other in a circle"),
        (changed("2 det", "1 det"), 8, "word 1 hangs on itself"),
        (changed("5 nsubj", "0 root"), 14, "words 2 and 5 are both roots"),
        (changed("0 root", "1 root"), 8, "no word is the root, with the head 0"),
        (changed("2 det", "7 det"), 8, "word 1 has the head 7, and the sentence has 6 words"),
        (changed("2 det", "-2 det"), 8, f"word 1 has the head “-2”, {NO_NUMBER}"),
        (changed("2 det", "_ det"), 8, f"word 1 has the head “_”, {NO_NUMBER}"),
        (changed("2 det", " det"), 8, f"word 1 has the head “”, {NO_NUMBER}"),
        (changed("2 det", "٢ det"), 8, f"word 1 has the head “٢”, {NO_NUMBER}"),
        (changed("2 det", "2_0 det"), 8, f"word 1 has the head “2_0”, {NO_NUMBER}"),
        (changed("2 det", f"{'9' * 5000} det"), 8, f"word 1 has the head “{'9' * 40}…”, {NO_NUMBER}"),
        (changed("\n2 dog", "\n3 dog"), 9, "the id 3 stands there 2 times"),
        (changed("\n6 .", "\n5 ."), 15, "the id 5 stands there 2 times"),
        (changed("\n5 sleep", "\n7 sleep"), 14, "word 7 stands where word 5 should, and that one is missing"),
        (changed("\n5 sleep", "\n8 sleep").replace("\n6\t", "\n5\t"), 14,
         "word 8 stands where word 5 should, and they are not in order"),
        (changed("\n1 The", "\n0 The"), 8, "word 0 stands where word 1 should, and that one is missing"),
        (changed("\n1 The", "\nx The"), 8, "“x” is no id of a word"),
        (changed("\n1 The", "\n The"), 8, "the id is missing"),
        (changed(" det _ _", " det _"), 8, f"9 columns {NEEDED}"),
        (changed(" det _ _", " det _ _ _"), 8, f"11 columns {NEEDED}"),
        (changed("\n1 The", "\nHello!\n1 The"), 8, f"1 column {NEEDED}"),
        (tabbed(RAIN) + DOG.lstrip(), 8, "spaces stand where tabs must be. Put a tab between columns."),
        (changed("\n3-4 d", "\n4-5 d"), 10, "the range 4-5 does not fit here, before word 3"),
        (changed("\n3-4 d", "\n3-2 d"), 10, "the range 3-2 does not fit here, before word 3"),
        (changed("\n3-4 d", "\n2-3 d"), 10, "the range 2-3 does not fit here, before word 3"),
        (changed("\n4 n't", "\n4-5 x _ _ _ _ _ _ _ _\n4 n't"), 12,
         "the range 4-5 does not fit here, before word 4"),
        (changed("\n3-4 d", "\n3-9 d"), 10, "the range ends with word 9, and the sentence has 6 words"),
        (changed("3-4 doesn't", "3-4 "), 10, "the range 3-4 has no form"),
        (changed("2 dog dog", "2  dog"), 9, "word 2 has no form"),
        (changed("2 dog dog", "2 cat dog"), 9,
         f"word 2 is “cat”, and there the text is “dog doesn't sleep.”. {WORDS_OR_TEXT}"),
        (changed("2 dog dog", "2 doesn't dog"), 9,
         f"word 2 is “doesn't”, and there the text is “dog doesn't sleep.”. {WORDS_OR_TEXT}"),
        (changed("doesn't sleep.\n", "does not sleep.\n"), 10,
         f"word 3-4 is “doesn't”, and there the text is “does not sleep.”. {WORDS_OR_TEXT}"),
        (changed("sleep.\n", "sleep\n"), 15,
         f"word 6 is “.”, and there the text is at its end. {WORDS_OR_TEXT}"),
        (changed("sleep.\n", "sleep. Really.\n"), 15,
         f"after the last word the text goes on: “Really.”. {WORDS_OR_TEXT}"),
    ],
)  # fmt: skip
def test_broken(content: str, line: int, fact: str, tmp_path: Path) -> None:
    """Each is one line with the file, the sentence, the line and what to do."""
    file = written(tmp_path, content)
    with pytest.raises(LackmusError) as caught:
        read_conllu(file)
    remedy = "" if fact.endswith(".") else ". Correct it there."
    assert str(caught.value) == f"{file}, sentence dog, line {line}: {fact}{remedy}"


def test_a_sentence_without_an_id_is_called_by_its_number(tmp_path: Path) -> None:
    """Counted as a reader would."""
    file = written(tmp_path, GOOD + tabbed(RAIN.replace("0 root", "9 root")))
    with pytest.raises(LackmusError, match=r"trees\.conllu, sentence 3, line 18: word 2 has the head 9, "):
        read_conllu(file)


CUT_OFF = gzip.compress(b"x" * 99, mtime=0)[:-9]


@pytest.mark.parametrize(
    "content, said",
    [
        (b"", "{file} is empty."),
        (b"\n \n\n", "{file} holds no sentence. Name a file in CoNLL-U."),
        (b"# newdoc\n\n# the end\n", "{file} holds no sentence. Name a file in CoNLL-U."),
        (tabbed(RAIN).encode("utf-16"), "{file}: UTF-16, not UTF-8. Save it as UTF-8."),
        (b"1\t\xff" + tabbed(RAIN).encode(), "{file}, line 1: not UTF-8 (byte 0xff). Save it as UTF-8."),
        (CUT_OFF, "{file} is packed but cut off or damaged ({why}). Fetch it again."),
    ],
)  # fmt: skip
def test_no_sentences(content: bytes, said: str, tmp_path: Path) -> None:
    """Files as a whole."""
    file = written(tmp_path, content)
    why = "Compressed file ended before the end-of-stream marker was reached"
    with pytest.raises(LackmusError) as caught:
        read_conllu(file)
    assert str(caught.value) == said.format(file=file, why=why)


@pytest.mark.parametrize("content", [GOOD, "# text = Nothing.\n\n" + tabbed(RAIN)])
def test_written_and_read_again(content: str, tmp_path: Path) -> None:
    """The same trees at the same places."""
    bank = read_conllu(written(tmp_path, content))
    again = read_conllu(written(tmp_path, conllu(bank)))
    assert sentences(again) == sentences(bank)


LINE = "# sent_id = 5.{0}\n# line_id = 5\n# line_part = {0}/{1}\n"
PARTS = [LINE.format(number, 2) + tabbed(one) for number, one in enumerate((DOG, RAIN), 1)]


def test_sentences_of_one_line(tmp_path: Path) -> None:
    """Are read as one line with a tree for each, and written as they were."""
    bank = read_conllu(written(tmp_path, tabbed(RAIN) + PARTS[0] + PARTS[1] + tabbed(RAIN)))
    assert bank.ids == ("1", "5", "3") and bank.texts[1] == "The dog doesn't sleep. It rains."
    line = bank.sentence(1)
    assert line.words[:6] == WORDS
    assert [(word.form, word.head, word.start) for word in line.words[6:]] == [
        ("It", 8, 23),
        ("rains", 0, 26),
        (".", 8, 31),
    ]
    again = read_conllu(written(tmp_path, conllu(bank)))
    assert sentences(again) == sentences(bank)


@pytest.mark.parametrize(
    "content, where, due",
    [
        (PARTS[1], "5.2, line 1", "part 1 of 2"),
        (PARTS[0], "dog, line 1", "part 2 of 2"),
        (PARTS[0] + tabbed(RAIN), "2, line 16", "part 2 of 2"),
        (PARTS[0] + PARTS[1].replace("id = 5", "id = 6"), "6.2, line 16", "part 2 of 2"),
        (PARTS[0] + PARTS[1].replace("2/2", "2/3"), "5.2, line 16", "part 2 of 2"),
    ],
)  # fmt: skip
def test_a_part_of_a_line_is_missing(content: str, where: str, due: str, tmp_path: Path) -> None:
    """It is told where."""
    with pytest.raises(LackmusError) as caught:
        read_conllu(written(tmp_path, content))
    assert f"sentence {where}: {due} of a line should stand here. Put all parts of a line" in str(
        caught.value
    )


@pytest.mark.real_data
@pytest.mark.parametrize(
    "folder, words", [("English", 21180), ("Czech", 18609), ("German", 21332), ("Russian", 19355)]
)
def test_published_treebanks(folder: str, words: int, real_data: Path, tmp_path: Path) -> None:
    """A thousand sentences each, of which every word is found in its text; written and read again."""
    (file,) = (real_data / "ud" / f"UD_{folder}-PUD").glob("*.conllu")
    bank = read_conllu(file)
    assert (len(bank), bank.words) == (1000, words)
    for sentence in sentences(bank):
        places = dict.fromkeys((word.start, word.end) for word in sentence.words)
        pieces = "".join(sentence.text[slice(*place)] for place in places)
        assert "".join(pieces.split()) == "".join(sentence.text.split())
    assert sentences(read_conllu(written(tmp_path, conllu(bank)))) == sentences(bank)


def test_a_sentence_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No sentence has so many words: blank lines were lost, or somebody means harm."""
    monkeypatch.setattr("lackmus.read.conllu.MOST_WORDS", 3)
    path = tmp_path / "a.conllu"
    lines = [f"{word}\tw\tw\tX\t_\t_\t{word - 1}\tdep\t_\t_\n" for word in range(1, 5)]
    path.write_text(
        "# a comment\n" + "".join(lines[:3]) + "\n# sent_id = b\n" + "".join(lines), encoding="utf-8"
    )
    with pytest.raises(LackmusError) as raised:
        read_conllu(path)
    assert str(raised.value) == (
        f"{path}, sentence b, line 7: the sentence that begins here has more than 3 words. "
        "Put a blank line between sentences."
    )
