//! The output of the `help` command.

use crate::dialect::Dialect;
use formats::commands::CommandGame;

/// All commands, and the form of a move. It holds neither `*` nor `>`, which mean something in
/// scripts.
pub fn text<G: Dialect>() -> String {
    let has_fen = G::read_position("W:W21:B5").is_some();
    let lines = include_str!("help.txt").lines().filter(|line| {
        (G::HAS_LIMIT || !line.starts_with("limit ")) && (has_fen || !line.starts_with("W:"))
    });
    let lines: Vec<&str> = lines.collect();
    lines.join("\n").replace("FORM", G::MOVE_FORM).replace("PIECES", &G::piece_words())
}

/// A move at the start of the game, the first of [`G::MOVE_FORM`](CommandGame::MOVE_FORM).
pub fn example<G: CommandGame>() -> &'static str {
    let forms = G::MOVE_FORM.split([',', ':']).next().unwrap_or(G::MOVE_FORM);
    forms.split(" or ").next().unwrap_or(forms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::commands::TextCommand;
    use games::{GameName, with_game};

    fn helps<G: Dialect>() {
        let text = text::<G>();
        assert!(!text.contains(['*', '>']), "{text}");
        assert!(text.contains(G::MOVE_FORM) && text.contains(&G::piece_words()), "{text}");
        assert_eq!(text.contains("limit N"), G::HAS_LIMIT);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        // Each line but the first begins with a word that is a command, alone or with its words.
        for line in text.lines().skip(1).filter(|line| !line.starts_with(' ')) {
            let word = line.split([' ', ',']).next().expect("a word");
            let read = TextCommand::read(word, G::command_form());
            assert!(!matches!(read, Ok(None | Some(TextCommand::Move(_)))), "{line}");
        }
        // The example of a move is one at the start of the game.
        assert!(G::start().read_text(example::<G>()).is_ok(), "{}", G::MOVE_FORM);
    }

    #[test]
    fn help_shows_the_form_of_a_move_and_commands_that_exist() {
        GameName::ALL
            .into_iter()
            .for_each(|game| with_game!(game, Position => helps::<Position>()));
    }
}
