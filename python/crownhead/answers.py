"""What the program answers, as values that do not change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Mapping, Optional

from crownhead import limits

Side = Literal["black", "white"]

# Units of an evaluation for a man of checkers.
_UNITS_OF_A_MAN = 100


@dataclass(frozen=True)
class Evaluation:
    """What a position is worth. All of it is seen by Black, whoever is to move.

    Attributes:
        kind: ``"units"``: by a search; ``"win"``: the search has seen the end of the game;
            ``"table_win"``, ``"drawn_table"``: by endgame tables.
        units: for Black, where ``kind`` is ``"units"``; in checkers a man is about 100.
        winner: the side that wins, if that is known.
        plies: to the end of the game; with tables, to the next capture or crowning.
        share: Black's share of the point, from 0 (lost) to 1 (won).
        text: for people: ``+0.37``, ``White wins in 7``, ``drawn``.
    """

    kind: Literal["units", "win", "table_win", "drawn_table"]
    units: Optional[int]
    winner: Optional[Side]
    plies: Optional[int]
    share: float
    text: str

    def __str__(self) -> str:
        return self.text

    def share_of(self, side: Side) -> float:
        """The share of the point of a side, from 0 (lost) to 1 (won)."""
        limits.one_of("side", side, Side)
        return self.share if side == "black" else 1.0 - self.share

    def men_of(self, side: Side) -> float:
        """How far a side is ahead, in men; 100 for a win and -100 for a loss.

        >>> Evaluation("units", 37, None, None, 0.6, "+0.37").men_of("white")
        -0.37
        """
        limits.one_of("side", side, Side)
        if self.winner is not None:
            black = 100.0 if self.winner == "black" else -100.0
        else:
            black = (self.units or 0) / _UNITS_OF_A_MAN
        return black if side == "black" else -black


@dataclass(frozen=True)
class Line:
    """A line of best play, and what it leads to."""

    moves: tuple[str, ...]
    evaluation: Evaluation

    def __str__(self) -> str:
        return f"{self.evaluation} {' '.join(self.moves)}"


@dataclass(frozen=True)
class Analysis:
    """The best lines of a position, the best first.

    Attributes:
        lines: at least one.
        depth: in plies; 0 if the tables know the position without a search.
        nodes: how many positions were searched.
        seconds: how long it took.
        source: ``"search"`` or ``"tables"``.
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    source: Literal["search", "tables"]

    @property
    def best(self) -> str:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def evaluation(self) -> Evaluation:
        """What the position is worth."""
        return self.lines[0].evaluation

    def __str__(self) -> str:
        return "\n".join(str(line) for line in self.lines)


@dataclass(frozen=True)
class Choice:
    """A move that the player plays.

    Attributes:
        evaluation: ``None`` if nothing was searched or looked up.
        path: the squares to click: ``("f6", "e5")``.
        source: how it was found.
    """

    move: str
    path: tuple[str, ...]
    evaluation: Optional[Evaluation]
    source: Literal["book", "tables", "search", "random", "only"]


@dataclass(frozen=True)
class KnownMove:
    """What book and tables know of a move.

    Attributes:
        book: whether the opening book calls it good.
        verdict: for people, seen by the side that plays it; ``None`` if no table knows it.
        rank: the same in a word.
    """

    move: str
    book: bool
    verdict: Optional[str]
    rank: Optional[Literal["won", "drawn", "lost"]]


@dataclass(frozen=True)
class Knowledge:
    """What endgame tables and the opening book know of a position and of its legal moves."""

    verdict: Optional[str]
    moves: tuple[KnownMove, ...]


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game.

    Attributes:
        loss: the share of the point that it lost, from 0 to 1.
        sign: ``?!``, ``?`` or ``??``, if it lost much.
        best: the best line in its place.
    """

    side: Side
    loss: float
    sign: Optional[str]
    best: tuple[str, ...]
    before: Evaluation
    after: Evaluation


@dataclass(frozen=True)
class Review:
    """Every move of a game, and its course in words.

    Attributes:
        black, white: the accuracy of a side in percent; ``None`` where it had no choice.
    """

    moves: tuple[ReviewedMove, ...]
    black: Optional[float]
    white: Optional[float]
    summary: str

    def __str__(self) -> str:
        return self.summary


@dataclass(frozen=True)
class Result:
    """How a game has ended; ``winner`` is ``None`` after a draw."""

    winner: Optional[Side]
    reason: str
    text: str

    def __str__(self) -> str:
        return self.text


def evaluation(answer: Mapping[str, Any]) -> Evaluation:
    """Reads the form that every answer has."""
    return Evaluation(
        kind=answer["kind"],
        units=answer["units"],
        winner=answer["by"],
        plies=answer["plies"],
        share=answer["share"],
        text=answer["text"],
    )


def analysis(answer: Mapping[str, Any]) -> Analysis:
    """Reads the answer to ``analyze``."""
    lines = (Line(tuple(line["moves"]), evaluation(line["evaluation"])) for line in answer["lines"])
    return Analysis(
        lines=tuple(lines),
        depth=answer["depth"],
        nodes=answer["nodes"],
        seconds=answer["milliseconds"] / 1000,
        source=answer["source"],
    )


def review(answer: Mapping[str, Any]) -> Review:
    """Reads the answer to ``review``."""
    moves = (
        ReviewedMove(
            side=move["side"],
            loss=move["loss"] / 100,
            sign=move["sign"],
            best=tuple(move["best"]["moves"]),
            before=evaluation(move["before"]),
            after=evaluation(move["after"]),
        )
        for move in answer["moves"]
    )
    accuracy = answer["accuracy"]
    return Review(tuple(moves), accuracy["black"], accuracy["white"], answer["summary"])


def choice(answer: Mapping[str, Any]) -> Choice:
    """Reads the answer to ``choose``."""
    value = answer["evaluation"]
    return Choice(
        move=answer["move"],
        path=tuple(answer["path"]),
        evaluation=None if value is None else evaluation(value),
        source=answer["source"],
    )


def knowledge(answer: Mapping[str, Any]) -> Knowledge:
    """Reads the answer to ``knowledge``."""
    moves = (
        KnownMove(move["text"], move["book"], move["verdict"], move["rank"])
        for move in answer["moves"]
    )
    return Knowledge(answer["verdict"], tuple(moves))


def result(answer: Optional[Mapping[str, Any]]) -> Optional[Result]:
    """Reads the result of a game, if it is over."""
    if answer is None:
        return None
    return Result(answer["winner"], answer["reason"], answer["text"])
