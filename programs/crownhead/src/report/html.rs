//! The report as one file of HTML that loads nothing else: it holds style, script and data, and its
//! content security policy allows only these, by their hashes.
//!
//! The data comes from untrusted programs. It lies in a script element of a type that no browser
//! runs, with every character escaped that could end the element; the script shows it as text.

use cli::visible;
use pages::{BundleError, ReportPage};
use sha2::{Digest, Sha256};

/// The page with this data, which is JSON, below a section that is HTML. It fails only by a mistake
/// in the page's modules, which tests find.
pub fn page(json: &str, section: &str) -> Result<String, BundleError> {
    let ReportPage { html, style, script } = ReportPage::load()?;
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; \
         base-uri 'none'; form-action 'none'",
        sha256(&script),
        sha256(&style)
    );
    // The data comes last: nothing in it is taken for one of the other places. The section has no
    // braces.
    let page = html.replace("{policy}", &policy).replace("{style}", &style);
    let page = page.replace("{section}", section);
    let (head, tail) = page.split_once("{data}").unwrap_or((&page, ""));
    let tail = tail.replace("{script}", &script);
    Ok([head, &escaped(json), &tail].concat())
}

/// JSON that can lie in a script element: only strings can hold these characters, and what is
/// hidden, and there each has a form in plain ASCII.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in visible::json(json).chars() {
        match c {
            '<' | '>' | '&' => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => text.push(c),
        }
    }
    text
}

/// The SHA-256 of a text in base 64, as a policy names it.
fn sha256(text: &str) -> String {
    base64(&Sha256::digest(text))
}

/// RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let bits =
            (0..3).fold(0, |bits, n| bits << 8 | group.get(n).map_or(0, |&b| usize::from(b)));
        [18, 12, 6, 0]
            .into_iter()
            .enumerate()
            .map(
                move |(n, shift)| {
                    if n <= group.len() { char::from(DIGITS[bits >> shift & 63]) } else { '=' }
                },
            )
            .collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let page = page(&json, "").expect("a page");
        assert_eq!(page.matches("</script").count(), 2, "of the data and of the script");
        assert!(!page.contains("<script>alert"), "{}", escaped(&json));
        let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</"));
        let read: String = serde_json::from_str(data.expect("data").0).expect("JSON");
        assert_eq!(read, hostile);
    }

    #[test]
    fn the_page_asks_for_nothing_and_allows_only_its_own_script_and_style() {
        let page = page("{}", "").expect("a page");
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
        assert!(page.contains("default-src 'none'"));
    }
}
