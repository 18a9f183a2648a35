//! Any bytes as a file of games: no panic, every group of tags is a game or an error, and every
//! game that is read is written and read again as the same game, with squares by number and by
//! name.
#![no_main]

use games::Game as _;
use libfuzzer_sys::fuzz_target;
use formats::pdn::{self, PdnGame, PdnStyle, Squares, Terminator};

fuzz_target!(|bytes: &[u8]| {
    let text = pdn::decode(bytes);
    assert!(!text.contains('\u{feff}'));
    let mut games = pdn::read_any(&text);
    while let Some(game) = games.next() {
        assert!(games.offset() <= text.len() + 1);
        assert!(games.warnings().iter().all(|warning| !warning.to_string().is_empty()));
        match game {
            Ok(game) => survives(&game),
            Err(error) => {
                assert!(error.line.is_some_and(|line| line > 0) && !error.to_string().is_empty())
            }
        }
    }
    events_are_games_or_errors(&text);
});

/// The game is the same after it was written and read.
fn survives(game: &PdnGame) {
    assert_eq!(game.positions().len(), game.line.turns.len() + 1);
    for squares in [Squares::Numbers, Squares::Names] {
        let style = PdnStyle { squares, terminator: Terminator::Star };
        let text = pdn::write(game, style);
        let again: Vec<_> = pdn::read(&text).collect();
        let [Ok(again)] = &again[..] else { panic!("{text}: {again:?}") };
        let moves =
            |game: &PdnGame| -> Vec<_> { game.line.turns.iter().map(|turn| turn.mv).collect() };
        assert_eq!(moves(again), moves(game), "{text}");
        assert_eq!(again.start.key(), game.start.key(), "{text}");
        assert_eq!(again.outcome(), game.outcome(), "{text}");
        assert_eq!(pdn::write(again, style), text);
    }
}

/// Behind whatever was found, a game is read that begins on a line of its own.
fn events_are_games_or_errors(text: &str) {
    let before = pdn::read(text).count();
    let more = format!("{text}\n[Event \"last\"]\n\n[Event \"very last\"]\n\n1. 11-15 {{so}} *\n");
    let after: Vec<_> = pdn::read(&more).collect();
    assert!(after.len() >= 2 && after.len() <= before + 2, "{text}");
    let Some(Ok(last)) = after.last() else { panic!("{text}: {:?}", after.last()) };
    assert_eq!((last.tag("Event"), last.line.turns.len()), (Some("very last"), 1), "{text}");
}
