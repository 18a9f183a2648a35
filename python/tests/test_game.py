"""Games, and what a caller of the package may write."""

from __future__ import annotations

import threading
from typing import Any, Callable

import pytest

import crownhead
from crownhead import Game, IllegalMove, Position, Refused


def test_a_game_goes_there_and_back_through_pdn() -> None:
    game = Game()
    game.play("11-15", "23-19", "8-11")
    game.add_variation(1, ["22-18", "15x22"])
    game.tags["Event"] = "Club"
    game.comments[1] = "usual"
    again = Game.from_pdn(game.pdn())
    assert (again.moves, again.comments) == (game.moves, {1: "usual"})
    assert again.tags["Event"] == "Club" and again.pdn() == game.pdn()
    assert [(one.at, one.moves) for one in again.variations] == [(1, ("22-18", "15x22"))]


def test_moves_are_taken_back_with_what_hangs_on_them() -> None:
    game = Game(moves=["11-15", "23-19", "8-11"])
    game.add_variation(2, ["9-14"])
    game.comments = {1: "kept", 3: "gone"}
    assert game.back().moves == ("11-15", "23-19")
    assert (game.variations, game.comments) == ([], {1: "kept"})
    with pytest.raises(Refused, match="2 plies; 3 cannot be taken back"):
        game.back(3)
    with pytest.raises(IllegalMove):
        game.play("9-14", "9-14")
    assert len(game.positions) == 3
    with pytest.raises(Refused, match="no move to replace at 2"):
        game.add_variation(2, ["9-14"])


def test_a_review_has_each_move_and_a_game_of_two_keeps_its_result() -> None:
    games = Game.read("1. 11-15 23-19 1-0\n\n1. 9-14 22-18 *")
    assert [game.result for game in games] == ["1-0", None]
    review = games[0].review(nodes=200)
    assert [move.side for move in review.moves] == ["black", "white"] and str(review)
    with pytest.raises(Refused, match="nodes: write a number from 100"):
        games[0].review(nodes=1)


@pytest.mark.parametrize("move", ["f6 e5", "f6-e5", "11\u201315", "11-15!", "1. 11-15", "11 15"])
def test_moves_are_read_as_people_write_them(move: str) -> None:
    assert Position.start().play(move).moves == ("11-15",)
    assert Position(moves=[move]).moves == ("11-15",)


def test_an_analysis_reports_and_is_stopped() -> None:
    stop, found = threading.Event(), []

    def report(analysis: crownhead.Analysis) -> None:
        found.append(analysis.depth)
        if len(found) == 3:
            stop.set()

    start = Position.start("amazons")
    last = start.analyze(nodes=10**15, report=report, stop=stop)
    assert len(found) >= 3 and last.depth >= found[2] and found == sorted(found)
    # The last part may come together with the one before.
    assert all(start.analyze(nodes=200, report=report).lines for _ in range(30))
    # The process answers what comes next, and not what was stopped.
    assert start.analyze(nodes=500).nodes < 10_000
    stop.clear()
    timer = threading.Timer(0.5, stop.set)
    timer.start()
    assert start.analyze(nodes=10**15, stop=stop).lines


LIMITS: list[tuple[str, Callable[[], Any]]] = [
    ("lines: .* from 1 to 200", lambda: crownhead.analyze(lines=0)),
    ("lines: .* from 1 to 200", lambda: crownhead.analyze(lines=201)),
    ("nodes: .* from 1 on", lambda: crownhead.analyze(nodes=0)),
    ("nodes: .*whole number", lambda: crownhead.analyze(nodes=-1)),
    ("nodes: .*'x'", lambda: crownhead.analyze(nodes="x")),  # type: ignore[arg-type]
    ("nodes: .*True", lambda: crownhead.analyze(nodes=True)),
    ("depth: .* 1 to 120", lambda: crownhead.analyze(depth=121)),
    ("seconds: .* 0.001 to 1000000", lambda: crownhead.analyze(seconds=0)),
    ("seconds: .*nan", lambda: crownhead.best_move(seconds=float("nan"))),
    ("nodes: .* from 1 on", lambda: crownhead.best_move(nodes=0)),
    ("game: .*'checkers'.*'chess'", lambda: Game("chess")),  # type: ignore[arg-type]
    ("draw_rule: ", lambda: Game(draw_rule="40")),  # type: ignore[arg-type]
    ("moves: ", lambda: Game(moves="11-15")),
    ("moves: ", lambda: Position(moves=(1,))),  # type: ignore[arg-type]
    ("move: .*11", lambda: Position.start().play(11)),  # type: ignore[arg-type]
    ("fen: ", lambda: Position.from_fen(5)),  # type: ignore[arg-type]
    ("b8: a man on its last row", lambda: Position.from_fen("B:W1:B12")),
    ("13 pieces", lambda: Position.from_fen("B:W32:B1,2,3,4,5,6,7,8,9,10,11,12,13")),
]


@pytest.mark.parametrize(("message", "call"), LIMITS)
def test_what_is_out_of_range_is_refused_in_the_words_of_the_caller(
    message: str, call: Callable[[], Any]
) -> None:
    with pytest.raises(Refused, match=message):
        call()


def test_as_many_lines_as_the_command_line_gives() -> None:
    assert len(crownhead.analyze(game="loa", nodes=500, lines=100).lines) == 36


def test_the_draw_rule_goes_with_what_follows() -> None:
    fen = "B:WK10,29:BK8,K31"
    won = Position.from_fen(fen).analyze(nodes=1_000).evaluation
    assert won.winner == "black"
    other = Position.from_fen(fen, draw_rule="50 quiet turns")
    assert other.analyze(nodes=1_000).evaluation.kind == "drawn_table"
    after = other.play(other.legal_moves()[0])
    assert after.draw_rule == "50 quiet turns" and after._ask("line")["here"]["quiet_left"]
    assert Game(fen=fen, draw_rule="50 quiet turns").position.draw_rule == after.draw_rule
    assert eval(repr(other), {"Position": Position}).draw_rule == after.draw_rule


def test_a_line_grows_by_few_requests_of_few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def ask(question: dict[str, Any]) -> dict[str, Any]:
        asked.append(question)
        return crownhead.ask(question)

    monkeypatch.setattr("crownhead.position.ask", ask)
    position = Position.start()
    for _ in range(40):
        position = position.play(position.legal_moves()[0])
    assert len(asked) <= 16 and all(len(one["moves"]) <= 6 for one in asked)
    assert Position(moves=position.moves) == position


def test_notebooks_get_a_picture() -> None:
    picture = Position.from_fen("W:WK18,K22:B1")._repr_svg_()
    assert picture.startswith("<svg") and picture.endswith("</svg>")
    assert (picture.count("<circle"), picture.count(">K<"), picture.count("<rect")) == (3, 2, 64)
    assert Game("amazons")._repr_svg_().count("<circle") == 8
