//! What a game has to say to be graded: its default scheme, its opponents, what its programs leave
//! open, and how a move is asked for again by hand.

use crate::scheme::{BaseScheme, GameScheme};
use formats::Request;
use games::board::Side;
use games::{Game, Named, amazons, checkers, loa, tablut};
use referee::journal::{DrawRule, RecordedGame};
use referee::play::MatchGame;
use referee::players::Carry;
use referee::rules::{AnswerForm, OpeningMode, Profile, moves_to};
use referee::schedule::board_text;
use std::time::Duration;

pub trait Graded: MatchGame + Named {
    /// A scheme that has a name, with comments, as a file to begin from.
    fn scheme(base: BaseScheme) -> &'static str;
    const OPPONENT: &'static str;

    fn opponent_args(depth: u32, seed: u64) -> Vec<String>;

    /// What a scheme asks for that this game does not have.
    fn refused(scheme: &GameScheme) -> Option<&'static str>;

    /// A shell command that asks the student's program, which `start` starts, for the last move
    /// again.
    fn ask_again(record: &RecordedGame, side: Side, start: &str) -> Option<String>;
}

impl Graded for checkers::Position {
    const OPPONENT: &'static str = "reference";

    fn scheme(base: BaseScheme) -> &'static str {
        match base {
            BaseScheme::Assignment => include_str!("scheme.toml"),
            BaseScheme::Classic => include_str!("scheme_classic.toml"),
        }
    }

    fn opponent_args(depth: u32, seed: u64) -> Vec<String> {
        let strength = match depth {
            0 => vec!["--random".to_string()],
            depth => vec!["--depth".to_string(), depth.to_string()],
        };
        [strength, vec!["--seed".to_string(), seed.to_string()]].concat()
    }

    fn refused(_: &GameScheme) -> Option<&'static str> {
        None
    }

    fn ask_again(record: &RecordedGame, side: Side, start: &str) -> Option<String> {
        let position: Self = record.last_position().ok()?;
        let player = record.player(side);
        let left = player.left + record.last_charge.unwrap_or(0.0);
        let asking = record.asking(&board_text(&Self::start()));
        let remaining = asking.time_of_move(Duration::try_from_secs_f64(left).ok()?);
        let remaining = remaining.max(Duration::from_millis(10));
        let text = Request { play: asking.play, remaining, position }.text();
        let input = text.replace('\n', "\\n");
        Some(format!("printf '{input}' > input.txt; {start}; cat output.txt"))
    }
}

fn refused_by_text_programs(scheme: &GameScheme) -> Option<&'static str> {
    if scheme.profile != Profile::Spec {
        Some("profile = \"course\" is for checkers")
    } else if scheme.answers != AnswerForm::Lenient {
        Some("answers = \"exact\" is for checkers; a text program announces its moves")
    } else if scheme.opening_mode != OpeningMode::Game {
        Some("opening_mode is for checkers; text programs are sent the moves of an opening")
    } else if scheme.carry != Carry::Nothing {
        Some("carry = \"files\" is for checkers; a text program finds files by its own path")
    } else if scheme.draws == DrawRule::Time {
        Some("draws = \"time\" is for checkers; a tie has no winner on time")
    } else {
        None
    }
}

/// All moves up to the last one, and whose turn it is, as lines of a person.
fn lines_again<G: Graded>(record: &RecordedGame, side: Side, start: &str) -> Option<String> {
    let positions = record.positions::<G>().ok()?;
    let opening = moves_to(&record.opening, positions.first()?)?;
    let mut moves = Vec::new();
    let mut position = G::start();
    for mv in opening {
        moves.push(position.move_text(mv));
        position = position.play(mv);
    }
    let played = positions
        .iter()
        .zip(&record.turns)
        .filter(|(position, _)| position.forced_pass().is_none());
    moves.extend(played.map(|(_, turn)| turn.mv.clone()));
    let manual = ["manual black", "manual white"].map(str::to_string);
    let auto = format!("auto {}", side.to_string().to_lowercase());
    let lines = manual.into_iter().chain(moves).chain([auto]);
    let lines: Vec<_> = lines.map(|line| format!("'{line}'")).collect();
    Some(format!("printf '%s\\n' {} | {start}", lines.join(" ")))
}

macro_rules! graded_text_games {
    ($($Position:ty),*) => {$(
        impl Graded for $Position {
            const OPPONENT: &'static str = <$Position as MatchGame>::PROGRAM;

            fn scheme(base: BaseScheme) -> &'static str {
                match base {
                    BaseScheme::Assignment => include_str!("text_scheme.toml"),
                    BaseScheme::Classic => include_str!("text_scheme_classic.toml"),
                }
            }

            fn opponent_args(depth: u32, seed: u64) -> Vec<String> {
                let words = ["--plain", &depth.to_string(), "--seed", &seed.to_string()];
                words.map(str::to_string).to_vec()
            }

            fn refused(scheme: &GameScheme) -> Option<&'static str> {
                refused_by_text_programs(scheme)
            }

            fn ask_again(record: &RecordedGame, side: Side, start: &str) -> Option<String> {
                lines_again::<Self>(record, side, start)
            }
        }
    )*};
}

graded_text_games!(loa::Position, tablut::Position, amazons::Position);

#[cfg(test)]
mod tests {
    use super::*;
    use formats::Play;
    use referee::rules::Ending;
    use referee::testing::random_record;

    #[test]
    fn a_forfeited_game_of_checkers_can_be_asked_for_again() {
        let record = random_record(3, Ending::Malformed);
        let command = checkers::Position::ask_again(&record, record.to_move(), "./homework")
            .expect("a command");
        let input = command.split('\'').nth(1).expect("quoted").replace("\\n", "\n");
        let request = Request::parse(&input).expect("a request");
        let last: checkers::Position = record.last_position().expect("by the rules");
        assert_eq!((request.position.key(), request.play), (last.key(), Play::Game));
    }

    #[test]
    fn a_game_from_an_opening_is_asked_for_again_as_a_single_move() {
        let mut record = random_record(3, Ending::Malformed);
        let after: checkers::Position = record.positions().expect("by the rules")[2];
        (record.board, record.begins) = (board_text(&after), after.side_to_move());
        record.turns.drain(..2);
        record.opening_mode = OpeningMode::Single;
        record.black.left = 100.0;
        record.white.left = 100.0;
        let command = checkers::Position::ask_again(&record, record.to_move(), "./homework")
            .expect("a command");
        assert!(command.starts_with("printf 'SINGLE\\n"), "{command}");
        assert!(command.contains("\\n2.5\\n"), "a fortieth: {command}");
    }
}
