//! Many agents are started at a time, and each finds what is its own.
//!
//! The test has a process of its own: what other tests start would hold the same files open.

use crate::hostile::stage::Stage;
use runner::folder::listing::Listing;
use runner::process::{RunSpec, run};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, thread};

const ASKED: &str = "STARTING_AGENTS";
const NAME: &str =
    "hostile::starting::a_program_that_was_just_copied_can_be_started_while_agents_are";
const STARTERS: usize = 3;
const COPIES: usize = 300;

#[test]
fn a_program_that_was_just_copied_can_be_started_while_agents_are() {
    if std::env::var_os(ASKED).is_some() {
        return copy_and_start();
    }
    let this = std::env::current_exe().expect("this program");
    let mut alone = Command::new(this);
    let output = alone.args(["--exact", NAME]).env(ASKED, "1").output().expect("started");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

fn copy_and_start() {
    let dir = tempfile::tempdir().expect("a folder");
    let own = dir.path().join("own");
    fs::create_dir(&own).expect("made");
    fs::write(own.join("engine"), "#!/bin/sh\nexit 0\n").expect("written");
    fs::set_permissions(own.join("engine"), fs::Permissions::from_mode(0o755)).expect("set");
    let over = AtomicBool::new(false);
    let start = || {
        let stage = Stage::new();
        let spec = RunSpec { sandbox: stage.sandbox(), ..stage.spec("exit 0") };
        while !over.load(Ordering::Relaxed) {
            run(&spec).expect("it starts");
        }
    };
    thread::scope(|scope| {
        for _ in 0..STARTERS {
            scope.spawn(start);
        }
        let refused = (0..COPIES).filter_map(|copy| {
            let to = dir.path().join(copy.to_string());
            let copied = Listing::of(&own).and_then(|all| all.copy(&to, &[]));
            let copied = copied.map_err(|error| error.to_string());
            copied
                .and_then(|()| {
                    Command::new(to.join("engine")).status().map_err(|error| error.to_string())
                })
                .err()
        });
        let refused: Vec<String> = refused.collect();
        over.store(true, Ordering::Relaxed);
        assert!(refused.is_empty(), "{} of {COPIES}: {}", refused.len(), refused[0]);
    });
}
