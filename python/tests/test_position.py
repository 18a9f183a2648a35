"""Positions: what the program says is what Python gets."""

from __future__ import annotations

import pickle
from typing import get_args

import pytest

import crownhead
from crownhead import GameName, IllegalMove, Position, Refused

GAMES: tuple[GameName, ...] = get_args(GameName)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_legal_moves(game: GameName) -> None:
    position = Position.start(game)
    sides = {position.side_to_move}
    for ply in range(400):
        moves = position.legal_moves()
        if not moves or position.result:
            break
        before = position
        position = position.play(moves[(7 * ply) % len(moves)])
        sides.add(position.side_to_move)
        assert (before.side_to_move, len(before.moves)) != (position.side_to_move, ply + 1)
        assert Position.from_fen(before.fen, game) == before
    assert position.result is not None and position.result.winner in ("black", "white", None)
    assert sides >= {"black", "white"}
    if not position.legal_moves():
        assert position.side_to_move is None
        with pytest.raises(Refused, match="the game is over"):
            position.analyze()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_nodes_give_the_same_lines_which_are_legal(game: GameName) -> None:
    position = Position.start(game)
    found = position.analyze(nodes=2_000, lines=3)
    again = position.analyze(nodes=2_000, lines=3)
    assert (found.lines, found.depth, found.nodes) == (again.lines, again.depth, again.nodes)
    assert (len(found.lines), found.source) == (3, "search") and found.depth >= 1
    assert found.best == found.lines[0].moves[0]
    for line in found.lines:
        end = position
        for move in line.moves:
            end = end.play(move)
        assert end.moves == line.moves
        assert 0 <= line.evaluation.share <= 1
        assert line.evaluation.share_of("white") == 1 - line.evaluation.share


@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_is_legal(game: GameName) -> None:
    position = Position.start(game)
    assert position.best_move(nodes=1_000) in position.legal_moves()
    assert position.best_move(depth=2, book=False) in position.legal_moves()
    assert crownhead.best_move(game=game, seconds=0.01) in position.legal_moves()


def test_the_player_says_how_it_has_found_its_move() -> None:
    start = Position.start()
    assert start.choose(nodes=1_000).source == "book"
    searched = start.choose(nodes=1_000, book=False)
    assert searched.source == "search" and searched.evaluation is not None
    assert start.choose(nodes=1, random=1.0, seed=3).source == "random"
    assert Position.from_fen("W:WK18,K22:BK1").choose().source == "tables"
    assert Position.from_fen("B:W18:B15,1").choose().source == "only"


def test_evaluations_are_seen_by_black() -> None:
    won = crownhead.analyze("W:WK18,K22:BK1").evaluation
    assert (won.kind, won.winner, won.share, str(won)) == ("table_win", "white", 0.0, "White wins")
    assert (won.men_of("white"), won.men_of("black"), won.share_of("white")) == (100, -100, 1)
    more = crownhead.analyze("B:W21,22,23:B1,2,3,4,5,6,7", nodes=5_000).evaluation
    assert more.men_of("black") > 0 and more.men_of("white") < 0


def test_knowledge_names_every_legal_move() -> None:
    position = Position.from_fen("W:WK18,K22:BK1")
    known = position.knowledge()
    assert [move.move for move in known.moves] == position.legal_moves()
    assert {move.rank for move in known.moves} >= {"won"}
    book = Position.start().knowledge()
    assert any(move.book for move in book.moves)


def test_a_drawn_game_has_a_result_and_legal_moves() -> None:
    position = Position.from_fen("B:WK32:BK1")
    for move in ["1-6", "32-28", "6-1", "28-32"] * 2:
        position = position.play(move)
    assert position.result is not None and position.result.winner is None
    assert "three times" in position.result.reason
    assert position.legal_moves()


def test_what_is_wrong_is_said_by_the_program() -> None:
    start = Position.start()
    with pytest.raises(IllegalMove, match="11-18"):
        start.play("11-18")
    with pytest.raises(IllegalMove, match="move 2: .*11-15"):
        Position(moves=("11-15", "11-15"))
    with pytest.raises(Refused, match="position, column 1"):
        Position.from_fen("nonsense")
    with pytest.raises(Refused, match="it needs 8"):
        Position.from_fen("b .", "loa")
    with pytest.raises(Refused, match="chess"):
        Position.start("chess")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="share of the moves"):
        start.choose(random=2.0)


def test_a_position_does_not_change_and_compares_by_its_board() -> None:
    start = Position.start()
    after = start.play("11-15")
    assert start.moves == () and after.moves == ("11-15",)
    assert start != after and start == Position.from_fen(start.fen)
    assert len({start, after, Position.start()}) == 2
    assert start != Position.start("loa") and start != "start"
    with pytest.raises(AttributeError):
        start.fen = "B:W1:B2"  # type: ignore[misc]
    copy = pickle.loads(pickle.dumps(after))
    assert (copy, copy.moves) == (after, after.moves)
    assert eval(repr(after), {"Position": Position}) == after


@pytest.mark.parametrize(("game", "size"), [("checkers", 8), ("loa", 8), ("tablut", 9), ("amazons", 10)])
def test_a_board_is_drawn_with_its_ranks_and_files(game: GameName, size: int) -> None:
    position = Position.start(game)
    lines = str(position).splitlines()
    assert len(lines) == size + 1 and len(set(map(len, lines))) == 1
    assert lines[0].split()[0] == str(size) and lines[-1].split() == list("abcdefghij"[:size])
    assert [line.split()[1:] for line in lines[:-1]] == [list(row) for row in position.rows]
