"""The language of tree queries: what can be written, what names mean, and how errors point at the column."""

import pytest

from lackmus.core.trees.query import DEEPEST, LONGEST, MOST_NAMES, QueryError, compile_query

NAMED = "k: child(m: lemma=to) and "
MANY = " and ".join(f"child(n{number}: finite)" for number in range(MOST_NAMES + 1))
LONG = "upos=VERB" + " and upos=VERB" * 9


@pytest.mark.parametrize(
    "text, names",
    [
        ("upos=VERB", ()),
        ("k: upos=VERB", ("k",)),
        ("k:upos=VERB", ("k",)),
        ("k : upos = VERB | AUX", ("k",)),
        ("  k: lemma=be|have\n  and form~ing$", ("k",)),
        ("deprel=acl:relcl and feats.Number[psor]!=Sing", ()),
        ("VerbForm and not Mood", ()),
        ('form="a word" or form="\\"" or form="|" or lemma=and', ()),
        ("form=... or form=, or form=- or xpos=PRP$", ()),
        ("k: child(m: lemma=to and m < k) and parent(p: upos=VERB)", ("k", "m", "p")),
        ("child(m:)", ("m",)),
        ("child() and not parent()", ()),
        ("k: child(m: lemma=to) and distance(m, k)<=3 and k > m and m.lemma=to", ("k", "m")),
        ("child(m: lemma=to and m.parent(v: m.upos=PART)) and v.finite", ("m", "v")),
        ("child(m: upos=PART) or parent(m: upos=VERB)", ("m",)),
        ("k: not child(m: lemma=to and m < k) and not parent(m: upos=VERB)", ("k",)),  # known only inside
        ("é: child(ř: ř < é)", ("é", "ř")),
    ],
)
def test_what_can_be_written(text: str, names: tuple[str, ...]) -> None:
    """Blanks and line ends stand between words as one likes; names come in the order of the text."""
    query = compile_query(text)
    assert query.names == names
    assert query.focus == (names[0] if text.lstrip().startswith(names[:1] or " ") else "")
    assert query.text == text


@pytest.mark.parametrize(
    "text, column, said",
    [
        ("", 1, "the query is empty"),
        ("  \n", 1, "the query is empty"),
        ("upos=", 6, "expected a value after =, not the end"),
        ("upos= )", 7, "expected a value after =, not )"),
        ("upos==VERB", 6, "put it into quotes"),
        ("upos=VERB|", 11, "expected a value after |"),
        ("upos=VERB|(x)", 11, "put it into quotes"),
        ("upos=VRB", 6, "there is no part of speech VRB; there are ADJ, ADP"),
        ("upos=VERB|NOM", 11, "there is no part of speech NOM"),
        ("upos", 5, "expected !=, !~, = or ~ after upos, not the end"),
        ("upos<3", 5, "expected !=, !~, = or ~ after upos, not <3"),
        ("upos=VERB lemma=x", 11, "expected and, or or the end, not lemma=x"),
        ("upos=VERB and", 14, "expected a condition"),
        ("and upos=VERB", 1, "expected a condition"),
        ("upos=VERB and or lemma=be", 15, "expected a condition, such as upos=VERB or child(…), not or"),
        ("upos=VERB AND lemma=be", 11, "write and in small letters"),
        ("NOT upos=VERB", 1, "write not in small letters"),
        ("Lemma=be", 1, "write lemma in small letters; a feature of that name is feats.Lemma"),
        ("word=be", 1, "there is no attribute word; there are form, lemma, upos, xpos, feats, deprel"),
        ("upos=VERB and kid(upos=NOUN)", 15, "there is no relation kid; there are parent, child, ancestor"),
        ("feats.=x", 7, "expected the name of a feature"),
        ("VerbForm=", 10, "expected a value after ="),
        ("child", 6, "expected ( after child, not the end"),
        ("child(upos=NOUN", 6, "this ( is never closed"),
        ("(upos=NOUN or (upos=VERB)", 1, "this ( is never closed"),
        ("child(upos=NOUN upos=VERB)", 17, "expected and, or or ), not upos=VERB"),
        ("upos=NOUN)", 10, "this ) closes nothing"),
        ("not", 4, "expected a condition"),
        ('form="abc', 6, "this quote is never closed"),
        ('form="abc\\"', 6, "this quote is never closed"),
        ('"abc"', 1, 'expected a condition, such as upos=VERB or child(…), not "abc"'),
        ("finite=x", 7, "expected and, or or the end, not =x"),
    ],
)
def test_what_cannot_be_written(text: str, column: int, said: str) -> None:
    """An error names the column, says what was expected there, and lists the choices where there are some."""
    with pytest.raises(QueryError) as caught:
        compile_query(text)
    assert caught.value.column == column
    assert said in caught.value.said
    assert str(caught.value).endswith(f"column {column}: {caught.value.said}")


