//! Laws of all conversations: any bytes are answered, and the conversation ends.

use crate::client::params;
use games::Game as _;
use hub::{BestMove, Conversation, EngineEvent, EngineOrder, Reaction, run};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_assert, prop_oneof, proptest};
use std::io::{self, Cursor};

/// Lines that are commands, or nearly.
fn line() -> impl Strategy<Value = String> {
    let values = prop_oneof![
        "[WB][ewbWB]{31,33}".prop_map(|text| text),
        "\"([0-9]{1,2}[-x][0-9]{1,2} ?){0,4}\"".prop_map(|text| text),
        any::<i16>().prop_map(|number| number.to_string()),
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
        Just("depth"),
        Just("nodes"),
        Just("time"),
        Just("inc"),
        Just("move-time"),
        Just("infinite"),
        Just("think"),
        Just("ponder"),
        Just("analyze"),
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
    fn any_lines_are_answered_and_the_conversation_ends(lines in vec(line(), 0..20)) {
        let text = lines.join("\n");
        prop_assert!(run(Cursor::new(text), io::sink(), params(&[])).is_ok());
    }

    /// A search is asked for only when none runs, and only one that runs is stopped.
    #[test]
    fn there_is_one_search_at_a_time(lines in vec((line(), any::<bool>()), 0..60)) {
        let mut conversation = Conversation::new(params(&[]));
        let mut seen = Seen { is_running: false, is_over: false };
        for (line, ends) in lines {
            seen.see(conversation.line(&line));
            if ends && seen.is_running {
                seen.is_running = false;
                let reactions = conversation.heard(&EngineEvent::Done(BestMove::default()));
                prop_assert!(matches!(&reactions[0], Reaction::Say(line) if line == "done"));
                seen.see(reactions);
            }
            if seen.is_over {
                break;
            }
        }
    }
}

/// What the reactions of a conversation have brought about.
struct Seen {
    is_running: bool,
    is_over: bool,
}

impl Seen {
    fn see(&mut self, reactions: Vec<Reaction>) {
        for reaction in reactions {
            match reaction {
                Reaction::Say(line) => assert_eq!(line.lines().count(), 1),
                Reaction::Quit => self.is_over = true,
                Reaction::Order(EngineOrder::Search(task)) => {
                    assert!(!self.is_running && task.root.position().can_move());
                    self.is_running = true;
                }
                Reaction::Order(EngineOrder::Stop | EngineOrder::PonderHit) => {
                    assert!(self.is_running);
                }
                Reaction::Order(EngineOrder::Prepare(_) | EngineOrder::NewGame) => {}
            }
        }
    }
}
