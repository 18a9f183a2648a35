"""pydraughts and py-draughts drive the engine in one line each.

Both packages are called `draughts`, so scripts/wheel.sh installs each into a folder of its own, and
each test is a process that sees one of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# How long a game may take; reached only if something waits for ever.
SECONDS = 300

PYDRAUGHTS = """
from draughts import Board
from draughts.engine import HubEngine, Limit
import crownhead
engine = HubEngine(crownhead.hub_command(tt_size=18))
engine.init()
board = Board(variant="english")
legal = crownhead.Position.start()
while not board.is_over() and len(board.move_stack) < 12:
    move = engine.play(board, Limit(nodes=3000), False).move
    legal = legal.play(move.pdn_move)
    board.push(move)
print(len(board.move_stack), sorted(engine.id))
engine.quit()
"""

PY_DRAUGHTS = """
from draughts import AmericanBoard
import crownhead
engine = crownhead.PyDraughtsEngine(nodes=3000)
board = AmericanBoard()
while not board.game_over and len(board._moves_stack) < 12:
    move, ahead = engine.get_best_move(board, with_evaluation=True)
    assert move in board.legal_moves and -100 <= ahead <= 100
    board.push(move)
print(len(board._moves_stack))
"""

PY_DRAUGHTS_CAPTURES = """
from draughts import AmericanBoard
import crownhead
engine = crownhead.PyDraughtsEngine(nodes=500)
board = AmericanBoard.from_fen("W:W26,27:B22,15,8")
print(engine.get_best_move(board))
board = AmericanBoard.from_fen("W:WK18,K22:BK1")
move, ahead = engine.get_best_move(board, with_evaluation=True)
print(move, ahead)
"""

# Games in which each side captures where it can, as docs/PYTHON.md reads them.
PY_DRAUGHTS_GAMES = """
import random
from draughts import AmericanBoard
import crownhead
from crownhead.py_draughts import _fen
for seed in range(5):
    board, draw = AmericanBoard(), random.Random(seed)
    while board.legal_moves and len(board._moves_stack) < 60:
        captures = [move for move in board.legal_moves if move.captured_list]
        board.push(draw.choice(captures or list(board.legal_moves)))
    played = [str(move) for move in board._moves_stack]
    game = crownhead.Game(fen="W:W21-32:B1-12", moves=played)
    assert game.position == crownhead.Position.from_fen(_fen(board)), played
print("read")
"""

# Why this package has an engine for py-draughts: its own one of the protocol refuses the board.
PY_DRAUGHTS_HUB = """
from draughts import AmericanBoard
from draughts.engines.hub import board_to_hub_position
try:
    print(board_to_hub_position(AmericanBoard()))
except ValueError as error:
    print(error)
"""


def run(package: str, code: str) -> str:
    folder = Path(os.environ.get("CROWNHEAD_DRIVERS", "")) / package
    if not folder.is_dir():
        pytest.skip(f"{package} is not installed; scripts/wheel.sh --test installs it")
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_pydraughts_plays_by_the_hub_protocol() -> None:
    assert run("pydraughts", PYDRAUGHTS).startswith("12 ['author', 'name', 'version']")


def test_py_draughts_plays_by_the_engine_of_this_package() -> None:
    assert run("py-draughts", PY_DRAUGHTS) == "12\n"


def test_games_of_py_draughts_are_read() -> None:
    assert run("py-draughts", PY_DRAUGHTS_GAMES) == "read\n"


def test_py_draughts_gets_captures_and_verdicts_of_the_tables() -> None:
    capture, verdict = run("py-draughts", PY_DRAUGHTS_CAPTURES).splitlines()
    assert capture == "26x17"
    assert verdict == "22-17 100.0"


def test_the_hub_engine_of_py_draughts_knows_no_board_of_64_squares() -> None:
    assert "only supports 10x10 boards" in run("py-draughts", PY_DRAUGHTS_HUB)