@pytest.mark.parametrize(
    "text, column, said",
    [
        ("m < k", 1, "no word is named m; no word has a name here"),
        ("k: m < k", 4, "no word is named m; known here: k"),
        ("k: k < m", 8, "no word is named m"),
        ("k: m.lemma=to", 4, "no word is named m"),
        ("k: parent(m)", 11, "no word is named m"),
        ("k: m < k and child(m: upos=PART)", 4, "no word is named m"),  # only behind what binds it
        ("k: not child(m: upos=PART) and m < k", 32, "bound under not"),
        ("k: (child(m: upos=PART) or parent(v:)) and m < k", 44, "in one of several alternatives"),
        ("k: child(k: upos=PART)", 10, "k is already the name of another word"),
        (f"{NAMED}child(m: upos=X)", 33, "m is already the name of another word"),
        ("K: upos=VERB", 1, "K would be a feature; names begin with a small letter"),
        ("node: upos=VERB", 1, "node is a word of the language; choose another name"),
        ("upos=VERB and k: lemma=be", 16, "a name and a colon stand only at the beginning"),
        (f"{NAMED}m <= k", 29, "expected < or >, not <="),
        (f"{NAMED}m <", 30, "expected the name of a word after <, not the end"),
        (f"{NAMED}m.", 29, "expected an attribute, a relation or finite after m., not the end"),
        (f"{NAMED}m.and", 29, "expected an attribute, a relation or finite after m., not and"),
        (f"{NAMED}distance", 35, "expected ( after distance"),
        (f"{NAMED}distance(m)", 37, "expected , between two names, not )"),
        (f"{NAMED}distance(m,k", 39, "expected ) after two names, not the end"),
        (f"{NAMED}distance(m,k)", 40, "expected <=, >=, !=, =, < or > after distance(…), not the end"),
        (f"{NAMED}distance(m,k)=x", 41, "expected a number of words after =, not x"),
        (f"{NAMED}distance(m,k)=1000000000", 41, "a distance is at most 999,999 words"),
        ("aligned(upos=VERB)", 1, "aligned(…) asks for a word of the translation, and here is none"),
    ],
)
def test_names_are_known_where_they_are_bound(text: str, column: int, said: str) -> None:
    """Inside a relation and behind it; not outside of a negation, nor of one of several alternatives."""
    with pytest.raises(QueryError) as caught:
        compile_query(text)
    assert (caught.value.column, said in caught.value.said) == (column, True), caught.value


@pytest.mark.parametrize(
    "text, column, said",
    [
        ('form~"ing("', 10, "not a regular expression (missing ), unterminated subpattern)"),
        ('form~"\\"+*"', 10, "not a regular expression (multiple repeat)"),  # an escape does not shift it
        ("form~[a", 6, "not a regular expression (unterminated character set)"),
        ('lemma=be and form!~"(a+)+$"', 20, "this pattern can take longer than anyone can wait"),
        ('form~ok|"(\\w*)*x"', 9, "this pattern can take longer than anyone can wait"),
    ],
)
def test_patterns_are_checked(text: str, column: int, said: str) -> None:
    """Thousands of different words are searched, so a pattern that can run away is refused at once."""
    with pytest.raises(QueryError) as caught:
        compile_query(text)
    assert (caught.value.column, said in caught.value.said) == (column, True), caught.value


@pytest.mark.parametrize(
    "text, column, said",
    [
        ("x" * (LONGEST + 1), LONGEST + 1, "at most 10,000 characters, and this has 10,001"),
        ("(" * (DEEPEST + 1), DEEPEST + 1, "nested more than 50 deep"),
        ("not " * (DEEPEST + 1) + "finite", 4 * DEEPEST + 1, "nested more than 50 deep"),
        ("child(" * 1_500, 6 * DEEPEST + 6, "nested more than 50 deep"),
        (MANY, MANY.index(f"n{MOST_NAMES}:") + 1, "at most 30 names"),
    ],
)
def test_no_query_is_endless(text: str, column: int, said: str) -> None:
    """What a stranger sends cannot exhaust the machine."""
    with pytest.raises(QueryError) as caught:
        compile_query(text)
    assert (caught.value.column, said in caught.value.said) == (column, True), caught.value


