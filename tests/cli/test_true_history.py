"""Whatever people do to a workspace, every past state of it comes out again to the byte."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Table, select

from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.rules.judging import STORED, judged_texts, stored_verdicts
from lackmus.store.suites.suites import load_suite, suite_names
from tests.conftest import new_database
from tests.read.drafts import Entry, entry, write_suite, write_tsv
from tests.store.soundness import faults
from tests.test_cli import answer, command

SEEDS = (0,)  # a history takes its seconds; after changes to the store, try a dozen
PEOPLE = ("Ada", "Ben", "Cem")
PATTERNS = ("good", "fine|good", r"\bfine\b", "nice", "so", r"(\w+\s?)+!", "bad", "awful|bad")
WORDS = ("good", "fine", "nice", "bad", "awful", "so so", "it is good!", "l’été", "L'été")
ITEMS = [("deen", str(number)) for number in range(1, 5)] + [("fren", "1"), ("fren", "2")]


class Group:
    """People who do this and that, by chance; what they may not do is refused and changes nothing."""

    def __init__(self, where: str, folder: Path, seed: int) -> None:
        self.where, self.folder, self.chance = where, folder, Random(seed)
        self.done: list[str] = []

    def run(self, *arguments: object, person: str | None = None) -> bool:
        """A command by somebody; whether it did something."""
        who = person or self.chance.choice(PEOPLE)
        code, _, said = command(*arguments, "--workspace", self.where, "--as", who)
        self.done.append(f"{' '.join(map(str, arguments))} --as {who} ({code})")
        assert "Usage:" not in said, self.done[-1]
        return code in (0, 1)  # 1: told, with an alarm

    def ask(self, *arguments: object) -> dict[str, object]:
        """What a command answers."""
        return answer(*arguments, "--workspace", self.where)

    # -- what they do --------------------------------------------------------------------------------------

    def bring_suite(self, every: bool = False) -> bool:
        """A file in which some items are missing, others read otherwise."""
        here = [one for one in ITEMS if every or self.chance.random() < 0.8]
        file = write_suite(self.folder / "s.json", [self._item(*one) for one in here])
        return self.run("suite", "import", file, person="Ada" if every else None)

    def _item(self, pair: str, number: str) -> Entry:
        return entry(
            number,
            langpair=pair,
            category=self.chance.choice(("Ambiguity", "Ambiguity", "Negation")),
            source_sentence=f"Satz {number}{self.chance.choice(('.', '.', '!'))}",
            positive_regex=self.chance.choice(PATTERNS[:5]),
            negative_regex=self.chance.choice(PATTERNS[5:]),
            positive_tokens=self.chance.sample(WORDS, self.chance.randrange(3)),
            negative_tokens=self.chance.sample(WORDS, self.chance.randrange(3)),
        )

    def bring_outputs(self) -> bool:
        """Some systems, new ones or others under the same names."""
        pair = self.chance.choice(("deen", "deen", "fren"))
        files = []
        for system in self.chance.sample("ABC", self.chance.randrange(1, 4)):
            ids = [number for of, number in ITEMS if of == pair]
            texts = {number: self.chance.choice(WORDS) for number in ids}
            files.append(write_tsv(self.folder / "out" / f"{system}.tsv", texts))
        campaign = self.chance.choice(("2025", "2026"))
        options = ["--replace"] if self.chance.random() < 0.6 else []
        to = f"{pair[:2]}-{pair[2:]}"
        return self.run(
            "outputs", "import", *files, "--campaign", campaign, "--pair", to, "--skip-unknown", *options
        )

    def decide(self) -> bool:
        """Somebody says something about some texts."""
        said = [f"{text}={self.chance.choice(('pass', 'fail'))}" for text in self._texts(3)]
        return bool(said) and self.run("review", "decide", *said)

    def adjudicate(self) -> bool:
        """An editor settles a text."""
        verdict = self.chance.choice(("pass", "fail"))
        return any(self.run("review", "decide", t, verdict, "--adjudicate") for t in self._texts(1))

    def withdraw(self) -> bool:
        """Somebody takes a decision back, if they can."""
        with open_workspace(self.where) as workspace, workspace.reading() as connection:
            made = schema.decisions
            query = select(made.c.text, schema.people.c.name).join(schema.people).where(holds(made))
            held = sorted(bulk.fetch(connection, query))
        if not held:
            return False
        text, person = self.chance.choice(held)
        return self.run("review", "withdraw", text, person=person)

    def edit_rule(self) -> bool:
        """One rule, of one item, as it stands now or once stood."""
        verb = self.chance.choice(("add", "change", "change", "retire"))
        value = self.chance.choice(PATTERNS)
        if verb == "add":
            side = self.chance.choice(("--positive", "--negative"))
            pair, number = self.chance.choice(ITEMS)
            which = ("--pair", f"{pair[:2]}-{pair[2:]}")
            return self.run("rule", "add", number, side, "--pattern", value, *which)
        rules = self._numbers(schema.rules)
        to = ("--to", value) if verb == "change" else ()
        return bool(rules) and self.run("rule", verb, self.chance.choice(rules), *to)

    def rename(self) -> bool:
        """A campaign or a system gets another name, or a label."""
        old, new = self.chance.sample(("2025", "2026", "2027"), 2)
        one, other = self.chance.sample("ABCD", 2)
        return self.run(
            *self.chance.choice(
                (
                    ("campaign", "rename", old, new),
                    ("system", "rename", f"{old}/{one}", other),
                    ("system", "label", f"{old}/{one}", other.lower()),
                )
            )
        )

    def tag(self) -> bool:
        """Tags come and go."""
        campaign, how = self.chance.choice(("2025", "2026")), self.chance.choice(("--add", "--remove"))
        return self.run("system", "tag", f"{campaign}/{self.chance.choice('ABC')}", how, "neural")

    def split(self) -> bool:
        """A part becomes secret."""
        seed = self.chance.randrange(9)
        return self.run("suite", "split", "--reserve", self.chance.choice(("20%", "50%")), "--seed", seed)

    def assign(self) -> bool:
        """Somebody is to look, too."""
        to = self.chance.choice(PEOPLE)
        return self.run("review", "assign", "--double", "50%", "--to", to, "--pair", "de-en")

    def judge(self) -> bool:
        """Nothing should come of it."""
        return self.run("judge", *self.chance.choice(((), ("--all",), ("--retry-timeouts",))))

    def save(self) -> bool:
        """A report gets a name."""
        return self.run("report", "2026", "--pair", "de-en", "--save", self.chance.choice("xyz"))

    def undo(self) -> bool:
        """One's own last deed, or any change of anybody, undoings included."""
        number = () if self.chance.random() < 0.3 else (self.chance.randint(1, self.revision),)
        return self.run("undo", *number)

    def _texts(self, most: int) -> list[int]:
        numbers = self._numbers(schema.texts)
        return self.chance.sample(numbers, min(len(numbers), most))

    def _numbers(self, table: Table) -> list[int]:
        with open_workspace(self.where) as workspace, workspace.reading() as connection:
            return sorted(number for (number,) in bulk.fetch(connection, select(table.c.id)))

    @property
    def revision(self) -> int:
        """The last change."""
        with open_workspace(self.where) as workspace, workspace.reading() as connection:
            return workspace.revision(connection).number

    # -- what can be seen ----------------------------------------------------------------------------------

    def seen(self, *as_of: object) -> str:
        """All that can be asked of a state, now or as of a change, byte for byte."""
        told = [
            command(what, "list", *as_of, "--workspace", self.where, "--format", "json")
            for what in ("campaign", "system", "suite")
        ]
        for campaign, pair in (("2025", "de-en"), ("2026", "de-en"), ("2027", "de-en"), ("2025", "fr-en")):
            of = ("--pair", pair, *as_of, "--workspace", self.where)
            told.append(command("report", campaign, *of, "--format", "json"))
        told.append(self._written("outputs", "export", "--campaign", "2026", "--pair", "de-en", *as_of, "-o"))
        told.append(self._written("suite", "export", "s", *as_of))
        told.append(self._written("suite", "export", "s", "--with-reserved", "--fold-decisions", *as_of))
        for number in ("1", "2"):
            which = ("--pair", "de-en", *as_of, "--workspace", self.where)
            told.append(command("rule", "list", number, *which, "--format", "json"))
        return json.dumps(told, ensure_ascii=False, indent=1)

    def _written(self, *arguments: object) -> tuple[int, str, str]:
        """What a command writes into a file, and what it says."""
        file = self.folder / "written.jsonl"
        file.unlink(missing_ok=True)
        code, _, said = command(*arguments, file, "--workspace", self.where)
        assert "Usage:" not in said, said
        return code, file.read_text("utf-8") if file.exists() else "", said


