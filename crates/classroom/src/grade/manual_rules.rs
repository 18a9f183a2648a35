//! The rules that a student's page names, with the assignment's words: rows of docs/RULES.md, by
//! how a game has ended or which check has failed. The page tells them in full, since it may be
//! read offline; once the project has an address in the web, it also links the row.

use crate::checks::{MoveRule, TestResult, why_illegal};
use formats::feedback::RuleNote;
use games::{GameName, Named};
use referee::journal::RecordedGame;
use referee::rules::{Ending, Refereed, RuleViolation};
use std::sync::LazyLock;

const MANUAL: &str = "docs/RULES.md";
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
/// Stands in the repository's address until somebody publishes the project.
const NO_ADDRESS: &str = "ORGANIZATION";

#[derive(Debug)]
struct ManualRule {
    /// `checkers-jump`: the game, and a name within it.
    anchor: &'static str,
    rule: &'static str,
    /// Of the assignment, in quotes, or why it has none.
    words: &'static str,
    /// The checks of the game that ask for it.
    checks: Vec<&'static str>,
}

static RULES: LazyLock<Vec<ManualRule>> =
    LazyLock::new(|| include_str!("manual_rules.txt").split("\n\n").filter_map(read).collect());

fn read(paragraph: &'static str) -> Option<ManualRule> {
    let mut lines = paragraph.lines().filter(|line| !line.starts_with('#'));
    let [anchor, rule, words] = [lines.next()?, lines.next()?, lines.next()?];
    let checks = lines.next().and_then(|line| line.strip_prefix("checks: ")).unwrap_or_default();
    Some(ManualRule { anchor, rule, words, checks: checks.split(' ').collect() })
}

impl ManualRule {
    /// The name within the game; `None` if it is a rule of another game.
    fn name_in(&self, game: GameName) -> Option<&'static str> {
        self.anchor.strip_prefix(game.text())?.strip_prefix('-')
    }

    fn note(&self) -> RuleNote {
        let words = if self.words.starts_with('"') { "the assignment: " } else { "" };
        let place = format!("{MANUAL}#{}", self.anchor);
        let address = address_in(REPOSITORY, &place);
        RuleNote { text: format!("{} ({words}{})", self.rule, self.words), place, address }
    }
}

fn address_in(repository: &str, place: &str) -> Option<String> {
    (!repository.contains(NO_ADDRESS)).then(|| format!("{repository}/blob/main/{place}"))
}

fn note(game: GameName, name: &str) -> Option<RuleNote> {
    RULES.iter().find(|rule| rule.name_in(game) == Some(name)).map(ManualRule::note)
}

/// The rule that a failed check has broken: that of its ending, else in a text game the one that
/// the check asks for, as where the board is wrong.
pub fn rule_of_check(game: GameName, result: &TestResult) -> Option<RuleNote> {
    let name = match result.ending {
        Some(Ending::Illegal(RuleViolation::NotAMove)) => {
            broken_by_answer(&result.position, result.answer.as_deref().unwrap_or_default())
        }
        // In a check of a text program each limit is the referee's own.
        Some(ending) if game != GameName::Checkers => name_of(game, ending.outside_a_turn()),
        Some(ending) => name_of(game, ending),
        None => None,
    };
    let is_of_check = result.ending.is_none_or(Ending::is_wrong_statement);
    if name.is_some() || game == GameName::Checkers || result.printed.is_some() || !is_of_check {
        return note(game, name?);
    }
    let mut own = RULES.iter().filter(|rule| rule.name_in(game).is_some());
    own.find(|rule| rule.checks.contains(&&*result.name)).map(ManualRule::note)
}

/// The rule of checkers that a piece breaks which cannot go there. `board` has lines of the board,
/// each behind the number of its row.
fn broken_by_answer(board: &[String], answer: &str) -> Option<&'static str> {
    let words: Vec<String> = answer.split([' ', ',']).map(str::to_lowercase).collect();
    let [kind, from, to, ..] = words.as_slice() else { return None };
    if kind != "j" {
        return Some("steps");
    }
    let (first, second) = (row_of(from)?, row_of(to)?);
    let file = from.bytes().next()?.checked_sub(b'a')?;
    let mut lines = board.iter().map(|line| line.split_whitespace());
    let piece = lines.find_map(|mut words| {
        let is_row = words.next()?.parse() == Ok(first);
        is_row.then(|| words.nth(usize::from(file)))?
    })?;
    let is_backward = piece == "b" && second > first || piece == "w" && second < first;
    is_backward.then_some("men-jump-forward")
}

fn row_of(square: &str) -> Option<u32> {
    square.chars().nth(1)?.to_digit(10)
}

