//! Any bytes as a file of games: no panic, and every game that is read is written and read again as
//! the same game, with squares by number and by name.
#![no_main]

use games::Game as _;
use libfuzzer_sys::fuzz_target;
use formats::pdn::{self, Squares, PdnStyle, Terminator};

fuzz_target!(|bytes: &[u8]| {
    for game in pdn::read(&pdn::decode(bytes)) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                assert!(error.place.line > 0 && !error.to_string().is_empty());
                continue;
            }
        };
        assert_eq!(game.positions().len(), game.line.turns.len() + 1);
        for squares in [Squares::Numbers, Squares::Names] {
            let style = PdnStyle { squares, terminator: Terminator::Star };
            let text = pdn::write(&game, style);
            let again: Vec<_> = pdn::read(&text).collect();
            let [Ok(again)] = &again[..] else { panic!("{text}: {again:?}") };
            let moves = |game: &pdn::Game| -> Vec<_> {
                game.line.turns.iter().map(|turn| turn.mv).collect()
            };
            assert_eq!(moves(again), moves(&game), "{text}");
            assert_eq!(again.start.key(), game.start.key(), "{text}");
            assert_eq!(again.outcome(), game.outcome(), "{text}");
        }
    }
});