def judged_as_rules_say(where: str) -> bool:
    """Whether what is stored is what the rules would say now."""
    with open_workspace(where) as workspace, workspace.reading() as connection:
        for number in suite_names(connection).values():
            stored = load_suite(connection, number)
            found = stored_verdicts(connection, list(stored.items.values())).join(
                stored.item_numbers, on="item_id", maintain_order="left"
            )
            fresh = judged_texts(connection, stored, found.select("text_id", "item", "text"))
            if fresh.select(*STORED).rows() != found.select(*STORED).rows():
                return False
    return True


DEEDS: list[tuple[Callable[[Group], bool], int]] = [
    (Group.bring_suite, 3),
    (Group.bring_outputs, 4),
    (Group.decide, 5),
    (Group.adjudicate, 2),
    (Group.withdraw, 2),
    (Group.edit_rule, 5),
    (Group.rename, 3),
    (Group.tag, 1),
    (Group.split, 1),
    (Group.assign, 1),
    (Group.judge, 1),
    (Group.save, 1),
    (Group.undo, 9),
]


def play(where: str, folder: Path, seed: int, steps: int) -> dict[int, str]:
    """A history by chance, and what was seen after each change of it."""
    group = Group(where, folder, seed)
    assert group.bring_suite(every=True)
    group.run("user", "add", "Ben", "--role", "editor", person="Ada")
    for _ in range(3):
        group.bring_outputs()
    seen: dict[int, str] = {group.revision: group.seen()}
    deeds, weights = zip(*DEEDS, strict=True)
    for _ in range(steps):
        before = group.revision
        (deed,) = group.chance.choices(deeds, weights)
        did = deed(group)
        after = group.revision
        assert after in ((before, before + 1) if did else (before,)), group.done
        if after > before:
            seen[after] = group.seen()
            assert judged_as_rules_say(where), group.done
            with open_workspace(where) as workspace:
                assert faults(workspace) == [], group.done
    return seen


