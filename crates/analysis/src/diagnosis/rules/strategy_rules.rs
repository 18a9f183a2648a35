//! Rules about what no search of a few plies sees: won games that are not won, endings, evaluation,
//! and the clock, time that is left unused or missing later.

use crate::diagnosis::mistake::{Mistake, MistakeKind};
use crate::diagnosis::played::AgentEnd;
use crate::diagnosis::result::{Advice, AdviceKind, Diagnosis};
use crate::diagnosis::rules::costs::{
    HabitCost, drawn_games_ahead, least_points, of_games, points_text, times_word, worst_part,
};

/// Endings of which fewer than this share are won need work.
const WON_SHARE: f64 = 0.8;

/// Won games that it did not win, though it lost no piece: it drew in a won position, or one of its
/// moves gave the win away.
pub fn dropped_wins(diagnosis: &Diagnosis) -> Option<Advice> {
    let cost = HabitCost::of(diagnosis, |mistake| mistake.kind == MistakeKind::DroppedWin);
    let drawn = drawn_games_ahead(diagnosis);
    let slipped = cost.places.iter().map(|&(game, ..)| game);
    let mut games: Vec<u32> = slipped.filter(|&id| was_not_won(diagnosis, id)).collect();
    games.extend(drawn.iter().map(|&(id, _)| id));
    games.sort_unstable();
    games.dedup();
    let only_drawn = drawn.iter().filter(|(id, _)| cost.places.iter().all(|place| place.0 != *id));
    let points = cost.points + only_drawn.count() as f64 / 2.0;
    if games.len() < 2 || points < least_points(diagnosis) {
        return None;
    }
    let mut evidence = vec![points_text(points)];
    if cost.mistakes > 0 {
        evidence.push(format!("moves that gave a win away: {}", cost.named_places()));
    }
    if !drawn.is_empty() {
        let places = drawn.iter().take(8).map(|(id, why)| format!("game {id} ({why})"));
        let places = places.collect::<Vec<_>>().join(", ");
        evidence.push(format!("drawn while it still stood to win: {places}"));
    }
    evidence.extend(endings_line(diagnosis));
    Some(Advice {
        kind: AdviceKind::DroppedWins,
        sentence: format!(
            "In {} it stood to win and did not win, though it lost no piece. When it is ahead, let \
             it remember the positions of the game in playdata.txt and avoid them, exchange \
             pieces, and walk to the opponent's pieces.",
            of_games(games.len(), diagnosis.games.len())
        ),
        evidence,
        points: Some(points),
    })
}

fn was_not_won(diagnosis: &Diagnosis, id: u32) -> bool {
    let game = diagnosis.games.iter().find(|game| game.id == id);
    game.is_some_and(|game| game.end != AgentEnd::Won && !game.end.is_forfeit())
}

pub fn endings(diagnosis: &Diagnosis) -> Option<Advice> {
    let all = diagnosis.endings.iter().filter(|ending| !ending.end.is_forfeit()).count();
    let won = won_endings(diagnosis);
    if all < 3 || won as f64 >= WON_SHARE * all as f64 || dropped_wins(diagnosis).is_some() {
        return None;
    }
    let played = diagnosis.endings.iter().filter(|ending| !ending.end.is_forfeit());
    let failed = played.filter(|ending| ending.end != AgentEnd::Won);
    let failed = failed.map(|ending| format!("{}: {}", ending.name, end_words(&ending.end)));
    Some(Advice {
        kind: AdviceKind::Endings,
        sentence: format!(
            "Of {all} endings that are won it won {won}. In endings let it search deeper, and count \
             the steps to the opponent's pieces and to the crowning row."
        ),
        evidence: failed.take(6).collect(),
        points: None,
    })
}

fn loses_no_piece(mistake: &Mistake) -> bool {
    mistake.kind == MistakeKind::WorsePosition
}

