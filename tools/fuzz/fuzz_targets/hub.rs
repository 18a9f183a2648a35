//! Any bytes as the lines of a GUI: no panic, one search at a time, and answers that are one line
//! each. The first byte of a line tells whether a search that runs ends before it.
#![no_main]

use games::Game;
use hub::{Answer, Found, Params, Session, Step};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut session = Session::new(Params::default());
    let mut is_searching = false;
    for line in bytes.split(|&byte| byte == b'\n') {
        let (ends, line) =
            line.split_first().map_or((false, line), |(&first, line)| (first > 127, line));
        let mut steps = session.line(&String::from_utf8_lossy(line));
        if seen(&steps, &mut is_searching) {
            return;
        }
        while ends && is_searching {
            is_searching = false;
            steps = session.found(Found::default());
            assert!(matches!(steps[0], Step::Answer(Answer::Done(_))));
            if seen(&steps, &mut is_searching) {
                return;
            }
        }
    }
});

/// Checks the steps; `true` if the conversation is over.
fn seen(steps: &[Step], is_searching: &mut bool) -> bool {
    for step in steps {
        match step {
            Step::Search(task) => {
                assert!(!*is_searching && task.game.position().can_move());
                *is_searching = true;
            }
            Step::Stop | Step::PonderHit => assert!(*is_searching),
            Step::Answer(answer) => assert_eq!(answer.to_string().lines().count(), 1),
            Step::Quit => return true,
            Step::Prepare(_) | Step::NewGame => {}
        }
    }
    false
}
