//! The games on the page of a student: the results against each level, and an item for each game
//! that cost points: how it ended, the rule, the move, what was legal, and the command that shows a
//! forfeit again.

use crate::checks::why_illegal;
use crate::grade::manual_rules::rule_of_game;
use crate::grade::student_results::{GradedIn, StudentResults};
use crate::scheme::graded::Graded;
use crate::scheme::{ReferenceLevel, Scheme};
use cli::counted;
use formats::feedback::{FeedbackItem, ItemStatus};
use games::board::Side;
use games::{Game, Named, with_game};
use referee::journal::{DrawRule, RecordedGame};
use referee::rules::{Ending, EndingKind, Refereed};

/// Forfeited games, and lost ones, with an item of their own; the others are counted.
const MOST_GAMES: usize = 20;
/// Legal moves of a forfeited turn that are told.
const MOST_MOVES: usize = 12;

pub fn level_item(
    results: &StudentResults,
    level: &ReferenceLevel,
    scheme: &Scheme,
) -> Option<FeedbackItem> {
    let score = results.level_score(level, scheme, GradedIn::Class.level_progress())?;
    let (most, part, results) = (level.points.number(), level.part(), score.results());
    let need = level.at_least.map(|least| format!(", {} % needed", least.share() * 100.0));
    let need = need.unwrap_or_default();
    let charged = match level.surcharge().as_secs_f64() {
        0.0 => String::new(),
        seconds => format!(", the reference was charged {seconds} s a move"),
    };
    let void = match score.void {
        0 => String::new(),
        void => format!(", {} not counted because the referee failed", counted(void, "game")),
    };
    let text =
        format!("{part}: {results}{charged}{void}{need}: {:.2} of {most} points", score.points);
    Some(FeedbackItem::new(ItemStatus::Info, text))
}

/// The games that the student, whose program `start` starts, has forfeited, and those lost on the
/// board or by the rule for draws.
pub fn lost_items(
    records: &[RecordedGame],
    (name, start): (&str, &str),
    rule: DrawRule,
) -> Vec<FeedbackItem> {
    let side = |record: &RecordedGame| {
        Side::ALL.into_iter().find(|&side| *record.player(side).name == *name)
    };
    let is_forfeit = |record: &&RecordedGame| {
        record.forfeiter().is_some_and(|forfeiter| side(record) == Some(forfeiter))
    };
    let is_lost = |record: &&RecordedGame| {
        let score = side(record).and_then(|side| record.score(side, rule));
        score.is_some_and(|score| score.half_points() == 0) && !is_forfeit(record)
    };
    let forfeits = records.iter().filter(is_forfeit).map(|record| forfeit_item(record, start));
    let lost = records.iter().filter(is_lost).filter_map(|one| Some(lost_item(one, side(one)?)));
    let mut items = first_of(forfeits, "forfeited");
    items.extend(first_of(lost, "lost"));
    items
}

/// The first items, and the number of the others.
fn first_of(items: impl Iterator<Item = FeedbackItem>, how: &str) -> Vec<FeedbackItem> {
    let mut items: Vec<_> = items.collect();
    let more = items.len().saturating_sub(MOST_GAMES);
    items.truncate(MOST_GAMES);
    if more > 0 {
        let games = if more == 1 { "game was" } else { "games were" };
        let text = format!("and {more} more {games} {how}");
        items.push(FeedbackItem::new(ItemStatus::Failed, text));
    }
    items
}

fn forfeit_item(record: &RecordedGame, start: &str) -> FeedbackItem {
    let side = record.forfeiter().unwrap_or(record.to_move());
    let (turn, ending) = (record.turns.len() + 1, record.ending);
    let told = with_game!(record.game, G => told_of::<G>(record));
    let mut details = told.lines;
    details.extend(record.evidence.as_deref().map(for_the_grader));
    let text =
        format!("{}: {ending}, in move {} (turn {turn})", heading(record, side), told.number);
    let command = with_game!(record.game, G => <G as Graded>::ask_again(record, side, start));
    let ply = u32::try_from(record.turns.len()).ok();
    let item = FeedbackItem::new(ItemStatus::Failed, text);
    FeedbackItem { details, command, ply, ..about(record, item) }
}

