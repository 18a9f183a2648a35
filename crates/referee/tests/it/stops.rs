//! A contest that is to end begins nothing more.

use referee::players::{Agent, FilePlayer, HOMEWORK};
use referee::rules::Ending;
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::time::Duration;

#[test]
fn once_the_flag_is_set_no_program_is_started() {
    let temp_root = TempRoot::new().expect("a folder");
    let agent = Agent::find("touch begun", HOMEWORK).expect("every system has it");
    let mut player =
        FilePlayer::new(&agent, None, &temp_root, SandboxMode::Off, None).expect("made");
    let begun = player.dir().path().join("begun");
    let mut run = || player.run_once(Duration::from_secs(10)).expect("it can be run").answer;
    assert_eq!((run(), begun.exists()), (Err(Ending::NoOutput), true));
    std::fs::remove_file(&begun).expect("there");
    temp_root.stop_flag().set();
    assert_eq!((run(), begun.exists()), (Err(Ending::RefereeFault), false));
}
