//! The response to `knowledge`: what the endgame tables and the opening book say of a position and
//! of each of its moves.

use crate::api::caller::ApiError;
use crate::api::evaluation_response::EvaluationResponse;
use crate::api::line_response::sentence;
use crate::api::requested_line::{LineText, last, legal_moves};
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::resources::Resources;
use crate::values::verdict::{TableReader, Verdict};
use games::Repetition;
use games::board::Side;
use search::KeyHistory;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct KnowledgeResponse {
    verdict: Option<String>,
    /// The same for programs.
    evaluation: Option<EvaluationResponse>,
    moves: Vec<KnownMove>,
}

#[derive(Debug, Serialize)]
struct KnownMove {
    text: String,
    /// True if the opening book calls it good.
    book: bool,
    /// Seen by the side that plays it, without a full stop.
    verdict: Option<String>,
    rank: Option<Rank>,
}

/// What a move leads to with best play, for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Rank {
    Won,
    Drawn,
    Lost,
}

/// Answers for the last position of a line.
pub fn knowledge<G: AnalyzedGame>(
    resources: &Resources,
    request: &LineText,
) -> Result<KnowledgeResponse, ApiError> {
    let game = request.whole::<G>()?;
    let (position, history) = (last(&game), game.history(game.moves().len()));
    let mut tables = TableReader::of(resources.tables_under(history.limit()));
    let verdict =
        position.table_verdict(&mut tables).map(|known| Verdict::of(known, history.turns_left()));
    let book = position.book_moves(resources);
    let moves = legal_moves(position).into_iter().map(|mv| {
        let (verdict, rank) = of_move(position, mv, &history, &mut tables).unzip();
        let book = book.iter().any(|&good| position.play(good) == position.play(mv));
        KnownMove { text: position.move_text(mv), book, verdict, rank }
    });
    let moves = moves.collect();
    let evaluation = verdict.map(EvaluationResponse::of_verdict);
    let verdict = verdict.map(|known| sentence(&known.to_string()));
    Ok(KnowledgeResponse { verdict, evaluation, moves })
}

fn of_move<G: AnalyzedGame>(
    position: &G,
    mv: G::Move,
    history: &KeyHistory,
    tables: &mut TableReader,
) -> Option<(String, Rank)> {
    let after = position.play(mv);
    let known = after.table_verdict(tables)?;
    let mut then = history.clone();
    then.played(&after, position.finality(mv));
    if let Repetition::Draws { occurrences } = G::REPETITION
        && then.occurrences(after.key()) >= occurrences
    {
        return Some(("drawn by repetition".to_string(), Rank::Drawn));
    }
    Some(words(Verdict::of(known, then.turns_left()), position.side_to_move()))
}

/// The verdict after a move of `side`; the plies count the move itself.
fn words(verdict: Verdict, side: Side) -> (String, Rank) {
    match verdict {
        Verdict::Drawn => ("drawn".to_string(), Rank::Drawn),
        Verdict::DrawnByQuietTurns { .. } => {
            ("drawn: too few quiet turns are left".to_string(), Rank::Drawn)
        }
        Verdict::Won { by, plies, left } => {
            let (word, rank) = if by == side { ("won", Rank::Won) } else { ("lost", Rank::Lost) };
            let distance = match plies {
                Some(0) => ", the game is over".to_string(),
                Some(plies) => format!(", conversion within {} plies", plies + 1),
                None => String::new(),
            };
            let caveat = left.map(|left| format!(", if the {left} quiet turns left suffice"));
            (format!("{word}{distance}{}", caveat.unwrap_or_default()), rank)
        }
    }
}
