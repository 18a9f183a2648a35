//! One mistake of an agent, and its kind: found by a plain search of rising depth, which compares
//! the move with the better one.

use crate::diagnosis::plain_search::{MAN, material, value_of_move};
use crate::review::loss::MistakeMark;
use games::checkers::{Move, Position};
use games::{BoardGame, Game};
use serde::{Deserialize, Serialize};

/// The deepest plain search that is tried. It takes some hundredths of a second.
pub const DEEPEST: u32 = 8;
/// Further plies that must see the same.
const CONFIRMED: u32 = 2;
/// Plies of a line that are shown.
const LINE: usize = 6;

/// What a mistake is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MistakeKind {
    /// The next jumps take more than they cost, and a better move avoids it.
    LeftPiece,
    /// Of several jumps it took one that wins less.
    LesserJump,
    /// A better move wins pieces.
    MissedGain,
    /// The move loses pieces, later than by the next jumps.
    WalkedIntoLoss,
    /// No plain search that was tried sees pieces won or lost, and a won game was given away.
    DroppedWin,
    /// The same without a win: it is a matter of evaluation.
    WorsePosition,
}

impl MistakeKind {
    /// All kinds, the simplest first.
    pub const ALL: [MistakeKind; 6] = [
        MistakeKind::LeftPiece,
        MistakeKind::LesserJump,
        MistakeKind::MissedGain,
        MistakeKind::WalkedIntoLoss,
        MistakeKind::DroppedWin,
        MistakeKind::WorsePosition,
    ];

    /// The kind in words.
    pub const fn words(self) -> &'static str {
        match self {
            MistakeKind::LeftPiece => "left a piece to be taken",
            MistakeKind::LesserJump => "took the jump that wins less",
            MistakeKind::MissedGain => "missed a way to win a piece",
            MistakeKind::WalkedIntoLoss => "walked into the loss of a piece",
            MistakeKind::DroppedWin => "let a win slip, no piece lost within 8 plies",
            MistakeKind::WorsePosition => "made its position worse, no piece lost within 8 plies",
        }
    }
}

/// A part of the game, by the number of pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GamePart {
    /// 19 pieces or more.
    Opening,
    /// 9 to 18 pieces.
    Middle,
    /// 8 pieces or fewer.
    Ending,
}

impl GamePart {
    /// All parts in their order.
    pub const ALL: [GamePart; 3] = [GamePart::Opening, GamePart::Middle, GamePart::Ending];

    /// The part in which a position is.
    pub fn of(position: &Position) -> Self {
        match position.count() {
            19.. => GamePart::Opening,
            9..=18 => GamePart::Middle,
            _ => GamePart::Ending,
        }
    }

    /// The part in words.
    pub const fn words(self) -> &'static str {
        match self {
            GamePart::Opening => "opening (19 pieces or more)",
            GamePart::Middle => "middle game (9 to 18 pieces)",
            GamePart::Ending => "ending (8 pieces or fewer)",
        }
    }
}

/// A move of the agent that lost a tenth of the point or more.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mistake {
    pub game: u32,
    /// The turn in the game, from 1.
    pub ply: usize,
    /// The position before the move, in FEN.
    pub fen: String,
    /// The squares that the piece touched.
    pub played: Vec<String>,
    /// The squares of the better move.
    pub better: Vec<String>,
    /// The better move and how it goes on, a move a text.
    pub better_line: Vec<String>,
    /// The best reply and how it goes on; empty if the game was over.
    pub reply_line: Vec<String>,
    /// Hundredths of the point that it lost.
    pub loss: u32,
    pub mark: MistakeMark,
    pub kind: MistakeKind,
    /// The smallest depth of a plain search that sees pieces won or lost.
    pub seen_at: Option<u32>,
    pub part: GamePart,
    /// The agent's clock before the move, in hundredths of the whole.
    pub clock_left: u32,
}

