//! What the engine answers, one line each.

use crate::line::is_plain;
use crate::moves;
use crate::params::{Declared, Kind};
use games::checkers::Move;
use search::{Ply, Score};
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Who we are.
    Id,
    /// A parameter that can be set.
    Param(Declared),
    /// All parameters were told.
    Wait,
    /// `init` is done.
    Ready,
    /// Here we are.
    Pong,
    /// What a search has found so far.
    Info(Info),
    /// The result of a search.
    Done(Found),
    /// What is wrong; the engine goes on.
    Error(String),
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The last depth that was finished, in plies; 0 without a search.
    pub depth: i16,
    /// The score for the side to move, if it is known.
    pub score: Option<Score>,
    /// Nodes visited.
    pub nodes: u64,
    /// Since the search was asked for.
    pub time: Duration,
    /// The best moves of both sides in turn.
    pub line: Vec<Move>,
    /// Where the move comes from.
    pub source: Source,
}

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From a search.
    Search,
    /// It is the only one, or all moves have one result.
    Forced,
    /// From the endgame tables.
    Tables,
    /// From the opening book.
    Book,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// What the opponent is expected to answer.
    pub reply: Option<Move>,
}

/// The score of a won game, in men, less a hundredth for each ply to its end.
const WIN: i32 = 100;
/// The same for a won ending of the tables, less a hundredth for each ply until it is reached.
const TABLEBASE_WIN: i32 = 90;
/// An evaluation is told as no more than so many men: a larger score tells a win.
const MOST_MEN: i32 = 80;

impl Display for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Id => {
                let version = env!("CARGO_PKG_VERSION");
                write!(f, "id name=Crownhead version={version} author=\"The Crownhead engineers\"")
            }
            Answer::Param(declared) => param(f, declared),
            Answer::Wait => f.write_str("wait"),
            Answer::Ready => f.write_str("ready"),
            Answer::Pong => f.write_str("pong"),
            Answer::Info(found) => info(f, found),
            Answer::Done(found) => {
                f.write_str("done")?;
                found.best.map_or(Ok(()), |mv| pair(f, "move", &moves::write(mv)))?;
                found.reply.map_or(Ok(()), |mv| pair(f, "ponder", &moves::write(mv)))
            }
            Answer::Error(message) => {
                f.write_str("error")?;
                pair(f, "message", message)
            }
        }
    }
}

fn param(f: &mut Formatter<'_>, Declared { name, value, kind }: &Declared) -> fmt::Result {
    f.write_str("param")?;
    pair(f, "name", name)?;
    pair(f, "value", value)?;
    match kind {
        Kind::Bool => pair(f, "type", "bool"),
        Kind::Text => pair(f, "type", "string"),
        Kind::Int(range) => write!(f, " type=int min={} max={}", range.start(), range.end()),
        Kind::Enum(words) => {
            pair(f, "type", "enum")?;
            pair(f, "values", &words.join(" "))
        }
    }
}

fn info(f: &mut Formatter<'_>, info: &Info) -> fmt::Result {
    write!(f, "info depth={}", info.depth)?;
    if let Some(score) = info.score {
        let hundredths = hundredths_of_a_man(score);
        let sign = if hundredths < 0 { "-" } else { "" };
        let (men, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        write!(f, " score={sign}{men}.{rest:02}")?;
    }
    let seconds = info.time.as_secs_f64();
    let millions = info.nodes as f64 / 1e6 / seconds.max(1e-6);
    write!(f, " nodes={} time={seconds:.3}", info.nodes)?;
    if info.nodes > 0 {
        write!(f, " nps={millions:.2}")?;
    }
    write!(f, " pv=\"{}\"", moves::write_all(&info.line))?;
    match info.source {
        Source::Search => Ok(()),
        Source::Forced => pair(f, "source", "forced"),
        Source::Tables => pair(f, "source", "tables"),
        Source::Book => pair(f, "source", "book"),
    }
}

/// The score as GUIs of this protocol read it: 99.91 wins in nine plies, 89.96 reaches a won
/// ending of the tables in four.
fn hundredths_of_a_man(score: Score) -> i32 {
    let units = score.units();
    let plies = |highest: Score| highest.units() - units.abs();
    let size = if score.is_mate() {
        100 * WIN - plies(Score::win_in(Ply::ROOT))
    } else if score.is_decisive() {
        100 * TABLEBASE_WIN - plies(Score::tablebase_win(Ply::ROOT))
    } else {
        units.abs().min(100 * MOST_MEN)
    };
    size * units.signum()
}

/// Writes an argument with a blank before it. A quote cannot be written; it becomes an apostrophe.
fn pair(f: &mut Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    if !value.is_empty() && value.chars().all(is_plain) {
        return write!(f, " {name}={value}");
    }
    let value: String = value
        .chars()
        .map(|c| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    write!(f, " {name}=\"{value}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Line;
    use crate::params::Params;
    use proptest::prelude::{any, proptest};

    fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
        let line = Line::read(line).expect("well formed").expect("not blank");
        line.arguments
            .into_iter()
            .find(|argument| argument.name.text == name)?
            .value
            .map(|value| value.text)
    }

    fn scored(score: Score) -> String {
        let info = Info {
            depth: 7,
            score: Some(score),
            nodes: 2_000_000,
            time: Duration::from_millis(500),
            line: Vec::new(),
            source: Source::Search,
        };
        Answer::Info(info).to_string()
    }

    #[test]
    fn scores_are_men_and_wins_are_near_100_or_90() {
        let scores = [
            (Score::DRAW, "0.00"),
            (Score::from_eval(-5), "-0.05"),
            (Score::from_eval(123), "1.23"),
            (Score::from_eval(30_000), "80.00"),
            (Score::win_in(Ply::new(9)), "99.91"),
            (Score::loss_in(Ply::new(2)), "-99.98"),
            (Score::tablebase_win(Ply::new(4)), "89.96"),
            (Score::tablebase_loss(Ply::new(100)), "-89.00"),
        ];
        for (score, text) in scores {
            assert_eq!(value(&scored(score), "score"), Some(text));
        }
    }

    #[test]
    fn speed_is_told_in_millions_of_nodes() {
        let line = scored(Score::DRAW);
        assert_eq!(value(&line, "nps"), Some("4.00"));
        assert_eq!(value(&line, "time"), Some("0.500"));
        assert_eq!(value(&line, "pv"), Some(""));
    }

    #[test]
    fn every_parameter_is_a_line_with_its_value() {
        for declared in Params::default().declared() {
            let line = Answer::Param(declared.clone()).to_string();
            assert_eq!(value(&line, "name"), Some(declared.name));
            assert_eq!(value(&line, "value"), Some(&*declared.value));
            // pydraughts splits at blanks outside of quotes, and each part at `=`.
            assert!(line.split(' ').skip(1).all(|word| word.matches('=').count() <= 1));
        }
    }

    #[test]
    fn without_a_move_nothing_is_told_of_it() {
        assert_eq!(Answer::Done(Found::default()).to_string(), "done");
    }

    proptest! {
        #[test]
        fn every_message_is_one_line_that_can_be_read(message in any::<String>()) {
            let line = Answer::Error(message.clone()).to_string();
            assert!(!line.contains('\n'));
            let read = value(&line, "message").expect("a value");
            assert_eq!(read.chars().count(), message.chars().count());
        }
    }
}
