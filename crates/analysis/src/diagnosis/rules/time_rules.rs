//! Rules about the clock: time that is left unused, and time that is missing later.

use crate::diagnosis::advice::{Advice, AdviceKind};
use crate::diagnosis::result::Diagnosis;
use crate::diagnosis::rules::costs::{HabitCost, times_word};

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
