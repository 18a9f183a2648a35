//! The parts of the page of a report, which becomes one file: see `app`, `src/report/html.rs`.

use crate::assets::asset;
use crate::bundle::{BundleError, bundle};

/// The page, its style and its script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportPage {
    /// HTML with the places `{policy}`, `{style}`, `{data}` and `{script}`.
    pub html: &'static str,
    /// CSS.
    pub style: String,
    /// JavaScript, which reads the data from the element `#data`.
    pub script: String,
}

impl ReportPage {
    /// The parts, joined from the files in `assets`.
    ///
    /// # Errors
    /// The modules cannot be joined: a mistake in them.
    pub fn load() -> Result<Self, BundleError> {
        let html = include_str!("../assets/report.html");
        let board = asset("board.css").map_or("", |asset| asset.text);
        let style = [board, include_str!("../assets/report.css")].concat();
        Ok(ReportPage { html, style, script: bundle(&["report.js"], module)? })
    }
}

/// The modules of the page: its own, and those of the board, which all pages share.
fn module(name: &str) -> Option<&'static str> {
    Some(match name {
        "report.js" => include_str!("../assets/report.js"),
        "report_charts.js" => include_str!("../assets/report_charts.js"),
        "report_dom.js" => include_str!("../assets/report_dom.js"),
        "report_games.js" => include_str!("../assets/report_games.js"),
        "report_replay.js" => include_str!("../assets/report_replay.js"),
        "report_words.js" => include_str!("../assets/report_words.js"),
        _ => return asset(name).map(|asset| asset.text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modules_of_the_report_can_be_joined() {
        let page = ReportPage::load().expect("modules in the form that can be joined");
        assert!(page.script.contains("class Board "));
        assert!(!page.style.to_ascii_lowercase().contains("</style"));
        for place in ["{policy}", "{style}", "{data}", "{script}"] {
            assert_eq!(page.html.matches(place).count(), 1, "{place}");
        }
    }
}
