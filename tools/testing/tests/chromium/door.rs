//! The two ways to the board page: served by the program, which answers itself, and as a static
//! site with the engine in a worker. Each test of the page goes through both.

use crate::browser::Browser;
use crate::program::Program;
use crate::static_host::StaticHost;
use std::path::PathBuf;

/// Who serves the page; dropping it ends that.
pub enum Door {
    Program(Program),
    Site(StaticHost),
}

impl Door {
    fn address(&self) -> &str {
        match self {
            Door::Program(program) => &program.address,
            Door::Site(host) => &host.address,
        }
    }

    /// Opens the page at a fragment of its address and waits until it can be used.
    pub fn open(&self, browser: &Browser, fragment: &str) {
        browser.open("about:blank");
        browser.open(&format!("{}#{fragment}", self.address()));
        browser.wait_until("document.body.classList.contains('ready')");
    }
}

/// The folder that scripts/site.sh makes.
pub fn site_folder() -> PathBuf {
    let folder = testing::workspace().join("target/site");
    assert!(
        folder.join("index.html").exists(),
        "there is no site in {}; make it: scripts/site.sh",
        folder.display()
    );
    folder
}

/// Runs a test through both doors, with a browser each.
pub fn through_both_doors(test: impl Fn(&Browser, &Door)) {
    let program = || Door::Program(Program::start("crownhead", &["board", "--no-open"]));
    let site = || Door::Site(StaticHost::of(site_folder(), "/games/"));
    for door in [program(), site()] {
        let browser = Browser::start();
        test(&browser, &door);
        assert_eq!(browser.console(), [""; 0], "{}", door.address());
    }
}
