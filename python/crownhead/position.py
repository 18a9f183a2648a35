"""Positions of the four games. The program knows the rules; nothing here does."""

from __future__ import annotations

import math
from typing import Any, Literal, Optional

from crownhead import answers
from crownhead.answers import Analysis, Choice, Knowledge, Result, Side
from crownhead.errors import IllegalMove
from crownhead.process import ask

Game = Literal["checkers", "loa", "tablut", "amazons"]

# The limit of a search for which the caller names none.
_NODES = 200_000


class Position:
    """A position, with the moves that have led to it. It never changes.

    Draws by repetition and limits of quiet turns depend on these moves. Two positions are equal if
    their boards and sides to move are; the moves before are not compared.

    >>> start = Position.start()
    >>> after = start.play("11-15").play("23-19")
    >>> after.moves
    ('11-15', '23-19')
    >>> after.side_to_move
    'black'
    >>> print(after)
    8 . b . b . b . b
    7 b . b . b . b .
    6 . b . b . . . b
    5 . . . . b . . .
    4 . . . . . w . .
    3 w . w . . . w .
    2 . w . w . w . w
    1 w . w . w . w .
      a b c d e f g h
    """

    __slots__ = ("_game", "_here", "_moves", "_start")

    _game: Game
    _start: Optional[str]
    _moves: tuple[str, ...]
    _here: dict[str, Any]

    def __init__(
        self, game: Game = "checkers", fen: Optional[str] = None, moves: tuple[str, ...] = ()
    ) -> None:
        """The position after ``moves``, from a position or from the start of the game.

        Raises:
            Refused: there is no such position.
            IllegalMove: a move is not legal.
        """
        question = {"ask": "line", "game": game, "start": fen, "moves": list(moves)}
        answer = ask(question)
        wrong = answer["error"]
        if wrong is not None:
            raise IllegalMove(f"move {wrong['ply']}: {wrong['message']}")
        self._game = game
        self._start = answer["start"]
        self._moves = tuple(turn["text"] for turn in answer["turns"])
        self._here = answer["here"]

    @classmethod
    def start(cls, game: Game = "checkers") -> Position:
        """The position in which games begin."""
        return cls(game)

    @classmethod
    def from_fen(cls, fen: str, game: Game = "checkers") -> Position:
        """A position in the form that :attr:`fen` has.

        >>> Position.from_fen("W:WK18,K22:BK1").side_to_move
        'white'
        >>> print(Position.from_fen("b .www/b..b/b..b/.ww.", "loa"))
        Traceback (most recent call last):
        crownhead.errors.Refused: the board has 4 rows; it needs 8

        Raises:
            Refused: it cannot be read, or no game could reach it.
        """
        return cls(game, fen)

    @property
    def game(self) -> Game:
        """``checkers``, ``loa``, ``tablut`` or ``amazons``."""
        return self._game

    @property
    def fen(self) -> str:
        """The position in one line.

        Of checkers in Forsyth-Edwards notation, ``B:W21,22:B1,K2``; of the other games the letter
        of the side to move, a blank, and the rows from the top, with ``/`` between them.
        """
        fen: str = self._here["fen"]
        return fen

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves since the first position."""
        return self._moves

    @property
    def side_to_move(self) -> Optional[Side]:
        """``None`` where the board shows that the game is over."""
        side: Optional[Side] = self._here["to_move"]
        return side

    @property
    def result(self) -> Optional[Result]:
        """How the game has ended; ``None`` while it goes on.

        After a draw by repetition or by a limit of turns there still are legal moves.

        >>> print(Position.from_fen("W:W:B1").result)
        Black wins: White has no piece left.
        """
        return answers.result(self._here["result"])

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board from the top, a letter for each square and ``.`` for an empty one.

        In checkers and Tablut a capital letter, or ``k``, is a king; in Amazons ``x`` is an arrow.
        """
        letters: str = self._here["letters"]
        size = math.isqrt(len(letters))
        return tuple(letters[at : at + size] for at in range(0, len(letters), size))

    def legal_moves(self) -> list[str]:
        """All legal moves in the notation of the game; none where the game is over on the board.

        >>> Position.from_fen("B:W18,19:B15").legal_moves()
        ['15x24', '15x22']
        """
        return [move["text"] for move in self._here["moves"]]

    def play(self, move: str) -> Position:
        """The position after a move.

        >>> Position.start().play("11-18")
        Traceback (most recent call last):
        crownhead.errors.IllegalMove: 11-18 is not legal here; legal are: 11-16 10-15 9-14 11-15 10-14 9-13 12-16

        Raises:
            IllegalMove: it is not legal here, or the game is over.
        """
        try:
            return Position(self._game, self._start, (*self._moves, move))
        except IllegalMove as error:
            ply = len(self._moves) + 1
            raise IllegalMove(str(error).removeprefix(f"move {ply}: ")) from None

    def analyze(
        self,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        seconds: Optional[float] = None,
        lines: int = 1,
    ) -> Analysis:
        """The best lines, until the first limit is reached; without one, after 200,000 nodes.

        >>> analysis = Position.start("loa").analyze(nodes=2_000, lines=2)
        >>> len(analysis.lines), analysis.source
        (2, 'search')

        Args:
            nodes: positions that are searched. The same number gives the same answer.
            depth: in plies.
            seconds: of wall time.
            lines: how many, at most 10.

        Raises:
            Refused: the game is over.
        """
        limit = _limit(nodes, depth, seconds)
        return answers.analysis(self._ask("analyze", lines=lines, limit=limit))

    def choose(
        self,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        seconds: Optional[float] = None,
        book: bool = True,
        random: float = 0.0,
        seed: int = 0,
    ) -> Choice:
        """The move of our player, and how it was found.

        Args:
            nodes, depth, seconds: as of :meth:`analyze`.
            book: whether the opening book is asked.
            random: the share of moves that are drawn by lot, from 0 to 1, for weaker players.
            seed: another one may give another move of the book, or by lot.

        Raises:
            Refused: the game is over.
        """
        level = {**_limit(nodes, depth, seconds), "book": book, "random": random}
        return answers.choice(self._ask("choose", level=level, seed=seed))

    def best_move(
        self,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        seconds: Optional[float] = None,
        book: bool = True,
    ) -> str:
        """The move that our player would play.

        >>> Position.from_fen("W:WK18,K22:BK1").best_move()
        '22-17'

        Raises:
            Refused: the game is over.
        """
        return self.choose(nodes=nodes, depth=depth, seconds=seconds, book=book).move

    def knowledge(self) -> Knowledge:
        """What endgame tables and the opening book say of this position and of its moves.

        >>> Position.from_fen("W:WK18,K22:BK1").knowledge().verdict
        'White wins; capture or crowning within 19 plies.'
        """
        return answers.knowledge(self._ask("knowledge"))

    def _ask(self, kind: str, **more: Any) -> dict[str, Any]:
        line = {"ask": kind, "game": self._game, "start": self._start, "moves": list(self._moves)}
        return ask({**line, **more})

    def __str__(self) -> str:
        rows = self.rows
        width = len(str(len(rows)))
        lines = [
            f"{len(rows) - at:{width}} {' '.join(row)}" for at, row in enumerate(rows)
        ]
        files = " ".join("abcdefghij"[: len(rows)])
        return "\n".join([*lines, f"{'':{width}} {files}"])

    def __repr__(self) -> str:
        return f"Position.from_fen({self.fen!r}, {self._game!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self._game, self.fen) == (other._game, other.fen)

    def __hash__(self) -> int:
        return hash((self._game, self.fen))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self._game, self._start, self._moves)


