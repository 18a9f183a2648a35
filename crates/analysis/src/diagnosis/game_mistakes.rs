//! The mistakes of the agent in one game.

use crate::diagnosis::mistake::{GamePart, Mistake, MistakeKind, kind_of, line_words};
use crate::diagnosis::played::{AgentEnd, DiagnosedGame, OpponentKind};
use crate::review::played_game::RuleEnd;
use crate::review::turning_points::Advantage;
use crate::review::{GameReview, MoveChoice};
use games::board::Side;
use games::checkers::Position;
use games::{BoardGame, Game};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The share from which a side is said to have had a won game, as for turning points.
const WON: f64 = 0.75;

/// Moves with a choice, and what they lost, by part of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Choices(pub BTreeMap<GamePart, ChoiceCount>);

/// Moves of one part of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChoiceCount {
    /// Moves with more than one legal move.
    pub moves: u32,
    /// Hundredths of points that they lost together.
    pub loss: u32,
}

/// A whole game in short.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameOutline {
    pub id: u32,
    pub agent: Side,
    pub opponent: OpponentKind,
    pub opening: String,
    /// Turns of both sides.
    pub plies: usize,
    pub end: AgentEnd,
    /// The last position, in FEN.
    pub last: String,
    pub last_standing: LastStanding,
}

/// Who stood to win in the last position.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastStanding {
    Agent,
    Opponent,
    Nobody,
}

/// Reviews a game; adds its moves to `choices`.
pub fn game_outline(
    game: &DiagnosedGame<'_>,
    choices: &mut Choices,
) -> (GameOutline, Vec<Mistake>) {
    let review = GameReview::new(game.game, game.evaluations);
    let mut mistakes = Vec::new();
    for (index, reviewed) in review.moves.iter().enumerate() {
        if reviewed.by != game.agent || reviewed.choice == MoveChoice::Forced {
            continue;
        }
        let part = GamePart::of(&game.game.positions()[index]);
        let count = choices.0.entry(part).or_default();
        count.moves += 1;
        count.loss += reviewed.loss.hundredths();
        mistakes.extend(mistake(game, &review, index));
    }
    let positions = game.game.positions();
    let record = GameOutline {
        id: game.id,
        agent: game.agent,
        opponent: game.opponent,
        opening: game.opening.to_string(),
        plies: game.game.moves().len(),
        end: game.end.clone(),
        last: positions[positions.len() - 1].fen(),
        last_standing: last_standing(game, &review),
    };
    (record, mistakes)
}

/// Before the move that ended a drawn game the side may have stood to win: the last board itself is
/// drawn by the rule.
fn last_standing(game: &DiagnosedGame<'_>, review: &GameReview) -> LastStanding {
    let last = game.game.positions().len() - 1;
    let by_rule = review
        .turning_points
        .last()
        .filter(|point| game.game.rule_at(last) == Some(RuleEnd::Drawn) && point.index + 1 == last);
    match by_rule.map_or_else(|| review.last(), |point| point.from) {
        Advantage::Even => LastStanding::Nobody,
        Advantage::For(side) if side == game.agent => LastStanding::Agent,
        Advantage::For(_) => LastStanding::Opponent,
    }
}

/// The mistake of this index, if the move has a mark and a better move is known.
fn mistake(game: &DiagnosedGame<'_>, review: &GameReview, index: usize) -> Option<Mistake> {
    let reviewed = review.moves.get(index)?;
    let mark = reviewed.mark()?;
    let position = &game.game.positions()[index];
    let played = *game.game.moves().get(index)?;
    let better_line = &game.evaluations.lines.get(index)?.moves;
    let better = *better_line.first()?;
    let reply_line = game.evaluations.lines.get(index + 1);
    let had_won = reviewed.before.seen_by(game.agent).value() >= WON;
    let (kind, seen_at) = match kind_of(position, played, better) {
        Some((kind, depth)) => (kind, Some(depth)),
        None if had_won => (MistakeKind::DroppedWin, None),
        None => (MistakeKind::WorsePosition, None),
    };
    Some(Mistake {
        game: game.id,
        ply: index + 1,
        fen: position.fen(),
        played: Position::path(played),
        better: Position::path(better),
        better_line: line_words(better_line),
        reply_line: reply_line.map(|line| line_words(&line.moves)).unwrap_or_default(),
        loss: reviewed.loss.hundredths(),
        mark,
        kind,
        seen_at,
        part: GamePart::of(position),
        clock_left: clock_left(game, index),
    })
}

/// Hundredths of the agent's clock before the turn of this index.
fn clock_left(game: &DiagnosedGame<'_>, index: usize) -> u32 {
    let own = game.game.positions().iter().zip(&game.charged).take(index);
    let used: f64 =
        own.filter(|(at, _)| at.side_to_move() == game.agent).map(|(_, time)| time).sum();
    let left = (1.0 - used / game.seconds.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (100.0 * left).round() as u32
}
