"""Plans of fetches: which sentences, into which campaign, and the cost."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from sqlalchemy import Connection

from lackmus.core.base.pairs import Pair
from lackmus.core.base.texts import one_line
from lackmus.core.engines.engine import About, Ask, Limits, Origin, Price, Reply, too_long
from lackmus.core.fetching.fetch import Estimate, fetch_signature
from lackmus.core.outputs.templates import TemplateLine, sentences_of
from lackmus.engines import Engine, KeyRefusedError, UnreachableError
from lackmus.errors import LackmusError
from lackmus.flows.fetching.engines import resolved
from lackmus.flows.fetching.transport import strange
from lackmus.flows.outputs.destinations import ImportOptions, destination
from lackmus.flows.outputs.templates import template_entry
from lackmus.flows.workspaces.workspaces import Desk, the_pair, the_suite
from lackmus.store.db.changes import now
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.fetching.fetches import EngineRequest, find_request, in_blocks, origins_of, replies_to
from lackmus.store.outputs.templates import load_template
from lackmus.store.suites.suites import StoredSuite, load_suite

VERB = "outputs fetch"


@dataclass(frozen=True)
class Fetch:
    """A fetch request as plain values, so that it can be queued."""

    engine: str
    options: Mapping[str, str] = field(default_factory=dict)
    campaign: str | None = None
    year: int | None = None
    system: str | None = None
    suite: str | None = None
    pair: str | None = None
    template: str | None = None  # its lines instead of the items of the suite
    context: int = 0  # sentences before each that the engine sees
    document: bool = False  # many lines in one text, in order
    round: str = ""  # a name for asking again: answers of other rounds are not used
    in_flight: int | None = None  # simultaneous requests, if fewer than the engine allows
    with_reserved: bool = False
    replaces: bool = False
    partial: bool = False  # store an incomplete result
    price: float | None = None  # of a million characters, if the price list is outdated

    @property
    def company(self) -> dict[str, object]:
        """The context of each sentence, which may change its translation."""
        template = self.template if self.context or self.document else None
        return {"context": self.context, "document": self.document, "template": template}


@dataclass(frozen=True)
class Piece:
    """One ask, its lines, and the answer if there is one."""

    ask: Ask
    lines: range
    reply: Reply | None = None
    at: str = ""  # time of the answer

    @property
    def usable(self) -> bool:
        """Whether its lines can be separated; a single line always can."""
        return self.reply is not None and (len(self.lines) == 1 or len(self.texts) == len(self.lines))

    @property
    def texts(self) -> list[str]:
        """The translation of every line."""
        assert self.reply is not None
        return [self.reply.text] if len(self.lines) == 1 else _lines_of(self.reply.text)


def _lines_of(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.strip("\r\n").split("\n")]


@dataclass(frozen=True)
class Plan:
    """A prepared fetch."""

    fetch: Fetch
    engine: Engine
    about: About
    limits: Limits
    stored: StoredSuite
    seen: int  # the revision of the suite
    lines: Sequence[TemplateLine]
    reserved: int  # reserved items that are left out
    request: EngineRequest
    wanted: ImportOptions
    campaign: str
    doubt: str = ""  # why the engine could not be asked about itself

    @property
    def pair(self) -> Pair:
        """The language pair."""
        return self.request.pair

    def pieces(self, workspace: OpenWorkspace) -> Iterator[Piece]:
        """Everything to ask, in order, with stored answers.

        A passage whose answer has too few or too many lines is followed by its halves: the answer is stored,
        since it was paid for, but its lines cannot be assigned.
        """
        todo = [Piece(ask, lines) for ask, lines in self._asks()]
        while todo:
            unclear = []
            for piece in self._answered(workspace, todo):
                if piece.reply is None or piece.usable:
                    yield piece
                else:
                    middle = piece.lines.start + len(piece.lines) // 2
                    unclear += [range(piece.lines.start, middle), range(middle, piece.lines.stop)]
            todo = [Piece(self._passage(lines), lines) for lines in unclear]

    def _answered(self, workspace: OpenWorkspace, pieces: Sequence[Piece]) -> Iterator[Piece]:
        number = None
        for block in in_blocks(pieces):
            with workspace.reading() as connection:
                number = number or find_request(connection, self.request)
                asks = [piece.ask for piece in block]
                known = {} if number is None else replies_to(connection, number, asks)
            for piece in block:
                reply, at = known.get(piece.ask, (None, ""))
                yield replace(piece, reply=reply, at=at)

    def _asks(self) -> Iterator[tuple[Ask, range]]:
        if self.fetch.document:
            yield from ((self._passage(lines), lines) for lines in self._passages())
            return
        for place, line in enumerate(self.lines):
            first = max(0, place - self.fetch.context)
            before = tuple(one.source for one in self.lines[first:place])
            yield Ask(line.source, before, line.prompt), range(place, place + 1)

    @property
    def sent_prompts(self) -> str:
        """A digest of the prompts of items that are sent, for the signature; empty if there are none."""
        told = sorted((line.items, line.prompt) for line in self.lines if line.prompt)
        return sha256(repr(told).encode()).hexdigest()[:8] if told else ""

    @property
    def unsent_prompts(self) -> int:
        """Items whose prompts this engine cannot be told."""
        if self.engine.TAKES_PROMPTS:
            return 0
        items = self.stored.suite.by_key
        return sum(bool(items[key].prompt) for line in self.lines for key in line.items)

    def _passages(self) -> Iterator[range]:
        """Consecutive lines, as many in one text as the engine allows."""
        most = min((one for one in (self.limits.text, self.limits.size) if one is not None), default=None)
        first = size = 0
        for place, line in enumerate(self.lines):
            measured = self.limits.measure(line.source) + 1
            if place > first and most is not None and size + measured > most:
                yield range(first, place)
                first, size = place, 0
            size += measured
        yield range(first, len(self.lines))

    def _passage(self, lines: range) -> Ask:
        return Ask("\n".join(self.lines[place].source for place in lines))


def planned(workspace: OpenWorkspace, desk: Desk, engine: Engine, fetch: Fetch, tried: bool = False) -> Plan:
    """Prepare a fetch and check everything before anything is paid for.

    If only `tried`, no key is needed, so that an estimate works without one.
    """
    with workspace.reading() as connection:
        stored, lines, reserved = _lines(connection, fetch, engine)
        seen = workspace.revision(connection).number
    (pair,) = stored.suite.pairs
    if not lines:
        raise LackmusError(f"{stored.suite.name} has nothing to translate for {pair}.")
    _refuse_what_it_cannot(engine, fetch)
    doubt = ""
    try:
        about = engine.about(pair)
    except LackmusError as found:
        problem = found.rewritten(engine.keys.scrub)  # an engine's message must not contain a key
        if not tried or not isinstance(problem, KeyRefusedError | UnreachableError):
            raise problem from None
        about, doubt = engine.unasked(), desk.words(problem)
    except Exception as found:  # noqa: BLE001  (any error of a plug-in)
        raise strange(engine, found) from None
    if fetch.price is not None:
        currency = about.price.currency if about.price else ""
        about = replace(about, price=Price(fetch.price, currency, source="as told"))
    limits = about.limits if fetch.in_flight is None else replace(about.limits, in_flight=fetch.in_flight)
    identity = {**engine.identity(), **({"round": fetch.round} if fetch.round else {})}
    request = EngineRequest(
        resolved(fetch.engine, {})[0], pair, identity
    )  # independent of its user-defined name
    system = fetch.system or engine.called(about)
    wanted = ImportOptions(fetch.campaign, fetch.year, system, replaces=fetch.replaces, grows=True)
    campaign = _refuse_other_outputs(workspace, desk, stored, request, wanted, fetch)
    return Plan(fetch, engine, about, limits, stored, seen, lines, reserved, request, wanted, campaign, doubt)


def renewed(workspace: OpenWorkspace, plan: Plan) -> Plan:
    """The plan with the current sentences: a fetch may take hours while the suite is edited."""
    with workspace.reading() as connection:
        stored, lines, reserved = _lines(connection, plan.fetch, plan.engine)
        seen = workspace.revision(connection).number
    return replace(plan, stored=stored, lines=lines, reserved=reserved, seen=seen)


def _lines(
    connection: Connection, fetch: Fetch, engine: Engine
) -> tuple[StoredSuite, list[TemplateLine], int]:
    """The distinct sentences in order; and how many reserved items are left out."""
    stored, lines, reserved = _sentences(connection, fetch)
    if fetch.document:
        if engine.TAKES_PROMPTS and any(line.prompt for line in lines):
            raise LackmusError(
                "In a document, prompts of items have no place. Fetch the sentences one by one."
            )
        return stored, _unprompted(map(_single, lines)), reserved
    if engine.TAKES_PROMPTS:
        return stored, lines, reserved
    return stored, _unprompted(lines if engine.KEEPS_LINES else map(_single, lines)), reserved


def _single(line: TemplateLine) -> TemplateLine:
    """The line without line breaks: engines that get many at once tell them apart by these."""
    return replace(line, source=one_line(line.source))


def _unprompted(lines: Iterable[TemplateLine]) -> list[TemplateLine]:
    """The lines for an engine that takes no prompts: without these, some sources are the same."""
    found: dict[str, TemplateLine] = {}
    for line in lines:
        held = found.get(line.source, replace(line, items=(), prompt=""))
        found[line.source] = replace(held, items=(*held.items, *line.items))
    return list(found.values())


def _sentences(connection: Connection, fetch: Fetch) -> tuple[StoredSuite, list[TemplateLine], int]:
    if fetch.template is not None:
        entry = template_entry(connection, fetch.template, "template")
        stored = load_suite(connection, entry.suite, pair=entry.pair)
        lines = [
            replace(line, items=tuple(key for key in line.items if key in stored.items))
            for line in load_template(connection, entry).lines
        ]
        return stored, lines, 0
    number = the_suite(connection, fetch.suite)
    stored = load_suite(connection, number, pair=the_pair(connection, number, fetch.pair))
    items = [one for one in stored.suite.items if fetch.with_reserved or not one.reserved]
    return stored, list(sentences_of(items).values()), len(stored.suite.items) - len(items)


def _refuse_what_it_cannot(engine: Engine, fetch: Fetch) -> None:
    if fetch.context and fetch.document:
        raise LackmusError("Ask for sentences in context, or for a document, not for both.")
    if fetch.context and not engine.TAKES_CONTEXT:
        raise LackmusError(
            f"{engine.LABEL} cannot be shown the sentences before. Fetch the sentences alone, or a template "
            "as a document."
        )
    if fetch.document and not engine.KEEPS_LINES:
        raise LackmusError(f"{engine.LABEL} does not promise to keep lines apart. Fetch them one by one.")


def _refuse_other_outputs(
    workspace: OpenWorkspace,
    desk: Desk,
    stored: StoredSuite,
    request: EngineRequest,
    wanted: ImportOptions,
    fetch: Fetch,
) -> str:
    """Refuse what could not be imported afterwards, before it is paid for. Returns the campaign."""
    with workspace.writing(
        desk.who, VERB
    ) as change:  # an empty change, which leaves no trace but checks the role
        campaign, held = destination(change.connection, stored, request.pair, wanted)
        origin = origins_of(change.connection, [held] if held else []).get(held or 0)
        known = find_request(change.connection, request)
        same = origin is not None and origin.request == known and _in_company(origin) == fetch.company
        if held and not wanted.replaces and not same:
            raise LackmusError(
                f"{campaign} has other outputs of {wanted.system}, which were made otherwise.",
                code="system-made-otherwise",
            )
    return campaign


def _in_company(origin: Origin) -> object:
    return json.loads(origin.about).get("company", Fetch("").company)


def estimated(workspace: OpenWorkspace, plan: Plan) -> Estimate:
    """How much of a plan has answers already, and what the rest would cost."""
    cached, oldest = 0, ""
    todo, long = [], []
    for piece in plan.pieces(workspace):
        if piece.reply is not None:
            cached += len(piece.lines)
            oldest = min(oldest or piece.at, piece.at)
        elif too_long(piece.ask, plan.limits):
            long.append(shortened(piece.ask.text))
        else:
            todo.append(piece.ask)
    fetch = plan.fetch
    identity = dict(plan.request.identity)
    if fetch.context:
        identity["context"] = str(fetch.context)
    if fetch.document:
        identity["document"] = "yes"
    if sent := plan.sent_prompts:
        identity["item_prompts"] = sent
    return Estimate(
        fetch.engine,
        plan.engine.LABEL or fetch.engine,
        plan.wanted.system or "",
        plan.campaign,
        plan.stored.suite.name,
        str(plan.pair),
        fetch.template,
        len(plan.lines),
        cached,
        sum(len(ask.text) + len(ask.prompt) for ask in todo),
        tuple(long),
        plan.reserved,
        plan.engine.cost(todo, plan.pair, plan.about),
        plan.engine.PAID,
        plan.about,
        fetch_signature(plan.request.engine, str(plan.pair), identity, plan.about, fetch.template, now()),
        oldest or None,
        plan.doubt,
        plan.unsent_prompts,
    )


def shortened(text: str) -> str:
    """A sentence, shortened for a message."""
    return text if len(text) <= 60 else f"{text[:60]}…"
