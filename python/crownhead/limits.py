"""What a caller may ask for, checked before the program is asked, in the words of the caller."""

from __future__ import annotations

import math
from typing import Any, Literal, Optional, get_args

from crownhead.errors import Refused

GameName = Literal["checkers", "loa", "tablut", "amazons"]
DrawRule = Literal["none", "50 quiet turns"]

# The limit of a search for which the caller names none.
NODES = 200_000
# As of `crownhead analyze`, which has the other limits.
_SECONDS = (0.001, 1e6)
_MOST = 2**64 - 1


def one_of(name: str, value: object, words: Any) -> None:
    """Refuses a word that is none of a ``Literal``."""
    if value not in get_args(words):
        known = ", ".join(repr(word) for word in get_args(words))
        raise Refused(f"{name}: write one of {known}, not {value!r}")


def whole(name: str, value: object) -> None:
    """Refuses what is no whole number from 0 on; the program knows the range."""
    if type(value) is not int or not 0 <= value <= _MOST:
        raise Refused(f"{name}: write a whole number from 0 on, not {value!r}")


def moves(values: object) -> tuple[str, ...]:
    """Refuses what is no list of texts."""
    if isinstance(values, (list, tuple)) and all(isinstance(value, str) for value in values):
        return tuple(values)
    raise Refused(f"moves: write a list of texts such as ['11-15', '23-19'], not {values!r}")


def search(
    nodes: Optional[int], depth: Optional[int], seconds: Optional[float]
) -> dict[str, Optional[int]]:
    """The limits of a search."""
    if nodes is None and depth is None and seconds is None:
        nodes = NODES
    for name, value in (("nodes", nodes), ("depth", depth)):
        if value is not None:
            whole(name, value)
    milliseconds = None
    if seconds is not None:
        least, most = _SECONDS
        if type(seconds) not in (int, float) or not least <= seconds <= most:
            raise Refused(f"seconds: write a number from {least} to {most:.0f}, not {seconds!r}")
        milliseconds = math.ceil(seconds * 1000)
    return {"nodes": nodes, "depth": depth, "milliseconds": milliseconds}