/// The rule by which a game has ended, or which its last answer has broken.
pub fn rule_of_game<G: Refereed + Named>(record: &RecordedGame) -> Option<RuleNote> {
    let name = match record.ending {
        Ending::Illegal(RuleViolation::NotLegal) => {
            let position: G = record.last_position().ok()?;
            broken_by_move(G::NAME, why_illegal(&position, record.detail.as_deref()?)?.rule)?
        }
        Ending::Illegal(RuleViolation::NotAMove) if G::NAME == GameName::Checkers => {
            let position: G = record.last_position().ok()?;
            let board: Vec<_> = position.board_text().lines().map(str::to_string).collect();
            broken_by_answer(&board, record.detail.as_deref()?)?
        }
        ending => name_of(G::NAME, ending)?,
    };
    note(G::NAME, name)
}

/// The name of the rule of a game that a move of its text programs breaks.
fn broken_by_move(game: GameName, rule: MoveRule) -> Option<&'static str> {
    Some(match (game, rule) {
        (GameName::Loa, MoveRule::Line | MoveRule::Length) => "length",
        (GameName::Loa, MoveRule::Way) => "jumps",
        (GameName::Loa, MoveRule::Target) => "captures",
        (GameName::Tablut, MoveRule::Line | MoveRule::Way) => "rooks",
        (GameName::Tablut, MoveRule::Target) => "throne",
        (GameName::Amazons, MoveRule::Piece) => "own",
        (GameName::Amazons, MoveRule::Line | MoveRule::Way) => "queens",
        (GameName::Amazons, MoveRule::Spear) => "spear",
        _ => return None,
    })
}

