//! The command line of a program: its help fits the window, and a wrong value is told in one
//! sentence of ours.
//!
//! Help has lines of about 100 columns. In a window that is narrower, paragraphs are joined and
//! broken again at words, and what an example or an option does stands below it.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error, FromArgMatches};
use std::env;
use std::error::Error as _;
use std::io::{Write, stderr, stdout};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::process::exit;

/// The exit code of a wrong command line.
const USAGE: i32 = 2;
/// The blanks before what an example does, in a narrow window.
const BELOW: usize = 6;
/// A line indented by this many blanks says what the line above does.
const DEEP: usize = 10;

/// Parses the words of this process. Prints help or an error, and ends the process, where `clap`
/// would.
pub fn parse<C: CommandFactory + FromArgMatches>() -> C {
    parse_as(C::command())
}

/// As [`parse`], where the command depends on more.
pub fn parse_as<C: FromArgMatches>(command: Command) -> C {
    let mut command = with_numbers_below_zero(command);
    let name = command.get_name().to_string();
    let parsed = command.try_get_matches_from_mut(env::args_os());
    let parsed = parsed.and_then(|mut matches| C::from_arg_matches_mut(&mut matches));
    parsed.unwrap_or_else(|error| refuse(&name, &error))
}

/// Ends the process with help, or with what is wrong. A closed output changes nothing.
fn refuse(name: &str, error: &Error) -> ! {
    if let Some(sentence) = value_sentence(error) {
        let _ = writeln!(stderr(), "{name}: {sentence}");
        exit(USAGE)
    }
    let text = error.render().to_string();
    match window().filter(|&width| text.lines().any(|line| line.chars().count() > width)) {
        Some(width) if error.use_stderr() => {
            let _ = stderr().write_all(fitted(&text, width).as_bytes());
            exit(USAGE)
        }
        Some(width) => {
            let _ = stdout().write_all(fitted(&text, width).as_bytes());
            exit(0)
        }
        None => error.exit(),
    }
}

/// The columns of the window, or those that the environment tells; `None` for a file or a pipe.
pub fn window() -> Option<usize> {
    let told = || env::var("COLUMNS").ok()?.parse().ok();
    let width = console::Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
    width.or_else(told).map(|width| width.max(20))
}

/// With numbers below 0 as values, so that an option tells what it takes.
fn with_numbers_below_zero(command: Command) -> Command {
    command
        .mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(with_numbers_below_zero)
}

/// Help for a window of this width.
fn fitted(text: &str, width: usize) -> String {
    let mut fitted = String::new();
    for line in joined(text).lines() {
        let parts = if line.starts_with(' ') && line.chars().count() > width {
            example(line)
        } else {
            vec![line.to_string()]
        };
        parts.iter().for_each(|part| fitted += &broken(part, width));
    }
    fitted
}

/// The text with each paragraph in one line.
pub(crate) fn joined(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match lines.last_mut() {
            Some(last) if !stands_alone(last) && !last.ends_with(':') && !stands_alone(line) => {
                *last += &format!(" {line}");
            }
            _ => lines.push(line.to_string()),
        }
    }
    lines.join("\n")
}

fn stands_alone(line: &str) -> bool {
    line.is_empty() || line.starts_with(' ')
}

/// A line `  example   what it does` as two lines; what it does may have a line of its own.
pub(crate) fn example(line: &str) -> Vec<String> {
    let words = line.trim_start();
    let blanks = line.len() - words.len();
    match words.split_once("  ") {
        _ if blanks > DEEP => vec![format!("{:BELOW$}{words}", "")],
        Some((example, what)) => {
            let (below, what) = (blanks + 4, what.trim_start());
            vec![format!("{:blanks$}{example}", ""), format!("{:below$}{what}", "")]
        }
        None => vec![line.to_string()],
    }
}

