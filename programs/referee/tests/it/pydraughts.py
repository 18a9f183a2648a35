"""Compares our game files with another program, pydraughts (MIT, from PyPI).

Usage: pydraughts.py FOLDER    FOLDER: a match's folder, with games.pdn and games.csv
Exit code 0: all agree; 1: the first difference is printed.
"""

import csv
import sys
from pathlib import Path

from draughts import Board
from draughts.PDN import PDNReader


def canonical(fen):
    """A board's text with its squares in one order."""
    turn, *sides = fen.split(":")
    lists = {side[0]: sorted(side[1:].split(",")) for side in sides}
    return turn, tuple(lists["W"]), tuple(lists["B"])


def push(board, text):
    """Plays a move that is written by its two ends, or by all its squares."""
    squares = [int(square) for square in text.replace("x", "-").split("-")]
    for move in board.legal_moves():
        steps = move.steps_move
        if squares == steps or (len(squares) == 2 and squares == [steps[0], steps[-1]]):
            return board.push(move)
    sys.exit(f"{text} is not legal in {board.fen}")


def games(folder):
    folder = Path(folder)
    with open(folder / "games.csv", newline="") as table:
        finals = [row["final"] for row in csv.DictReader(table)]
    read = PDNReader(filename=str(folder / "games.pdn")).games
    if len(read) != len(finals):
        sys.exit(f"games.pdn has {len(read)} games for pydraughts, games.csv has {len(finals)}")
    for number, (game, final) in enumerate(zip(read, finals), 1):
        board = Board(variant="english", fen=game.tags.get("FEN", "startpos"))
        for text in game.moves:
            push(board, text)
        if canonical(board.fen) != canonical(final):
            sys.exit(f"game {number} ends with {board.fen} there, with {final} here")
    print(f"{len(read)} games: all final boards agree")


if __name__ == "__main__":
    games(sys.argv[1])