def _limit(
    nodes: Optional[int], depth: Optional[int], seconds: Optional[float]
) -> dict[str, Optional[int]]:
    if nodes is None and depth is None and seconds is None:
        nodes = _NODES
    milliseconds = None if seconds is None else math.ceil(seconds * 1000)
    return {"nodes": nodes, "depth": depth, "milliseconds": milliseconds}


def analyze(
    fen: Optional[str] = None,
    *,
    game: Game = "checkers",
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    seconds: Optional[float] = None,
    lines: int = 1,
) -> Analysis:
    """:meth:`Position.analyze` of a position, by default of that in which games begin.

    >>> print(analyze("W:WK18,K22:BK1").evaluation)
    White wins
    """
    return Position(game, fen).analyze(nodes=nodes, depth=depth, seconds=seconds, lines=lines)


def best_move(
    fen: Optional[str] = None,
    *,
    game: Game = "checkers",
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    seconds: Optional[float] = None,
    book: bool = True,
) -> str:
    """:meth:`Position.best_move` of a position, by default of that in which games begin.

    >>> best_move("B:W18,19:B15,5", nodes=1_000) in ["15x22", "15x24"]
    True
    """
    return Position(game, fen).best_move(nodes=nodes, depth=depth, seconds=seconds, book=book)


def legal_moves(fen: Optional[str] = None, *, game: Game = "checkers") -> list[str]:
    """:meth:`Position.legal_moves` of a position, by default of that in which games begin.

    >>> legal_moves(game="tablut")[:3]
    ['d1-a', 'd1-b', 'd1-c']
    """
    return Position(game, fen).legal_moves()
