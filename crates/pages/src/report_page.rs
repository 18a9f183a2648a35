//! The parts of the page of a report. `programs/crownhead` makes them one file:
//! `programs/crownhead/src/report/html.rs`.

use crate::assets::asset;
use crate::bundle::{BundleError, bundle};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportPage {
    /// HTML with the places `{policy}`, `{style}`, `{section}`, `{data}` and `{script}`.
    pub html: &'static str,
    pub style: String,
    /// Reads the data from the element `#data`.
    pub script: String,
}

impl ReportPage {
    /// The parts, joined from the files in `assets`. Only a mistake in these fails.
    pub fn load() -> Result<Self, BundleError> {
        let text = |name: &str| asset(name).map(|asset| asset.text);
        let part = |name: &str| text(name).ok_or_else(|| BundleError::Missing(name.to_string()));
        let style = ["style.css", "board.css", "report.css", "diagnosis.css"]
            .map(part)
            .into_iter()
            .collect::<Result<String, _>>()?;
        Ok(ReportPage { html: part("report.html")?, style, script: bundle(&["report.js"], text)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modules_of_the_report_can_be_joined() {
        let page = ReportPage::load().expect("modules in the form that can be joined");
        assert!(page.script.contains("class Board "));
        assert!(!page.style.to_ascii_lowercase().contains("</style"));
        for place in ["{policy}", "{style}", "{section}", "{data}", "{script}"] {
            assert_eq!(page.html.matches(place).count(), 1, "{place}");
        }
    }
}
