"""Our player for py-draughts: an engine for its ``AmericanBoard``.

The ``HubEngine`` of py-draughts 1.10.1 refuses boards of 64 squares. This class has the interface of
its engines instead, and imports nothing of it.
"""

from __future__ import annotations

from typing import Any, Optional, Union

from crownhead.position import Position

# Letters of pieces by the numbers that py-draughts gives them.
_PIECES = {-1: ("W", ""), -2: ("W", "K"), 1: ("B", ""), 2: ("B", "K")}
_SQUARES = 32


class PyDraughtsEngine:
    """Chooses moves for a board of py-draughts: ``get_best_move(board)``.

    Its rules leave a capture to the player; ours demand it, as English checkers do. So this engine
    captures where it can.

    Args:
        nodes, depth, time_limit: limits of the search for a move; the time is in seconds.
        book: whether the opening book is asked.
    """

    name = "Crownhead"

    def __init__(
        self,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time_limit: Optional[float] = None,
        book: bool = True,
    ) -> None:
        self.nodes = nodes
        self.depth_limit = depth
        self.time_limit = time_limit
        self.book = book

    def get_best_move(
        self, board: Any, with_evaluation: bool = False
    ) -> Union[Any, tuple[Any, float]]:
        """The best move, one of ``board.legal_moves``.

        With ``with_evaluation`` also how far the side to move is ahead, in men.

        Raises:
            Refused: the game is over.
            ValueError: the board is not one of American checkers.
        """
        position = Position.from_fen(_fen(board))
        choice = position.choose(
            nodes=self.nodes, depth=self.depth_limit, seconds=self.time_limit, book=self.book
        )
        squares = [_square(name) for name in choice.path]
        move = next((move for move in board.legal_moves if list(move.square_list) == squares), None)
        if move is None:
            raise ValueError(f"py-draughts does not allow {choice.move} in {position.fen}")
        if not with_evaluation:
            return move
        side = position.side_to_move
        known = choice.evaluation
        return move, 0.0 if known is None or side is None else known.men_of(side)


def _fen(board: Any) -> str:
    pieces = [int(piece) for piece in board.position]
    if len(pieces) != _SQUARES or "American" not in getattr(board, "VARIANT_NAME", ""):
        raise ValueError("the board is not an AmericanBoard of py-draughts")
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for number, piece in enumerate(pieces, start=1):
        if piece != 0:
            letter, king = _PIECES[piece]
            sides[letter].append(f"{king}{number}")
    to_move = "W" if board.turn.name == "WHITE" else "B"
    return f"{to_move}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def _square(name: str) -> int:
    """The number of a square such as f6, from 0 on."""
    return 4 * (8 - int(name[1])) + "abcdefgh".index(name[0]) // 2
