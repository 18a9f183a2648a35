//! Opens a page in the user's browser, if there is one and a screen to show it on.

use std::env;
use std::path::Path;
use thiserror::Error;

/// Browsers that take over the terminal, which belongs to the game. They cannot show a board.
const TEXT_BROWSERS: [&str; 9] =
    ["lynx", "links", "links2", "elinks", "w3m", "eww", "netrik", "retawq", "curl"];

/// There is no browser, or no screen for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no browser can be opened here; open the address yourself, or set BROWSER to a browser")]
pub struct NoBrowser;

/// Opens an address in `$BROWSER` or else in the default browser. Prints nothing and does not wait
/// for the browser to end.
///
/// # Errors
///
/// If there is none, or no screen.
pub fn open_in_browser(address: &str) -> Result<(), NoBrowser> {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_screen = cfg!(all(unix, not(target_os = "macos")));
    let has_screen = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    if needs_screen && !has_screen && !is_set("BROWSER") {
        return Err(NoBrowser);
    }
    if env::var("BROWSER").is_ok_and(|commands| is_text_browser(&commands)) {
        return Err(NoBrowser);
    }
    let mut options = webbrowser::BrowserOptions::new();
    options.with_suppress_output(true);
    let opened =
        webbrowser::open_browser_with_options(webbrowser::Browser::Default, address, &options);
    opened.map_err(|_| NoBrowser)
}

/// Whether a text browser is among the commands of `$BROWSER`, which has colons between them.
fn is_text_browser(commands: &str) -> bool {
    commands.split(':').any(|command| {
        let program = command.split_ascii_whitespace().next().unwrap_or_default();
        let name = Path::new(program).file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| TEXT_BROWSERS.contains(&name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_browser_is_known_by_its_name() {
        assert!(is_text_browser("/usr/bin/w3m %s") && is_text_browser("firefox:lynx"));
        assert!(!is_text_browser("firefox -P links") && !is_text_browser(""));
    }
}
