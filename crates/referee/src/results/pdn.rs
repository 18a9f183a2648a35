//! The games of a match in portable draughts notation, which other programs can show, written by
//! the crate `formats`.
//!
//! A ballot is named by its moves: its games are written from the start position, since many
//! programs number the moves wrongly where White moves first. Other openings are set up. A comment
//! after each move says the seconds charged for it.

use crate::error::JournalError;
use crate::journal::RecordedGame;
use crate::rules::EndingKind;
use formats::pdn::{self, PdnGame, PdnResult, PdnStyle, Turn};
use games::checkers::{Move, Position};
use games::{Game as _, Notation};

/// The date of a game whose day is not known.
const UNKNOWN_DATE: &str = "????.??.??";

/// The text of one game, followed by a blank line. `date` is the day on which it was played, as
/// `YYYY-MM-DD`.
pub fn game(
    record: &RecordedGame,
    event: &str,
    date: Option<&str>,
) -> Result<String, JournalError> {
    Ok(pdn::write(&pdn_game(record, event, date)?, PdnStyle::default()))
}

/// The game itself, for programs that add to it. The moves of a ballot come before those of the
/// record.
pub fn pdn_game(
    record: &RecordedGame,
    event: &str,
    date: Option<&str>,
) -> Result<PdnGame, JournalError> {
    let positions = record.positions::<Position>()?;
    let ballot = ballot(record, &positions[0]);
    let start = if ballot.is_empty() { positions[0] } else { Position::start() };
    let mut game = PdnGame::starting_at(start);
    for (name, value) in tags(record, ballot.len(), event, date) {
        game.set_tag(name, value);
    }
    game.end = outcome(record);
    game.line.turns = turns(record, &positions, &ballot);
    if let Some(charge) = record.last_charge {
        let comment = format!("{}: {}, {charge:.3}", record.to_move(), record.ending);
        let last = game.line.turns.last_mut();
        last.map_or(&mut game.line.comments, |turn| &mut turn.comments).push(comment);
    }
    Ok(game)
}

/// The moves in the opening's name, if they lead from the start position to `reached`; else empty.
fn ballot(record: &RecordedGame, reached: &Position) -> Vec<Move> {
    let mut position = Position::start();
    let mut played = Vec::new();
    for word in record.opening.split_whitespace() {
        let Ok(mv) = position.read_move(word) else { return Vec::new() };
        played.push(mv);
        position = position.play(mv);
    }
    if position == *reached { played } else { Vec::new() }
}

/// The moves of the ballot, and those that were played.
fn turns(record: &RecordedGame, positions: &[Position], ballot: &[Move]) -> Vec<Turn> {
    let mut turns: Vec<_> = ballot.iter().copied().map(Turn::plain).collect();
    if let Some(last) = turns.last_mut() {
        last.comments.push("ballot".to_string());
    }
    for (turn, position) in record.turns.iter().zip(positions) {
        // The positions were found by these very moves.
        let Ok(mv) = position.read_move(&turn.mv) else { break };
        turns.push(Turn { comments: vec![format!("{:.3}", turn.charged)], ..Turn::plain(mv) });
    }
    turns
}

fn outcome(record: &RecordedGame) -> Option<PdnResult> {
    match record.winner() {
        Some(side) => Some(PdnResult::Won(side)),
        None if record.ending.kind() == EndingKind::Drawn => Some(PdnResult::Drawn),
        None => None,
    }
}

fn tags(
    record: &RecordedGame,
    ballot_plies: usize,
    event: &str,
    date: Option<&str>,
) -> Vec<(&'static str, String)> {
    let winner = match outcome(record) {
        Some(PdnResult::Won(side)) => side.to_string(),
        Some(PdnResult::Drawn) => "Draw".to_string(),
        None => "None".to_string(),
    };
    let mut tags = vec![
        ("Event", event.to_string()),
        ("Site", format!("crownhead referee, profile {}", record.profile)),
        ("Date", date.map_or(UNKNOWN_DATE.to_string(), |date| date.replace('-', "."))),
        ("Round", record.id.to_string()),
        ("Black", record.black.name.to_string()),
        ("White", record.white.name.to_string()),
        ("BlackSeconds", record.black.seconds.to_string()),
        ("WhiteSeconds", record.white.seconds.to_string()),
        ("PlyCount", (ballot_plies + record.turns.len()).to_string()),
        ("Termination", record.ending.to_string()),
        ("BlackLeft", format!("{:.3}", record.black.left)),
        ("WhiteLeft", format!("{:.3}", record.white.left)),
        ("Winner", winner),
    ];
    if let Some(side) = record.winner_on_time() {
        tags.push(("WinnerOnTime", side.to_string()));
    }
    if ballot_plies > 0 {
        tags.push(("Opening", record.opening.to_string()));
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::rules::Ending;
    use games::board::Side;

    /// The moves of a text: neither tags, numbers, comments nor the end.
    fn moves_of(text: &str) -> Vec<String> {
        let body = text.split("\n\n").nth(1).expect("tags and moves");
        body.split_whitespace()
            .filter(|word| word.contains(['-', 'x']) && !word.starts_with('{'))
            .map(str::to_string)
            .collect()
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
            assert_eq!(Some(&position), record.positions::<Position>().expect("the same").last());
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
        assert!(white_lost.contains("[Event \"a \\\"test\\\"\"]"));
        record.ending = Ending::Repetition;
        let drawn = text(&record);
        assert!(
            drawn.contains("[Result \"1/2-1/2\"]") && drawn.contains("[WinnerOnTime \"White\"]")
        );
    }

    #[test]
    fn another_start_is_set_up_and_white_may_move_first() {
        let rows = "......../......../...B..../......../......../..W...../......../........";
        let mut record = random_record(1, Ending::MaxPlies);
        record.board = rows.into();
        record.begins = Side::White;
        record.turns.truncate(1);
        record.turns[0].mv = "22-18".to_string();
        let text = game(&record, "test", Some("2026-11-21")).expect("a game");
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"W:WK22:BK10\"]"), "{text}");
        assert!(text.contains("1. 22-18 {0.250} *"), "{text}");
    }

    fn of_ballot(opening: &str, turns: usize) -> RecordedGame {
        let mut record = random_record(1, Ending::Malformed);
        let mut position = Position::start();
        for word in opening.split(' ') {
            position = position.play(position.read_move(word).expect("legal"));
        }
        record.opening = opening.into();
        record.board = position.rows_text('/');
        record.begins = position.side_to_move();
        record.turns.truncate(turns);
        for turn in &mut record.turns {
            let legal = position.move_list();
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
                assert_eq!(position, record.last_position::<Position>().expect("the same"));
            }
        }
    }

    #[test]
    fn a_name_that_does_not_lead_to_the_board_is_no_ballot() {
        let mut record = of_ballot("9-13 21-17 5-9", 2);
        record.opening = "9-13 21-17 6-9".into();
        let text = game(&record, "test", None).expect("a game");
        assert!(text.contains("[FEN \"W:") && text.contains("\n1. "), "{text}");
    }

    #[test]
    fn the_date_is_written_with_points_and_may_be_unknown() {
        assert!(text_on(Some("2026-11-21")).contains("[Date \"2026.11.21\"]"));
        assert!(text_on(None).contains("[Date \"????.??.??\"]"));
    }

    fn text_on(date: Option<&str>) -> String {
        game(&random_record(1, Ending::NoMoves), "test", date).expect("a game")
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
