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

/// A row of the manual.
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

/// The rule that a failed check has broken: in checkers that of its illegal move, in other games
/// the one that the check asks for. A form error, an exception or a timeout breaks no rule of the
/// game.
pub fn rule_of_check(game: GameName, result: &TestResult) -> Option<RuleNote> {
    let mut own = RULES.iter().filter(|rule| rule.name_in(game).is_some());
    if game != GameName::Checkers {
        let is_of_rules = result.printed.is_none() && result.fault.is_none();
        let asked = own.find(|rule| rule.checks.contains(&&*result.name)).map(ManualRule::note);
        return asked.filter(|_| is_of_rules);
    }
    let is_of = |violation: &RuleViolation| {
        result.reason.starts_with(&Ending::Illegal(*violation).to_string())
    };
    let answer = result.answer.as_deref().unwrap_or_default();
    match VIOLATIONS.into_iter().find(is_of)? {
        RuleViolation::NotAMove => note(game, broken_by_answer(&result.position, answer)?),
        violation => note(game, name_of(game, Ending::Illegal(violation))?),
    }
}

/// Those of checkers.
const VIOLATIONS: [RuleViolation; 5] = [
    RuleViolation::MissedJump,
    RuleViolation::UnfinishedChain,
    RuleViolation::WentOnAfterCrowning,
    RuleViolation::NotOwnPiece,
    RuleViolation::NotAMove,
];

/// The rule of checkers that a piece breaks which cannot go there. `board` has lines of the board,
/// each behind the number of its row.
fn broken_by_answer(board: &[String], answer: &str) -> Option<&'static str> {
    let words: Vec<String> = answer.split([' ', ',']).map(str::to_lowercase).collect();
    let [kind, from, to, ..] = words.as_slice() else { return None };
    if kind != "j" {
        return Some("steps");
    }
    let row = |square: &str| square.chars().nth(1).and_then(|c| c.to_digit(10));
    let (first, second) = (row(from)?, row(to)?);
    let file = from.bytes().next()?.checked_sub(b'a')?;
    let mut lines = board.iter().map(|line| line.split_whitespace());
    let piece = lines.find_map(|mut words| {
        let is_row = words.next()?.parse() == Ok(first);
        is_row.then(|| words.nth(usize::from(file)))?
    })?;
    let is_backward = piece == "b" && second > first || piece == "w" && second < first;
    is_backward.then_some("men-jump-forward")
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
        let missed = failed("example-opening", "illegal move: a jump was compulsory: E b6 a5");
        assert_eq!(rule_of_check(GameName::Checkers, &missed), Some(jump));
        assert_eq!(rule_of_check(GameName::Loa, &failed("must-jump", "")), None);
    }

    fn failed(name: &str, reason: &str) -> TestResult {
        let [name, reason] = [name, reason].map(str::to_string);
        TestResult { name, reason, ..TestResult::default() }
    }

    #[test]
    fn only_a_broken_rule_is_quoted() {
        for reason in ["no output.txt", "malformed output.txt: line 1", "exit code 1", "time"] {
            let result = failed("example-opening", reason);
            assert_eq!(rule_of_check(GameName::Checkers, &result), None, "{reason}");
        }
        let place = |answer: &str, row: &str| {
            let (answer, position) = (Some(answer.to_string()), vec![row.to_string()]);
            let illegal = failed("example-opening", "illegal move: the piece cannot go there");
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