fn name_of(game: GameName, ending: Ending) -> Option<&'static str> {
    Some(match (game, ending) {
        (GameName::Checkers, Ending::Illegal(violation)) => match violation {
            RuleViolation::MissedJump => "jump",
            RuleViolation::UnfinishedChain => "sequence",
            RuleViolation::WentOnAfterCrowning => "crowning",
            RuleViolation::NotOwnPiece | RuleViolation::NotAMove | RuleViolation::NotLegal => {
                return None;
            }
        },
        (GameName::Checkers, Ending::NoPieces) | (_, Ending::NoMoves) => "no-move",
        (GameName::Checkers, Ending::Repetition) => "repetition",
        (GameName::Checkers, Ending::QuietTurns) => "quiet-turns",
        (GameName::Loa, Ending::Connected(_)) => "connected",
        (GameName::Loa | GameName::Tablut, Ending::MoveLimit) => "limit",
        (GameName::Tablut, Ending::KingEscaped) => "edge",
        (GameName::Tablut, Ending::KingCaptured) => "king-captured",
        (GameName::Tablut, Ending::Repeated) => "repetition",
        (GameName::Checkers, Ending::Malformed | Ending::EmptyOutput) => "form",
        (GameName::Checkers, Ending::NoOutput) => "file",
        (GameName::Checkers, Ending::ExitCode(_) | Ending::Signal(_)) => "ended",
        (_, Ending::ClockOverdrawn) => "time",
        (GameName::Checkers, Ending::KilledInMove) => "no-answer",
        (GameName::Checkers, Ending::Hung) => "idle",
        (_, Ending::KilledInMove) => "time",
        (_, Ending::Hung | Ending::ExitCode(_) | Ending::Signal(_) | Ending::Left) => {
            "abnormal-end"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;
    use referee::rules::TurnSide;
    use std::fs;

    #[test]
    fn the_manual_has_each_rule_under_its_anchor() {
        let manual = fs::read_to_string(testing::workspace().join(MANUAL)).expect("the manual");
        assert!(RULES.len() > 30);
        for ManualRule { anchor, rule, words, checks } in RULES.iter() {
            let row = format!("| <a id=\"{anchor}\"></a>{rule} | {words} |");
            assert!(manual.contains(&row), "{MANUAL} lacks {row}");
            let game = GameName::ALL.into_iter().find(|game| anchor.starts_with(game.text()));
            let titles = checks::titles(game.expect("a game"));
            let mut named = checks.iter().filter(|name| !name.is_empty());
            let is_known = |name: &&str| titles.iter().any(|title| title.name == *name);
            assert!(named.all(is_known), "{anchor}: {checks:?}");
        }
        let anchors = manual.matches("<a id=").count();
        assert_eq!(anchors, RULES.len(), "each anchor is named");
    }

    #[test]
    fn each_end_by_a_rule_has_its_row() {
        let of = |game, ending| name_of(game, ending).and_then(|name| note(game, name));
        for (game, endings) in [
            (GameName::Checkers, &[Ending::NoPieces, Ending::NoMoves, Ending::Repetition][..]),
            (GameName::Loa, &[Ending::Connected(TurnSide::ToMove), Ending::MoveLimit]),
            (GameName::Tablut, &[Ending::KingEscaped, Ending::KingCaptured, Ending::Repeated]),
            (GameName::Amazons, &[Ending::NoMoves]),
        ] {
            for &ending in endings {
                assert!(of(game, ending).is_some(), "{game}: {ending}");
            }
        }
        for rule in [MoveRule::Line, MoveRule::Length, MoveRule::Way, MoveRule::Target] {
            let name = broken_by_move(GameName::Loa, rule).expect("a name");
            assert!(note(GameName::Loa, name).is_some(), "{name}");
        }
        let jump = of(GameName::Checkers, Ending::Illegal(RuleViolation::MissedJump));
        let jump = jump.expect("a rule");
        assert_eq!(jump.place, "docs/RULES.md#checkers-jump");
        let text = "A jump must be played if there is one. (the assignment: \"If a jump is \
                    possible at any point in the turn, it is mandatory\")";
        assert_eq!(jump.text, text);
        let missed = failed("example-opening", Some(Ending::Illegal(RuleViolation::MissedJump)));
        assert_eq!(rule_of_check(GameName::Checkers, &missed), Some(jump));
        assert_eq!(rule_of_check(GameName::Loa, &failed("must-jump", None)), None);
    }

    fn failed(name: &str, ending: Option<Ending>) -> TestResult {
        TestResult { name: name.to_string(), ending, ..TestResult::default() }
    }

    /// A reason is for people: whatever it says, the ending decides.
    #[test]
    fn the_ending_of_a_check_names_its_rule_and_no_word_does() {
        let place = |game, result: &TestResult| rule_of_check(game, result).map(|rule| rule.place);
        for (game, ending, name) in [
            (GameName::Checkers, Ending::NoOutput, "checkers-file"),
            (GameName::Checkers, Ending::ExitCode(1), "checkers-ended"),
            (GameName::Checkers, Ending::Malformed, "checkers-form"),
            (GameName::Checkers, Ending::ClockOverdrawn, "checkers-time"),
            (GameName::Checkers, Ending::Hung, "checkers-idle"),
            (GameName::Checkers, Ending::KilledInMove, "checkers-no-answer"),
            (GameName::Loa, Ending::KilledInMove, "loa-abnormal-end"),
            (GameName::Tablut, Ending::Left, "tablut-abnormal-end"),
            (GameName::Amazons, Ending::Hung, "amazons-abnormal-end"),
        ] {
            let named = place(game, &failed("captures", Some(ending)));
            assert_eq!(named, Some(format!("{MANUAL}#{name}")), "{game}: {ending}");
        }
        assert_eq!(name_of(GameName::Loa, Ending::KilledInMove), Some("time"), "in a turn");
        let reason = "illegal move: a jump was compulsory".to_string();
        let worded = TestResult { reason, ..failed("example-opening", None) };
        assert_eq!(place(GameName::Checkers, &worded), None);
        let refused = failed("captures", Some(Ending::WrongDump));
        assert_eq!(place(GameName::Loa, &refused).as_deref(), Some("docs/RULES.md#loa-captures"));
    }

    #[test]
    fn the_way_of_the_piece_names_the_rule_that_it_breaks() {
        let place = |answer: &str, row: &str| {
            let (answer, position) = (Some(answer.to_string()), vec![row.to_string()]);
            let illegal = failed("a", Some(Ending::Illegal(RuleViolation::NotAMove)));
            let result = TestResult { answer, position, ..illegal };
            rule_of_check(GameName::Checkers, &result).map(|rule| rule.place)
        };
        let at = |name: &str| Some(format!("docs/RULES.md#checkers-{name}"));
        assert_eq!(place("E c3 c4", "3  . . w . . . . ."), at("steps"));
        assert_eq!(place("J c3 e1", "3  . . w . . . . ."), at("men-jump-forward"));
        assert_eq!(place("J c3 e1", "3  . . W . . . . ."), None);
        assert_eq!(place("J c3 e5", "3  . . w . . . . ."), None);
    }

    #[test]
    fn the_row_is_linked_once_the_project_has_an_address() {
        let place = "docs/RULES.md#loa-length";
        assert_eq!(address_in("https://github.com/ORGANIZATION/x", place), None);
        let expected = "https://github.com/us/x/blob/main/docs/RULES.md#loa-length";
        assert_eq!(address_in("https://github.com/us/x", place).as_deref(), Some(expected));
    }
}