/// The kind of a move that was worse than another, and the smallest depth at which a plain search
/// sees a man's difference between the two. `None` if none sees it.
pub fn kind_of(position: &Position, played: Move, better: Move) -> Option<(MistakeKind, u32)> {
    let (now, moves) = (material(position), [played, better]);
    // What only one depth sees, the next one may take back.
    let depth = (1..=DEEPEST).find(|&depth| {
        (depth..=(depth + CONFIRMED).min(DEEPEST)).all(|at| {
            let [of_played, of_better] = moves.map(|mv| value_of_move(position, mv, at));
            of_better - of_played >= MAN
        })
    })?;
    let [of_played, of_better] = moves.map(|mv| value_of_move(position, mv, depth));
    let gains = of_better - now > now - of_played;
    let kind = match (played.is_jump() && depth == 1, gains, depth) {
        (true, ..) => MistakeKind::LesserJump,
        (false, true, _) => MistakeKind::MissedGain,
        (false, false, 1) if can_jump(&position.play(played)) => MistakeKind::LeftPiece,
        (false, false, _) => MistakeKind::WalkedIntoLoss,
    };
    Some((kind, depth))
}

/// The moves of a line, at most [`LINE`] of them, each by its squares with hyphens.
pub fn line_words(moves: &[Move]) -> Vec<String> {
    moves.iter().take(LINE).map(|&mv| Position::path(mv).join("-")).collect()
}

fn can_jump(position: &Position) -> bool {
    let moves = position.move_list();
    moves.first().is_some_and(|mv| mv.is_jump())
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Notation, Walker};

    fn kind(fen: &str, played: &str, better: &str) -> Option<(MistakeKind, u32)> {
        let position = Position::from_fen(fen).expect(fen);
        let [played, better] = [played, better].map(|text| position.read_move(text).expect(text));
        kind_of(&position, played, better)
    }

    /// In positions of random games, each pair of moves is compared.
    #[test]
    fn a_piece_is_left_where_the_reply_takes_more_than_it_costs() {
        let (mut left, mut gains) = (0, 0);
        for seed in 0..40 {
            for position in Walker::new(seed).game(Position::start(), 40).iter().skip(8).step_by(4)
            {
                let moves = position.move_list();
                let [one, other, ..] = moves[..] else { continue };
                let (kind, depth) = kind_of(position, one, other).unzip();
                let at_once = value_of_move(position, one, 1) - material(position);
                match kind {
                    Some(MistakeKind::LeftPiece) => {
                        assert!(at_once < 0 && can_jump(&position.play(one)) && depth == Some(1));
                        left += 1;
                    }
                    Some(MistakeKind::MissedGain) => gains += 1,
                    _ => assert!(depth != Some(1) || one.is_jump() || at_once == 0, "{kind:?}"),
                }
            }
        }
        assert!(left > 3 && gains > 0, "{left} and {gains}");
    }

    #[test]
    fn the_lesser_of_two_jumps_is_named() {
        // 18x11 takes one man, 18x15x8 would be longer: here 22x15 takes one, 22x13 two ways.
        let position = Position::from_fen("W:W22:B18,17,9").expect("a position");
        let mut moves = position.move_list();
        moves.sort_by_key(|mv| mv.captured().count());
        let (short, long) = (moves[0], moves[moves.len() - 1]);
        assert!(long.captured().count() > short.captured().count(), "two lengths");
        let found = kind_of(&position, short, long);
        assert_eq!(found, Some((MistakeKind::LesserJump, 1)));
    }

    #[test]
    fn where_no_piece_is_at_stake_the_position_is_worse() {
        let found = kind("W:WK32,K31:BK1", "32-28", "32-27");
        assert_eq!(found, None);
    }

    #[test]
    fn parts_of_the_game_follow_the_number_of_pieces() {
        assert_eq!(GamePart::of(&Position::start()), GamePart::Opening);
        let ending = Position::from_fen("W:WK32:BK1").expect("a position");
        assert_eq!(GamePart::of(&ending), GamePart::Ending);
    }
}
