//! Any bytes as the lines of a GUI: no panic, one search at a time, and answers that are one line
//! each. The first byte of a line tells whether a search that runs ends before it.
#![no_main]

use games::Game;
use hub::{BestMove, Conversation, EngineEvent, EngineOrder, Params, Reaction};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut conversation = Conversation::new(Params::default());
    let mut is_searching = false;
    for line in bytes.split(|&byte| byte == b'\n') {
        let (ends, line) =
            line.split_first().map_or((false, line), |(&first, line)| (first > 127, line));
        let mut reactions = conversation.line(&String::from_utf8_lossy(line));
        if seen(&reactions, &mut is_searching) {
            return;
        }
        while ends && is_searching {
            is_searching = false;
            reactions = conversation.heard(&EngineEvent::Done(BestMove::default()));
            assert!(matches!(&reactions[0], Reaction::Say(line) if line == "done"));
            if seen(&reactions, &mut is_searching) {
                return;
            }
        }
    }
});

/// Checks the reactions; `true` if the conversation is over.
fn seen(reactions: &[Reaction], is_searching: &mut bool) -> bool {
    for reaction in reactions {
        match reaction {
            Reaction::Say(line) => assert_eq!(line.lines().count(), 1),
            Reaction::Quit => return true,
            Reaction::Order(EngineOrder::Search(task)) => {
                assert!(!*is_searching && task.root.position().can_move());
                *is_searching = true;
            }
            Reaction::Order(EngineOrder::Stop | EngineOrder::PonderHit) => assert!(*is_searching),
            Reaction::Order(EngineOrder::Prepare(_) | EngineOrder::NewGame) => {}
        }
    }
    false
}
