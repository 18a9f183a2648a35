//! A finished game with all its boards, for the page.

use crate::rejected_move::rejected;
use crate::shown_game::ShownGame;
use games::with_game;
use pages::{ReplayView, TurnView};
use referee::journal::{RecordedGame, ReplayError};
use referee::results::forfeit_text;

/// Fails if the record does not follow the rules.
pub fn replay(record: &RecordedGame) -> Result<ReplayView, ReplayError> {
    with_game!(record.game, Position => replay_of::<Position>(record))
}

fn replay_of<G: ShownGame>(record: &RecordedGame) -> Result<ReplayView, ReplayError> {
    let positions = record.positions::<G>()?;
    let turns = record.turns.iter().zip(positions.windows(2));
    let turns =
        turns.map(|(turn, boards)| turn_view(&boards[0], &boards[1], turn.charged, &turn.mv));
    let agent = &record.player(record.forfeiter().unwrap_or(record.to_move())).name;
    let (evidence, detail) = (record.evidence.as_deref(), record.detail.as_deref());
    Ok(ReplayView {
        id: record.id,
        opening: record.opening.to_string(),
        names: record.names().map(str::to_string),
        seconds: [record.black.seconds, record.white.seconds],
        game: G::NAME,
        start: positions[0].letters(),
        turns: turns.collect(),
        result: record.result_text(),
        rejected: rejected(record, &positions),
        evidence: evidence.map(|evidence| forfeit_text(agent, record.ending, detail, evidence)),
    })
}

fn turn_view<G: ShownGame>(before: &G, after: &G, charged: f64, text: &str) -> TurnView {
    let mv = before.read_move(text).ok();
    TurnView {
        text: text.to_string(),
        other_text: mv.and_then(G::other_text),
        path: mv.map(G::path).unwrap_or_default(),
        side: before.side_to_move(),
        letters: after.letters(),
        seconds: Some(charged),
        has_files: false,
    }
}
