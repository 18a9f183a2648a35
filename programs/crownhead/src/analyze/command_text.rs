//! Positions and games in the language of the text programs, as `answers` reads them.

use crate::analyze::input::{AnalysisInput, InputError};
use crate::analyze::printed_game::PrintedGame;
use crate::analyze::subject::Subject;
use analysis::PlayedGame;
use analysis::api::{AskedGame, WrittenFault, WrittenGame, read_text_games};

/// Reads a text; errors call it `name`. Fails if there is nothing in it.
pub fn read<G: PrintedGame + AskedGame>(
    name: &str,
    text: &str,
) -> Result<AnalysisInput<G>, String> {
    if text.trim().is_empty() {
        let (title, form) = (<G as AskedGame>::TITLE, G::MOVE_FORM);
        return Err(format!(
            "{name}: nothing is in it; write moves of {title} ({form}), one a line, or a dump"
        ));
    }
    let found = read_text_games(text);
    let error = |WrittenFault { number, line, sentence }: WrittenFault| {
        let sentence = format!("{name}, line {line}: {sentence}");
        InputError { number, sentence }
    };
    Ok(AnalysisInput {
        subjects: found.games.into_iter().map(subject).collect(),
        errors: found.faults.into_iter().map(error).collect(),
    })
}

fn subject<G: PrintedGame + AskedGame>(game: WrittenGame<G>) -> Subject<G> {
    let limit = game.limit.map_or(G::QUIET_LIMIT, |limit| Some(limit.saturating_mul(2)));
    let played = PlayedGame::by_rules_with(game.start, game.moves, limit);
    let mut subject = Subject::played(game.number, played);
    let names = game.names.into_iter().flat_map(|names| ["Black", "White"].into_iter().zip(names));
    subject.tags = names.map(|(tag, name)| (tag.to_string(), name)).collect();
    (subject.result, subject.ending) = (game.result, game.ending);
    subject
}
