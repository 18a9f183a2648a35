//! Games in portable draughts notation (PDN 3.0), which other programs can show.
//!
//! Game type 21 (English draughts: Black begins, squares 1 to 32 from Black's right). The first
//! number of a result is Black's: `1-0` is a win of Black. The moves end with `*`, as PDN 3.0
//! demands; the result is a tag. A capture is written as its first and last square, or with all its
//! squares if these two do not identify it.
//!
//! A ballot is named by its moves: its games are written from the start position, since many
//! programs number the moves wrongly where White moves first. Other openings are set up. A game
//! without any move has a line comment that ends with `.*`: pydraughts takes a game without a
//! number and a point for the end of the file. What follows `%` is not part of the game.
//!
//! Source: <https://pdn.fmjd.org/grammar.html>.

use crate::game::EndingKind;
use crate::game::Profile;
use crate::record::{RecordedGame, ReplayError, StoredGame};
use games::board::Side;
use games::checkers::{Move, Position};
use games::{Game, Notation};
use std::fmt::Write;

/// Lines are wrapped before this column.
const WIDTH: usize = 79;

/// The date of a game whose day is not known.
const UNKNOWN_DATE: &str = "????.??.??";

/// The text of one game, followed by a blank line. `date` is the day on which it was played, as
/// `YYYY-MM-DD`.
///
/// # Errors
/// The record does not follow the rules.
pub fn game(record: &RecordedGame, event: &str, date: Option<&str>) -> Result<String, ReplayError> {
    let positions = record.positions()?;
    let ballot = ballot(record, &positions[0]);
    let mut text = String::new();
    for (name, value) in tags(record, &positions[0], &ballot, event, date) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", clean(&value));
    }
    text.push('\n');
    if ballot.is_empty() && record.turns.is_empty() {
        text.push_str("% No move was played.*\n");
    }
    wrap(&tokens(record, &positions, &ballot), &mut text);
    text.push('\n');
    Ok(text)
}

/// A position and the move played in it.
type PlayedMove = (Position, Move);

/// The moves of the opening's name, if they lead from the start position to `reached`; else none.
fn ballot(record: &RecordedGame, reached: &Position) -> Vec<PlayedMove> {
    let mut position = Position::start();
    let mut played = Vec::new();
    for word in record.opening.split_whitespace() {
        let Ok(mv) = position.read_move(word) else { return Vec::new() };
        played.push((position, mv));
        position = Game::play(&position, mv);
    }
    if position == *reached { played } else { Vec::new() }
}

