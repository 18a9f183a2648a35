//! Any text as the lines that a text game is given: no panic, an error that says something, and a
//! word that is read as a move is written as the same move.
#![no_main]

use games::{Game, GameName, Notation, with_game};
use libfuzzer_sys::fuzz_target;
use text::Dialect;
use formats::commands::TextCommand;

fuzz_target!(|text: &str| {
    for game in GameName::ALL {
        with_game!(game, Position => play::<Position>(text));
    }
});

fn play<G: Dialect + Notation + Game>(text: &str) {
    let mut position = G::start();
    for line in text.lines() {
        match TextCommand::read(line, G::command_form()) {
            Ok(Some(TextCommand::Move(word))) => {
                let Ok(mv) = position.read_move(&word) else { continue };
                let again = position.read_move(&position.move_text(mv));
                assert!(again.is_ok_and(|again| again == mv), "{word}");
                position = position.play(mv);
            }
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