def test_as_much_as_is_allowed() -> None:
    """Many names that depend on each other, in alternatives, stay as long as they were written."""
    steps = [f"(child(n{n}: n{n} > n{n - 1}) or parent(n{n}: n{n} < n{n - 1}))" for n in range(1, MOST_NAMES)]
    query = compile_query("n0: " + " and ".join(steps))
    assert len(query.names) == MOST_NAMES
    assert query.condition.free == {"n0"}


@pytest.mark.parametrize(
    "text, pointed",
    [
        ("upos=VERB and lemmas=be", "upos=VERB and lemmas=be\n              ^"),
        ("upos=VERB\n  and lemmas=be\n", "  and lemmas=be\n      ^"),
        ("\tform=\x1b and x=1", "\\tform=\\x1b and x=1\n                ^"),  # shown as one harmless line
        (
            f"{LONG} and x=1 and {LONG}",
            f"…RB and upos=VERB and upos=VERB and x=1 and upos=VERB and upos=VERB and…\n{' ' * 36}^",
        ),
    ],
)
def test_errors_point(text: str, pointed: str) -> None:
    """Below the line of the query stands a sign; of a long line only the part around it is shown."""
    with pytest.raises(QueryError) as caught:
        compile_query(text)
    assert caught.value.pointed == pointed


def test_an_error_in_several_lines_names_the_line() -> None:
    """As editors count them."""
    with pytest.raises(QueryError) as caught:
        compile_query("k: upos=VERB\n  and lemmas=be")
    assert str(caught.value).startswith("line 2, column 7: there is no attribute lemmas")


@pytest.mark.parametrize(
    "text, needs",
    [
        ("upos=VERB", set()),
        ("aligned(k)", {"k"}),
        ("k.lemma=be and aligned(k and parent(m))", {"k", "m"}),
        ("t: aligned(k) and k.clause(finite) and aligned(x: k < x)", {"k"}),
        ("aligned(x: aligned(t: upos=VERB) and lemma=be)", set()),
    ],
)
def test_names_of_the_source(text: str, needs: set[str]) -> None:
    """A query on the target may use the words that the source query found."""
    query = compile_query(text, known=("k", "m"), aligned=True)
    assert query.needs == needs
    assert not {"k", "m"} & set(query.names)


@pytest.mark.parametrize(
    "text, column, said",
    [
        ("parent(k)", 8, "k is a word of the other side; write aligned(k)"),
        ("aligned(x: aligned(k))", 20, "k is a word of the other side"),
        ("t: t < k", 8, "t and k are words of two texts, which have no common order"),
        ("t: distance(k, t)=1", 16, "k and t are words of two texts"),
        ("k: upos=VERB", 1, "k is already the name of another word"),
        ("child(x:) or aligned(x:)", 22, "x is already the name of a word of the other side"),
    ],
)
def test_sides_are_not_mixed(text: str, column: int, said: str) -> None:
    """A word of the target is never one of the source, nor before or after it."""
    with pytest.raises(QueryError) as caught:
        compile_query(text, known=("k",), aligned=True)
    assert (caught.value.column, said in caught.value.said) == (column, True), caught.value


@pytest.mark.parametrize(
    "text, certain",
    [
        ("k: child(m:)", ("k", "m")),
        ("k: child(m:) or parent(v:)", ("k",)),
        ("k: child(m:) and upos=VERB or parent(m:)", ("k", "m")),
        ("k: child(child(m:)) and (parent(v:) or finite)", ("k", "m")),
        ("child(m:)", ("m",)),
    ],
)
def test_names_that_every_match_has(text: str, certain: tuple[str, ...]) -> None:
    """Those of one alternative only may stay without a word."""
    assert compile_query(text).certain == certain


def test_the_same_text_is_the_same_query() -> None:
    """Contrasts that share a query share what was found."""
    assert compile_query("upos=VERB") is compile_query("upos=VERB")
    assert compile_query("upos=VERB") != compile_query("upos=VERB", aligned=True)
