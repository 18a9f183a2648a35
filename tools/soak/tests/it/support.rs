//! Running the program.

use std::process::{Command, Output};

/// What the program printed, and its exit code.
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `soak` with these arguments.
pub fn soak(args: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_soak")).args(args).output();
    let Output { status, stdout, stderr } = output.expect("the program was built");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

/// A program of the workspace.
pub fn program(name: &str) -> String {
    testing::program(name).to_str().expect("a path that is text").to_string()
}

/// A shell script that stands for an agent.
pub fn script(dir: &std::path::Path, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;

    let path = dir.join("agent");
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("set");
    path.to_str().expect("a path that is text").to_string()
}
