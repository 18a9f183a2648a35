//! Rules about what no search of a few plies sees: won games that are not won, endings, evaluation.

use crate::diagnosis::advice::{Advice, AdviceKind};
use crate::diagnosis::mistake::{Mistake, MistakeKind};
use crate::diagnosis::played::AgentEnd;
use crate::diagnosis::result::Diagnosis;
use crate::diagnosis::rules::costs::{
    HabitCost, drawn_games_ahead, least_points, of_games, times_word, worst_part,
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
    let mut evidence = vec![format!("it cost {points:.1} points in these games")];
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

/// Won endings that it does not win.
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

/// Mistakes that lose no piece within eight plies.
pub fn evaluation(diagnosis: &Diagnosis) -> Option<Advice> {
    let is_such = |mistake: &Mistake| mistake.kind == MistakeKind::WorsePosition;
    let cost = HabitCost::of(diagnosis, is_such);
    if !cost.is_habit(diagnosis) {
        return None;
    }
    let found: Vec<&Mistake> = diagnosis.mistakes.iter().filter(|one| is_such(one)).collect();
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
