//! Texts of students in a form that is XML.

use cli::visible;

/// Escapes a text for XML, within quotes too. What is hidden in it is shown.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in visible::lines(text).chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup_and_nothing_is_hidden() {
        let text = escaped("<a b='1' c=\"2\">&\n\u{202e}");
        assert_eq!(text, "&lt;a b=&#39;1&#39; c=&quot;2&quot;&gt;&amp;\n\\u{202e}");
    }
}