fn lost_item(record: &RecordedGame, side: Side) -> FeedbackItem {
    let ending = match record.ending.kind() {
        EndingKind::Drawn => format!("drawn ({}), with less time left", record.ending),
        _ => record.ending.to_string(),
    };
    let turns = counted(record.turns.len(), "turn");
    let text = format!("{}, lost: {ending}, after {turns}", heading(record, side));
    about(record, FeedbackItem::new(ItemStatus::Failed, text))
}

/// `game 3 against bea as Black`.
fn heading(record: &RecordedGame, side: Side) -> String {
    format!("game {} against {} as {side}", record.id, record.player(!side).name)
}

/// The item with the number of the game and the rule.
fn about(record: &RecordedGame, item: FeedbackItem) -> FeedbackItem {
    let rule = with_game!(record.game, G => rule_of_game::<G>(record));
    FeedbackItem { rule, game: Some(record.id), ..item }
}

/// What there is to say of the turn in which a game was forfeited.
struct ForfeitedTurn {
    /// The move of both sides, from 1.
    number: usize,
    /// What was wrong, and what was legal.
    lines: Vec<String>,
}

fn told_of<G: Refereed + Named>(record: &RecordedGame) -> ForfeitedTurn {
    let is_second = record.begins != <G as Game>::start().side_to_move();
    let number = (record.turns.len() + usize::from(is_second)) / 2 + 1;
    let position = record.last_position::<G>().ok();
    let detail = record.detail.as_deref();
    let fault = detail.map(|detail| match (record.ending, &position) {
        (Ending::Illegal(_), Some(position)) => illegal(position, detail),
        _ => detail.to_string(),
    });
    let legal = position.and_then(|position| legal_moves(&position, record.ending));
    ForfeitedTurn { number, lines: fault.into_iter().chain(legal).collect() }
}

/// `it answered b8-b7: its line from b8 to b7 has ...`.
fn illegal<G: Refereed>(position: &G, answer: &str) -> String {
    let why = why_illegal(position, answer).map(|fault| format!(": {}", fault.sentence));
    format!("it answered {answer}{}", why.unwrap_or_default())
}

