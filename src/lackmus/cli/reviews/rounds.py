"""`lackmus review next --interactive`: judge text after text with single keys."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from select import select

import typer
from rich.console import Console

from lackmus.cli.answers import put
from lackmus.cli.remedies import worded
from lackmus.core.base.texts import printable
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.offers import Filters
from lackmus.core.reviews.outcomes import DecisionOutcome
from lackmus.errors import LackmusError
from lackmus.flows.reviews.reviews import Offers, Scope
from lackmus.flows.reviews.rounds import judging_round
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.reviews.offers import offer_table, told_left
from lackmus.write.reports.terminal import print_table

_KEYS = "p pass · f fail · x not testable · s skip · u undo · q quit"


def play_round(desk: Desk, scope: Scope, filters: Filters) -> None:
    """Show a text, wait for a key, save, show the next."""
    verdicts = {"p": Verdict.PASS, "f": Verdict.FAIL, "x": Verdict.UNTESTABLE}
    with _single_keys(), judging_round(desk, scope, filters) as session:
        while True:
            offers = session.next()
            _draw(offers)
            if not offers.offers and not session.done:
                return
            (offer,) = offers.offers or (None,)
            while True:  # until a key leads to another text
                key = _key()
                if key in verdicts and offer is not None:
                    _tell(_won(session.decide(offer, verdicts[key])))
                elif key == "s" and offer is not None:
                    session.skip(offer)
                elif key == "u":
                    try:
                        _tell(f"Text {session.take_back()} taken back.")
                    except LackmusError as problem:
                        _tell(worded(problem))
                        continue
                elif key == "q":
                    if offer is not None:
                        session.skip(offer)
                    _tell(f"{len(session.done):,} decided.")
                    return
                else:
                    continue
                break


def _key() -> str:
    """Read one key. Keys pressed before the text was shown are ignored."""
    try:
        import termios
    except ImportError:  # a terminal without this interface
        put(f"{_KEYS}: ", None)
        key = typer.getchar()
    else:
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
        put(f"{_KEYS}: ", None)
        while not select([sys.stdin], [], [], _TIMEOUT)[0]:
            pass  # a blocking read would not notice Ctrl-C if a library handles that signal
        key = os.read(sys.stdin.fileno(), 1).decode(errors="replace")
    put(f"{printable(key)}\n", None)
    return "q" if key in _ENDS else key.lower()


_TIMEOUT = 0.5  # seconds
_ENDS = ("", "\x04")  # terminal closed, Ctrl-D


@contextmanager
def _single_keys() -> Iterator[None]:
    """Switch the terminal to single keys, and always restore it."""
    try:
        import termios
        import tty
    except ImportError:
        yield
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _draw(offers: Offers) -> None:

    drawn = StringIO()
    console = Console(file=drawn, force_terminal=True)
    for offer in offers.offers:
        print_table(offer_table(offer, offers.offers, offers.left, offers.about), console)
    put(f"\n{drawn.getvalue()}\n{told_left(offers.offers, offers.left)}\n", None, drawn=True)


def _won(outcome: DecisionOutcome) -> str:
    """The effect of a decision, in one line."""
    said = f"Text {outcome.number}: {outcome.decided}."
    if outcome.reason:
        said += f" It is {outcome.reason}."
    there = "; ".join(f"{one.campaign}: {one}" for one in outcome.campaigns)
    return f"{said} Item {outcome.item} – {there}." if there else said


def _tell(message: str) -> None:
    put(f"{printable(message)}\n", None)
