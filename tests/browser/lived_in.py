"""The samples as they look after a first day of work: decisions of two people, remarks, a disputed text, a
scored challenge for metrics, a study of contrasts that is partly refined, and a rating task."""

from collections.abc import Mapping
from pathlib import Path

from lackmus.core.base.verdict import Verdict
from lackmus.core.challenges.building import Draw
from lackmus.core.ratings.tasks import TaskPlan
from lackmus.core.reviews.known_verdicts import KnownChoice
from lackmus.flows.challenges.building import build
from lackmus.flows.challenges.keeping import keep_scores
from lackmus.flows.challenges.scoring import score, wanted
from lackmus.flows.contrasts.keeping import choose, keep
from lackmus.flows.ratings import ratings, tasks
from lackmus.flows.reviews.assigning import assign_phenomena
from lackmus.flows.reviews.controls import set_controls
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.reviews.remarks import comment, flag
from lackmus.flows.reviews.reviews import Scope, next_texts
from lackmus.flows.reviews.training import answer_training, make_training
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces.demo import fill
from lackmus.flows.workspaces.workspaces import Desk
from tests.studied import small_study

SCOPE = Scope("2026", "de-en")

# What each said: item, how the text begins, and whether it passes.
SAID: Mapping[str, tuple[tuple[str, str, bool], ...]] = {
    "Ben": (
        ("amb-006", "The kitchen sink", False),
        ("amb-020", "While setting up", False),
        ("com-009", "The library", False),
        ("com-014", "Beat the eggs", False),
        ("com-020", "His Urinstinkt", False),
        ("ffr-019", "Her answer", True),
        ("idi-004", "He has passed", False),
        ("idi-007", "My aunt", True),
        ("dat-018", "The store", False),
        ("con-018", "If it weren’t", True),
    ),
    "Ada": (
        ("amb-015", "The hairdresser", True),
        ("com-019", "The soldiers", False),
        ("par-008", "So that is", False),
        ("par-013", "There's really", True),
        ("idi-007", "My aunt", False),  # she disagrees with Ben
        ("idi-019", "If you believe", False),
        ("con-003", "If he lived", True),
    ),
}
REMARKS = (
    ("Ben", "amb-001", "On the bank/bench", "Two answers are no answer: the reader still has to choose."),
    ("Ada", "ffr-010", "The children", "Who beckons calls somebody nearer. These wave goodbye."),
)


def lived_in(file: Path) -> Desk:
    """A workspace in this file, which may have the samples already, as Ada sees it."""
    ada = Desk(str(file), "Ada")
    if not file.exists():
        fill(ada)
    # Ada is offered all of them, so that they stay hers to judge.
    offers = next_texts(ada, SCOPE, 100).offers
    numbers = {(one.item.partition(":")[2], one.text): one.text_id for one in offers}

    def number(item: str, beginning: str) -> int:
        return next(n for (known, text), n in numbers.items() if known == item and text.startswith(beginning))

    for person, said in SAID.items():
        for item, beginning, passes in said:
            verdict = Verdict.PASS if passes else Verdict.FAIL
            decide(Desk(str(file), person), [(number(item, beginning), verdict)])
    for person, item, beginning, words in REMARKS:
        desk = Desk(str(file), person)
        flag(desk, number(item, beginning))
        comment(desk, number(item, beginning), words)
    assign_phenomena(ada, SCOPE, [(None, "False friend"), ("Ambiguity", None)], "Ada")
    challenged(ada)
    keep(ada, small_study())
    choose(Desk(str(file), "Ben"), "small", "gerund-dass-s0-3", True)
    choose(Desk(str(file), "Ben"), "small", "gerund-dass-s1-3", False)
    plan = TaskPlan(references=("human",), people=2, marked=True, advice="Meaning and language together.")
    tasks.create(ada, "quality", "small", plan)
    ben = Desk(str(file), "Ben")
    cards = ratings.next_translations(ben, "quality", many=6).cards
    ratings.rate(ben, "quality", {card.key: 15 * place for place, card in enumerate(cards)})
    return ada


def trained(desk: Desk) -> None:
    """A training set of texts that are decided; Ada has judged half of it. One is a control text for Ben."""
    offers = next_texts(desk, SCOPE, 8).offers
    known = {one.text_id: Verdict.PASS if place % 3 else Verdict.FAIL for place, one in enumerate(offers)}
    make_training(desk, "de-en", "First steps", KnownChoice((), texts=known), ["Ada", "Ben"])
    for one in list(known)[:4]:
        answer_training(desk, "First steps", one, Verdict.PASS)
    (text, *_) = known
    decide(desk, [(text, Verdict.FAIL)])
    set_controls(desk, SCOPE, "5%", KnownChoice((), texts={text: Verdict.FAIL}), ["Ben"])


def challenged(desk: Desk) -> None:
    """A challenge of all campaigns, scored by what can be computed anywhere at once."""
    built = build(FromWorkspace(desk, StoredRequest("de-en")), None, Draw(), "de-en").built
    keep_scores(desk, "de-en", score(built.challenge, wanted(["chrf,edit-distance,length-ratio"])))