fn tags(
    record: &RecordedGame,
    start: &Position,
    ballot: &[PlayedMove],
    event: &str,
    date: Option<&str>,
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
    let date = date.map_or(UNKNOWN_DATE.to_string(), |date| date.replace('-', "."));
    let mut tags = vec![
        ("Event", event.to_string()),
        ("Site", format!("crownhead referee, profile {profile}")),
        ("Date", date),
        ("Round", record.id.to_string()),
        ("Black", record.black.name.clone()),
        ("White", record.white.name.clone()),
        ("Result", result.to_string()),
        ("GameType", "21,B,8,8,N1,0".to_string()),
        ("BlackSeconds", record.black.seconds.to_string()),
        ("WhiteSeconds", record.white.seconds.to_string()),
        ("PlyCount", (ballot.len() + record.turns.len()).to_string()),
        ("Termination", record.ending.to_string()),
        ("BlackLeft", format!("{:.3}", record.black.left)),
        ("WhiteLeft", format!("{:.3}", record.white.left)),
    ];
    let winner = record.winner().map_or("Draw".to_string(), |side| side.to_string());
    tags.push(("Winner", if result == "*" { "None".to_string() } else { winner }));
    if let Some(side) = record.winner_on_time() {
        tags.push(("WinnerOnTime", side.to_string()));
    }
    if !ballot.is_empty() {
        tags.push(("Opening", record.opening.clone()));
    } else if *start != Position::start() {
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
fn tokens(record: &RecordedGame, positions: &[Position], ballot: &[PlayedMove]) -> Vec<String> {
    let mut tokens = Vec::new();
    let first = ballot.first().map_or(positions[0], |(position, _)| *position);
    let offset = usize::from(first.side_to_move() == Side::White);
    let number = |index: usize, position: &Position| match position.side_to_move() {
        Side::Black => Some(format!("{}.", (index + offset) / 2 + 1)),
        Side::White => (index == 0).then(|| format!("{}...", (index + offset) / 2 + 1)),
    };
    for (index, (position, mv)) in ballot.iter().enumerate() {
        tokens.extend(number(index, position));
        tokens.push(short_text(position, *mv));
    }
    if !ballot.is_empty() {
        tokens.push("{ballot}".to_string());
    }
    for (index, (turn, position)) in record.turns.iter().zip(positions).enumerate() {
        tokens.extend(number(ballot.len() + index, position));
        let mv = position.read_move(&turn.mv).ok();
        tokens.push(mv.map_or_else(|| turn.mv.clone(), |mv| short_text(position, mv)));
        tokens.push(format!("{{{:.3}}}", turn.charged));
    }
    if let Some(charge) = record.last_charge {
        let comment = clean(&format!("{}: {}, {charge:.3}", record.to_move(), record.ending));
        tokens.extend(format!("{{{comment}}}").split(' ').map(str::to_string));
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
            let text = game(&record, "test", Some("2026-11-21")).expect("a game by the rules");
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
            |record: &RecordedGame| game(record, "a \"test\"", Some("2026-11-21")).expect("a game");
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
        let text = game(&record, "test", Some("2026-11-21")).expect("a game");
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"W:WK22:BK10\"]"), "{text}");
        assert!(text.contains("1... 22-18 {0.250} *"), "{text}");
    }

    /// A game of a ballot, with `turns` turns.
    fn of_ballot(opening: &str, turns: usize) -> RecordedGame {
        let mut record = random_record(1, Ending::Malformed);
        let mut position = Position::start();
        for word in opening.split(' ') {
            position = position.play(position.read_move(word).expect("legal"));
        }
        record.opening = opening.to_string();
        record.board = position.rows_text('/');
        record.begins = Color::from(position.side_to_move());
        record.turns.truncate(turns);
        for turn in &mut record.turns {
            let mut legal = Vec::new();
            Game::legal_moves(&position, &mut legal);
            turn.mv = position.move_text(legal[0]);
            position = position.play(legal[0]);
        }
        record
    }

    #[test]
    fn the_game_of_a_ballot_begins_in_the_start_position() {
        for (opening, ballot) in [
            ("9-13 21-17 5-9", "1. 9-13 21-17 2. 5-9 {ballot}"),
            ("11-15 23-19 9-14 22-17", "1. 11-15 23-19 2. 9-14 22-17 {ballot}"),
        ] {
            for turns in [0, 1, 9] {
                let record = of_ballot(opening, turns);
                let text = game(&record, "test", None).expect("a game");
                let body = text.split("\n\n").nth(1).expect("moves");
                assert!(!text.contains("FEN") && body.starts_with(ballot), "{text}");
                assert!(!text.contains("..."), "{text}");
                let plies = opening.split(' ').count() + turns;
                assert!(text.contains(&format!("[PlyCount \"{plies}\"]")), "{text}");
                let mut position = Position::start();
                for word in moves_of(&text) {
                    position = position.play(position.read_move(&word).expect("a legal move"));
                }
                assert_eq!(position, record.last_position().expect("the same"));
            }
        }
    }

    #[test]
    fn a_name_that_does_not_lead_to_the_board_is_no_ballot() {
        let mut record = of_ballot("9-13 21-17 5-9", 2);
        record.opening = "9-13 21-17 6-9".to_string();
        let text = game(&record, "test", None).expect("a game");
        assert!(text.contains("[FEN \"W:") && text.contains("\n1... "), "{text}");
    }

    #[test]
    fn the_date_is_written_with_points_and_may_be_unknown() {
        let text = |date| game(&random_record(1, Ending::NoMoves), "test", date).expect("a game");
        assert!(text(Some("2026-11-21")).contains("[Date \"2026.11.21\"]"));
        assert!(text(None).contains("[Date \"????.??.??\"]"));
    }

    #[test]
    fn a_game_without_a_move_has_its_line_comment() {
        let mut record = random_record(1, Ending::Malformed);
        record.turns.clear();
        record.last_charge = Some(0.25);
        let text = game(&record, "test", None).expect("a game");
        let body = text.split("\n\n").nth(1).expect("no moves");
        assert_eq!(body, "% No move was played.*\n{Black: malformed output.txt, 0.250} *");
    }
}
