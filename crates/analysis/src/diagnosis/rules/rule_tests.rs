//! Tests of the rules: each speaks above its threshold, keeps silent below it, and its sentence has
//! the counts.

use crate::diagnosis::counts::{EndingCount, FailedPosition, SightCount, TimeUse};
use crate::diagnosis::game_mistakes::{Choices, GameOutline, LastStanding};
use crate::diagnosis::mistake::{GamePart, Mistake, MistakeKind};
use crate::diagnosis::played::{AgentEnd, AgentForfeit, OpponentKind};
use crate::diagnosis::result::{Advice, AdviceKind, Diagnosis, VERSION};
use crate::diagnosis::rules::ranking::ranked_advice;
use crate::review::loss::MistakeMark;
use games::board::Side;

fn game(id: u32, end: AgentEnd) -> GameOutline {
    GameOutline {
        id,
        agent: Side::Black,
        opponent: OpponentKind::Plain(2),
        opening: "start".to_string(),
        plies: 40,
        end,
        last: "W:W32:B1".to_string(),
        last_standing: LastStanding::Nobody,
    }
}

fn mistake(game: u32, kind: MistakeKind, seen_at: Option<u32>) -> Mistake {
    Mistake {
        game,
        ply: 11,
        fen: "W:W32:B1".to_string(),
        played: vec!["a3".to_string(), "b4".to_string()],
        better: vec!["a3".to_string(), "b2".to_string()],
        better_line: vec!["a3-b2".to_string()],
        reply_line: Vec::new(),
        loss: 60,
        mark: MistakeMark::Blunder,
        kind,
        seen_at,
        part: GamePart::Middle,
        clock_left: 90,
    }
}

/// An agent with these games and mistakes, which uses a third of its clock.
fn diagnosis(ends: &[AgentEnd], mistakes: Vec<Mistake>) -> Diagnosis {
    let time = TimeUse {
        games: ends.len() as u32,
        clock: 20.0,
        mean: 7.0,
        most: 9.0,
        slowest: 1.0,
        slices: Vec::new(),
    };
    Diagnosis {
        version: VERSION,
        agent: "anna".to_string(),
        left_out: Vec::new(),
        advice: Vec::new(),
        results: Vec::new(),
        strength: None,
        sight: Vec::new(),
        failed_positions: Vec::new(),
        games: (1..).zip(ends).map(|(id, end)| game(id, end.clone())).collect(),
        mistakes,
        choices: Choices::default(),
        endings: Vec::new(),
        time: Some(time),
    }
}

fn kinds(found: &[Advice]) -> Vec<AdviceKind> {
    found.iter().map(|advice| advice.kind).collect()
}

fn lost(games: usize) -> Vec<AgentEnd> {
    vec![AgentEnd::Lost; games]
}

fn left(game: u32) -> Mistake {
    mistake(game, MistakeKind::LeftPiece, Some(1))
}

#[test]
fn pieces_that_are_left_are_shown_with_their_games_and_points() {
    let found = ranked_advice(&diagnosis(&lost(3), vec![left(1), left(1), left(3)]));
    assert_eq!(kinds(&found), [AdviceKind::LeftPieces]);
    assert!(found[0].sentence.starts_with("In 2 of 3 games it left a piece"), "{found:?}");
    assert!(found[0].sentence.contains("3 times in all"));
    // Two losses of 60 % in one game cost one point, not more.
    assert_eq!(found[0].points, Some(1.6));
    assert!(found[0].evidence[1].starts_with("game 1, ply 11 (60 % of the point)"));
}

#[test]
fn one_slip_and_slips_in_won_or_forfeited_games_are_no_habit() {
    let nothing = [AdviceKind::Nothing];
    assert_eq!(kinds(&ranked_advice(&diagnosis(&lost(1), vec![left(1)]))), nothing);
    let won = vec![AgentEnd::Won; 2];
    assert_eq!(kinds(&ranked_advice(&diagnosis(&won, vec![left(1), left(2)]))), nothing);
    let forfeit = AgentForfeit { cause: "exit code 1".to_string(), detail: None, command: None };
    let ends = vec![AgentEnd::Forfeited(forfeit); 2];
    let found = ranked_advice(&diagnosis(&ends, vec![left(1), left(2)]));
    assert_eq!(kinds(&found), [AdviceKind::Forfeits]);
    assert!(found[0].sentence.starts_with("It forfeited 2 of 2 games, most often by: exit code 1"));
}

