//! The checks of a text program, as a table that is text: `loa.txt`, `tablut.txt`, `amazons.txt`.
//!
//! A check is a paragraph: `[GROUP] NAME`, a sentence that says what is asked, and steps.
//!
//! | step | the referee |
//! |---|---|
//! | `> LINE` | sends the line |
//! | `play MOVES` | sends these moves, which are legal, and plays them on its own board |
//! | `played MOVE` | plays a move that was sent in another form |
//! | `new` | sends `new` and sets up its own board anew |
//! | `board` | sends `dump`: nothing was announced, and the board is its own |
//! | `shows`, then lines with a bar | the same, but the dump is these lines, character for character |
//! | `like`, then lines with a bar | the same, but blanks do not count |
//! | `seen` | the program shows its board without being asked now, since a file has done so |
//! | `answer [SECONDS]` | expects a legal move, within so much CPU time, and plays it |
//! | `reply` | sends the first legal move, by its text, that does not end the game |
//! | `win N` | expects moves that win in N moves against every defense |
//! | `game SECONDS` | expects legal moves to the end of the game, and the result |
//! | `result [RESULT]` | expects this result, else that of its own board |
//! | `over` | sends `dump` and reads up to the board, whatever it is and was announced before |
//! | `same` | sends `dump`: the board is that of `over`, which a wrong rule may have made |
//! | `told` | since the start it has printed a line that is no board, move, result or error |
//! | `prompts N` | at least N prompts have been printed so far |
//! | `quit`, `end` | sends `quit`, or ends the input: the program ends with exit code 0 |
//! | `args WORDS` | starts the program with these arguments, too |
//! | `file NAME`, then lines with a bar | puts a file with these lines into its directory before |
//! | `holds NAME WORDS` | the file has lines in which these words stand, in this order |
//! | `output NAME` | the file has a dump, which shows the referee's own board |
//! | `twice` | the whole check runs twice, and both times the same moves are announced |

use crate::checks::test_result::CheckTitle;
use crate::error::ClassError;
use std::str::FromStr;
use std::time::Duration;

/// CPU time for a move, if a check says nothing else. The testers of the courses have a limit of 10
/// s; a slower program fails the check that asks for that, and no other.
const MOVE_TIME: u64 = 30;

#[derive(Debug)]
pub struct TextCheck {
    pub title: CheckTitle,
    pub args: Vec<&'static str>,
    pub file: Option<CheckFile>,
    pub runs: CheckRuns,
    pub steps: Vec<TextStep>,
}

