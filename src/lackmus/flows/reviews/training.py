"""Training sets: make one, ask people to judge it, judge it, see how they agree with it."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from lackmus.core.base.agreement_measures import Resampling
from lackmus.core.base.paragraphs import paragraph_spans, place_in
from lackmus.core.base.verdict import BY_PEOPLE, Verdict
from lackmus.core.reviews.known_verdicts import KnownChoice, PhenomenonTexts, SetKind, agreed_with_known
from lackmus.core.reviews.training import (
    TrainingAnswer,
    TrainingDifference,
    TrainingPage,
    TrainingPerson,
    TrainingReport,
    TrainingSet,
    TrainingText,
)
from lackmus.core.workspaces.people import Role
from lackmus.errors import ConflictError, ForbiddenError, LackmusError
from lackmus.flows.reviews.known_choices import chosen_texts
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import Desk, the_revision, the_suite
from lackmus.store.reviews import known_answers as answers
from lackmus.store.reviews import known_sets as stored
from lackmus.store.reviews.assignments import the_annotator
from lackmus.store.reviews.known_sets import KnownSet, SetDraft, places_of, texts_of, the_training_set
from lackmus.store.reviews.remarks import comments_on
from lackmus.store.reviews.review_items import review_item
from lackmus.store.suites.suites import suite_names
from lackmus.store.workspaces.people import need, need_editor, number_of

_TO_DO = "make training sets"


def training_sets(desk: Desk, person: str | None = None, as_of: str | None = None) -> list[TrainingSet]:
    """All training sets, or those that a person is asked to judge, now or earlier."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        found = [
            _described(connection, one, revision)
            for one in stored.known_sets(connection, SetKind.TRAINING, revision)
        ]
    return [one for one in found if person is None or one.asks(person)]


def make_training(
    desk: Desk,
    suite: str | None,
    name: str,
    wanted: KnownChoice,
    people: Sequence[str] = (),
    required: bool = False,
) -> TrainingSet:
    """Make a training set of texts with known verdicts, and ask people to judge it."""
    with desk.open() as workspace:
        with workspace.reading() as connection:
            number = the_suite(connection, suite)
            texts = chosen_texts(connection, number, wanted)
        with workspace.writing(desk.who, "training make", comment=desk.comment) as change:
            need_editor(change, _TO_DO)
            draft = SetDraft(
                SetKind.TRAINING,
                number,
                texts,
                name,
                required=required,
                seed=wanted.seed,
                about=wanted.told,
            )
            made = stored.make_set(change, draft)
            stored.give_set(change, made, [the_annotator(change.connection, one) for one in people])
            change.about = f"{name}: {len(texts):,} texts"
        made_set = training_set(replace(desk, opened=workspace), made)
        return replace(made_set, change=change.number)


def assign_training(
    desk: Desk, named: str | int, people: Sequence[str], required: bool | None = None
) -> TrainingSet:
    """Ask people to judge a training set; `required`: before they get open texts of its suite."""
    if not people and required is None:
        raise LackmusError("A training set is assigned to somebody. Name people.", code="nobody-to-train")
    with desk.open() as workspace:
        with workspace.writing(desk.who, "training assign", comment=desk.comment) as change:
            need_editor(change, _TO_DO)
            one = the_training_set(change.connection, named)
            stored.give_set(change, one.number, [the_annotator(change.connection, each) for each in people])
            if required is not None:
                stored.restate_set(change, one, required=int(required))
            change.about = f"{one.name} to {', '.join(people)}" if people else one.name
        now = training_set(replace(desk, opened=workspace), one.number)
        return replace(now, change=change.number if change.written else None)


def remove_training(desk: Desk, named: str | int) -> TrainingSet:
    """Remove a training set with what people answered; undo brings both back."""
    with desk.open() as workspace:
        with workspace.reading() as connection:
            described = _described(connection, the_training_set(connection, named))
        with workspace.writing(desk.who, "training remove", comment=desk.comment) as change:
            need_editor(change, _TO_DO)
            one = the_training_set(change.connection, described.number)
            stored.remove_set(change, one)
            change.about = one.name
        return replace(described, change=change.number)


def next_training_text(desk: Desk, named: str | int) -> TrainingPage:
    """The next text of a training set for this person; texts of a phenomenon stay together."""
    with desk.open() as workspace, workspace.reading() as connection:
        one = _asked(connection, desk, named)
        person = number_of(connection, desk.who)
        said = answers.answers_of(connection, one.number, person) if person is not None else {}
        places = places_of(connection, texts_of(connection, one.number))
        order = sorted(
            places.values(), key=lambda each: (each.category, each.phenomenon, each.key, each.text)
        )
        left = [each for each in order if each.text not in said]
        text = _text(connection, one, left[0].text, left[0].item, left[0].words) if left else None
        return TrainingPage(one.number, one.name, len(order) - len(left), len(order), text)