#[test]
fn the_depth_is_the_smallest_that_sees_most_of_them() {
    let depths = [2, 3, 3, 3, 7];
    let missed = depths.map(|depth| mistake(1, MistakeKind::MissedGain, Some(depth))).to_vec();
    let mut made = diagnosis(&lost(2), missed);
    made.sight = vec![SightCount { depth: Some(3), asked: 8, found: 2, by_chance: 1.5 }];
    let found = ranked_advice(&made);
    assert_eq!(kinds(&found), [AdviceKind::ShortSight]);
    assert!(found[0].sentence.contains("a plain search of 3 plies sees 4 of them"), "{found:?}");
    assert!(found[0].evidence.iter().any(|line| line.ends_with("2: 1, 3: 3, 7: 1")));
    assert!(found[0].evidence.iter().any(|line| line.contains("of 8 positions")));
}

fn mistakes(kind: MistakeKind, games: &[u32]) -> Vec<Mistake> {
    games.iter().map(|&game| mistake(game, kind, Some(1))).collect()
}

#[test]
fn what_costs_more_comes_first_and_three_are_shown() {
    let mistakes = [
        mistakes(MistakeKind::LesserJump, &[1, 2]),
        mistakes(MistakeKind::LeftPiece, &[1, 2, 3, 4]),
        mistakes(MistakeKind::WorsePosition, &[1, 2, 3]),
        mistakes(MistakeKind::WalkedIntoLoss, &[1, 2, 3, 4, 5]),
    ]
    .concat();
    let found = ranked_advice(&diagnosis(&lost(5), mistakes));
    // What no search of eight plies sees counts half: 0.9 points against 1.2.
    let wanted = [AdviceKind::ShortSight, AdviceKind::LeftPieces, AdviceKind::LesserJumps];
    assert_eq!(kinds(&found), wanted);
}

#[test]
fn games_drawn_in_a_won_position_are_shown_with_their_reasons() {
    let mut made = diagnosis(&vec![AgentEnd::Drawn("repetition".to_string()); 3], Vec::new());
    for game in &mut made.games[..2] {
        game.last_standing = LastStanding::Agent;
    }
    let found = ranked_advice(&made);
    assert_eq!(kinds(&found), [AdviceKind::DroppedWins]);
    assert!(found[0].sentence.starts_with("In 2 of 3 games it stood to win and did not win"));
    assert_eq!(
        found[0].evidence[1],
        "drawn while it still stood to win: game 1 (repetition), game 2 (repetition)"
    );
}

fn ending(end: AgentEnd) -> EndingCount {
    EndingCount {
        game: 25,
        name: "2 kings against 1 king".to_string(),
        fen: "W:WK32,K31:BK1".to_string(),
        plies: 60,
        end,
    }
}

#[test]
fn endings_that_are_not_won_are_shown_if_there_are_enough() {
    let drawn = AgentEnd::Drawn("50 quiet turns".to_string());
    let mut made = diagnosis(&[], Vec::new());
    made.endings = vec![ending(AgentEnd::Won), ending(drawn.clone())];
    let found = ranked_advice(&made);
    assert_eq!(kinds(&found), [AdviceKind::Nothing], "two endings are too few");
    assert!(found[0].evidence[0].ends_with("it did not get 0 points"), "{found:?}");
    made.endings.push(ending(drawn));
    let found = ranked_advice(&made);
    assert_eq!(kinds(&found), [AdviceKind::Endings]);
    assert!(found[0].sentence.starts_with("Of 3 endings that are won it won 1."));
}

fn unused(ends: &[AgentEnd]) -> Vec<Advice> {
    let mut made = diagnosis(ends, Vec::new());
    made.time = made.time.map(|time| TimeUse { mean: 0.3, ..time });
    ranked_advice(&made)
}

#[test]
fn the_clock_is_shown_only_where_points_are_lost() {
    let found = unused(&lost(2));
    assert_eq!(kinds(&found), [AdviceKind::UnusedTime]);
    assert!(found[0].sentence.starts_with("It uses 1.5 % of its clock"), "{found:?}");
    assert_eq!(kinds(&unused(&[AgentEnd::Won, AgentEnd::Won])), [AdviceKind::Nothing]);
    let late = [1, 2].map(|game| {
        let worse = mistake(game, MistakeKind::WorsePosition, None);
        Mistake { clock_left: 3, ..worse }
    });
    let found = ranked_advice(&diagnosis(&lost(2), late.into()));
    assert!(kinds(&found).contains(&AdviceKind::TimeTrouble), "{found:?}");
}

#[test]
fn positions_without_a_legal_move_come_before_weak_moves() {
    let mut made = diagnosis(&lost(2), vec![left(1), left(2)]);
    made.failed_positions = vec![FailedPosition {
        cause: "illegal move: a jump was missed".to_string(),
        count: 3,
        fen: "W:W32:B1".to_string(),
        answer: String::new(),
    }];
    let found = ranked_advice(&made);
    assert_eq!(kinds(&found), [AdviceKind::FailedPositions, AdviceKind::LeftPieces]);
    assert!(found[0].evidence[0].ends_with("it answered nothing"));
}
