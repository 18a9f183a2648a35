"""What a caller of the package may not write is refused in the caller's words."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable

import pytest

import crownhead
from crownhead import Evaluation, Game, IllegalMove, Position, Refused, Variation

# Callers without types write these.
START: Any = Position.start()
GAME: Any = Game
KNOWN: Any = Evaluation("units", 37, None, None, 0.6, "+0.37")
OVER = "W:W:B1"
LATER = Variation(1, ("9-14",))


def written(game: crownhead.GameName = "checkers", **attributes: Any) -> str:
    """A game of two plies with these attributes, written."""
    one = Game(game)
    for _ in range(2):
        one.play(one.position.legal_moves()[0])
    for name, value in attributes.items():
        setattr(one, name, value)
    return one.pdn()


CALLS: list[tuple[str, Callable[[], Any]]] = [
    ("lines: .* from 1 to 200, not 0", lambda: crownhead.analyze(lines=0)),
    ("lines: .* from 1 to 200, not 201", lambda: crownhead.analyze(lines=201)),
    *[
        (f"nodes: write a whole number from 1 to {2**64 - 1}, not ", partial(call, nodes=nodes))
        for nodes in (0, -1, 1.5, 10**30, "x", True)
        for call in (START.analyze, START.choose)
    ],
    *[
        ("nodes: write a whole number from 100 to 100000000, not ", partial(Game().review, nodes))
        for nodes in (0, 99, 10**9)
    ],
    ("depth: .* from 1 to 120, not 0", lambda: crownhead.analyze(depth=0)),
    ("depth: .* from 1 to 120, not 121", lambda: crownhead.analyze(depth=121)),
    ("seconds: .* 0.001 to 1000000", lambda: crownhead.analyze(seconds=0)),
    ("seconds: .*nan", lambda: crownhead.best_move(seconds=float("nan"))),
    (f"seed: .* from 0 to {2**64 - 1}", lambda: START.choose(seed=2**64)),
    ("report: .*5", lambda: START.analyze(report=5)),
    ("stop: .*Event, not 5", lambda: START.analyze(stop=5)),
    *[
        ("side: write one of 'black', 'white', not ", partial(call, side))
        for side in ("Black", "green", None, 5)
        for call in (KNOWN.share_of, KNOWN.men_of)
    ],
    ("game: .*'checkers'.*'chess'", lambda: GAME("chess")),
    ("draw_rule: ", lambda: GAME(draw_rule="40")),
    ("draw_rule: .* of checkers", lambda: Position.start("loa", draw_rule="50 quiet turns")),
    ("draw_rule: .* of checkers", lambda: Game("tablut", draw_rule="50-quiet-turns")),
    ("moves: ", lambda: Game(moves="11-15")),
    ("moves: ", lambda: GAME(moves=(1,))),
    ("moves: .*at least one", lambda: Game(moves=["11-15"]).add_variation(0, [])),
    ("plies: .* from 0 on", lambda: Game().back(-1)),
    ("move: .*11", lambda: START.play(11)),
    ("move: .*'11', '15'", lambda: START.play(["11", "15"])),
    ("fen: ", lambda: GAME(fen=5)),
    ("b8: a man on its last row", lambda: Position.from_fen("B:W1:B12")),
    ("13 pieces", lambda: Position.from_fen("B:W32:B1,2,3,4,5,6,7,8,9,10,11,12,13")),
    ("question: .*not 5", lambda: crownhead.ask(5)),  # type: ignore[arg-type]
    ("question: .*not {}", lambda: crownhead.ask({})),
    ("question: JSON cannot hold", lambda: crownhead.ask({"ask": {1}})),
    ("comments: the game has 2 plies; .* at 3", lambda: written(comments={1: "a", 3: "b"})),
    ("comments: the key: .*-1", lambda: written(comments={-1: "a"})),
    ("comments: the key: .*'1'", lambda: written(comments={"1": "a"})),
    (r"comments\[0\]: write a text, not 5", lambda: written(comments={0: 5})),
    ("comments: .*None", lambda: written(comments=None)),
    ("tags: .*None", lambda: written(tags=None)),
    ("tags: .*5 for 'Event'", lambda: written(tags={"Event": 5})),
    ("variations: .*each with a move", lambda: written(variations=[Variation(1, ())])),
    ("moves: .*5", lambda: written(variations=[Variation(1, 5)])),  # type: ignore[arg-type]
    ("variations: .* list", lambda: written(variations=5)),
    ("variations: .* loa .* no place", lambda: written("loa", variations=[LATER])),
    ("has 2 games; Game.read returns all", lambda: Game.from_pdn("1. 11-15 *\n\n1. 9-14 *")),
]


@pytest.mark.parametrize(("message", "call"), CALLS)
def test_what_is_wrong_is_refused_in_the_words_of_the_caller(
    message: str, call: Callable[[], Any]
) -> None:
    with pytest.raises(Refused, match=message):
        call()


@pytest.mark.parametrize(
    "call", [lambda: Position.from_fen(OVER).play("1-5"), lambda: Game(fen=OVER, moves=["1-5"])]
)
def test_a_move_after_the_end_is_told_of_the_end(call: Callable[[], Any]) -> None:
    with pytest.raises(IllegalMove, match="1-5 comes after the end of the game"):
        call()


@pytest.mark.parametrize(
    "limits", [{"nodes": 1}, {"nodes": 2**64 - 1}, {"depth": 120}, {"seconds": 1e6}, {"lines": 200}]
)
def test_the_ends_of_each_range_are_within_it(limits: dict[str, Any]) -> None:
    assert crownhead.analyze("W:WK18,K22:BK1", **limits).best == "22-17"


@pytest.mark.parametrize("nodes", [100, 100_000_000])
def test_the_ends_of_the_range_of_a_review_are_within_it(nodes: int) -> None:
    ending = Game(fen="W:WK18,K22:BK1", moves=["22-17"])
    assert [move.loss for move in ending.review(nodes).moves] == [0.0]
