//! A report as one file of HTML that loads nothing else: it holds style, script and data, and its
//! content security policy allows only these, by their hashes.
//!
//! The data comes from untrusted programs. It lies in a script element of a type that no browser
//! runs, with every character escaped that could end the element; the script shows it as text.

use crate::assets::asset;
use crate::bundle::{bundle, missing};
use crate::error::PageError;
use cli::visible;
use maud::Markup;
use sha2::{Digest, Sha256};

/// The styles of the page, one after the other.
const STYLES: [&str; 5] = ["style.css", "board.css", "game.css", "match.css", "diagnosis.css"];

/// A page around its data, which may be too large to lie in memory: between the two parts stands
/// [`page_data`] of JSON, piece by piece.
#[derive(Debug)]
pub struct ReportPage {
    pub before: String,
    pub after: String,
}

/// The page with this data, which is JSON, below a section. It fails only by a mistake in the
/// page's files, which tests find.
pub fn report_page(json: &str, section: &Markup) -> Result<String, PageError> {
    let ReportPage { before, after } = ReportPage::new(section)?;
    Ok(before + &page_data(json) + &after)
}

impl ReportPage {
    pub fn new(section: &Markup) -> Result<Self, PageError> {
        let style = STYLES.map(part).into_iter().collect::<Result<String, _>>()?;
        let script = bundle(&["report.js"], text)?;
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; \
         base-uri 'none'; form-action 'none'",
            sha256(&script),
            sha256(&style)
        );
        let places =
            [("{policy}", policy.as_str()), ("{style}", &style), ("{section}", &section.0)];
        let mut rest = part("report.html")?;
        let mut before = String::new();
        for (place, text) in places {
            // What has been filled in is not looked at again: a text may hold the name of a place.
            let (start, end) = rest.split_once(place).unwrap_or((rest, ""));
            before.extend([start, text]);
            rest = end;
        }
        let (start, end) = rest.split_once("{data}").unwrap_or((rest, ""));
        before.push_str(start);
        Ok(ReportPage { before, after: end.replacen("{script}", &script, 1) })
    }
}

/// JSON that can lie in a script element: only strings can hold these characters, and what is
/// hidden, and there each has a form in plain ASCII.
pub fn page_data(json: &str) -> String {
    visible::json(json).replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn text(name: &str) -> Option<&'static str> {
    asset(name).map(|asset| asset.text)
}

fn part(name: &str) -> Result<&'static str, PageError> {
    text(name).ok_or_else(|| missing(name))
}

/// The SHA-256 of a text in base 64, as a policy names it.
fn sha256(text: &str) -> String {
    base64(&Sha256::digest(text))
}

/// RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bytes
        .chunks(3)
        .map(|group| {
            let bits =
                (0..3).fold(0, |bits, n| bits << 8 | group.get(n).map_or(0, |&b| usize::from(b)));
            let digits = (0..4).map(|n| match bits >> (18 - 6 * n) & 63 {
                digit if n <= group.len() => char::from(DIGITS[digit]),
                _ => '=',
            });
            digits.collect::<String>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use maud::html;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn data_cannot_end_its_element_and_is_read_back_unchanged() {
        let hostile =
            "</script><script>alert(1)</script><!\x2d- {script} {data} \u{2028}\u{feff}é & \"";
        let json = serde_json::to_string(hostile).expect("a string");
        let page = report_page(&json, &html! { p { (hostile) } }).expect("a page");
        assert_eq!(page.matches("</script").count(), 2, "of the data and of the script");
        assert!(!page.contains("<script>alert"), "{}", page_data(&json));
        let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</"));
        let read: String = serde_json::from_str(data.expect("data").0).expect("JSON");
        assert_eq!(read, hostile);
    }

    #[test]
    fn the_page_asks_for_nothing_and_allows_only_its_own_script_and_style() {
        let page = report_page("{}", &html! {}).expect("a page");
        for place in
            ["{policy}", "{style}", "{section}", "{data}", "{script}", "src=", "@import", "url("]
        {
            assert!(!page.contains(place), "{place}");
        }
        for element in ["script", "style"] {
            let (_, rest) = page.split_once(&format!("<{element}>")).expect("inline");
            let (text, _) = rest.split_once(&format!("</{element}>")).expect("ended");
            assert!(page.contains(&format!("{element}-src 'sha256-{}'", sha256(text))));
        }
        assert!(page.contains("default-src 'none'") && page.contains("class Board "));
    }
}
