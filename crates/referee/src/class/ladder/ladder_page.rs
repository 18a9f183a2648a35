//! `ladder.html`: the table with its intervals, and games to replay. One file without any other.
//!
//! Everything that a student may have written (names, details) is text in it, never markup: the
//! table is escaped, the games are data that the script sets as text.

use crate::class::ladder::hidden_names::NameVeil;
use crate::class::ladder::ladder_game::LadderGame;
use crate::class::ladder::ladder_table::LadderRow;
use crate::result::escaped;
use std::fmt::Write;
use style::PAGE_STYLE;

const STYLE: &str = include_str!("ladder_page.css");
const SCRIPT: &str = include_str!("ladder_page.js");
/// The games, which the script fills in.
const REPLAY: &str = "<section class=card id=games aria-labelledby=games-title hidden>\
    <h2 id=games-title>Games</h2>\n<div id=list></div>\n<p id=players></p><div id=board></div>\n\
    <div class=walk role=group aria-label=\"Walk through the game\"><button id=first \
    aria-label=\"first board\">|&#9664;</button><button id=back aria-label=\"one move back\">\
    &#9664;</button><button id=on aria-label=\"next move\">&#9654;</button><button id=last \
    aria-label=\"last board\">&#9654;|</button></div>\n<p id=ply role=status></p>\n<ol id=moves \
    aria-label=Moves></ol></section>\n";
/// Games on the page: the latest ones.
pub const MOST_GAMES: usize = 2_000;

/// The page. `updated` is a time, `all` the number of all games.
pub fn text(
    rows: &[LadderRow],
    games: &[LadderGame],
    veil: &NameVeil,
    (updated, all): (&str, usize),
) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src \
         'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=viewport content=\"width=device-width\">\n\
         <title>Ladder</title>\n<style>{PAGE_STYLE}{STYLE}</style>\n<main>\n<div class=about>\
         <h1>Ladder</h1>\n<p>{} players, {all} games, {}. Rating: Elo with its 95 % interval; 0 is \
         the mean. Choose a player to see its games alone.</p></div>\n",
        rows.len(),
        escaped(updated)
    );
    page += "<section class=card aria-label=Standings><div class=wide role=region tabindex=0 \
             aria-label=\"Table of the standings\"><table id=table><thead><tr><th scope=col>#<th \
             scope=col>player<th scope=col>rating<th scope=col>interval<th scope=col>games<th \
             scope=col>won<th scope=col>drawn<th scope=col>lost<th scope=col>forfeited<tbody>\n";
    for (place, row) in rows.iter().enumerate() {
        page += &line(place + 1, row, veil);
    }
    page += "</table></div></section>\n";
    page += REPLAY;
    if games.len() < all {
        let _ =
            writeln!(page, "<p>Only the latest {} games can be replayed here.</p>", games.len());
    }
    // Only what begins with "<" could end the script.
    let data = serde_json::to_string(games).unwrap_or_default().replace('<', "\\u003c");
    page + &format!("</main>\n<script>const games = {data};\n{SCRIPT}</script>\n</html>\n")
}

fn line(place: usize, row: &LadderRow, veil: &NameVeil) -> String {
    let LadderRow { name, rating, wins, draws, losses, forfeits } = row;
    let name = escaped(&veil.shown(name));
    // Adding 0 turns -0 into 0.
    let whole = |elo: f64| format!("{:+.0}", elo.round() + 0.0);
    let (elo, interval) = match rating {
        Some([elo, error]) => {
            (whole(*elo), format!("{} to {}", whole(elo - error), whole(elo + error)))
        }
        None => ("?".to_string(), String::new()),
    };
    let games = wins + draws + losses;
    format!(
        "<tr><td>{place}<td class=name><button data-player=\"{name}\"><bdi>{name}</bdi></button>\
         <td>{elo}<td>{interval}<td>{games}<td>{wins}<td>{draws}<td>{losses}<td>{forfeits}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::scheme_values::PageNames;
    use crate::game::Ending;
    use crate::record::random::random_record;
    use std::path::Path;

    const HOSTILE: &str = "</script><script>alert(1)</script>\"'&\u{202e}";

    fn row(name: &str) -> LadderRow {
        let rating = Some([-0.4, 31.0]);
        LadderRow { name: name.to_string(), rating, wins: 3, draws: 1, losses: 2, forfeits: 1 }
    }

    fn page(names: PageNames, folder: &Path) -> String {
        let veil = NameVeil::new(names, folder).expect("a veil");
        let mut record = random_record(1, Ending::NoOutput);
        record.black.name = HOSTILE.into();
        record.opening = HOSTILE.into();
        let game = LadderGame::new(&record, &veil).expect("by the rules");
        text(&[row(HOSTILE), row("anna")], &[game], &veil, ("today", 2))
    }

    #[test]
    fn a_name_stays_text() {
        let page = page(PageNames::Shown, Path::new(""));
        assert_eq!(page.matches("<script>").count(), 1);
        assert_eq!(page.matches("</script>").count(), 1);
        assert!(page.contains("&lt;/script&gt;") && page.contains("\\u003c/script>"), "{page}");
        assert!(page.contains("<td>+0<td>-31 to +31<td>6<td>3<td>1<td>2<td>1"), "{page}");
        assert!(page.contains("Only the latest 1 games"), "{page}");
    }

    #[test]
    fn hidden_names_are_nowhere_on_the_page() {
        let dir = tempfile::tempdir().expect("a folder");
        let page = page(PageNames::Hidden, dir.path());
        assert!(!page.contains("alert(1)</script>\"") && !page.contains("anna"), "{page}");
        assert!(page.matches("player ").count() >= 4, "{page}");
    }
}