#[derive(Debug)]
pub struct CheckFile {
    pub name: &'static str,
    pub lines: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckRuns {
    Once,
    /// And the same moves must be announced.
    Twice,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextStep {
    Send(&'static str),
    Play(&'static str),
    Played(&'static str),
    New,
    Board,
    Shows(Vec<&'static str>),
    Like(Vec<&'static str>),
    Seen,
    Answer(Duration),
    Reply,
    Win(u32),
    Game(Duration),
    /// `None`: what the referee's own board says.
    Result(Option<&'static str>),
    Over,
    Same,
    Told,
    Prompts(usize),
    Quit,
    EndOfInput,
    Holds(&'static str, Vec<&'static str>),
    Output(&'static str),
}

/// Reads a table; the error names the check and the line.
pub fn parse(table: &'static str) -> Result<Vec<TextCheck>, ClassError> {
    paragraphs(table)?.into_iter().map(check).collect()
}

/// The checks of a table, each with the lines of its steps.
pub fn paragraphs(table: &'static str) -> Result<Vec<(CheckTitle, Vec<&'static str>)>, ClassError> {
    let texts = table.split("\n\n").map(str::trim_end);
    texts
        .filter(|text| !is_comment(text))
        .map(|text| {
            let mut lines = text.trim_start_matches('\n').lines();
            let head = lines.next().unwrap_or_default();
            let title = head.strip_prefix('[').and_then(|rest| rest.split_once("] "));
            let (group, name) = title.ok_or_else(|| format!("{head}: no [GROUP] NAME"))?;
            let asks = lines.next().ok_or_else(|| format!("{name}: it asks nothing"))?;
            Ok((CheckTitle { name, asks, group: Some(group) }, lines.collect()))
        })
        .collect()
}

fn is_comment(text: &str) -> bool {
    text.lines().all(|line| line.is_empty() || line.starts_with('#'))
}

fn check((title, lines): (CheckTitle, Vec<&'static str>)) -> Result<TextCheck, ClassError> {
    let name = title.name;
    let (args, file, steps) = (Vec::new(), None, Vec::new());
    let mut check = TextCheck { title, args, file, runs: CheckRuns::Once, steps };
    let mut in_file = false;
    for line in lines {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "args" => check.args = rest.split(' ').collect(),
            "file" => check.file = Some(CheckFile { name: rest, lines: Vec::new() }),
            "twice" => check.runs = CheckRuns::Twice,
            "|" => {
                let kept = match (check.steps.last_mut(), &mut check.file) {
                    (_, Some(file)) if in_file => &mut file.lines,
                    (Some(TextStep::Shows(lines) | TextStep::Like(lines)), _) => lines,
                    _ => return Err(no_step(name, line).into()),
                };
                kept.push(rest);
                continue;
            }
            "play" => check.steps.extend(rest.split(' ').map(TextStep::Play)),
            _ => check.steps.push(step(word, rest).ok_or_else(|| no_step(name, line))?),
        }
        in_file = word == "file";
    }
    Ok(check)
}

fn no_step(name: &str, line: &str) -> String {
    format!("{name}: `{line}` is no step")
}

fn step(word: &str, rest: &'static str) -> Option<TextStep> {
    Some(match (word, rest) {
        (">", line) => TextStep::Send(line),
        ("played", mv) => TextStep::Played(mv),
        ("new", "") => TextStep::New,
        ("board", "") => TextStep::Board,
        ("seen", "") => TextStep::Seen,
        ("shows", "") => TextStep::Shows(Vec::new()),
        ("like", "") => TextStep::Like(Vec::new()),
        ("answer", "") => TextStep::Answer(Duration::from_secs(MOVE_TIME)),
        ("answer", seconds) => TextStep::Answer(Duration::from_secs(number(seconds)?)),
        ("reply", "") => TextStep::Reply,
        ("win", moves) => TextStep::Win(number(moves)?),
        ("game", seconds) => TextStep::Game(Duration::from_secs(number(seconds)?)),
        ("result", "") => TextStep::Result(None),
        ("result", result) => TextStep::Result(Some(result)),
        ("over", "") => TextStep::Over,
        ("same", "") => TextStep::Same,
        ("told", "") => TextStep::Told,
        ("prompts", count) => TextStep::Prompts(number(count)?),
        ("quit", "") => TextStep::Quit,
        ("end", "") => TextStep::EndOfInput,
        ("output", name) => TextStep::Output(name),
        ("holds", rest) => {
            let (name, words) = rest.split_once(' ')?;
            TextStep::Holds(name, words.split(' ').collect())
        }
        _ => return None,
    })
}

fn number<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::test_result::NAME_WIDTH;
    use crate::checks::text::forced_win::{after, legal_moves, winning_move};
    use crate::checks::text_checks;
    use games::{GameName, Notation, tablut, with_game};
    use referee::rules::{GameLimits, GameState, Refereed, ReplyRules};

    fn start<G: Refereed>() -> GameState<G> {
        let limits = GameLimits { replies: ReplyRules::default(), quiet_turns: 50, plies: 10_000 };
        GameState::new(G::start(), limits)
    }

    /// Goes through a check until the program has a choice.
    fn walk<G: Refereed>(check: &TextCheck) {
        let name = check.title.name;
        let mut state = start::<G>();
        for (at, step) in check.steps.iter().enumerate() {
            match step {
                TextStep::Play(text) | TextStep::Played(text) => {
                    assert_eq!(state.ended(), None, "{name}: {text}");
                    let mv = state.position().read_move(text);
                    state = after(&state, mv.unwrap_or_else(|error| panic!("{name}: {error}")));
                }
                TextStep::New => state = start(),
                TextStep::Send(line) => {
                    let is_legal = state.position().read_move(line.trim()).is_ok();
                    let is_played = matches!(check.steps.get(at + 1), Some(TextStep::Played(_)));
                    let is_move = is_legal && state.ended().is_none();
                    assert!(!is_move || is_played, "{name}: {line} is legal");
                }
                TextStep::Win(moves) => {
                    assert!(winning_move(&state, *moves).is_some(), "{name}: no win");
                    assert!((1..*moves).all(|few| winning_move(&state, few).is_none()), "{name}");
                    return;
                }
                TextStep::Result(None) => assert!(state.ended().is_some(), "{name}: not over"),
                TextStep::Result(_) => assert_eq!(state.ended(), None, "{name}: over by its rules"),
                TextStep::Answer(_) => {
                    assert!(legal_moves(&state).len() > 1, "{name}: it has no choice");
                    return;
                }
                _ => {}
            }
        }
    }

    #[test]
    fn every_table_keeps_the_rules_of_its_game() {
        for game in GameName::ALL {
            with_game!(game, Position => text_checks(game).iter().for_each(walk::<Position>));
        }
    }

    #[test]
    fn names_are_plain_and_what_is_asked_is_one_sentence() {
        for game in GameName::ALL {
            let titles = crate::checks::titles(game);
            for (at, CheckTitle { name, asks, .. }) in titles.iter().enumerate() {
                assert!(
                    name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                        && name.len() <= NAME_WIDTH,
                    "{name}"
                );
                assert!(titles[..at].iter().all(|other| other.name != *name), "{name}");
                assert!(asks.ends_with('.') && !asks.contains("  ") && asks.len() < 160, "{asks}");
            }
        }
    }

    #[test]
    fn a_captured_king_and_a_safe_move_are_what_the_sentences_say() {
        let checks = text_checks(GameName::Tablut);
        for name in ["king-captured", "king-on-the-throne", "king-beside-the-throne"] {
            assert!(state_after(&checks, name).position().board().king().is_none(), "{name}");
        }
        let pieces = state_after(&checks, "between-enemies")
            .position()
            .board_text()
            .matches(['W', 'B'])
            .count();
        assert_eq!(pieces, 24, "nothing is captured");
    }

    fn state_after(checks: &[TextCheck], name: &str) -> GameState<tablut::Position> {
        let check = checks.iter().find(|check| check.title.name == name).expect("a check");
        let mut state = start::<tablut::Position>();
        for step in &check.steps {
            if let TextStep::Play(text) = step {
                let mv = state.position().read_move(text).expect("legal");
                state = after(&state, mv);
            }
        }
        state
    }

    #[test]
    fn what_is_wrong_in_a_table_is_named() {
        for (table, error) in [
            ("board\nx.\nboard", "board: no [GROUP] NAME"),
            ("[a] b\nAsks.\njump", "b: `jump` is no step"),
            ("[a] b\nAsks.\nwin x", "b: `win x` is no step"),
            ("[a] b\nAsks.\n| x", "b: `| x` is no step"),
            ("[a] b", "b: it asks nothing"),
        ] {
            assert_eq!(parse(table).expect_err(table).to_string(), error);
        }
    }
}
