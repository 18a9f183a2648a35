//! Whole games of the engine against itself, by the rules.

use crate::client::{Client, value};
use games::checkers::{Position, Square};
use games::{Game as _, Walker};
use hub::PositionFormat;
use std::collections::BTreeSet;

/// Plays a game and returns its moves as the engine wrote them. Each must be legal and leave the
/// engine in the same position as us.
fn game(client: &Client, format: PositionFormat, start: Position) -> Vec<String> {
    let board = format.write(&start);
    let mut position = start;
    let mut moves: Vec<String> = Vec::new();
    while position.can_move() && moves.len() < 200 {
        let pos = format!("pos pos={board} moves=\"{}\"", moves.join(" "));
        client.say(&[&pos, "level nodes=500", "go think"]);
        let answers = client.until("done");
        let done = answers.last().expect("a result");
        let played = value(done, "move").expect("a move");
        let next = after(position, played);
        if let Some(reply) = value(done, "ponder") {
            after(next, reply);
        }
        for line in answers.iter().filter_map(|answer| value(answer, "pv")) {
            line.split(' ').fold(position, after);
        }
        position = next;
        moves.push(played.to_string());
    }
    moves
}

pub fn after(position: Position, text: &str) -> Position {
    let squares: Vec<u32> =
        text.split(['-', 'x']).map(|number| number.parse().expect("a number")).collect();
    let legal = position.move_list();
    let mv = legal
        .into_iter()
        .find(|mv| {
            let told: BTreeSet<_> = squares[2..].iter().copied().collect();
            let captured = mv.captured().map(Square::number).collect();
            (mv.from().number(), mv.to().number()) == (squares[0], squares[1]) && told == captured
        })
        .unwrap_or_else(|| panic!("{text} is not legal"));
    position.play(mv)
}

#[test]
fn games_from_the_start_and_from_any_position_are_played_by_the_rules() {
    for format in PositionFormat::ALL {
        let client = Client::start(&[("position", format.name())]);
        for seed in 0..4 {
            let walk = Walker::new(seed).game(Position::start(), 20 * seed as usize);
            let start = *walk.last().unwrap_or(&Position::start());
            client.say(&["new-game"]);
            let moves = game(&client, format, start);
            assert!(!moves.is_empty() || !start.can_move());
        }
    }
}

/// A won ending is converted although every position of it is won.
#[test]
fn a_won_ending_of_six_pieces_is_won_without_going_round() {
    let format = PositionFormat::Pdn;
    let client = Client::start(&[("position", format.name())]);
    let start = Position::from_fen("W:WK32,K31,K30,K29:BK1,K2").expect("a position");
    let moves = game(&client, format, start);
    let last = moves.iter().fold(start, |position, text| after(position, text));
    assert!(!last.can_move(), "not won in {} plies", moves.len());
}
