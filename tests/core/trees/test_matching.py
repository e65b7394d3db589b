"""What queries find: each condition by itself, names, translations, and long sentences."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lackmus.core.trees import relations
from lackmus.core.trees.matching import Finder, SearchLimit, finders
from lackmus.core.trees.query import MOST_NAMES, compile_query
from lackmus.core.trees.treebank import Bitext, Sentence, Treebank, Word, treebank
from lackmus.read.conllu import read_conllu
from tests.core.plain_queries import Author, Plain, text_of
from tests.core.small_trees import bank_of, grown

# She wants to read the books that her friends have not written .
BOOKS = """
1 She she PRON Case=Nom|Gender=Fem 2 nsubj
2 wants want VERB Mood=Ind|Tense=Pres|VerbForm=Fin 0 root
3 to to PART _ 4 mark
4 read read VERB VerbForm=Inf 2 xcomp
5 the the DET Definite=Def 6 det
6 books book NOUN Number=Plur 4 obj
7 that that PRON PronType=Rel 12 obj
8 her she PRON Gender=Fem|Poss=Yes|Number[psor]=Sing 9 nmod:poss
9 friends friend NOUN Gender=Fem,Masc|Number=Plur 12 nsubj
10 have have AUX Mood=Ind|VerbForm=Fin 12 aux
11 not not PART Polarity=Neg 12 advmod
12 written write VERB Tense=Past|VerbForm=Part 6 acl:relcl
13 . . PUNCT _ 2 punct
"""
# Chce číst knihy , které její přátelé nenapsali .
KNIHY = """
1 Chce chtít VERB Mood=Ind|VerbForm=Fin 0 root
2 číst číst VERB VerbForm=Inf 1 xcomp
3 knihy kniha NOUN Case=Acc 2 obj
4 , , PUNCT _ 8 punct
5 které který DET PronType=Rel 8 obj
6 její její DET Poss=Yes 7 det
7 přátelé přítel NOUN Case=Nom 8 nsubj
8 nenapsali napsat VERB Tense=Past|VerbForm=Part|Voice=Act 3 acl:relcl
9 . . PUNCT _ 1 punct
"""
LINKS = [(2, 1), (4, 2), (6, 3), (7, 5), (8, 6), (9, 7), (11, 8), (12, 8), (13, 9)]


def bitext() -> Bitext:
    """Twice the same pair, so that rows are not numbers of words."""
    source, target = bank_of(BOOKS, BOOKS), bank_of(KNIHY, KNIHY)
    links = [(s - 1 + 13 * pair, t - 1 + 9 * pair) for pair in (0, 1) for s, t in LINKS]
    return Bitext(source, target, np.array(links, dtype=np.int64))


def found(bank: Treebank, text: str) -> str:
    """The words of the first sentence that satisfy a query; those of the second must be the same."""
    finder, query = Finder(bank), compile_query(text)
    rows = finder.mask(query).nonzero()[0].tolist()
    assert [match.row for match in finder.matches(query)] == rows
    assert [row for row in range(bank.words) if finder.holds(query, row)] == rows
    assert [row for row in rows if row >= 13] == [row + 13 for row in rows if row < 13]
    return " ".join(bank.form[row] for row in rows if row < 13)


@pytest.mark.parametrize(
    "text, words",
    [
        ("form=that", "that"),
        ("form=That", ""),  # forms and lemmas are compared as they are
        ("lemma=she", "She her"),
        ("lemma=want|write", "wants written"),
        ("upos=PART", "to not"),
        ("xpos=_ and upos=AUX", "have"),
        ("deprel=acl", "written"),  # with any subtype
        ("deprel=acl:relcl", "written"),
        ("deprel=nmod", "her"),
        ("deprel=nm", ""),
        ("deprel=acl:cleft", ""),
        ("deprel~^acl$", ""),  # a pattern sees it as it is written
        ("deprel~relcl", "written"),
        ("VerbForm=Fin", "wants have"),
        ("feats.VerbForm=Inf|Part", "read written"),
        ("VerbForm", "wants read have written"),
        ("upos=VERB and not Mood", "read written"),
        ("upos=VERB and Mood=_", "read written"),
        ("upos=VERB|AUX and VerbForm!=Fin", "read written"),
        ("upos=NOUN|PUNCT and Gender!=Fem", "books ."),  # what has no gender is not feminine
        ("Gender=Fem", "She her friends"),  # one of two values
        ("Gender=Masc", "friends"),
        ('Gender="Fem,Masc"', "friends"),
        ("Gender~^Masc$", "friends"),
        ("Gender~.", "She her friends"),
        ("upos=NOUN and Gender!~Masc", "books"),
        ("Number[psor]=Sing", "her"),
        ("Number", "books friends"),
        ("feats=_ and upos=PART", "to"),
        ("feats~Rel", "that"),
        ('form~"^.{2,3}$" and upos!=PUNCT', "She to the her not"),
        ("form~^S|^h", "She her have"),
        ('form~"(?i)^the$|THAT"', "the that"),
        ('form="." or form="("', "."),
        ("form!~[a-z]", "."),
        ("upos=DET or upos=AUX and lemma=have", "the have"),
        ("(upos=DET or upos=AUX) and lemma=have", "have"),
        ("not (upos=PRON or upos=PART) and not upos=VERB|AUX", "the books friends ."),
        ("not not upos=DET", "the"),
    ],
)
def test_tests(text: str, words: str) -> None:
    """Columns, features and patterns, joined by and, or, not."""
    assert found(bank_of(BOOKS, BOOKS), text) == words


@pytest.mark.parametrize(
    "text, words",
    [
        ("parent(lemma=want)", "She read ."),
        ("not parent()", "wants"),
        ("child(upos=PART)", "read written"),
        ("upos=NOUN and not child(upos=DET)", "friends"),
        ("parent(parent(lemma=want))", "to books"),
        ("child(child(lemma=write))", "read"),
        ("ancestor(lemma=book)", "the that her friends have not written"),
        ("ancestor(upos=NOUN and ancestor(lemma=want)) and upos=PRON", "that her"),
        ("descendant(lemma=friend)", "wants read books written"),
        ("descendant(lemma=want)", ""),
        ("sibling(lemma=friend)", "that have not"),
        ("upos=NOUN and sibling(upos=NOUN)", ""),
        ("deprel=root and sibling()", ""),
        ("deprel=obj and sibling(deprel=mark)", "books"),
        ("node(lemma=write) and upos=DET", "the"),
        ("node(lemma=nobody)", ""),
        ("upos=PRON and clause(finite)", "She that her"),
        ("upos=NOUN and clause(not finite)", "books"),
        ("clause(deprel=xcomp)", "to read the books"),
        ("finite", "wants have written"),
        ("child()", "wants read books friends written"),
        ("k: clause(k)", "wants read written"),
        ("k: child(m: upos=PART) and m < k", "read written"),
        ("k: child(m: upos=PRON) and k < m", ""),
        ("k: child(k.upos=NOUN)", "books friends"),
        ("k: parent(p: k > p)", "read books written ."),
        ("k: parent(p:) and distance(p, k)=1", "She to the her not"),
        ("k: parent(p:) and distance(k, p)>=6", "written ."),
        ("k: parent(p:) and distance(k, p)!=1 and distance(k,p)<=2 and p<k", "read books"),
        ("k: sibling(s: s < k) and not sibling(t: t > k)", "books not written ."),
        ("k: node(m: upos=PRON) and distance(k,m)=1 and m<k", "wants her friends"),
        ("k: ancestor(a: upos=VERB and distance(a,k)=1)", "She to the not"),
        ("k: descendant(d: k < d and distance(k,d)=6)", "wants read books"),
        ("k: child(m: upos=PART) and parent(v: m < v)", ""),
        ("k: upos=VERB and child(m: upos=PART) and m.lemma!=to", "written"),
        ("k: child(m: m.sibling(upos=NOUN)) and m.finite", "written"),
        ("child(m: upos=PART) and child(n: deprel=obj) and n < m", "written"),
        ("k: (child(m: upos=PART) or child(m: deprel=nsubj)) and m.parent(finite) and m<k", "wants written"),
        ("k: upos=VERB and not (child(m: upos=PART) and child(n: m<n))", "wants written"),
        ("k: child(a: upos=PRON) and child(b: upos=AUX) and a<b and distance(a,b)=3", "written"),
        ("k: clause(c: child(upos=AUX) and distance(c,k)<3)", "have not written"),
    ],
)
def test_relations(text: str, words: str) -> None:
    """Some word in that relation satisfies what stands in parentheses; names, order and distance decide."""
    assert found(bank_of(BOOKS, BOOKS), text) == words


@pytest.mark.parametrize(
    "text, nodes",
    [
        ("k: lemma=write and child(m: upos=PART) and child(s: deprel=nsubj)", "k=written m=not s=friends"),
        ("k: lemma=write and child(m:)", "k=written m=that"),  # the first of several
        ("k: lemma=write and child(m: m > k) or lemma=write and parent(v:)", "k=written v=books"),
        ("lemma=write and ancestor(a: upos=VERB)", "a=wants"),
        ("lemma=write and descendant(a: upos=PRON and a.parent(b: upos=NOUN))", "a=her b=friends"),
        ("lemma=write and sibling(a:)", "a=the"),
        ("lemma=she and upos=PRON and node(a: upos=NOUN) and parent(v: v>a)", "a=books v=friends"),
        ("lemma=write and clause(c:) and c.parent(child(d: upos=DET))", "c=written d=the"),
        ("lemma=write and not child(m: upos=ADJ)", ""),
        ("lemma=write and child(child(m:))", "m=her"),
    ],
)
def test_names(text: str, nodes: str) -> None:
    """A match tells the first word that fits for each name of the text."""
    bank = bank_of(BOOKS, BOOKS)
    first = Finder(bank).matches(compile_query(text))[0]
    assert first.sentence == 0
    assert " ".join(f"{name}={bank.form[row]}" for name, row in first.nodes.items()) == nodes


@pytest.mark.parametrize(
    "text, words",
    [
        ("aligned(lemma=write)", "nenapsali"),
        ("aligned(upos=NOUN)", "knihy přátelé"),
        ("not aligned()", "Chce , ."),
        ("upos=VERB and aligned(VerbForm=Part and not finite)", ""),
        ("clause(finite) and aligned(clause(not finite))", ""),
        ("aligned(x: lemma=not) and aligned(y: lemma=write) and x < y", "nenapsali"),
        ("t: aligned(x: aligned(t)) and upos=DET", "které její"),
        ("aligned(x: lemma=book) and node(form=číst and aligned(y: y < x))", "knihy"),
        ("aligned(x: lemma=book) and node(form=read)", ""),
        ("aligned(parent(upos=VERB and aligned(upos=NOUN)))", ""),
        ("k: parent(p: aligned(x: upos=NOUN)) and p < k", "nenapsali"),
    ],
)
def test_translations(text: str, words: str) -> None:
    """Through the links a query on the target asks about the source."""
    both = bitext()
    unlinked = np.isin(both.source.form.codes[both.links[:, 0]], [1, 12])  # “wants” and the full stop
    _, target = finders(Bitext(both.source, both.target, both.links[~unlinked]))
    query = compile_query(text, aligned=True)
    rows = target.mask(query).nonzero()[0].tolist()
    assert " ".join(both.target.form[row] for row in rows if row < 9) == words
    assert [row for row in rows if row >= 9] == [row + 9 for row in rows if row < 9]


@pytest.mark.parametrize(
    "text, keyword, word, holds",
    [
        ("aligned(k)", "read", "číst", True),
        ("aligned(k)", "read", "knihy", False),
        ("clause(aligned(k))", "written", "přátelé", True),
        ("clause(aligned(k))", "written", "číst", False),
        ("k.lemma=read and VerbForm=Inf", "read", "číst", True),
        ("k.lemma=read and VerbForm=Inf", "books", "číst", False),
        ("not k.parent(upos=VERB)", "read", "číst", False),
        ("t: aligned(x: x < k)", "written", "číst", True),
        ("t: aligned(x: x < k)", "read", "přátelé", False),
        ("t: child(c: aligned(k)) and t < c", "books", "číst", True),
        ("aligned(parent(k))", "wants", "číst", True),
    ],
)
def test_words_of_the_source(text: str, keyword: str, word: str, holds: bool) -> None:
    """The keyword that the source query found can be used in the test on the target."""
    both = bitext()
    source, target = finders(both)
    query = compile_query(text, known=("k",), aligned=True)
    for match in source.matches(compile_query(f"k: form={keyword}")):
        row = int(both.target.bounds[match.sentence])
        words = [both.target.form[number] for number in range(row, row + 9)]
        assert target.holds(query, row + words.index(word), match.nodes) is holds


def test_a_word_that_nobody_named() -> None:
    """What a query needs must be given."""
    source, target = finders(bitext())
    with pytest.raises(ValueError, match="no words are given for these names: k"):
        target.holds(compile_query("aligned(k)", known=("k",), aligned=True), 0)
    with pytest.raises(ValueError, match="no words are given for these names: k"):
        target.mask(compile_query("aligned(k)", known=("k",), aligned=True))
    with pytest.raises(ValueError, match="needs an alignment"):
        Finder(source.bank).mask(compile_query("aligned()", aligned=True))


def test_letters_are_compared_as_they_look() -> None:
    """á is one character or two, in the query as in the tree."""
    bank = bank_of("1 pa\u0301n pán NOUN _ 0 root")
    for text in ("form=pán", "form=pa\u0301n", "lemma=pa\u0301n", "form~^pán$", "form~^pa\u0301n$"):
        assert Finder(bank).mask(compile_query(text)).tolist() == [True]


def test_no_pattern_hangs_on_a_word() -> None:
    """For a word of thousands of letters a repetition is not searched: nobody wrote it for such a word."""
    bank = bank_of(f"1 {'a' * 5000}b x X _ 0 root")
    assert Finder(bank).mask(compile_query('form~"\\w*\\w*!"')).tolist() == [False]
    assert Finder(bank).mask(compile_query("form~b$")).tolist() == [True]


def test_nothing_is_found_in_nothing() -> None:
    """A treebank may be empty, and so may be its sentences."""
    for bank in (treebank([]), bank_of("", "")):
        finder = Finder(bank)
        for text in ("upos=VERB", "k: sibling(m: m < k)", "k: ancestor() or descendant() or node(a: a<k)"):
            assert finder.matches(compile_query(text)) == []
            assert finder.mask(compile_query(text)).tolist() == []


@pytest.mark.parametrize("seed", range(250))
def test_any_query_means_what_it_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found, and found first, is what trying every choice finds first."""
    if seed % 2:  # as in sentences that are too long to look at all pairs of their words
        monkeypatch.setattr(relations, "MOST_PAIRS", -1)
    draw = random.Random(seed)
    source, target = grown(draw, range(7), 3), grown(draw, range(7), 3)
    pairs = zip(source.bounds, source.bounds[1:], target.bounds, target.bounds[1:], strict=False)
    links = {
        (draw.randrange(first, after), draw.randrange(start, end))
        for first, after, start, end in pairs
        if first < after and start < end
        for _ in range(6)
    }
    both = Bitext(source, target, np.array(sorted(links), dtype=np.int64).reshape(-1, 2))
    author = Author(draw)
    asked = author.query()
    plain = Plain(both, author.sides)
    tried = {row: next(plain.solutions(asked, 0, row, {"k": row}), None) for row in range(source.words)}
    query = compile_query(f"k: {text_of(asked)}", aligned=True)
    finder, _ = finders(both)
    matches = {match.row: match.nodes for match in finder.matches(query)}
    assert matches == {row: nodes for row, nodes in tried.items() if nodes is not None}, query.text
    assert finder.mask(query).nonzero()[0].tolist() == list(matches)


