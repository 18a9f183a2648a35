"""What a caller may ask for, checked before the program is asked, in the words of the caller."""

from __future__ import annotations

import math
from typing import Any, Literal, Optional, get_args

from crownhead.errors import Refused

GameName = Literal["checkers", "loa", "tablut", "amazons"]
DrawRule = Literal["none", "50 quiet turns", "50-quiet-turns"]

# The limit of a search for which the caller names none.
NODES = 200_000
# As of `crownhead analyze`.
_DEPTH = (1, 120)
_LINES = (1, 200)
_SECONDS = (0.001, 1e6)
_REVIEW_NODES = (100, 100_000_000)
_MOST = 2**64 - 1


def one_of(name: str, value: object, words: Any) -> None:
    """Refuses a word that is none of a ``Literal``."""
    if value not in get_args(words):
        known = ", ".join(repr(word) for word in get_args(words))
        raise Refused(f"{name}: write one of {known}, not {value!r}")


def draw_rule(value: object, game: GameName) -> DrawRule:
    """The rule as the program writes it; that of quiet turns is one of checkers."""
    one_of("draw_rule", value, DrawRule)
    if value == "none":
        return "none"
    if game != "checkers":
        raise Refused(f"draw_rule: {value!r} is a rule of checkers; write 'none' for {game}")
    return "50 quiet turns"


def whole(name: str, value: object, least: int = 0, most: Optional[int] = None) -> None:
    """Refuses what is no whole number in this range."""
    if type(value) is not int or value < least or (most is not None and value > most):
        end = "on" if most is None else f"to {most}"
        raise Refused(f"{name}: write a whole number from {least} {end}, not {value!r}")


def seed(value: object) -> None:
    """Refuses what is no seed."""
    whole("seed", value, 0, _MOST)


def lines(value: object) -> None:
    """Refuses what is no number of lines of an analysis."""
    whole("lines", value, *_LINES)


def review(nodes: object) -> None:
    """Refuses what is no limit of a review."""
    whole("nodes", nodes, *_REVIEW_NODES)


def moves(values: object) -> tuple[str, ...]:
    """Refuses what is no list of texts."""
    if isinstance(values, (list, tuple)) and all(isinstance(value, str) for value in values):
        return tuple(values)
    raise Refused(f"moves: write a list of texts such as ['11-15', '23-19'], not {values!r}")


def comments(values: object, plies: int) -> dict[str, str]:
    """Comments of a game, as the program reads them."""
    if not isinstance(values, dict):
        raise Refused(f"comments: write a dict such as {{1: 'usual'}}, not {values!r}")
    for ply, text in values.items():
        whole("comments: the key", ply)
        if ply > plies:
            few = f"the game has {plies} plies"
            raise Refused(f"comments: {few}; there is none for a comment at {ply}")
        if not isinstance(text, str):
            raise Refused(f"comments[{ply}]: write a text, not {text!r}")
    return {str(ply): text for ply, text in values.items()}


def tags(values: object) -> dict[str, str]:
    """Refuses what are no tags of a game."""
    if not isinstance(values, dict):
        raise Refused(f"tags: write a dict such as {{'Event': 'Club'}}, not {values!r}")
    for name, text in values.items():
        if not isinstance(name, str) or not isinstance(text, str):
            raise Refused(f"tags: write a text for a name, not {text!r} for {name!r}")
    return values


def watcher(report: object, stop: object) -> None:
    """Refuses what cannot watch a search."""
    if report is not None and not callable(report):
        raise Refused(f"report: write a function that takes an Analysis, not {report!r}")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise Refused(f"stop: write a threading.Event, not {stop!r}")


def search(
    nodes: Optional[int], depth: Optional[int], seconds: Optional[float]
) -> dict[str, Optional[int]]:
    """The limits of a search."""
    if nodes is None and depth is None and seconds is None:
        nodes = NODES
    if nodes is not None:
        whole("nodes", nodes, 1, _MOST)
    if depth is not None:
        whole("depth", depth, *_DEPTH)
    milliseconds = None
    if seconds is not None:
        least, most = _SECONDS
        if type(seconds) not in (int, float) or not least <= seconds <= most:
            raise Refused(f"seconds: write a number from {least} to {most:.0f}, not {seconds!r}")
        milliseconds = math.ceil(seconds * 1000)
    return {"nodes": nodes, "depth": depth, "milliseconds": milliseconds}
