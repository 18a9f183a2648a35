#!/usr/bin/env python3
"""Measures how strong the levels of the board are against each other, in checkers.

    crownhead board --no-open --port 8077    # in another terminal; it prints the address
    tools/levels.py ADDRESS [--games 100] [--seed 1] [--levels 6] [--above LEVEL --rating R]
    tools/levels.py ADDRESS --above Expert --rating 1768 --levels 8 --nodes-a-second 2000000

Neighbors play pairs of games from openings of four moves drawn by lot, each opening with both colors;
the weakest level also plays against moves drawn by lot, whose rating is 0. A rating is the sum of the
differences below it. The table stands in crates/analysis/src/api/questions/about.rs.

Levels by time get the nodes of that time instead (--nodes-a-second), so that a busy machine measures
the same.
"""

import argparse
import json
import math
import random
import sys
import urllib.request

OPENING_PLIES = 4
MOST_PLIES = 300


def ask(address, **question):
    """The last part of the answer."""
    request = urllib.request.Request(f"{address}ask", data=json.dumps(question).encode())
    with urllib.request.urlopen(request) as answer:
        lines = answer.read().decode().strip().split("\n")
    last = json.loads(lines[-1])
    if last.get("error"):
        sys.exit(f"levels.py: {last['error']}")
    return last


def opening(address, lot):
    """Moves drawn by lot from the start."""
    moves = []
    while len(moves) < OPENING_PLIES:
        here = ask(address, ask="line", game="checkers", start=None, moves=moves)["here"]
        moves.append(lot.choice(here["moves"])["text"])
    return moves


def winner(address, moves, players, seed):
    """The side that wins a game from an opening, or None."""
    moves = list(moves)
    while len(moves) < MOST_PLIES:
        here = ask(address, ask="line", game="checkers", start=None, moves=moves)["here"]
        if here["result"]:
            return here["result"]["winner"]
        level = players[here["to_move"]]
        chosen = ask(address, ask="choose", game="checkers", start=None, moves=moves, level=level,
                     seed=seed + len(moves))
        moves.append(chosen["move"])
    return None


def share(address, strong, weak, games, lot):
    """The share of the points of the stronger level, and the half width of its 95 % interval."""
    points = []
    for _ in range(games // 2):
        moves = opening(address, lot)
        for sides in ({"black": strong, "white": weak}, {"black": weak, "white": strong}):
            won = winner(address, moves, sides, lot.randrange(1 << 31))
            points.append(0.5 if won is None else float(sides[won] is strong))
    pairs = [(points[at] + points[at + 1]) / 2 for at in range(0, len(points), 2)]
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(len(pairs) - 1, 1))
    return mean, 1.96 * spread / math.sqrt(len(pairs))


def elo(value):
    value = min(max(value, 0.005), 0.995)
    return 400 * math.log10(value / (1 - value))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("address", metavar="ADDRESS", help="what crownhead board prints")
    parser.add_argument("--games", type=int, default=100, help="for each pair of levels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", type=int, default=6, help="so many of the weakest")
    parser.add_argument("--above", help="begin with the pair above the level of this name")
    parser.add_argument("--rating", type=float, default=0.0, help="of that level")
    parser.add_argument("--nodes-a-second", type=int, help="what a level by time searches")
    args = parser.parse_args()
    lot = random.Random(args.seed)
    levels = ask(args.address, ask="about")["levels"][: args.levels]
    players = [{"name": "by lot", "level": {"nodes": 1, "random": 1.0, "book": False}}, *levels]
    for player in players:
        by_time = player["level"].get("milliseconds")
        if by_time and args.nodes_a_second:
            player["level"] = {"nodes": by_time * args.nodes_a_second // 1000, "random": 0.0, "book": True}
    names = [player["name"] for player in players]
    if args.above and args.above not in names:
        sys.exit(f"levels.py: there is no level {args.above}; there are {', '.join(names)}")
    players = players[names.index(args.above) if args.above else 0 :]
    rating = args.rating
    for weak, strong in zip(players, players[1:]):
        value, half = share(args.address, strong["level"], weak["level"], args.games, lot)
        rating += elo(value)
        print(f"{strong['name']:>14} against {weak['name']:<14} {value:.3f} +- {half:.3f} of {args.games}"
              f"  {elo(value):+5.0f}  rating {rating:5.0f}", flush=True)


if __name__ == "__main__":
    main()
