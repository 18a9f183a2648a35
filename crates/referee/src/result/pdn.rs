//! Games in portable draughts notation (PDN 3.0), which other programs can show.
//!
//! Game type 21 (English draughts: Black begins, squares 1 to 32 from Black's right). The first
//! number of a result is Black's: `1-0` is a win of Black. The moves end with `*`, as PDN 3.0
//! demands; the result is a tag. A capture is written as its first and last square, or with all its
//! squares if these two do not identify it.

use crate::game::EndingKind;
use crate::game::Profile;
use crate::record::{RecordedGame, ReplayError};
use games::board::Side;
use games::checkers::{Move, Position};
use games::{Game, Notation};
use std::fmt::Write;

/// Lines are wrapped before this column.
const WIDTH: usize = 79;

/// The text of one game, followed by a blank line.
///
/// # Errors
/// The record does not follow the rules.
pub fn game(record: &RecordedGame, event: &str, date: &str) -> Result<String, ReplayError> {
    let positions = record.positions()?;
    let mut text = String::new();
    for (name, value) in tags(record, &positions[0], event, date) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", clean(&value));
    }
    text.push('\n');
    wrap(&tokens(record, &positions), &mut text);
    text.push('\n');
    Ok(text)
}

fn tags(
    record: &RecordedGame,
    start: &Position,
    event: &str,
    date: &str,
) -> Vec<(&'static str, String)> {
    let result = match record.winner() {
        Some(Side::Black) => "1-0",
        Some(Side::White) => "0-1",
        None if record.ending.kind() == EndingKind::Drawn => "1/2-1/2",
        None => "*",
    };
    let profile = match record.profile {
        Profile::Spec => "spec",
        Profile::Course => "course",
    };
    let mut tags = vec![
        ("Event", event.to_string()),
        ("Site", format!("crownhead referee, profile {profile}")),
        ("Date", date.to_string()),
        ("Round", record.id.to_string()),
        ("Black", record.black.name.clone()),
        ("White", record.white.name.clone()),
        ("Result", result.to_string()),
        ("GameType", "21,B,8,8,N1,0".to_string()),
        ("BlackSeconds", record.black.seconds.to_string()),
        ("WhiteSeconds", record.white.seconds.to_string()),
        ("PlyCount", record.turns.len().to_string()),
        ("Termination", record.ending.to_string()),
        ("BlackLeft", format!("{:.3}", record.black.left)),
        ("WhiteLeft", format!("{:.3}", record.white.left)),
    ];
    let winner = record.winner().map_or("Draw".to_string(), |side| side.to_string());
    tags.push(("Winner", if result == "*" { "None".to_string() } else { winner }));
    if let Some(side) = record.winner_on_time() {
        tags.push(("WinnerOnTime", side.to_string()));
    }
    if *start != Position::start() {
        tags.push(("SetUp", "1".to_string()));
        tags.push(("FEN", start.fen()));
    }
    tags
}

/// A value without the characters that have a meaning in PDN.
fn clean(value: &str) -> String {
    value.chars().map(|c| if "\"[]{}\n\r\t".contains(c) { '_' } else { c }).collect()
}

/// The tokens of the game: numbers, moves, seconds charged as comments, and the end.
fn tokens(record: &RecordedGame, positions: &[Position]) -> Vec<String> {
    let mut tokens = Vec::new();
    let offset = usize::from(Side::from(record.begins) == Side::White);
    for (index, (turn, position)) in record.turns.iter().zip(positions).enumerate() {
        let number = (index + offset) / 2 + 1;
        match position.side_to_move() {
            Side::Black => tokens.push(format!("{number}.")),
            Side::White if index == 0 => tokens.push(format!("{number}...")),
            Side::White => {}
        }
        let mv = position.read_move(&turn.mv).ok();
        tokens.push(mv.map_or_else(|| turn.mv.clone(), |mv| short_text(position, mv)));
        tokens.push(format!("{{{:.3}}}", turn.charged));
    }
    if let Some(charge) = record.last_charge {
        let side = record.to_move();
        tokens.extend(
            clean(&format!("{side}: {}, {charge:.3}", record.ending)).split(' ').enumerate().map(
                |(index, part)| if index == 0 { format!("{{{part}") } else { part.to_string() },
            ),
        );
        if let Some(last) = tokens.last_mut() {
            last.push('}');
        }
    }
    tokens.push("*".to_string());
    tokens
}

/// The move as its first and last square, if no other legal move has the same.
fn short_text(position: &Position, mv: Move) -> String {
    let mut legal = Vec::new();
    Game::legal_moves(position, &mut legal);
    let same_ends = |other: &&Move| other.from() == mv.from() && other.to() == mv.to();
    if mv.is_jump() && legal.iter().filter(same_ends).count() == 1 {
        format!("{}x{}", mv.from().number(), mv.to().number())
    } else {
        position.move_text(mv)
    }
}

fn wrap(tokens: &[String], text: &mut String) {
    let mut column = 0;
    for token in tokens {
        if column > 0 && column + 1 + token.len() > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(token);
        column += token.len();
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;
    use crate::record::Color;
    use crate::record::random::random_record;

    /// The moves of a text: neither tags, numbers, comments nor the end.
    fn moves_of(text: &str) -> Vec<String> {
        let body = text.split("\n\n").nth(1).expect("tags and moves");
        let is_move = |word: &&str| word.contains(['-', 'x']) && !word.starts_with('{');
        body.split_whitespace().filter(is_move).map(str::to_string).collect()
    }

    #[test]
    fn the_moves_of_the_text_lead_to_the_same_final_board() {
        for seed in 0..100 {
            let record = random_record(seed, Ending::MaxPlies);
            let text = game(&record, "test", "2026.11.21").expect("a game by the rules");
            let mut position = Position::start();
            for word in moves_of(&text) {
                position = position.play(position.read_move(&word).expect("a legal move"));
            }
            assert_eq!(Some(&position), record.positions().expect("the same").last());
            assert!(text.lines().all(|line| line.len() < 80) && text.ends_with("*\n\n"), "{text}");
        }
    }

    #[test]
    fn results_are_given_from_blacks_side() {
        let mut record = random_record(1, Ending::NoMoves);
        record.turns.truncate(3);
        let text =
            |record: &RecordedGame| game(record, "a \"test\"", "2026.11.21").expect("a game");
        let white_lost = text(&record);
        assert!(
            white_lost.contains("[Result \"1-0\"]") && white_lost.contains("[Winner \"Black\"]")
        );
        assert!(white_lost.contains("[Event \"a _test_\"]"));
        record.ending = Ending::Repetition;
        let drawn = text(&record);
        assert!(
            drawn.contains("[Result \"1/2-1/2\"]") && drawn.contains("[WinnerOnTime \"White\"]")
        );
    }

    #[test]
    fn another_start_is_set_up_and_a_move_of_white_first_has_three_dots() {
        let rows = "......../......../...B..../......../......../..W...../......../........";
        let mut record = random_record(1, Ending::MaxPlies);
        record.board = rows.to_string();
        record.begins = Color::White;
        record.turns.truncate(1);
        record.turns[0].mv = "22-18".to_string();
        let text = game(&record, "test", "2026.11.21").expect("a game");
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"W:WK22:BK10\"]"), "{text}");
        assert!(text.contains("1... 22-18 {0.250} *"), "{text}");
    }
}
