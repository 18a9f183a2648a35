//! The files of the pages, compiled in.

/// One file of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its media type, as HTTP wants it.
    pub content_type: &'static str,
    /// Its text.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// The file of a name.
macro_rules! assets {
    ($($name:literal: $content_type:expr,)*) => {
        /// The names of all files.
        pub const ASSET_NAMES: &[&str] = &[$($name),*];

        /// The file with this name, such as `board.js`.
        pub fn asset(name: &str) -> Option<Asset> {
            match name {
                $($name => Some(Asset {
                    content_type: $content_type,
                    text: include_str!(concat!("../assets/", $name)),
                }),)*
                _ => None,
            }
        }
    };
}

assets! {
    "board.css": STYLE,
    "board.js": SCRIPT,
    "clocks.js": SCRIPT,
    "drag.js": SCRIPT,
    "files.js": SCRIPT,
    "ground.js": SCRIPT,
    "icon.svg": PICTURE,
    "moves.js": SCRIPT,
    "page.js": SCRIPT,
    "pieces.js": SCRIPT,
    "play.html": HTML,
    "play.js": SCRIPT,
    "rules.js": SCRIPT,
    "squares.js": SCRIPT,
    "style.css": STYLE,
    "talk.js": SCRIPT,
    "turns.js": SCRIPT,
}
