//! Texts as HTML. They may come from untrusted programs: nothing in them is markup, and nothing
//! stays hidden.

use cli::visible;

/// Whether the games of the diagnosis are on the same page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameLinks {
    OnThisPage,
    Elsewhere,
}

impl GameLinks {
    /// A text of ours, with links to games that are on the page.
    pub fn text(self, text: &str) -> String {
        match self {
            GameLinks::OnThisPage => with_links(text),
            GameLinks::Elsewhere => escaped(text),
        }
    }
}

/// A text in HTML.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in visible::line(text).chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            // Places of the page are written so.
            '{' => safe.push_str("&#123;"),
            '}' => safe.push_str("&#125;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// A text of ours in HTML, where each `game N, ply M` becomes a link to that place.
fn with_links(text: &str) -> String {
    let mut rest = text;
    let mut html = String::new();
    while let Some(at) = rest.find("game ") {
        let (before, from) = rest.split_at(at);
        html += &escaped(before);
        match place(from) {
            Some((game, ply, length)) => {
                html += &format!("<a href=\"#game={game}&amp;ply={ply}\">{}</a>", &from[..length]);
                rest = &from[length..];
            }
            None => {
                html += "game ";
                rest = &from["game ".len()..];
            }
        }
    }
    html + &escaped(rest)
}

/// The numbers at the beginning of a text, and the length of what names them.
fn place(text: &str) -> Option<(&str, &str, usize)> {
    let number = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let after = text.strip_prefix("game ")?;
    let (game, rest) = after.split_at(number(after));
    let after = rest.strip_prefix(", ply ")?;
    let ply = &after[..number(after)];
    let length = text.len() - after.len() + ply.len();
    (!game.is_empty() && !ply.is_empty()).then_some((game, ply, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escaped("<b>\"&{x}"), "&lt;b&gt;&quot;&amp;&#123;x&#125;");
        assert!(!escaped("\u{202e}").contains('\u{202e}'));
    }

    #[test]
    fn places_become_links_and_nothing_else_does() {
        let html = with_links("<game 3, ply 14 (9 %), game 4: x, game 5, ply");
        assert_eq!(
            html,
            "&lt;<a href=\"#game=3&amp;ply=14\">game 3, ply 14</a> (9 %), game 4: x, game 5, ply"
        );
    }
}
