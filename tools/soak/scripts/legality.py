#!/usr/bin/env python3
"""Our legal moves of checkers, compared with those of pydraughts (MIT, from PyPI).

Job: take positions with all their moves and the boards after them from `soak legality positions`, and ask pydraughts
for the same: every move with all its squares, each once, and the board after it.

Contract: chunks of 1000 positions follow from the seed and their number. A chunk that agrees becomes a line of
FOLDER/checkers.jsonl, and is not compared again. At the first difference the position is printed with both lists.
Needs pydraughts: python3 -m venv DIR && DIR/bin/pip install pydraughts==0.6.7, then DIR/bin/python this file.
Exit code: 0 all agree, 1 a difference, 2 wrong usage or a run that could not be carried out.
"""

import argparse
import fcntl
import json
import multiprocessing
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

try:
    from draughts.core.game import Game
except ImportError:
    print("legality.py: pydraughts is missing; the first lines of this file say how to install it", file=sys.stderr)
    sys.exit(2)

ROOT = Path(__file__).resolve().parents[3]
CHUNK = 1000
SECONDS_BETWEEN_LINES = 30
# Squares in the order of their numbers, 1 to 32, as indexes into a board of 8 rows and 7 separators.
SQUARES = [9 * row + column for row in range(8) for column in range(8) if (row + column) % 2]
NAMES = ["abcdefgh"[index % 9] + "87654321"[index // 9] for index in SQUARES]


class Difference(Exception):
    """The moves of one position differ; the text says how."""


def read_line(line):
    """Side, rows, and the board after each move of a line of `soak legality positions`."""
    side, rows, count, *moves = line.split(" ")
    boards = [move.split("=") for move in moves]
    if int(count) != len(boards):
        raise Difference(f"{side} {rows}: {len(boards)} moves are listed, {count} are counted")
    if len(after := dict(boards)) != len(boards):
        raise Difference(f"{side} {rows}: a move is listed twice")
    return side, rows, after


def moves_of_pydraughts(side, rows):
    """The board after each move by pydraughts."""
    fen = side[0] + "".join(rows[index] for index in SQUARES).replace(".", "e")
    found = {}
    for jumps in Game("english", fen).legal_moves()[0]:
        game = Game("english", fen)
        game.push(jumps)
        squares = [jumps[0][0], *(end for _, end in jumps)]
        found["-".join(NAMES[square - 1] for square in squares)] = rows_of(game.get_fen(), side)
    return found


def rows_of(fen, mover):
    """The rows of a board as pydraughts writes it, after a turn of `mover`."""
    if fen[0] == mover[0]:
        return f"{mover} is still to move"
    cells = list("/".join(["." * 8] * 8))
    for index, piece in zip(SQUARES, fen[1:], strict=True):
        cells[index] = "." if piece == "e" else piece
    return "".join(cells)


def compare(line):
    """Compares one position; what it adds to the counts."""
    side, rows, ours = read_line(line)
    if ours != (found := moves_of_pydraughts(side, rows)):
        only = {"only ours": ours.items() - found.items(), "only pydraughts": found.items() - ours.items()}
        lists = "; ".join(f"{who}: {sorted(moves)}" for who, moves in only.items())
        raise Difference(f"{side} {rows}: {lists}")
    routes = {move: move.split("-") for move in ours}
    jumps = [len(route) - 1 for move, route in routes.items() if ours[move].count(".") > rows.count(".")]
    crownings = [move for move, board in ours.items() if kings(board, side) > kings(rows, side)]
    return Counter(
        positions=1,
        moves=len(ours),
        without_move=not ours,
        with_jumps=bool(jumps),
        jump_sequences=len(jumps),
        sequences_of_two_and_more=sum(jump > 1 for jump in jumps),
        sequences_back_to_their_start=sum(route[0] == route[-1] for route in routes.values()),
        crownings=len(crownings),
        longest_sequence=max(jumps, default=0),
    )


def kings(rows, side):
    """The kings of a side."""
    return rows.count(side[0])


def add(counts, more):
    """Adds counts; of the longest sequences the longer one counts."""
    longest = max(counts["longest_sequence"], more["longest_sequence"])
    counts.update(more)
    counts["longest_sequence"] = longest


def compare_chunk(task):
    """Compares a chunk: its number, what was compared, and the first difference or ""."""
    program, seed, chunk = task
    command = [program, "legality", "positions", str(chunk), "--seed", str(seed)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    counts = Counter()
    for number, line in enumerate(lines, 1):
        try:
            add(counts, compare(line))
        except Difference as difference:
            again = f"soak legality positions {chunk} --seed {seed}"
            return chunk, counts, f"{difference}\nThe position is line {number} of `{again}`."
    return chunk, counts, ""


class Journal:
    """One line of JSON for each chunk that agrees. As a context it closes its file."""

    def __init__(self, folder, seed):
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.seed = folder / "checkers.jsonl", seed
        self.file = open(self.path, "a+b")
        try:
            self.done = self.read()
        except BaseException:
            self.file.close()
            raise

    def read(self):
        """What was compared in each chunk that the file has."""
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{self.path}: another run is using it; wait for its end, or choose another --folder")
        self.file.seek(0)
        text = self.file.read()
        whole = text.rfind(b"\n") + 1  # a last line that was cut short is written again
        self.file.truncate(whole)
        entries = [json.loads(line) for line in text[:whole].splitlines()]
        if others := {entry["seed"] for entry in entries} - {self.seed}:
            raise ValueError(f"{self.path} has seed {others.pop()}; choose another --folder for seed {self.seed}")
        return {entry["chunk"]: Counter(entry["counts"]) for entry in entries}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def add(self, chunk, counts):
        line = json.dumps({"seed": self.seed, "chunk": chunk, "counts": counts})
        self.file.write(line.encode() + b"\n")
        self.file.flush()
        self.done[chunk] = counts


def progress(items, total):
    """Passes `items` on; says on stderr now and then how far it is and how long it still takes."""
    started = spoken = time.monotonic()
    for done, item in enumerate(items, 1):
        yield item
        if (now := time.monotonic()) - spoken > SECONDS_BETWEEN_LINES:
            spoken, left = now, (now - started) / done * (total - done)
            print(f"chunks {done}/{total}, about {left / 60:.0f} min left", file=sys.stderr, flush=True)


def run(options):
    """Compares what the journal does not have; whether all agree."""
    with Journal(options.folder, options.seed) as journal:
        return run_with(journal, options)


def run_with(journal, options):
    """The same with an open journal."""
    chunks = range(-(-options.positions // CHUNK))
    tasks = [(options.program, options.seed, chunk) for chunk in chunks if chunk not in journal.done]
    with multiprocessing.Pool(options.jobs) as pool:
        for chunk, counts, difference in progress(pool.imap_unordered(compare_chunk, tasks), len(tasks)):
            if difference:
                print(difference)
                return False
            journal.add(chunk, counts)
    counts = Counter()
    for chunk in chunks:
        add(counts, journal.done[chunk])
    print(", ".join(f"{name.replace('_', ' ')} {number}" for name, number in counts.items()), "- no difference")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=CHUNK, help="how many, in whole chunks (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="all that is random follows from it (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("legality-checkers"), help="of the journal (default: %(default)s)")
    parser.add_argument("--program", default=str(ROOT / "target/release/soak"), help="default: %(default)s")
    options = parser.parse_args()
    try:
        return 0 if run(options) else 1
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"legality.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
