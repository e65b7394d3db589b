"""Building a challenge: which items give tuples, which texts take which role, and the same for all times."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.choices import Trust
from lackmus.core.base.pairs import Pair
from lackmus.core.challenges.building import JUDGED_TEXTS, Built, Draw, Lack, build
from lackmus.core.suites.suite import Item, Suite, SuitePart
from lackmus.core.verdicts.judging import UnknownItemError
from lackmus.tables.challenges.building import build_tables, built_values

DE_EN = Pair("de", "en")
Row = tuple[str, str, str, str, str, str | None]

# Item, campaign, system, text, and what is said of it: + right, - wrong, ? open; with ! a person says so.
HUSBAND = """
1 2021/A + Her husband came.
1 2021/B + Her spouse came.
1 2022/A - Her man came.
"""


def said(table: str) -> list[Row]:
    """The rows of a table as above."""
    verdicts = {"+": "pass", "-": "fail", "?": "warning"}
    rows: list[Row] = []
    for line in filter(None, map(str.strip, table.splitlines())):
        item, who, sign, *text = line.split(" ", 3)
        campaign, _, system = who.partition("/")
        step = "decision" if sign.endswith("!") else None if sign == "?" else "pattern"
        rows.append((f"de-en:{item}", campaign, system, text[0] if text else "", verdicts[sign[0]], step))
    return rows


def suite_of(sources: Mapping[str, str], reserved: Iterable[str] = ()) -> Suite:
    """Items by their ids, two to a phenomenon."""
    return Suite(
        "drawn",
        tuple(
            Item(DE_EN, name, "Ambiguity", f"Phenomenon {n // 2}", source, reserved=name in reserved)
            for n, (name, source) in enumerate(sources.items())
        ),
    )


def built_of(table: str | list[Row], suite: Suite | None = None, draw: Draw | None = None) -> Built:
    """What is built of such rows; every item has a sentence of its own unless a suite says otherwise."""
    rows = said(table) if isinstance(table, str) else table
    names = dict.fromkeys(row[0].removeprefix("de-en:") for row in rows)
    suite = suite or suite_of({name: f"Satz {name}." for name in names})
    frame = pl.DataFrame(rows, schema=JUDGED_TEXTS.schema, orient="row")
    return build(suite, frame, draw or Draw(), "small")


def many(right: int, wrong: int, items: int = 1, campaigns: int = 1) -> list[Row]:
    """Items with so many right and wrong texts, each of another system."""
    return [
        (f"de-en:{item}", f"{2020 + n % campaigns}", f"S{n:02}", f"{item} {n} words.", verdict, "pattern")
        for item in range(items)
        for n, verdict in enumerate(["pass"] * right + ["fail"] * wrong)
    ]


def roles(built: Built) -> dict[str, set[str]]:
    """The texts of a challenge by their role."""
    return {role: set(built.challenge.tuples[role]) for role in ("reference", "better", "worse")}


def test_one_tuple() -> None:
    """Two right texts and a wrong one: the smallest item that gives a tuple."""
    built = built_of(HUSBAND)
    (row,) = built.challenge.tuples.to_dicts()
    assert {row["reference"], row["better"]} == {"Her husband came.", "Her spouse came."}
    assert (row["worse"], row["worse_from"]) == ("Her man came.", "2022/A")
    assert (row["tuple"], row["item"], row["pair"], row["source"]) == ("1-1", "de-en:1", "de-en", "Satz 1.")
    assert (built.items, built.giving, built.without, built.reserved) == (1, 1, {}, 0)
    assert built.uses == {"2021": {"A": 1, "B": 1}, "2022": {"A": 1}}


@pytest.mark.parametrize(
    "table, lack",
    [
        ("1 2021/A ? Her man came.", Lack.NOTHING),
        ("1 2021/A -", Lack.NOTHING),  # a blank line is wrong, but no translation
        ("1 2021/A - Her man came.", Lack.NO_RIGHT),
        ("1 2021/A + Her husband came.", Lack.ONE_RIGHT),
        (
            "1 2021/A + Her husband came.\n1 2022/A + Her husband came.\n1 2022/B - Her man came.",
            Lack.ONE_RIGHT,
        ),
        ("1 2021/A + Her husband came.\n1 2021/B + Her spouse came.\n1 2021/C -", Lack.NO_WRONG),
        ("1 2021/A + Her husband came.\n1 2021/B + Her spouse came.", Lack.NO_WRONG),
        # A mark in one of two files: the text waits for a person, whatever the other file says.
        (HUSBAND + "1 2022/B ? Her man came.", Lack.NO_WRONG),
    ],
)
def test_what_items_lack(table: str, lack: Lack) -> None:
    """An item that gives nothing says why."""
    built = built_of(table)
    assert (built.items, built.giving, built.without) == (1, 0, {lack: 1})
    assert built.challenge.tuples.is_empty()
    assert "items:0/1|tuples:0" in built.challenge.signature


def test_nothing_at_all() -> None:
    """No output, no tuple, and no error."""
    built = built_of("", suite_of({"1": "Ihr Mann kam."}))
    assert (built.items, built.giving, built.without, built.uses) == (0, 0, {}, {})
    assert [table.title for table in build_tables(built)]


def test_unknown_items_are_refused() -> None:
    """Rows about an item that the suite does not have are a mistake."""
    with pytest.raises(UnknownItemError):
        built_of(HUSBAND, suite_of({"2": "Ihr Mann kam."}))


@pytest.mark.parametrize("per_item", [0, -1])
def test_no_tuples_per_item(per_item: int) -> None:
    """An item gives one tuple at least."""
    with pytest.raises(ValueError, match="cannot give"):
        Draw(per_item=per_item)


@pytest.mark.parametrize("trust, giving", [(Trust.SETTLED, 2), (Trust.HUMAN, 1)])
def test_trust(trust: Trust, giving: int) -> None:
    """Only what people decided, if nothing else is good enough."""
    decided = HUSBAND.replace("1 2", "2 2").replace(" + ", " +! ").replace(" - ", " -! ")
    built = built_of(HUSBAND + decided, draw=Draw(trust=trust))
    assert built.giving == giving
    assert f"trust:{trust}" in built.challenge.signature
    if trust is Trust.HUMAN:
        assert set(built.challenge.tuples["item"]) == {"de-en:2"}
        assert built.without == {Lack.NOTHING: 1}


@pytest.mark.parametrize(
    "right, wrong, per_item, tuples, betters, worses",
    [
        (2, 1, 5, 1, 1, 1),
        (3, 2, 5, 4, 2, 2),  # all combinations
        (3, 2, 3, 3, 2, 2),
        (9, 1, 5, 5, 5, 1),
        (2, 9, 5, 5, 1, 5),
        (9, 9, 5, 5, 5, 5),  # no text twice while there are others
        (4, 6, 5, 5, 3, 5),
        (4, 3, 100, 9, 3, 3),
        (9, 9, 1, 1, 1, 1),
    ],
)
def test_how_many_tuples(
    right: int, wrong: int, per_item: int, tuples: int, betters: int, worses: int
) -> None:
    """So many at most, each another pair, spread over as many texts as there are; one reference for all."""
    drawn = built_of(many(right, wrong), draw=Draw(per_item=per_item)).challenge.tuples
    assert drawn.height == tuples == drawn.select("better", "worse").unique().height
    assert [drawn[role].n_unique() for role in ("reference", "better", "worse")] == [1, betters, worses]
    assert drawn["tuple"].to_list() == [f"0-{n + 1}" for n in range(tuples)]
    for role in ("better", "worse"):
        counts = drawn[role].value_counts()["count"]
        assert counts.max() - counts.min() <= 1  # type: ignore[operator]


@pytest.mark.parametrize("pairs, name", [(("de-en",), "1-1"), (("de-en", "fr-en"), "de-en:1-1")])
def test_names_of_tuples(pairs: tuple[str, ...], name: str) -> None:
    """Ids repeat across language pairs: only there the pair belongs to the name."""
    items = tuple(Item(Pair.parse(pair), "1", "A", "a", f"{pair} sentence") for pair in pairs)
    rows = [
        (f"{pair}:1", "2021", str(n), f"{pair} text {n}", verdict, "pattern")
        for pair in pairs
        for n, verdict in enumerate(("pass", "pass", "fail"))
    ]
    frame = pl.DataFrame(rows, schema=JUDGED_TEXTS.schema, orient="row")
    challenge = build(Suite("both", items), frame, Draw(), "both").challenge
    assert challenge.tuples["tuple"][0] == name
    assert challenge.pairs == list(pairs)


def test_who_wrote_a_text() -> None:
    """All who did, and they share it, campaign by campaign; files need no campaign."""
    table = HUSBAND + "1 2022/B - Her man came.\n1 2021/C - Her man came."
    built = built_of(table)
    assert built.challenge.tuples["worse_from"].to_list() == ["2021/C, 2022/A, 2022/B"]
    assert built.uses == {"2021": {"A": 1, "B": 1, "C": 0.5}, "2022": {"A": 0.25, "B": 0.25}}
    unnamed = built_of([(item, "", *rest) for item, _, *rest in said(HUSBAND)])  # type: ignore[misc]
    assert unnamed.challenge.tuples["worse_from"].to_list() == ["A"]
    assert "campaigns" not in unnamed.challenge.signature


def test_white_space_in_sources() -> None:
    """Files hold a sentence on a line."""
    built = built_of(HUSBAND, suite_of({"1": " Ihr  Mann\nkam. "}))
    assert built.challenge.tuples["source"].to_list() == ["Ihr Mann kam."]


@pytest.mark.parametrize(
    "secret, source",
    [
        ("Ihr Mann kam.", "Ihr Mann kam."),
        ("Ihr Mann kam.", " Ihr Mann\u200b  kam."),
        ("Wie geht's ihm?", "Wie geht’s ihm?"),
        ("Müller kam.", "Mu\u0308ller kam."),
    ],
)
def test_reserved(secret: str, source: str) -> None:
    """What is secret stays so, even where another item has the same sentence."""
    both = HUSBAND + HUSBAND.replace("1 2", "2 2") + HUSBAND.replace("1 2", "3 2").replace("Her", "His")
    suite = suite_of({"1": secret, "2": source, "3": "Sein Mann kam."}, reserved=["1"])
    built = built_of(both, suite)
    assert (built.items, built.giving, built.reserved) == (1, 1, 2)
    assert set(built.challenge.tuples["item"]) == {"de-en:3"}
    assert not any("Her" in text for texts in roles(built).values() for text in texts)
    assert built.offered == {("de-en", "Ambiguity", "Phenomenon 1"): 1}


SAME_SOURCE = """
1 2021/A + Her husband has come.
1 2021/B + Her spouse has come.
1 2021/C - Her man has come.
2 2021/A + Her husband has come.
2 2021/B + Her spouse has come.
2 2021/D - Her husband came.
"""


@pytest.mark.parametrize("seed", range(8))
def test_items_with_the_same_source(seed: int) -> None:
    """Two phenomena in one sentence: one reference for both."""
    suite = suite_of({"1": "Ihr Mann ist gekommen.", "2": "Ihr Mann ist gekommen."})
    built = built_of(SAME_SOURCE, suite, Draw(seed=seed))
    assert built.giving == 2
    assert len(roles(built)["reference"]) == 1


@pytest.mark.parametrize("seed", range(8))
def test_one_reference_for_one_source(seed: int) -> None:
    """Where several texts are references already, the same source has the same one."""
    texts = ("You read.", "You were reading.", "You have read.", "You did read.")
    rights = {"1": texts[:2], "2": texts[2:], "3": texts, "4": texts}
    rows: list[Row] = [
        (f"de-en:{item}", "2021", text, text, "pass", "pattern")
        for item, right in rights.items()
        for text in right
    ]
    rows += [(f"de-en:{item}", "2021", "X", f"He reads {item}.", "fail", "pattern") for item in rights]
    suite = suite_of({"1": "Du lasest.", "2": "Sie lasen.", "3": "Ihr last.", "4": "Ihr last."})
    tuples = built_of(rows, suite, Draw(seed=seed)).challenge.tuples
    assert tuples["item"].n_unique() == 4
    assert tuples["reference"].n_unique() == 2
    assert tuples.filter(pl.col("source") == "Ihr last.")["reference"].n_unique() == 1


@pytest.mark.parametrize("seed", range(8))
def test_references_leave_something_to_others(seed: int) -> None:
    """What another sentence needs as its only wrong text becomes no reference, if another can."""
    table = """
    1 2021/A + You read.
    1 2021/B + You were reading.
    1 2021/C - You wrote.
    2 2021/A + They read.
    2 2021/B + They were reading.
    2 2021/D + They have read.
    2 2021/C - You read.
    """
    built = built_of(table, draw=Draw(seed=seed))
    assert built.giving == 2
    assert not roles(built)["reference"] & (roles(built)["better"] | roles(built)["worse"])


@pytest.mark.parametrize("seed", range(8))
def test_what_is_right_here_and_wrong_there(seed: int) -> None:
    """Of one sentence, no tuple says that a text is better and another that it is worse."""
    table = """
    1 2021/A + Her husband has come.
    1 2021/B + Her husband came.
    1 2021/E + Her spouse has come.
    1 2021/C - Her man has come.
    2 2021/A + Her husband has come.
    2 2021/E + Her spouse has come.
    2 2021/C + Her man has come.
    2 2021/B - Her husband came.
    2 2021/D - Her spouse came.
    """
    suite = suite_of({"1": "Ihr Mann ist gekommen.", "2": "Ihr Mann ist gekommen."})
    found = roles(built_of(table, suite, Draw(seed=seed)))
    assert not found["better"] & found["worse"]
    alone = built_of("\n".join(table.splitlines()[:5]))
    assert roles(alone)["worse"] == {"Her man has come."}


def test_texts_that_are_taken() -> None:
    """Where three items would each need a reference of their own from three texts, one goes without."""
    rows: list[Row] = []
    for item, texts in enumerate(
        [("You read.", "You were reading."), ("You were reading.", "You have read.")]
    ):
        for n, text in enumerate(texts):
            rows.append((f"de-en:{item}", "2021", str(n), text, "pass", "pattern"))
    for n, text in enumerate(("You have read.", "You read.")):
        rows.append(("de-en:2", "2021", str(n), text, "pass", "pattern"))
    rows += [(f"de-en:{item}", "2021", "9", f"You wrote {item}.", "fail", "pattern") for item in range(3)]
    built = built_of(rows)
    assert (built.giving, built.without) == (2, {Lack.TAKEN: 1})


def test_balance_over_campaigns_and_systems() -> None:
    """A year with four times as many systems does not have four times as many texts."""
    rows: list[Row] = []
    for item in range(60):
        for n in range(20):
            campaign = "small" if n % 5 == 0 else "verbose"
            verdict = "pass" if (n + item) % 2 else "fail"
            text = f"{item} {n} words."
            rows.append((f"de-en:{item:02}", campaign, f"S{n:02}", text, verdict, "pattern"))
    built = built_of(rows, draw=Draw(per_item=2))
    totals = {campaign: sum(systems.values()) for campaign, systems in built.uses.items()}
    assert sum(totals.values()) == 60 * 5
    assert max(totals.values()) - min(totals.values()) <= 6
    for systems in built.uses.values():
        assert max(systems.values()) - min(systems.values()) <= 6


def test_balance_where_campaigns_share_texts() -> None:
    """What both years wrote does not make up for a year of which nothing else is drawn."""
    rows: list[Row] = []
    for item in range(60):
        texts = [("verbose", f"S{n}", f"{item} {n} words.") for n in range(6)]
        texts += [("small", "S0", f"{item} own words.")]
        texts += [(campaign, "S9", f"{item} common words.") for campaign in ("verbose", "small")]
        rows += [(f"de-en:{item:02}", *text, "pass", "pattern") for text in texts]
        rows += [(f"de-en:{item:02}", "verbose", "S8", f"{item} wrong words.", "fail", "pattern")]
    drawn = built_of(rows, draw=Draw(per_item=1)).challenge.tuples
    for role in ("reference", "better"):
        whose = drawn[f"{role}_from"]
        alone = whose.filter(~whose.str.contains(","))
        small = int(alone.str.starts_with("small/").sum())
        assert 0 < alone.len() < whose.len()
        assert abs(small - (alone.len() - small)) <= 2


@pytest.mark.parametrize("role", ["reference", "better", "worse"])
def test_roles_say_nothing(role: str) -> None:
    """No role prefers a system, or the long texts: else one could tell it from them."""
    rows: list[Row] = []
    for item in range(200):
        for n in range(6):
            verdict = "pass" if n < 4 else "fail"
            text = f"{item}{' very' * n} old."
            rows.append((f"de-en:{item:03}", "2021", f"S{n}", text, verdict, "pattern"))
    drawn = built_of(rows, draw=Draw(per_item=1)).challenge.tuples
    kinds = 2 if role == "worse" else 4
    counts = drawn[f"{role}_from"].value_counts()["count"].to_list()
    assert len(counts) == kinds
    assert all(abs(count - 200 / kinds) <= 10 for count in counts)


def test_seeds_differ() -> None:
    """Another seed, another draw of the same material."""
    rows = many(6, 6, items=10)
    first, again, other = (built_of(rows, draw=Draw(seed=seed)).challenge for seed in (1, 1, 2))
    assert first.tuples.equals(again.tuples)
    assert first.signature == again.signature
    assert not first.tuples.equals(other.tuples)
    assert set(first.tuples["reference"]) != set(other.tuples["reference"])


@pytest.mark.parametrize(
    "changed",
    [
        HUSBAND.replace("came", "comes"),
        HUSBAND.replace("2021/B", "2021/C"),
        HUSBAND.replace(" - ", " -! "),
        HUSBAND + "1 2022/B ? Her old man came.",
    ],
)
def test_the_digest_of_outputs(changed: str) -> None:
    """Whatever was written or said shows in the signature; order and repetition do not."""
    suite = suite_of({"1": "Ihr Mann kam."})
    digest = _digest(built_of(HUSBAND, suite))
    assert _digest(built_of(changed, suite)) != digest
    assert _digest(built_of([*said(HUSBAND)[::-1], *said(HUSBAND)], suite)) == digest


def _digest(built: Built) -> str:
    (part,) = (part for part in built.challenge.signature.split("|") if part.startswith("outputs:"))
    return part


def test_signature_and_choices_in_words() -> None:
    """What was chosen, for the signature and for people."""
    suite = suite_of({"1": "Ihr Mann kam.", "2": "Ihr Mann ging."}).only(SuitePart(("Ambiguity",)))
    challenge = built_of(HUSBAND, suite, Draw(3, 7)).challenge
    parts = dict(part.split(":", 1) for part in challenge.signature.split("|"))
    assert parts.pop("outputs")
    assert parts.pop("version")
    assert parts == {
        "challenge": "small",
        "suite": "drawn",
        "part": "Ambiguity",
        "pair": "de-en",
        "campaigns": "2021+2022",
        "systems": "3",
        "items": "1/1",
        "tuples": "1",
        "per-item": "3",
        "trust": "settled",
        "seed": "7",
    }
    assert challenge.about["seed"] == "7"
    assert challenge.about["trust"] == "what rules or people settled"


PROGRAM = """
import json, sys
import polars as pl
from lackmus.core.challenges.building import JUDGED_TEXTS, Draw, build
from tests.core.challenges.test_building import suite_of
rows = json.load(sys.stdin)
frame = pl.DataFrame(rows, schema=JUDGED_TEXTS.schema, orient="row").sample(fraction=1, shuffle=True)
names = sorted({row[0].removeprefix("de-en:") for row in rows})
built = build(suite_of({name: "Satz " + name[:1] for name in names}), frame, Draw(), "small")
print(built.challenge.signature, built.challenge.tuples.write_json(), built.uses)
"""


def test_the_same_in_any_process() -> None:
    """Neither the order of the rows, nor Python's hashing, nor the process makes a difference."""
    rows = many(4, 4, items=25, campaigns=3)
    rows += [
        (item, "2030", "echo", f"{n % 7} words.", "pass", "pattern") for n, (item, *_) in enumerate(rows)
    ]
    rows = [row for row in rows if row[1] != "2030" or row[0] in ("de-en:3", "de-en:4", "de-en:13")]
    told = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=json.dumps(rows),
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert "items:25/25" in told.pop()