def long_sentence(shape: str, words: int = 5_000) -> Treebank:
    """A sentence that is a chain, a fan, or a tree of pairs; every third word is a verb."""
    heads: dict[str, Callable[[int], int]] = {
        "chain": lambda word: word - 1,
        "fan": lambda word: min(1, word - 1),
        "pairs": lambda word: word // 2,
    }
    return treebank(
        [
            Sentence(
                "long",
                "",
                tuple(
                    Word("w", "w", "NOUN" if word % 3 else "VERB", "_", "_", heads[shape](word), "dep", 0, 0)
                    for word in range(1, words + 1)
                ),
            )
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "text, chain, fan, pairs",
    [
        ("ancestor(upos=VERB)", 4997, 0, 4425),
        ("descendant(descendant(upos=VERB))", 4996, 0, 1249),
        ("k: ancestor(a: upos=VERB) and distance(a, k)=4000", 333, 0, 4),
        ("k: descendant(a: upos=NOUN) and distance(a, k)=4000", 667, 1, 8),
        ("k: sibling(a: upos=VERB) and distance(a, k)>4990", 0, 13, 0),
        ("node(a: upos=NOUN) and node(b: upos=VERB) and a<b and distance(a,b)=4999", 0, 0, 0),
        ("k: upos=VERB and node(a: a < k and node(b: a < b and distance(a, b)=4998))", 1666, 1666, 1666),
        ("k: child(a: upos=NOUN) and child(b: upos=VERB) and a < b", 0, 1, 833),
        ("k: not node(a: a < k) or not node(b: k < b)", 2, 2, 2),
    ],
)
def test_a_long_sentence_does_not_hang(text: str, chain: int, fan: int, pairs: int) -> None:
    """Five thousand words: no step of a search is repeated for every pair of them."""
    query = compile_query(text)
    shapes = {"chain": chain, "fan": fan, "pairs": pairs}
    assert {shape: len(Finder(long_sentence(shape)).matches(query)) for shape in shapes} == shapes


def test_many_names_that_depend_on_each_other() -> None:
    """As many as are allowed, each in two alternatives: neither too deep nor too many ways."""
    step = "(n{0}.child(n{1}: n{1} > n{0}) or n{0}.parent(n{1}: n{1} < n{0}))"
    steps = (step.format(number, number + 1) for number in range(MOST_NAMES - 1))
    bank = bank_of(BOOKS)
    match = Finder(bank).match(compile_query(f"n0: {' and '.join(steps)}"), 1)
    assert match is not None
    words = [bank.form[row] for row in match.nodes.values()]
    assert words == ["wants", "read", *["books", "written"] * (MOST_NAMES // 2 - 1)]  # down, and up and down


def test_a_search_is_given_up() -> None:
    """Three words that all depend on each other are too much in such a sentence, and only there."""
    query = compile_query("k: node(a: a<k) and node(b: a<b and b<k) and distance(a,b)=6000")
    with pytest.raises(SearchLimit) as caught:
        Finder(long_sentence("fan")).matches(query)
    assert caught.value.sentence == 0
    assert Finder(long_sentence("fan", 30)).matches(query) == []


@pytest.mark.real_data
@pytest.mark.parametrize(
    "language, text, plainly",
    [
        (
            "English",
            "upos=VERB and VerbForm=Inf and deprel=xcomp and child(lemma=to and deprel=mark) "
            "and parent(upos=VERB)",
            lambda word, parent, children: (
                word.upos == "VERB"
                and "VerbForm=Inf" in word.feats
                and word.deprel.split(":")[0] == "xcomp"
                and any(child.lemma == "to" and child.deprel == "mark" for child in children)
                and parent.upos == "VERB"
            ),
        ),
        (
            "Czech",
            "k: upos=VERB and child(s: deprel=nsubj) and k < s and not child(deprel=obj)",
            lambda word, parent, children: (
                word.upos == "VERB"
                and any(child.deprel.startswith("nsubj") and child.start > word.start for child in children)
                and not any(child.deprel.split(":")[0] == "obj" for child in children)
            ),
        ),
    ],
)
def test_a_treebank(real_data: Path, language: str, text: str, plainly: object) -> None:
    """On gold trees a query finds what a loop over all words finds."""
    assert callable(plainly)
    (file,) = (real_data / "ud" / f"UD_{language}-PUD").glob("*.conllu")
    bank = read_conllu(file)
    expected = []
    for number in range(len(bank)):
        words = bank.sentence(number).words
        for place, word in enumerate(words, 1):
            children = [child for child in words if child.head == place]
            if plainly(word, words[word.head - 1] if word.head else None, children):
                expected.append((number, place))
    matches = Finder(bank).matches(compile_query(text))
    assert [(one.sentence, one.row - bank.bounds[one.sentence] + 1) for one in matches] == expected
    assert len(expected) > 50


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["chain", "fan", "pairs"])
@pytest.mark.parametrize("kind", ["ancestor", "descendant", "sibling", "node"])
def test_names_in_a_sentence_of_fifty_thousand_words(kind: str, shape: str) -> None:
    """The first word of a relation is found without looking at all pairs, of which there are too many."""
    finder = Finder(long_sentence(shape, 50_000))
    matches = finder.matches(compile_query(f"k: {kind}(v: upos=VERB)"))
    assert [match.row for match in matches] == finder.mask(compile_query(f"{kind}(upos=VERB)")).nonzero()[
        0
    ].tolist()
    assert all(match.nodes["v"] % 3 == 2 for match in matches)