/// Mistakes that lose no piece within eight plies.
pub fn evaluation(diagnosis: &Diagnosis) -> Option<Advice> {
    let cost = HabitCost::of(diagnosis, loses_no_piece);
    if !cost.is_habit(diagnosis) {
        return None;
    }
    let found: Vec<&Mistake> =
        diagnosis.mistakes.iter().filter(|one| loses_no_piece(one)).collect();
    let (part, loss) = worst_part(&found)?;
    let mut evidence = cost.evidence();
    let sum: u32 = found.iter().map(|mistake| mistake.loss).sum();
    evidence
        .push(format!("{loss} of {sum} hundredths of points were lost in the {}", part.words()));
    Some(Advice {
        kind: AdviceKind::Evaluation,
        sentence: format!(
            "In {} it spoiled its position without losing a piece within 8 plies, {} in all, most \
             of it in the {}. Here its evaluation counts: kings, the back row, the center and free \
             moves, not pieces alone.",
            cost.in_games(diagnosis),
            times_word(cost.mistakes),
            part.words()
        ),
        evidence,
        points: Some(cost.points),
    })
}

fn won_endings(diagnosis: &Diagnosis) -> usize {
    diagnosis.endings.iter().filter(|ending| ending.end == AgentEnd::Won).count()
}

fn endings_line(diagnosis: &Diagnosis) -> Option<String> {
    let all = diagnosis.endings.len();
    let won = won_endings(diagnosis);
    (all > 0).then(|| format!("of {all} endings that are won, played out, it won {won}"))
}

/// The end of a game in words.
pub fn end_words(end: &AgentEnd) -> String {
    match end {
        AgentEnd::Won => "won".to_string(),
        AgentEnd::Lost => "lost".to_string(),
        AgentEnd::Drawn(why) => format!("drawn ({why})"),
        AgentEnd::Forfeited(forfeit) => format!("forfeited ({})", forfeit.cause),
    }
}

/// Below this share of its clock an agent leaves time unused.
const UNUSED_BELOW: f64 = 0.1;
/// Time is only worth a sentence where this share of the points is lost.
const LOST_SHARE: f64 = 0.25;
/// With this many hundredths of the clock left an agent is in time trouble.
const TROUBLE: u32 = 10;

/// Mistakes that were made with hardly any time left.
pub fn time_trouble(diagnosis: &Diagnosis) -> Option<Advice> {
    let cost = HabitCost::of(diagnosis, |mistake| mistake.clock_left < TROUBLE);
    if !cost.is_habit(diagnosis) {
        return None;
    }
    let mut evidence = cost.evidence();
    let time = diagnosis.time.as_ref()?;
    evidence.push(format!(
        "it used {:.2} of {} s in a game on average, and at most {:.2} s for one move",
        time.mean, time.clock, time.slowest
    ));
    Some(Advice {
        kind: AdviceKind::TimeTrouble,
        sentence: format!(
            "In {} it made mistakes with less than a tenth of its clock left, {} in all. Let it \
             divide the time that is left by the moves that may still come, 40 at first.",
            cost.in_games(diagnosis),
            times_word(cost.mistakes)
        ),
        evidence,
        points: Some(cost.points),
    })
}

/// Points are lost, and the clock stays nearly full.
pub fn unused_time(diagnosis: &Diagnosis) -> Option<Advice> {
    let time = diagnosis.time.as_ref()?;
    let share = time.mean / time.clock.max(f64::MIN_POSITIVE);
    let lost = diagnosis.points_lost() / diagnosis.games.len().max(1) as f64;
    if share >= UNUSED_BELOW || lost < LOST_SHARE {
        return None;
    }
    Some(Advice {
        kind: AdviceKind::UnusedTime,
        sentence: format!(
            "It uses {} % of its clock and does not get {} % of the points. Let it search one ply \
             deeper again and again until its share of the time is spent (iterative deepening).",
            percent(share),
            percent(lost)
        ),
        evidence: vec![format!(
            "{:.2} of {} s in a game on average, {:.2} s at most, in {} games",
            time.mean, time.clock, time.most, time.games
        )],
        points: None,
    })
}

/// A share in hundredths: one digit behind the point where it is small.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent < 9.95 { format!("{percent:.1}") } else { format!("{percent:.0}") }
}