# Of each item, what is said about each of seven texts (the last is blank), and where nobody wrote it.
signs = st.lists(st.text("+-? ", min_size=7, max_size=7), min_size=6, max_size=6)
writers = st.lists(
    st.tuples(st.sampled_from(["2021", "2022"]), st.sampled_from("ABC")), min_size=1, max_size=11
)


@given(signs, writers, st.integers(1, 4), st.integers(0, 3))
def test_roles_hold_for_any_material(
    grid: list[str], wrote: list[tuple[str, str]], per_item: int, seed: int
) -> None:
    """Items 0 and 1, 2 and 3, 4 and 5 share a source, and all share their texts."""
    verdicts = {"+": "pass", "-": "fail", "?": "warning"}
    rows: list[Row] = [
        (f"de-en:{item}", *wrote[(7 * item + n) % len(wrote)], text, verdicts[sign], "exact")
        for item, line in enumerate(grid)
        for n, (text, sign) in enumerate(zip((*"abcdef", ""), line, strict=True))
        if sign != " "
    ]
    right, wrong = (
        {(int(row[0].removeprefix("de-en:")), row[3]) for row in rows if row[4] == verdict}
        for verdict in ("pass", "fail")
    )
    suite = suite_of({str(n): f"Satz {n // 2}." for n in range(6)})
    built = built_of(rows, suite, Draw(per_item, seed))
    tuples = built.challenge.tuples
    assert built.items == len({row[0] for row in rows}) == built.giving + sum(built.without.values())
    assert built.giving == tuples["item"].n_unique()
    found = roles(built)
    assert not found["reference"] & (found["better"] | found["worse"])
    assert tuples["tuple"].n_unique() == tuples.height
    used = 0
    for (item,), drawn in tuples.group_by("item"):
        number = int(str(item).removeprefix("de-en:"))
        assert drawn["reference"].n_unique() == 1
        assert drawn.height <= per_item
        assert drawn.height == drawn.select("better", "worse").unique().height
        assert all((number, text) in right for role in ("reference", "better") for text in drawn[role])
        assert all((number, text) in wrong for text in drawn["worse"])
        assert "" not in (*drawn["better"], *drawn["worse"], *drawn["reference"])
        used += 1 + drawn["better"].n_unique() + drawn["worse"].n_unique()
    for _, drawn in tuples.group_by("source"):
        assert not set(drawn["better"]) & set(drawn["worse"])
    assert sum(sum(systems.values()) for systems in built.uses.values()) == pytest.approx(used, abs=0.1)


