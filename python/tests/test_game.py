"""Games: moves, variations, files, reviews and analyses that report."""

from __future__ import annotations

import threading
from typing import Any, get_args

import pytest

import crownhead
from crownhead import Game, GameName, IllegalMove, Position, Refused


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


def test_the_draw_rule_is_taken_as_the_command_line_spells_it() -> None:
    assert Position.start(draw_rule="50-quiet-turns").draw_rule == "50 quiet turns"


@pytest.mark.parametrize("name", get_args(GameName)[1:])
def test_a_game_of_commands_shows_more_than_is_read_back(name: GameName) -> None:
    game = Game(name)
    game.play(game.position.legal_moves()[0])
    game.tags, game.comments = {"Black": "Ann", "Event": "Club"}, {1: "good"}
    text = game.pdn()
    assert "Ann (Black)" in text and "# good" in text and "Club" not in text
    again = Game.read(text)[0]
    assert (again.moves, again.tags, again.comments) == (game.moves, {}, {})


def test_a_game_has_a_short_form_and_is_equal_to_itself_alone() -> None:
    game = Game.from_pdn("1. 11-15 23-19 1-0")
    assert repr(game) == "<Game checkers plies=2 result=1-0>"
    assert repr(Game("loa")) == "<Game loa plies=0 result=*>"
    assert game == game and game != Game.from_pdn(game.pdn())


def test_notebooks_get_a_picture() -> None:
    picture = Position.from_fen("W:WK18,K22:B1")._repr_svg_()
    assert picture.startswith("<svg") and picture.endswith("</svg>")
    assert (picture.count("<circle"), picture.count(">K<"), picture.count("<rect")) == (3, 2, 64)
    assert Game("amazons")._repr_svg_().count("<circle") == 8


def test_a_result_is_forgotten_when_the_game_goes_on() -> None:
    text = '[Result "1-0"]\n\n1. 11-15 22-17 1-0'
    longer, shorter = Game.from_pdn(text), Game.from_pdn(text)
    longer.play("15-18")
    shorter.back()
    assert "1-0" not in longer.pdn() + shorter.pdn()
