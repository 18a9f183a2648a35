//! Opens a page in the user's browser, if there is one and a screen to show it on.

use std::env;
use std::path::Path;
use thiserror::Error;

/// Browsers that take over the terminal, which belongs to the game. They cannot show a board.
const TEXT_BROWSERS: [&str; 9] =
    ["lynx", "links", "links2", "elinks", "w3m", "eww", "netrik", "retawq", "curl"];

/// No browser, or no screen for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no browser can be opened here; open the address yourself, or set BROWSER to a browser")]
pub struct NoBrowser;

/// Opens an address in `$BROWSER` or else in the default browser. Prints nothing and does not wait
/// for the browser to end.
pub fn open_in_browser(address: &str) -> Result<(), NoBrowser> {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_screen = cfg!(all(unix, not(target_os = "macos")));
    let has_screen = !needs_screen || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    let chosen = env::var("BROWSER").unwrap_or_default();
    let mut programs = programs(&chosen);
    // Without a screen only the user's own choice can show anything.
    if programs.clone().any(is_text_browser) || !has_screen && !programs.any(is_installed) {
        return Err(NoBrowser);
    }
    let mut options = webbrowser::BrowserOptions::new();
    options.with_suppress_output(true);
    let opened =
        webbrowser::open_browser_with_options(webbrowser::Browser::Default, address, &options);
    opened.map_err(|_| NoBrowser)
}

/// The programs of the commands in `$BROWSER`, which has colons between them.
fn programs(commands: &str) -> impl Iterator<Item = &Path> + Clone {
    commands.split(':').filter_map(|command| command.split_ascii_whitespace().next().map(Path::new))
}

fn is_text_browser(program: &Path) -> bool {
    let name = program.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| TEXT_BROWSERS.contains(&name))
}

/// True if the program is at its path or, for a mere name, in a folder of `$PATH`.
fn is_installed(program: &Path) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    let is_name = program.components().count() == 1;
    program.is_file() || is_name && env::split_paths(&folders).any(|at| at.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_browser_is_known_by_its_name() {
        let has_one = |commands| programs(commands).any(is_text_browser);
        assert!(has_one("/usr/bin/w3m %s") && has_one("firefox:lynx"));
        assert!(!has_one("firefox -P links") && !has_one(""));
    }
}
