"""Positions of the four games. The program knows the rules; nothing here does."""

from __future__ import annotations

import math
import threading
from typing import Any, Callable, Optional, Sequence, Union

from crownhead import answers, limits, svg
from crownhead.answers import Analysis, Choice, Knowledge, Result, Side
from crownhead.errors import IllegalMove, Refused
from crownhead.limits import DrawRule, GameName
from crownhead.process import ask, watch

# The legal moves of a position: each with those after it, or one text where nothing more is known.
_Tree = Union[str, dict[str, Any]]


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

    __slots__ = ("_base", "_draw_rule", "_game", "_line", "_moves", "_since", "_start", "_tree")

    _game: GameName
    _draw_rule: DrawRule
    _start: Optional[str]
    _moves: tuple[str, ...]
    # The answer to `line` for this position, once it was needed.
    _line: Optional[dict[str, Any]]
    # A position in one line, and the moves from it to this one: legal moves need no more.
    _base: Optional[str]
    _since: tuple[str, ...]
    # What is known of the moves to come.
    _tree: Optional[_Tree]

    def __init__(
        self,
        game: GameName = "checkers",
        fen: Optional[str] = None,
        moves: Sequence[str] = (),
        *,
        draw_rule: DrawRule = "none",
    ) -> None:
        """The position after ``moves``, from a position or from the start of the game.

        Args:
            draw_rule: with ``"50 quiet turns"`` a game of checkers is drawn after so many turns
                without a capture or a move of a man. All positions that follow keep it. It may have
                hyphens, as on the command line.

        Raises:
            Refused: there is no such position.
            IllegalMove: a move is not legal.
        """
        limits.one_of("game", game, GameName)
        if fen is not None and not isinstance(fen, str):
            raise Refused(f"fen: write a text such as 'W:WK18,K22:BK1', not {fen!r}")
        self._game, self._draw_rule = game, limits.draw_rule(draw_rule, game)
        self._start, self._moves = fen, limits.moves(moves)
        answer = self._ask("line")
        wrong = answer["error"]
        if wrong is not None:
            raise IllegalMove(f"move {wrong['ply']}: {wrong['message']}")
        self._start = answer["start"]
        self._moves = tuple(turn["text"] for turn in answer["turns"])
        self._line = answer
        self._base, self._since = answer["here"]["fen"], ()
        self._tree = None

    @property
    def _here(self) -> dict[str, Any]:
        if self._line is None:
            self._line = self._ask("line")
        here: dict[str, Any] = self._line["here"]
        return here

    def _known(self) -> _Tree:
        """The legal moves. One request tells those of this position and of the next ones."""
        if self._tree is None:
            answer = self._step(self._since)
            self._base, self._since = answer["fen"], ()
            self._tree = answer["moves"]
        return self._tree

    def _read(self, move: str) -> str:
        """A legal move, written in any form, in the notation of the game."""
        answer = self._step((*self._since, move))
        if answer["error"] is not None:
            raise IllegalMove(answer["error"]["message"])
        read: str = answer["played"][-1]
        return read

    def _step(self, moves: tuple[str, ...]) -> dict[str, Any]:
        return ask({"ask": "step", "game": self._game, "start": self._base, "moves": moves})

    @classmethod
    def start(cls, game: GameName = "checkers", *, draw_rule: DrawRule = "none") -> Position:
        """The position in which games begin."""
        return cls(game, draw_rule=draw_rule)

    @classmethod
    def from_fen(
        cls, fen: str, game: GameName = "checkers", *, draw_rule: DrawRule = "none"
    ) -> Position:
        """A position in the form that :attr:`fen` has.

        >>> Position.from_fen("W:WK18,K22:BK1").side_to_move
        'white'
        >>> print(Position.from_fen("b .www/b..b/b..b/.ww.", "loa"))
        Traceback (most recent call last):
        crownhead.errors.Refused: the board has 4 rows; it needs 8

        Raises:
            Refused: it cannot be read, or no game could reach it.
        """
        return cls(game, fen, draw_rule=draw_rule)

    @property
    def game(self) -> GameName:
        """``checkers``, ``loa``, ``tablut`` or ``amazons``."""
        return self._game

    @property
    def draw_rule(self) -> DrawRule:
        """``none`` or ``50 quiet turns``."""
        return self._draw_rule

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
        known = self._known()
        return known.split() if isinstance(known, str) else list(known)

    def play(self, move: str) -> Position:
        """The position after a move.

        >>> Position.start().play("11-18")
        Traceback (most recent call last):
        crownhead.errors.IllegalMove: 11-18 is not legal here; legal are: 11-16 10-15 9-14 11-15 10-14 9-13 12-16

        Raises:
            IllegalMove: it is not legal here, or the game is over.
        """
        if not isinstance(move, str):
            raise Refused(f"move: write a text such as '11-15', not {move!r}")
        known = self._known()
        if move not in (known.split() if isinstance(known, str) else known):
            move = self._read(move)
        after = object.__new__(Position)
        after._game, after._draw_rule, after._start = self._game, self._draw_rule, self._start
        after._moves, after._line = (*self._moves, move), None
        after._base, after._since = self._base, (*self._since, move)
        after._tree = None if isinstance(known, str) else known[move]
        return after

    def analyze(
        self,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        seconds: Optional[float] = None,
        lines: int = 1,
        report: Optional[Callable[[Analysis], object]] = None,
        stop: Optional[threading.Event] = None,
    ) -> Analysis:
        """The best lines, until the first limit is reached; without one, after 200,000 nodes.

        >>> analysis = Position.start("loa").analyze(nodes=2_000, lines=2)
        >>> len(analysis.lines), analysis.source
        (2, 'search')

        Args:
            nodes: positions that are searched, from 1. The same number gives the same answer.
            depth: in plies, from 1 to 120.
            seconds: of wall time.
            lines: how many, from 1 to 200.
            report: is called with what is known, at most twenty times a second.
            stop: once it is set, the search ends with what is known.

        Raises:
            Refused: the game is over, or a number is out of its range.
        """
        limits.lines(lines)
        limits.watcher(report, stop)
        limit = limits.search(nodes, depth, seconds)
        more = {"lines": lines, "limit": limit}
        if report is None and stop is None:
            return answers.analysis(self._ask("analyze", **more))
        question = {**self._question("analyze"), **more, "parts": True}
        tell = report or (lambda _: None)
        return answers.analysis(watch(question, lambda part: tell(answers.analysis(part)), stop))

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
        limits.seed(seed)
        if type(random) not in (int, float) or not 0 <= random <= 1:
            raise Refused(f"random: write a share of the moves, from 0 to 1, not {random!r}")
        level = {**limits.search(nodes, depth, seconds), "book": bool(book), "random": random}
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

    def _question(self, kind: str) -> dict[str, Any]:
        line = {"ask": kind, "game": self._game, "start": self._start, "moves": self._moves}
        return {**line, "draw_rule": self._draw_rule}

    def _ask(self, kind: str, **more: Any) -> dict[str, Any]:
        return ask({**self._question(kind), **more})

    def _repr_svg_(self) -> str:
        """The board as notebooks show it."""
        return svg.board(self.rows)

    def __str__(self) -> str:
        rows = self.rows
        width = len(str(len(rows)))
        lines = [
            f"{len(rows) - at:{width}} {' '.join(row)}" for at, row in enumerate(rows)
        ]
        files = " ".join("abcdefghij"[: len(rows)])
        return "\n".join([*lines, f"{'':{width}} {files}"])

    def __repr__(self) -> str:
        rule = "" if self._draw_rule == "none" else f", draw_rule={self._draw_rule!r}"
        return f"Position.from_fen({self.fen!r}, {self._game!r}{rule})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self._game, self.fen) == (other._game, other.fen)

    def __hash__(self) -> int:
        return hash((self._game, self.fen))

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self._game, self._start, self._moves, self._draw_rule)


def _position(
    game: GameName, fen: Optional[str], moves: tuple[str, ...], draw_rule: DrawRule
) -> Position:
    return Position(game, fen, moves, draw_rule=draw_rule)


def analyze(
    fen: Optional[str] = None,
    *,
    game: GameName = "checkers",
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
    game: GameName = "checkers",
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


def legal_moves(fen: Optional[str] = None, *, game: GameName = "checkers") -> list[str]:
    """:meth:`Position.legal_moves` of a position, by default of that in which games begin.

    >>> legal_moves(game="tablut")[:3]
    ['d1-a', 'd1-b', 'd1-c']
    """
    return Position(game, fen).legal_moves()
