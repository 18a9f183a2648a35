//! Laws of all conversations: any bytes are answered, and the conversation ends.

use crate::client::params;
use games::Game as _;
use hub::{BestMove, Conversation, EngineEvent, EngineOrder, Reaction, run};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_assert, prop_oneof, proptest};
use std::io::{self, Cursor};
use std::mem;

/// Any number, for conversations without an engine.
fn any_number() -> impl Strategy<Value = String> {
    any::<i16>().prop_map(|number| number.to_string())
}

/// A number that limits a search to less than the patience of a test.
fn small_number() -> impl Strategy<Value = String> {
    prop_oneof![(-1..7i16).prop_map(|number| number.to_string()), Just("0.01".to_string())]
}

/// Lines that are commands, or nearly, with such numbers as arguments.
fn line(number: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let values = prop_oneof![
        "[WB][ewbWB]{31,33}".prop_map(|text| text),
        "\"([0-9]{1,2}[-x][0-9]{1,2} ?){0,4}\"".prop_map(|text| text),
        Just("true".to_string()),
        Just("pdn".to_string()),
        any::<String>(),
    ];
    let names = prop_oneof![
        Just("pos"),
        Just("moves"),
        Just("start"),
        Just("name"),
        Just("value"),
        Just("infinite"),
        Just("think"),
        Just("ponder"),
        Just("analyze"),
    ];
    let limits = prop_oneof![
        Just("depth"),
        Just("nodes"),
        Just("moves"),
        Just("time"),
        Just("inc"),
        Just("move-time"),
    ];
    let commands = prop_oneof![
        Just("hub"),
        Just("set-param"),
        Just("new-game"),
        Just("pos"),
        Just("level"),
        Just("go"),
        Just("stop"),
        Just("ping"),
        Just("ponder-hit"),
        Just("init"),
        Just("quit"),
        Just(""),
    ];
    let argument = prop_oneof![
        (limits, number).prop_map(|(name, value)| format!("{name}={value}")),
        (names.clone(), values).prop_map(|(name, value)| format!("{name}={value}")),
        names.prop_map(str::to_string),
    ];
    (commands, vec(argument, 0..4))
        .prop_map(|(command, arguments)| format!("{command} {}", arguments.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_answered_and_the_conversation_ends(bytes in vec(any::<u8>(), 0..300)) {
        prop_assert!(run(Cursor::new(bytes), io::sink(), params(&[])).is_ok());
    }

    #[test]
    fn any_lines_are_answered_and_the_conversation_ends(
        lines in vec(line(small_number()), 0..20),
    ) {
        let text = lines.join("\n");
        prop_assert!(run(Cursor::new(text), io::sink(), params(&[])).is_ok());
    }

    #[test]
    fn there_is_one_search_at_a_time(lines in vec((line(any_number()), any::<bool>()), 0..60)) {
        let mut conversation = Conversation::new(params(&[]));
        let mut seen = Seen { busy: Busy::Idle, is_over: false };
        for (line, ends) in lines {
            seen.see(conversation.line(&line));
            if let Some((event, told)) = ends.then(|| seen.end_of_work()).flatten() {
                let reactions = conversation.heard(&event);
                prop_assert!(matches!(&reactions[0], Reaction::Say(line) if line == told));
                seen.see(reactions);
            }
            if seen.is_over {
                break;
            }
            prop_assert!(seen.busy != Busy::Idle || conversation.waiting_lines() == 0);
        }
    }
}

#[derive(PartialEq, Eq)]
enum Busy {
    Idle,
    Preparing,
    Searching,
}

struct Seen {
    busy: Busy,
    is_over: bool,
}

impl Seen {
    /// Ends what the engine does; returns its report, and the line that tells it.
    fn end_of_work(&mut self) -> Option<(EngineEvent, &'static str)> {
        match mem::replace(&mut self.busy, Busy::Idle) {
            Busy::Idle => None,
            Busy::Preparing => Some((EngineEvent::Ready, "ready")),
            Busy::Searching => Some((EngineEvent::Done(BestMove::default()), "done")),
        }
    }

    fn see(&mut self, reactions: Vec<Reaction>) {
        for reaction in reactions {
            match reaction {
                Reaction::Say(line) => assert_eq!(line.lines().count(), 1),
                Reaction::Quit => self.is_over = true,
                Reaction::Order(EngineOrder::Search(task)) => {
                    assert!(self.busy == Busy::Idle && task.game.position().can_move());
                    self.busy = Busy::Searching;
                }
                Reaction::Order(EngineOrder::Stop | EngineOrder::PonderHit) => {
                    assert!(self.busy == Busy::Searching);
                }
                Reaction::Order(EngineOrder::Prepare(_)) => {
                    assert!(self.busy == Busy::Idle);
                    self.busy = Busy::Preparing;
                }
                Reaction::Order(EngineOrder::NewGame) => assert!(self.busy == Busy::Idle),
            }
        }
    }
}

#[test]
fn a_search_after_a_quit_that_waited_is_not_waited_for() {
    let mut conversation = Conversation::new(params(&[]));
    for line in ["go analyze", "hub", "quit", "go analyze"] {
        conversation.line(line);
    }
    let reactions = conversation.heard(&EngineEvent::Done(BestMove::default()));
    assert!(matches!(reactions.last(), Some(Reaction::Quit)), "{reactions:?}");
    assert!(!conversation.is_searching());
}