/// `legal: 11-15 (E f6 e5), 9-14 (E b6 c5)`, if a move was asked for.
fn legal_moves<G: Refereed>(position: &G, ending: Ending) -> Option<String> {
    if matches!(ending, Ending::WrongResult(_) | Ending::WrongDump | Ending::WrongLastDump(_)) {
        return None;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let texts: Vec<_> = moves.into_iter().map(|mv| position.move_for_people(mv)).collect();
    (!texts.is_empty()).then(|| format!("legal: {}", cli::first_of(&texts, MOST_MOVES, ", ")))
}

/// The command for the folder of the grades, where the agent is. The evidence is named as seen from
/// the student's folder.
fn for_the_grader(evidence: &str) -> String {
    let from_out = shell_words::quote(evidence.trim_start_matches("../"));
    format!("for the grader, in the folder of grades.csv: referee replay {from_out}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::level_score::LevelGames;
    use referee::journal::results_of;
    use referee::rules::RuleViolation;
    use referee::testing::random_record;
    use std::path::Path;

    fn named(number: u64, ending: Ending) -> (RecordedGame, [String; 2]) {
        let mut record = random_record(number, ending);
        (record.black.name, record.white.name) = ("anna".into(), "bea".into());
        let [own, other] = [record.to_move(), !record.to_move()];
        let names = [own, other].map(|side| record.player(side).name.clone());
        (record, names)
    }

    fn items(record: &RecordedGame, name: &str) -> Vec<FeedbackItem> {
        lost_items(std::slice::from_ref(record), (name, "./homework"), DrawRule::Time)
    }

    #[test]
    fn a_missed_jump_names_rule_game_move_and_what_was_legal() {
        let (mut record, _) = named(3, Ending::Illegal(RuleViolation::MissedJump));
        record.turns.truncate(6);
        let own = record.forfeiter().expect("one has");
        let [name, other] = [own, !own].map(|side| record.player(side).name.clone());
        let [item] = &items(&record, &name)[..] else { panic!("one item") };
        let text = format!(
            "game 3 against {other} as {own}: illegal move: a jump was compulsory, in move 4 (turn 7)"
        );
        assert_eq!(item.text, text);
        assert_eq!((item.game, item.ply), (Some(3), Some(6)));
        let place = item.rule.as_ref().map(|rule| rule.place.as_str());
        assert_eq!(place, Some("docs/RULES.md#checkers-jump"));
        assert!(item.details.iter().any(|line| line.starts_with("legal: ")), "{item:?}");
    }

    #[test]
    fn a_lost_game_names_its_rule_and_a_draw_that_time_has_lost_its_own() {
        let (record, [name, other]) = named(4, Ending::NoMoves);
        let [item] = &items(&record, &name)[..] else { panic!("one item") };
        assert!(item.text.contains(", lost: no legal move, after "), "{}", item.text);
        assert!(item.rule.is_some() && item.game == Some(4) && item.ply.is_none());
        assert!(items(&record, &other).is_empty(), "it has won");
        let (mut record, [name, _]) = named(4, Ending::Repetition);
        (record.black.left, record.white.left) = (1.0, 1.0);
        assert!(items(&record, &name).is_empty());
        match record.to_move() {
            Side::Black => record.black.left = 0.5,
            Side::White => record.white.left = 0.5,
        }
        let [item] = &items(&record, &name)[..] else { panic!("one item") };
        let told = "lost: drawn (third repetition), with less time left";
        assert!(item.text.contains(told), "{}", item.text);
        assert!(lost_items(&[record], (&name, "./homework"), DrawRule::Half).is_empty());
    }

    #[test]
    fn a_game_in_which_the_referee_failed_is_named_and_not_counted() {
        let file = "[[levels]]\ndepth = 1\ngames = 2\npoints = 10";
        let scheme = Scheme::parse(Path::new("t"), file, None).expect("valid");
        let level = &scheme.levels[0];
        let records = [(1, Ending::NoOutput), (2, Ending::RefereeFault)].map(|(id, ending)| {
            let mut record = random_record(id, ending);
            (record.black.name, record.white.name) = match record.to_move() {
                Side::Black => (level.name(), "anna".to_string()),
                Side::White => ("anna".to_string(), level.name()),
            };
            record
        });
        let games = LevelGames { results: results_of(&records), ..LevelGames::default() };
        let (name, games) = ("anna".to_string(), Some(games));
        let results = StudentResults { name, games, ..StudentResults::default() };
        let item = level_item(&results, level, &scheme).expect("an item");
        let told = "depth 1: 0 won, 0 drawn, 0 lost on the board; 1 game that the opponent forfeited, 1 game not counted because the referee failed: 10.00 of 10";
        assert!(item.text.starts_with(told), "{}", item.text);
    }

    #[test]
    fn a_forfeited_game_can_be_asked_for_again() {
        let mut record = random_record(3, Ending::Malformed);
        record.black.name = "anna".into();
        record.white.name = "bea".into();
        let name = record.player(record.to_move()).name.clone();
        let items = items(&record, &name);
        assert!(items[0].command.is_some());
        assert!(items[0].text.contains("malformed output.txt"), "{}", items[0].text);
        let kept = "../../swiss/evidence/game-3/move.json".to_string();
        let details =
            forfeit_item(&RecordedGame { evidence: Some(kept), ..record.clone() }, "./homework")
                .details;
        let holds = details
            .iter()
            .any(|line| line.ends_with("referee replay swiss/evidence/game-3/move.json"));
        assert!(holds, "{details:?}");
        let opponent = record.player(!record.to_move()).name.clone();
        assert!(lost_items(&[record], (&opponent, "./homework"), DrawRule::Time).is_empty());
    }

    #[test]
    fn many_forfeits_are_counted() {
        let records: Vec<_> = (0..50).map(|n| random_record(n, Ending::NoOutput)).collect();
        let name = records[0].black.name.clone();
        let lost = records.iter().filter(|record| record.player(record.to_move()).name == name);
        let lost = lost.count();
        let items = lost_items(&records, (&name, "./homework"), DrawRule::Time);
        assert_eq!(items.len(), lost.min(MOST_GAMES) + usize::from(lost > MOST_GAMES));
    }
}
