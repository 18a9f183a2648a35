//! Any bytes as the lines of a GUI: no panic, one search at a time, and answers that are one line
//! each. The first byte of a line tells whether what the engine does ends before it.
#![no_main]

use games::Game;
use hub::{BestMove, Conversation, EngineEvent, EngineOrder, Params, Reaction};
use libfuzzer_sys::fuzz_target;

/// What the engine does, as the reactions have ordered it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Busy {
    Idle,
    Preparing,
    Searching,
}

fuzz_target!(|bytes: &[u8]| {
    let mut conversation = Conversation::new(Params::default());
    let mut busy = Busy::Idle;
    for line in bytes.split(|&byte| byte == b'\n') {
        let (ends, line) =
            line.split_first().map_or((false, line), |(&first, line)| (first > 127, line));
        let mut reactions = conversation.line(&String::from_utf8_lossy(line));
        if seen(&reactions, &mut busy) {
            return;
        }
        while ends && busy != Busy::Idle {
            let (event, told) = match busy {
                Busy::Preparing => (EngineEvent::Ready, "ready"),
                _ => (EngineEvent::Done(BestMove::default()), "done"),
            };
            busy = Busy::Idle;
            reactions = conversation.heard(&event);
            assert!(matches!(&reactions[0], Reaction::Say(line) if line == told));
            if seen(&reactions, &mut busy) {
                return;
            }
        }
        assert!(busy != Busy::Idle || conversation.waiting_lines() == 0);
    }
});

/// Checks the reactions; `true` if the conversation is over.
fn seen(reactions: &[Reaction], busy: &mut Busy) -> bool {
    for reaction in reactions {
        match reaction {
            Reaction::Say(line) => assert_eq!(line.lines().count(), 1),
            Reaction::Quit => return true,
            Reaction::Order(EngineOrder::Search(task)) => {
                assert!(*busy == Busy::Idle && task.game.position().can_move());
                *busy = Busy::Searching;
            }
            Reaction::Order(EngineOrder::Stop | EngineOrder::PonderHit) => {
                assert!(*busy == Busy::Searching);
            }
            Reaction::Order(EngineOrder::Prepare(_)) => {
                assert!(*busy == Busy::Idle);
                *busy = Busy::Preparing;
            }
            Reaction::Order(EngineOrder::NewGame) => assert!(*busy == Busy::Idle),
        }
    }
    false
}
