"""Plays with `crownhead hub` through pydraughts (MIT, from PyPI), which knows the rules as well.

Usage: hub_pydraughts.py itself CROWNHEAD GAMES               the engine plays both sides
       hub_pydraughts.py against CROWNHEAD REFERENCE GAMES    against the program `reference`
       hub_pydraughts.py talk CROWNHEAD                       stop, ponder, wrong commands
Exit code 0: all was as the rules and the protocol say; else the first difference is printed.
"""

import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from draughts import BLACK, WHITE, Board, Move
from draughts.engine import HubEngine, Limit

LIMITS = [
    Limit(nodes=3000),
    Limit(depth=7),
    Limit(movetime=0.02),
    Limit(time=2.0),
    Limit(time=0.5, inc=0.05),
]


def engine(crownhead, **options):
    hub = HubEngine([crownhead, "hub"])
    if hub.variants != {"english"} or hub.id.get("name") != "Crownhead":
        sys.exit(f"it introduces itself as {hub.id}, {hub.variants}")
    hub.configure({"variant": "english", "tt-size": "18", **options})
    hub.init()
    return hub


def leave(hub):
    hub.quit()
    hub.p.communicate(timeout=60)
    if hub.p.returncode != 0:
        sys.exit(f"it ends with exit code {hub.p.returncode}")


def opening(plies, seed):
    """A board after so many random moves."""
    board, chance = Board(variant="english"), random.Random(seed)
    for _ in range(plies):
        board.push(chance.choice(board.legal_moves()))
    return board


def end(board, name):
    won = {WHITE: "White wins", BLACK: "Black wins", 0: "a draw", None: "broken off"}
    print(f"{name}: {won[board.winner()]} after {len(board.move_stack)} plies")


def hub_move(hub, board, limit):
    # pydraughts looks the move up among the legal ones and raises KeyError if it is none.
    played = hub.play(board, limit, False)
    if played.ponder is not None:
        after = board.copy()
        after.push(Move(board, hub_move=played.move.hub_move))
        legal = {move.hub_move for move in after.legal_moves()}
        if played.ponder.hub_move not in legal:
            sys.exit(f"{played.ponder.hub_move} is expected, but not legal in {after.fen}")
    return played.move


def itself(crownhead, games):
    hub = engine(crownhead)
    for game in range(int(games)):
        hub.send("new-game")
        board = opening(game % 7, game)
        while not board.is_over() and len(board.move_stack) < 300:
            board.push(hub_move(hub, board, LIMITS[game % len(LIMITS)]))
        end(board, f"game {game + 1}")
    leave(hub)


def rows(board):
    """The rows of a board, row 8 first, as the agents of the assignment read it."""
    cells = [["."] * 8 for _ in range(8)]
    for part in board.fen.split(":")[1:]:
        for piece in filter(None, part[1:].split(",")):
            letter = part[0].lower()
            if piece.startswith("K"):
                letter, piece = letter.upper(), piece[1:]
            number = int(piece) - 1
            row = number // 4
            cells[row][2 * (number % 4) + (1 - row % 2)] = letter
    return "\n".join("".join(row) for row in cells)


def square(name):
    """The number of a square such as c3."""
    row = 8 - int(name[1])
    return 4 * row + "abcdefgh".index(name[0]) // 2 + 1


def reference_move(reference, board, folder):
    side = "WHITE" if board.turn == WHITE else "BLACK"
    (folder / "input.txt").write_text(f"SINGLE\n{side}\n100.0\n{rows(board)}\n")
    subprocess.run([reference, "--depth", "3"], cwd=folder, check=True)
    lines = [line.split() for line in (folder / "output.txt").read_text().splitlines()]
    squares = [square(lines[0][1])] + [square(line[2]) for line in lines]
    for move in board.legal_moves():
        if move.steps_move == squares:
            return move
    sys.exit(f"{lines} is not legal in {board.fen}")


def against(crownhead, reference, games):
    hub = engine(crownhead)
    won = 0
    for game in range(int(games)):
        hub.send("new-game")
        board = opening(2 + game % 4, 100 + game)
        side = WHITE if game % 2 else BLACK
        with tempfile.TemporaryDirectory() as folder:
            while not board.is_over() and len(board.move_stack) < 300:
                if board.turn == side:
                    board.push(hub_move(hub, board, Limit(nodes=5000)))
                else:
                    board.push(reference_move(reference, board, Path(folder)))
        end(board, f"game {game + 1}, as {'White' if side == WHITE else 'Black'}")
        won += board.winner() == side
        if board.winner() not in (side, 0, None):
            sys.exit("it loses")
    print(f"{won} of {games} won")
    leave(hub)


def talk(crownhead):
    hub = engine(crownhead, book=False)
    board = opening(2, 1)
    # A stop in mid-search: without it the search would not end.
    found = []
    thread = threading.Thread(target=lambda: found.append(hub.play(board, Limit(depth=120), False)))
    thread.start()
    while thread.is_alive() and hub.info.get("depth", 0) < 3:
        time.sleep(0.01)
    hub.stop()
    thread.join(60)
    if not found or found[0].info["depth"] < 3:
        sys.exit("a search cannot be stopped")
    # Pondering ends with the hit.
    found.clear()
    limit = Limit(movetime=0.05)
    thread = threading.Thread(target=lambda: found.append(hub.play(board, limit, True)))
    thread.start()
    while thread.is_alive() and hub.info.get("depth", 0) < 3:
        time.sleep(0.01)
    hub.ponderhit()
    thread.join(60)
    if not found:
        sys.exit("pondering does not end")
    # Wrong commands and positions are told, and the engine goes on.
    wrong = ["nonsense", "pos pos=Wwwe", "level depth=x", "set-param name=variant value=normal"]
    for line in wrong:
        hub.send(line)
        command, message = hub.recv_hub()
        if command != "error":
            sys.exit(f"{line}: {command} {message}")
        print(message)
    hub.ping()
    hub.play(board, Limit(nodes=100), False)
    # A game that is over: pydraughts has no word for it, but does not wait for ever.
    over = Board(variant="english", fen="B:WK1:B")
    try:
        sys.exit(f"a move in a game that is over: {hub.play(over, Limit(nodes=100), False).move}")
    except IndexError:
        pass
    hub.ping()
    leave(hub)


if __name__ == "__main__":
    {"itself": itself, "against": against, "talk": talk}[sys.argv[1]](*sys.argv[2:])