def test_tables() -> None:
    """What was built, what was not, and whose texts they are."""
    table = HUSBAND + HUSBAND.replace("1 2", "2 2").replace("came", "left") + "3 2021/A ? Her man slept."
    built = built_of(table + "\n4 2022/A - Her man ate.")
    contents, lacks, balance = build_tables(built)
    cells = [[[cell.value for cell in row.cells] for row in one.rows] for one in (contents, lacks, balance)]
    assert cells == [
        [["Ambiguity", 4, 2, 1, 2], ["All", 4, 2, 1, 2]],
        [["nothing settled", 1], ["no right text", 1], ["All", 2]],
        [["2021", 4], ["A", 2], ["B", 2], ["2022", 2], ["A", 2]],
    ]
    values = json.loads(json.dumps(built_values(built)))
    assert values["categories"] == [
        {"pair": "de-en", "category": "Ambiguity", "items": 4, "giving": 2, "phenomena": 1, "tuples": 2}
    ]
    assert values["without"] == {"nothing settled": 1, "no right text": 1}
    assert values["uses"]["2021"] == {"A": 2, "B": 2}


def test_reserved_items_are_told() -> None:
    """That something was left out is said."""
    suite = suite_of({"1": "Ihr Mann kam.", "2": "Ihr Mann ging."}, reserved=["1"])
    built = built_of(HUSBAND + HUSBAND.replace("1 2", "2 2"), suite)
    assert "1 item is left out" in build_tables(built)[0].notes[-1]
    assert built_values(built)["reserved"] == 1


@pytest.mark.parametrize(
    "texts, giving",
    [
        ({"It's late.": "pass", "It’s late.": "pass", "It was late.": "fail"}, 0),  # one right text, twice
        ({"It's late.": "pass", "It’s late.": "pass", "It is late.": "pass", "It was late.": "fail"}, 1),
        ({"It's late.": "pass", "It’s late.": "fail", "It is late.": "pass", "It was late.": "fail"}, 0),
    ],
)
def test_apostrophes_make_no_other_text(texts: dict[str, str], giving: int) -> None:
    """A better text that looks like the reference would tell that it is right."""
    rows: list[Row] = [
        ("de-en:1", "2026", f"S{n}", text, verdict, "pattern")
        for n, (text, verdict) in enumerate(texts.items())
    ]
    for seed in range(20):
        built = built_of(rows, draw=Draw(seed=seed))
        assert built.giving == giving
        for one in built.challenge.tuples.iter_rows(named=True):
            assert one["reference"].replace("’", "'") != one["better"].replace("’", "'")
