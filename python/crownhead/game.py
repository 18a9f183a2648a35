"""Games: positions in a row that can be taken back, with variations, tags and a review."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional, Sequence

from crownhead import answers, limits
from crownhead.answers import Review
from crownhead.errors import Refused
from crownhead.limits import DrawRule, GameName
from crownhead.position import Position
from crownhead.process import ask


@dataclass
class Variation:
    """A line that might have been played instead.

    Attributes:
        at: it leaves the game after this number of plies.
        notes: comments, marks and variations of its own, as PDN had them.
    """

    at: int
    moves: tuple[str, ...]
    notes: dict[str, Any] = field(default_factory=dict)


class Game:
    """A game that is played, reviewed, read and written.

    It changes, so it is equal to itself alone; compare what :meth:`pdn` writes, or the positions.

    >>> game = Game()
    >>> _ = game.play("11-15", "23-19", "8-11")
    >>> game.back().moves
    ('11-15', '23-19')
    >>> game.add_variation(1, ["22-18", "15x22"])
    >>> print(game.pdn().strip().splitlines()[-1])
    1. 11-15 23-19 (1... 22-18 2. 15x22) *
    """

    def __init__(
        self,
        game: GameName = "checkers",
        fen: Optional[str] = None,
        moves: Sequence[str] = (),
        *,
        draw_rule: DrawRule = "none",
    ) -> None:
        """A game after ``moves``, from a position or from the start; as of :class:`Position`."""
        self._positions = [Position(game, fen, draw_rule=draw_rule)]
        self.variations: list[Variation] = []
        self.tags: dict[str, str] = {}
        self.comments: dict[int, str] = {}
        self._file_notes: dict[str, Any] = {}
        self._written_result: Optional[str] = None
        self.play(*limits.moves(moves))

    @property
    def position(self) -> Position:
        """The last position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the first one included."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game."""
        return self.position.moves

    @property
    def result(self) -> Optional[str]:
        """``1-0`` where Black has won, ``0-1``, ``1/2-1/2``; ``None`` while the game goes on."""
        known = self.position.result
        if known is None:
            return self._written_result
        return {"black": "1-0", "white": "0-1", None: "1/2-1/2"}[known.winner]

    def play(self, *moves: str) -> Position:
        """Plays moves, all of them or none, and returns the last position.

        Raises:
            IllegalMove: one is not legal.
        """
        played: list[Position] = []
        for move in moves:
            played.append((played[-1] if played else self.position).play(move))
        if played:
            self._positions += played
            self._written_result = None
            self.tags.pop("Result", None)
        return self.position

    def back(self, plies: int = 1) -> Position:
        """Takes moves back, with the comments and variations after them."""
        limits.whole("plies", plies)
        left = len(self._positions) - plies
        if left < 1:
            raise Refused(f"the game has {len(self.moves)} plies; {plies} cannot be taken back")
        if plies:
            del self._positions[left:]
            self._written_result = None
            self.tags.pop("Result", None)
            self.variations = [one for one in self.variations if one.at < left - 1]
            self.comments = {ply: text for ply, text in self.comments.items() if ply < left}
            marks = self._file_notes.get("marks", {})
            self._file_notes = {"marks": {k: v for k, v in marks.items() if int(k) < left}}
        return self.position

    def add_variation(self, at: int, moves: Sequence[str]) -> None:
        """Adds moves that might have been played after ``at`` plies.

        Raises:
            IllegalMove: one is not legal there.
            Refused: the game has no move there to replace, or there are no moves.
        """
        limits.whole("at", at)
        if at >= len(self.moves):
            raise Refused(f"at: the game has {len(self.moves)} plies, so no move to replace at {at}")
        if not limits.moves(moves):
            raise Refused("moves: a variation has at least one")
        end = self._positions[at]
        for move in moves:
            end = end.play(move)
        self.variations.append(Variation(at, end.moves[at:]))

    def review(self, nodes: int = 20_000) -> Review:
        """What each move lost, by a search of ``nodes``, from 100, for each position.

        >>> review = Game(moves=["11-15", "22-17", "15-19"]).review(nodes=1_000)
        >>> [move.loss for move in review.moves][0]
        0.0
        """
        limits.review(nodes)
        return answers.review(self.position._ask("review", nodes=nodes, result=self.result))

    def pdn(self) -> str:
        """The game as a text: PDN in checkers, else the commands of the game's text program.

        Commands have no variations. They show the comments, the result, and of the tags ``Black``
        and ``White``, but :meth:`read` finds only the first position and the moves in them.

        Raises:
            Refused: a comment or variation has no place in the text, or something is no text.
        """
        more = {
            **self._file_notes,
            "tags": limits.tags(self.tags),
            "comments": limits.comments(self.comments, len(self.moves)),
            "variations": self._written_variations(),
        }
        text: str = self.position._ask("write", result=self.result, **more)["text"]
        return text

    def _written_variations(self) -> list[dict[str, Any]]:
        game, known = self.position.game, self.variations
        is_list = isinstance(known, list) and all(isinstance(one, Variation) for one in known)
        if not is_list or not all(limits.moves(one.moves) for one in known):
            raise Refused("variations: write a list of Variation, each with a move")
        if known and game != "checkers":
            raise Refused(f"variations: the text of a game of {game} has no place for them")
        return [{"at": one.at, "moves": list(one.moves), **one.notes} for one in known]

    @classmethod
    def from_pdn(cls, text: str, *, draw_rule: DrawRule = "none") -> Game:
        """The game of a text with one game, as of :meth:`read`."""
        games = cls.read(text, draw_rule=draw_rule)
        if len(games) > 1:
            raise Refused(f"the text has {len(games)} games; Game.read returns all")
        return games[0]

    @classmethod
    def read(cls, text: str, *, draw_rule: DrawRule = "none") -> list[Game]:
        """All games of a text in PDN, or in another form that the board page reads.

        >>> [game.moves for game in Game.read("1. 11-15 {usual} 23-19 *")]
        [('11-15', '23-19')]

        Raises:
            Refused: something in it cannot be read.
        """
        if not isinstance(text, str):
            raise Refused(f"text: write PDN, not {text!r}")
        found = ask({"ask": "read", "text": text})
        if found["errors"] or not found["games"]:
            raise Refused(" ".join(found["errors"]) or "the text has no game")
        return [cls._of(found["game"], one, draw_rule) for one in found["games"]]

    @classmethod
    def _of(cls, name: GameName, read: dict[str, Any], draw_rule: DrawRule) -> Game:
        game = cls(name, read["start"], read["moves"], draw_rule=draw_rule)
        game.tags = dict(read["tags"])
        texts = read["comments"].items()
        game.comments = {
            int(ply): one if isinstance(one, str) else " ".join(one) for ply, one in texts
        }
        for one in read["variations"]:
            notes = {name: value for name, value in one.items() if name not in ("at", "moves")}
            game.variations.append(Variation(one["at"], tuple(one["moves"]), notes))
        game._file_notes = {"marks": read["marks"]}
        game._written_result = None if read["result"] == "*" else read["result"]
        return game

    def __repr__(self) -> str:
        """For example ``<Game checkers plies=2 result=*>``."""
        plies = len(self.moves)
        return f"<Game {self.position.game} plies={plies} result={self.result or '*'}>"

    def __str__(self) -> str:
        return self.pdn()

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()
