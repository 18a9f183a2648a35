//! The games of a match between text programs, as commands that these programs and scripts of
//! `harness` read: who played, the moves with those of the opening, the result.

use crate::error::JournalError;
use crate::journal::RecordedGame;
use crate::rules::{Refereed, moves_to};
use cli::visible;
use games::{Named, with_game};

/// The text of one game, followed by a blank line.
pub fn game(record: &RecordedGame) -> Result<String, JournalError> {
    let opening = with_game!(record.game, G => opening_moves::<G>(record))?;
    let title = format!(
        "# game {}: {} (Black) against {} (White)",
        record.id, record.black.name, record.white.name
    );
    let result = format!("# {}", record.result_text());
    let moves = opening.iter().chain(record.turns.iter().map(|turn| &turn.mv));
    let commands = ["new", "manual black", "manual white"].map(str::to_string);
    let lines = [title].into_iter().chain(commands).chain(moves.cloned()).chain([result]);
    Ok(lines.map(|line| visible::line(&line).into_owned() + "\n").collect::<String>() + "\n")
}

/// The moves of the opening; none if these are not known. Fails if a move is not legal.
fn opening_moves<G: Refereed + Named>(record: &RecordedGame) -> Result<Vec<String>, JournalError> {
    let positions = record.positions::<G>()?;
    let mut position = G::start();
    let text = |mv: G::Move| {
        let text = position.move_text(mv);
        position = position.play(mv);
        text
    };
    let moves = moves_to(&record.opening, &positions[0]).unwrap_or_default();
    Ok(moves.into_iter().map(text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::RecordedTurn;
    use crate::journal::random::random_record;
    use crate::rules::{Ending, move_between};
    use games::{Game, GameName, Notation, Walker, loa};

    #[test]
    fn the_moves_lead_from_the_start_to_the_last_board() {
        let mut walker = Walker::new(7);
        let positions = walker.game(loa::Position::start(), 12);
        let mv = |pair: &[loa::Position]| {
            let mv = move_between(&pair[0], &pair[1]);
            pair[0].move_text(mv.expect("one was played"))
        };
        let moves: Vec<String> = positions.windows(2).map(mv).collect();
        let mut record = random_record(1, Ending::MaxPlies);
        record.game = GameName::Loa;
        record.opening = moves[..4].join(" ");
        record.board = positions[4].board_text().replace('\n', "/");
        record.turns =
            moves[4..].iter().map(|mv| RecordedTurn { mv: mv.clone(), charged: 0.5 }).collect();
        let text = game(&record).expect("by the rules");
        assert_eq!(
            text.lines()
                .filter(|line| line.contains('-') && !line.starts_with('#'))
                .collect::<Vec<_>>(),
            moves
        );
        assert!(text.ends_with("# tied (limit of plies)\n\n"), "{text}");
    }
}
