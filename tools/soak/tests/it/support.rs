//! Running the program.

use std::process::{Command, Output};

pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

pub fn soak(args: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_soak")).args(args).output();
    let Output { status, stdout, stderr } = output.expect("the program was built");
    let [stdout, stderr] =
        [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ran { code: status.code(), stdout, stderr }
}

pub fn program(name: &str) -> String {
    testing::program(name).to_str().expect("a path that is text").to_string()
}

pub fn script(dir: &std::path::Path, text: &str) -> String {
    let path = dir.join("agent");
    testing::write_script(&path, &format!("#!/bin/sh\n{text}\n"));
    path.to_str().expect("a path that is text").to_string()
}
