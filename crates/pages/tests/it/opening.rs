//! Opening a page: what a program does with `$BROWSER` and without a screen. The environment of a
//! process is set when it starts, so each case is this test program again, as a child.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const ADDRESS: &str = "http://127.0.0.1:1/token/";

/// Opens the page, when it is run as a child, and tells the result by the exit code.
#[test]
fn child() {
    if std::env::var_os("OPENS_A_PAGE").is_some() {
        std::process::exit(if pages::open_in_browser(ADDRESS).is_ok() { 10 } else { 11 });
    }
}

fn run(browser: Option<&Path>) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "opening::child", "--nocapture", "--test-threads=1"]);
    command.env("OPENS_A_PAGE", "1").env_remove("BROWSER");
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    if let Some(browser) = browser {
        command.env("BROWSER", browser);
    }
    command.output().expect("it runs")
}

#[test]
fn without_a_screen_there_is_no_browser() {
    let output = run(None);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(11), 0));
}

#[test]
fn the_chosen_browser_gets_the_address_and_not_our_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let (browser, asked) = (folder.path().join("browser"), folder.path().join("asked"));
    let script = format!("#!/bin/sh\necho printed\necho \"$1\" >{0}.tmp; mv {0}.tmp {0}\n", {
        asked.display()
    });
    testing::write_script(&browser, &script);
    let output = run(Some(&browser));
    assert_eq!(output.status.code(), Some(10));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("printed"));
    while !asked.exists() {
        std::thread::yield_now(); // the browser is not waited for
    }
    assert_eq!(fs::read_to_string(&asked).expect("its argument").trim(), ADDRESS);
}

#[test]
fn a_browser_that_is_not_there_is_reported() {
    assert_eq!(run(Some(Path::new("/does/not/exist"))).status.code(), Some(11));
}