/// A line that is too long broken at words; the blanks at its beginning stand before each part.
pub fn broken(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return format!("{line}\n");
    }
    let words = line.trim_start();
    let blanks = (line.len() - words.len()).min(DEEP);
    let mut text = String::new();
    let mut column = 0;
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length <= width {
            text.push(' ');
            column += 1;
        } else {
            text.push_str(if column > 0 { "\n" } else { "" });
            text.push_str(&" ".repeat(blanks));
            column = blanks;
        }
        text.push_str(word);
        column += length;
    }
    text + "\n"
}

/// What is wrong with the value of an option; `None` for other errors.
fn value_sentence(error: &Error) -> Option<String> {
    if !matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) {
        return None;
    }
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) else {
        return None;
    };
    let option = option.split(" <").next()?;
    let reason = match (error.get(ContextKind::ValidValue), error.source()) {
        (Some(ContextValue::Strings(words)), _) if words.is_empty() => {
            "write one, or leave it out".to_string()
        }
        (Some(ContextValue::Strings(words)), _) => format!("write {}", one_of(words)),
        (_, Some(source)) => match source.downcast_ref::<ParseIntError>() {
            Some(error) => number_reason(error).to_string(),
            None if source.is::<ParseFloatError>() => "write a number".to_string(),
            None => in_our_words(&source.to_string()),
        },
        (_, None) => return None,
    };
    let value = crate::visible::cut(value, 60);
    let value = if value.is_empty() { "without a value".to_string() } else { value };
    Some(format!("{option} {value}: {reason}"))
}

/// The limits of a range, as `clap` has them: `0 is not in 1..=200`.
fn in_our_words(reason: &str) -> String {
    let range = reason.split_once(" is not in ").map(|(_, range)| range);
    let ends = range.and_then(|range| range.split_once("..="));
    ends.map_or(reason.to_string(), |(least, most)| {
        format!("write a whole number from {least} to {most}")
    })
}

/// `a, b or c`.
fn one_of(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

fn number_reason(error: &ParseIntError) -> &'static str {
    match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "this number is too large",
        IntErrorKind::Zero => "write a whole number above 0",
        _ => "write a whole number, in digits alone",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::num::NonZeroU64;

    #[derive(Debug, Parser)]
    #[command(name = "toy")]
    struct Toy {
        #[arg(long, value_name = "N")]
        nodes: Option<NonZeroU64>,
        #[arg(long, value_parser = crate::values::seconds_in(1.0..=9.0))]
        time: Option<f64>,
        #[arg(long, value_parser = ["loa", "tablut"])]
        game: Option<String>,
    }

    fn told(words: &[&str]) -> Option<String> {
        let mut command = with_numbers_below_zero(Toy::command());
        let words = ["toy"].iter().chain(words);
        value_sentence(&command.try_get_matches_from_mut(words).expect_err("wrong"))
    }

    #[test]
    fn a_wrong_value_is_told_in_one_sentence() {
        for (words, sentence) in [
            (["--nodes", "1e6"], "--nodes 1e6: write a whole number, in digits alone"),
            (["--nodes", "0"], "--nodes 0: write a whole number above 0"),
            (["--nodes", "-1"], "--nodes -1: write a whole number, in digits alone"),
            (["--time", "-1"], "--time -1: write a number of seconds from 1 to 9"),
            (["--game", "chess"], "--game chess: write loa or tablut"),
        ] {
            assert_eq!(told(&words).as_deref(), Some(sentence));
        }
        assert_eq!(told(&["--other", "1"]), None);
    }

    #[test]
    fn help_fits_the_window_word_by_word() {
        let text = "Examples:\n  toy --nodes 5     looks at five of them\n\nA long text\nends.\n\
                    \x20     --game <NAME>  Which game is played";
        let narrow = [
            "Examples:",
            "  toy --nodes 5",
            "      looks at five of",
            "      them",
            "",
            "A long text ends.",
            "      --game <NAME>",
            "          Which game",
            "          is played",
            "",
        ];
        assert_eq!(fitted(text, 22), narrow.join("\n"));
        assert!(fitted(text, 80).contains("\nA long text ends.\n"));
    }
}
