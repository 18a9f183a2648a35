//! The answers to the GUI, one line each.

use crate::engine::{BestMove, EngineProblem, MoveSource, SearchInfo};
use crate::protocol::line::is_plain;
use crate::protocol::moves;
use crate::protocol::params::{Param, ParamKind};
use cli::visible;
use search::{Ply, Score};

/// The score of a won game, in men, less a hundredth for each ply to its end.
const WIN: i32 = 100;
/// The same for a won ending of the tables, less a hundredth for each ply until it is reached.
const TABLEBASE_WIN: i32 = 90;
/// The most men that an evaluation is shown as: a larger score means a win.
const MOST_MEN: i32 = 80;

pub fn id() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("id name=Crownhead version={version} author=\"The Crownhead engineers\"")
}

/// A parameter that can be set, with its value.
pub fn param(param: &Param) -> String {
    let Param { name, value, kind } = param;
    let start = format!("param{}{}", pair("name", name), pair("value", value));
    let kind = match kind {
        ParamKind::Bool => " type=bool".to_string(),
        ParamKind::Text => " type=string".to_string(),
        ParamKind::Int(range) => format!(" type=int min={} max={}", range.start(), range.end()),
        ParamKind::Enum(words) => format!(" type=enum{}", pair("values", &words.join(" "))),
    };
    start + &kind
}

/// A line for each depth; without `score` and `nps` where there is none.
pub fn info(info: &SearchInfo) -> String {
    let score = info.score.map_or(String::new(), |score| {
        let hundredths = hundredths_of_a_man(score);
        let sign = if hundredths < 0 { "-" } else { "" };
        let (men, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        format!(" score={sign}{men}.{rest:02}")
    });
    let (nodes, seconds) = (info.nodes, info.time.as_secs_f64());
    let millions = nodes as f64 / 1e6 / seconds.max(1e-6);
    let speed = if nodes > 0 { format!(" nps={millions:.2}") } else { String::new() };
    let source = match info.source {
        MoveSource::Search => "",
        MoveSource::Forced => " source=forced",
        MoveSource::Tables => " source=tables",
        MoveSource::Book => " source=book",
    };
    let (depth, line) = (info.depth, moves::write_all(&info.line));
    format!(
        "info depth={depth}{score} nodes={nodes} time={seconds:.3}{speed} pv=\"{line}\"{source}"
    )
}

pub fn done(best: &BestMove) -> String {
    let moves = [("move", best.mv), ("ponder", best.reply)];
    let told = moves.map(|(name, mv)| mv.map(|mv| pair(name, &moves::write(mv))));
    format!("done{}", told.into_iter().flatten().collect::<String>())
}

/// An error of the GUI or of the system. The engine goes on.
pub fn error(message: &str) -> String {
    format!("error{}", pair("message", message))
}

/// The sentences say how the engine goes on, and what to do about it.
pub fn problem(problem: &EngineProblem) -> String {
    error(&match problem {
        EngineProblem::Tables(error) => {
            format!("{error}; going on with the tables that are compiled in")
        }
        EngineProblem::Memory { asked, granted } => format!(
            "the system has no {} MB for the table; going on with {} MB, and \
             `set-param name=tt-size` asks for less",
            asked >> 20,
            granted >> 20
        ),
        EngineProblem::Internal => {
            "an internal error: please report it with the lines of this conversation".to_string()
        }
    })
}

/// The score as GUIs of this protocol read it: 99.91 wins in nine plies, 89.96 reaches a won
/// ending of the tables in four.
fn hundredths_of_a_man(score: Score) -> i32 {
    let units = score.units();
    let size = if score.is_mate() {
        100 * WIN - (Score::win_in(Ply::ROOT).units() - units.abs())
    } else if score.is_decisive() {
        100 * TABLEBASE_WIN - (Score::tablebase_win(Ply::ROOT).units() - units.abs())
    } else {
        units.abs().min(100 * MOST_MEN)
    };
    size * units.signum()
}

/// An argument with a blank before it. A quote cannot be written; it becomes an apostrophe. What is
/// hidden in the value is shown.
fn pair(name: &str, value: &str) -> String {
    let value = visible::line(value);
    if !value.is_empty() && value.chars().all(is_plain) {
        return format!(" {name}={value}");
    }
    format!(" {name}=\"{}\"", value.replace('"', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::line::HubLine;
    use crate::protocol::params::Params;
    use proptest::prelude::{any, proptest};
    use std::time::Duration;

    fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
        let line = HubLine::read(line).expect("well formed").expect("not blank");
        line.arguments
            .into_iter()
            .find(|argument| argument.name.text == name)?
            .value
            .map(|value| value.text)
    }

    fn scored(score: Score) -> String {
        let found = SearchInfo {
            depth: 7,
            score: Some(score),
            nodes: 2_000_000,
            time: Duration::from_millis(500),
            line: Vec::new(),
            source: MoveSource::Search,
        };
        info(&found)
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
    fn speed_is_in_millions_of_nodes() {
        let line = scored(Score::DRAW);
        assert_eq!(value(&line, "nps"), Some("4.00"));
        assert_eq!(value(&line, "time"), Some("0.500"));
        assert_eq!(value(&line, "pv"), Some(""));
    }

    #[test]
    fn every_parameter_is_a_line_with_its_value() {
        for param in Params::default().all() {
            let line = self::param(&param);
            assert_eq!(value(&line, "name"), Some(param.name));
            assert_eq!(value(&line, "value"), Some(&*param.value));
            // pydraughts splits at blanks outside of quotes, and each part at `=`.
            assert!(line.split(' ').skip(1).all(|word| word.matches('=').count() <= 1));
        }
    }

    #[test]
    fn without_a_move_none_is_named() {
        assert_eq!(done(&BestMove::default()), "done");
    }

    proptest! {
        #[test]
        fn every_message_is_one_line_that_can_be_read(message in any::<String>()) {
            let line = error(&message);
            assert!(!line.contains('\n'));
            let read = value(&line, "message").expect("a value");
            assert_eq!(read, visible::line(&message).replace('"', "'"));
        }
    }
}
