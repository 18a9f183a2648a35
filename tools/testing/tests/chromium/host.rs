//! The two ways to the board page: served by the program, which answers itself, and as a static
//! site with the engine in a worker. Each test of the page goes through both.

use crate::browser::Browser;
use crate::program::Program;
use crate::static_host::StaticHost;
use std::path::PathBuf;

/// Who serves the page; dropping it ends that.
pub enum Host {
    Program(Program),
    Site(StaticHost),
}

impl Host {
    fn address(&self) -> &str {
        match self {
            Host::Program(program) => &program.address,
            Host::Site(host) => &host.address,
        }
    }

    /// Opens the page at a fragment of its address and waits until it can be used.
    pub fn open(&self, browser: &Browser, fragment: &str) {
        browser.open("about:blank");
        browser.open(&format!("{}#{fragment}", self.address()));
        browser.wait_until("document.body.classList.contains('ready')");
    }
}

pub fn site_folder() -> PathBuf {
    let folder = testing::workspace().join("target/site");
    assert!(
        folder.join("index.html").exists(),
        "there is no site in {}; make it: scripts/site.sh",
        folder.display()
    );
    folder
}

/// Most tests need no live lines, which use a core for each page.
pub fn in_both_hosts(test: impl Fn(&Browser, &Host)) {
    each_host(Browser::without_lines, test);
}

pub fn in_both_hosts_with_lines(test: impl Fn(&Browser, &Host)) {
    each_host(Browser::start, test);
}

fn each_host(browser: fn() -> Browser, test: impl Fn(&Browser, &Host)) {
    let program = || Host::Program(Program::start("crownhead", &["board", "--no-open"]));
    let site = || Host::Site(StaticHost::of(site_folder(), "/games/"));
    for host in [program(), site()] {
        let browser = browser();
        test(&browser, &host);
        assert_eq!(browser.console(), [""; 0], "{}", host.address());
    }
}