def answer_training(desk: Desk, named: str | int, text: int, verdict: Verdict) -> TrainingAnswer:
    """Save this person's answer on a text, and tell its known verdict; it is no decision.

    A first answer stays: then the known verdict has been seen.
    """
    if verdict not in BY_PEOPLE:
        raise LackmusError(f"Text {text}: an answer is {listed(BY_PEOPLE)}, not {verdict}.")
    with desk.open() as workspace:
        with workspace.writing(desk.who, "training answer", comment=desk.comment) as change:
            need(change, Role.ANNOTATOR, "judge texts")
            one = _asked(change.connection, desk, named)
            texts = texts_of(change.connection, one.number)
            places = places_of(change.connection, texts)
            if text not in places:
                raise LackmusError(f"{one.name} has no text {text}. Judge those that it shows.")
            said = answers.answers_of(change.connection, one.number, change.person)
            if text in said and said[text].verdict is not verdict:
                raise ConflictError(
                    f"You said {said[text].verdict} of text {text}, and have seen its known verdict since. "
                    "The answer stays; judge the next text."
                )
            answers.answer(change, one.number, {text: verdict})
            change.about = f"{one.name}, text {text}: {verdict}"
            done = len((said.keys() | {text}) & places.keys())
            why = comments_on(change.connection, [text]).get(text, ())
        known = texts[text]
        return TrainingAnswer(
            text,
            verdict,
            known.verdict,
            verdict is known.verdict,
            known.origin,
            why,
            done,
            len(places),
        )


def training_report(
    desk: Desk,
    named: str | int,
    person: str | None = None,
    as_of: str | None = None,
    resampling: Resampling | None = None,
) -> TrainingReport:
    """How people, or one person, agree with a training set, and the texts where they differ."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        one = the_training_set(connection, named, revision)
        given = answers.known_answers(connection, [one.number], revision)
        if person is not None:
            given = given.filter(given["person"] == person)
        known = texts_of(connection, one.number, revision)
        places = places_of(connection, known)
        why = comments_on(connection, known)
        differences = [
            TrainingDifference(
                who,
                text,
                places[text].item,
                places[text].key,
                places[text].category,
                places[text].phenomenon,
                places[text].source,
                places[text].words,
                known[text].verdict,
                Verdict(said),
                known[text].origin,
                why.get(text, ()),
            )
            for text, who, said in given.sort("person", "category", "phenomenon", "text_id")
            .select("text_id", "person", "answer")
            .iter_rows()
            if text in places and known[text].verdict != said
        ]
        name = {number: name for name, number in suite_names(connection, revision).items()}.get(one.suite, "")
        agreed = agreed_with_known(given, resampling)
        return TrainingReport(one.number, one.name, name, len(places), agreed, differences)


def _asked(connection: Connection, desk: Desk, named: str | int) -> KnownSet:
    """The training set, which this person is asked to judge."""
    one = the_training_set(connection, named)
    if desk.who not in one.people:
        raise ForbiddenError(f"{desk.who} is not asked to judge {one.name}. An editor can assign it.")
    return one


def _text(connection: Connection, one: KnownSet, text: int, item: int, words: str) -> TrainingText:
    card = review_item(connection, one.suite, item)
    if card is None:
        raise LackmusError(f"Text {text} is of an item that was retired. Go on with the next.")
    its, spans = card.item, paragraph_spans(card.item.source)
    stretch = its.stretch_bounds
    suite = {number: name for name, number in suite_names(connection).items()}.get(one.suite, "")
    return TrainingText(
        text,
        item,
        its.key,
        suite,
        its.category,
        its.phenomenon,
        card.guideline,
        card.examples,
        its.source,
        words,
        its.prompt,
        its.plain_rules,
        stretch,
        tuple(spans) if len(spans) > 1 else (),
        card.paragraphs.get(words, ()),
        place_in(spans, stretch[0]) if stretch and len(spans) > 1 else None,
    )


def training_set(desk: Desk, named: str | int) -> TrainingSet:
    """One training set."""
    with desk.open() as workspace, workspace.reading() as connection:
        return _described(connection, the_training_set(connection, named))


def _described(connection: Connection, one: KnownSet, revision: int | None = None) -> TrainingSet:
    suites = {number: name for name, number in suite_names(connection, revision).items()}
    places = places_of(connection, texts_of(connection, one.number, revision))
    counts = Counter((each.category, each.phenomenon) for each in places.values())
    done = _done(connection, one.number, places, revision)
    return TrainingSet(
        one.number,
        one.name,
        suites.get(one.suite, ""),
        len(places),
        one.required,
        tuple(TrainingPerson(person, done[person]) for person in one.people),
        tuple(PhenomenonTexts(*kind, many) for kind, many in sorted(counts.items())),
        one.about,
    )


def _done(connection: Connection, number: int, places: Collection[int], revision: int | None) -> Counter[str]:
    given = answers.known_answers(connection, [number], revision)
    return Counter(person for text, person in given.select("text_id", "person").iter_rows() if text in places)