def seen_again(where: str, folder: Path, seen: Mapping[int, str]) -> bool:
    """Whether every state that is past by now looks as it did."""
    group = Group(where, folder, 0)
    return all(group.seen("--as-of", number) == then for number, then in seen.items())


@pytest.mark.parametrize("seed", SEEDS)
def test_every_past_state_comes_out_again(seed: int, tmp_path: Path) -> None:
    """To the byte: reports, suites, outputs, rules, names."""
    where = str(tmp_path / "lackmus.db")
    assert seen_again(where, tmp_path, play(where, tmp_path, seed, 16))


def test_every_past_state_moves_to_the_other_database(postgres: str, tmp_path: Path) -> None:
    """From a server into a file and back: the same bytes, and the same past."""
    first, file, last = new_database(postgres), str(tmp_path / "lackmus.db"), new_database(postgres)
    seen = play(first, tmp_path, 2, 8)
    for number, (source, target) in enumerate(((first, file), (file, last), (last, None))):
        folder = tmp_path / f"all-{number}"
        assert command("export", folder, "--everything", "--workspace", source)[0] == 0
        assert target is None or command("restore", folder, "--workspace", target)[0] == 0
    contents = [
        {file.name: file.read_bytes() for file in (tmp_path / f"all-{number}").iterdir()}
        for number in range(3)
    ]
    assert contents[0] == contents[1] == contents[2]
    assert seen_again(file, tmp_path, seen)
    assert seen_again(last, tmp_path, dict(list(seen.items())[:1]))
