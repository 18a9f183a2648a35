"""Checkers, Lines of Action, Tablut and Amazons: rules, analysis and a strong player.

All rules, searches and endgame tables are those of the program ``crownhead``, which comes with this
package. It is started when it is first needed, and ends with Python.

>>> import crownhead
>>> position = crownhead.Position.start().play("11-15")
>>> position.side_to_move
'white'
>>> position.legal_moves()
['22-18', '21-17', '24-20', '23-19', '22-17', '24-19', '23-18']
>>> crownhead.analyze("W:WK18,K22:BK1").evaluation.text
'White wins'
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from crownhead.answers import (
    Analysis,
    Choice,
    Evaluation,
    KnownMove,
    Knowledge,
    Line,
    Result,
    Review,
    ReviewedMove,
    Side,
)
from crownhead.errors import CrownheadError, IllegalMove, ProgramError, Refused
from crownhead.game import Game, Variation
from crownhead.limits import DrawRule, GameName
from crownhead.position import Position, analyze, best_move, legal_moves
from crownhead.process import ask
from crownhead.programs import hub_command, install_agent, program
from crownhead.py_draughts import PyDraughtsEngine

try:
    __version__ = version("crownhead")
except PackageNotFoundError:
    __version__ = "0"

__all__ = [
    "Analysis",
    "Choice",
    "CrownheadError",
    "DrawRule",
    "Evaluation",
    "Game",
    "GameName",
    "IllegalMove",
    "KnownMove",
    "Knowledge",
    "Line",
    "Position",
    "ProgramError",
    "PyDraughtsEngine",
    "Refused",
    "Result",
    "Review",
    "ReviewedMove",
    "Side",
    "Variation",
    "analyze",
    "ask",
    "best_move",
    "hub_command",
    "install_agent",
    "legal_moves",
    "program",
]
