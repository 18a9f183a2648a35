//! The counts of a diagnosis as tables of HTML, with links to the games.

use analysis::MistakeMark;
use analysis::diagnosis::{
    AgentEnd, Diagnosis, GamePart, MistakeKind, OpponentKind, TimeSlice, end_words,
};
use cli::visible;
use maud::{Markup, html};
use std::ops::Range;

/// All tables, each below its heading; what was not counted is left out.
pub fn all(diagnosis: &Diagnosis, links: GameLinks) -> Markup {
    let parts = [
        ("Mistakes by kind", mistakes(diagnosis, links)),
        ("Mistakes by part of the game", parts_of_game(diagnosis)),
        ("What it sees", sight(diagnosis)),
        ("Strength", strength(diagnosis)),
        ("Won endings, played out", endings(diagnosis, links)),
        ("How it spends its time", time(diagnosis)),
    ];
    html! {
        div .counts {
            @for (title, table) in parts {
                @if let Some(table) = table { div .counted { h3 { (title) } (table) } }
            }
        }
        (how(diagnosis))
    }
}

/// Whether the games of the diagnosis are on the same page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameLinks {
    OnThisPage,
    Elsewhere,
}

impl GameLinks {
    /// A text of ours, where each `game N, ply M` is a link to that place if it is on the page.
    pub fn text(self, text: &str) -> Markup {
        let mut places = text.match_indices("game ").filter_map(|(at, _)| place(text, at));
        let Some((game, ply, link)) = places.next().filter(|_| self == GameLinks::OnThisPage)
        else {
            return html! { (visible::line(text)) };
        };
        html! {
            (visible::line(&text[..link.start]))
            a href={ "#game=" (game) "&ply=" (ply) } { (&text[link.clone()]) }
            (self.text(&text[link.end..]))
        }
    }
}

/// The numbers of the place that is named there, and where that name stands.
fn place(text: &str, at: usize) -> Option<(&str, &str, Range<usize>)> {
    let after = text[at..].strip_prefix("game ")?;
    let (game, rest) = after.split_at(digits(after));
    let after = rest.strip_prefix(", ply ")?;
    let (ply, rest) = after.split_at(digits(after));
    (!game.is_empty() && !ply.is_empty()).then_some((game, ply, at..text.len() - rest.len()))
}

/// The number of digits at the beginning.
fn digits(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())
}

/// A table of rows, or `None` if there is none.
fn table(heads: &[&str], rows: impl Iterator<Item = Markup>) -> Option<Markup> {
    let rows: Vec<Markup> = rows.collect();
    (!rows.is_empty()).then(|| {
        html! {
            table {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody { @for row in rows { tr { (row) } } }
            }
        }
    })
}

/// The cells of a row, the first of which is its head.
fn row<const CELLS: usize>(head: &str, cells: [&str; CELLS]) -> Markup {
    html! { th scope="row" { (visible::line(head)) } @for cell in cells { td { (cell) } } }
}

fn mistakes(diagnosis: &Diagnosis, links: GameLinks) -> Option<Markup> {
    let kinds = MistakeKind::ALL.into_iter().filter(|_| !diagnosis.mistakes.is_empty());
    let rows = kinds.map(|kind| {
        let of_kind: Vec<_> = diagnosis.mistakes.iter().filter(|one| one.kind == kind).collect();
        let mut games: Vec<u32> = of_kind.iter().map(|mistake| mistake.game).collect();
        games.sort_unstable();
        games.dedup();
        let worst = of_kind.first();
        let place =
            worst.map(|worst| links.text(&format!("game {}, ply {}", worst.game, worst.ply)));
        html! {
            (row(kind.words(), [&of_kind.len().to_string(), &games.len().to_string()]))
            td { @if let Some(place) = place { (place) } }
        }
    });
    table(&["it ...", "times", "games", "the worst"], rows)
}

fn parts_of_game(diagnosis: &Diagnosis) -> Option<Markup> {
    let heads = [
        "part",
        "moves with a choice",
        "?! from 10 %",
        "? from 20 %",
        "?? from 30 %",
        "mean loss, % of the point",
    ];
    let rows = GamePart::ALL.into_iter().filter_map(|part| {
        let choices = diagnosis.choices.0.get(&part)?;
        let marked = MistakeMark::ALL.map(|mark| {
            diagnosis.mistakes.iter().filter(|one| one.part == part && one.mark == mark).count()
        });
        let mean = f64::from(choices.loss) / f64::from(choices.moves.max(1));
        Some(html! {
            (row(part.words(), [&choices.moves.to_string()]))
            @for count in marked { td { (count) } }
            td { (format!("{mean:.1}")) }
        })
    });
    table(&heads, rows)
}

fn sight(diagnosis: &Diagnosis) -> Option<Markup> {
    let heads = ["plies that a plain search needs", "found", "by chance", ""];
    let rows = diagnosis.sight.iter().map(|level| {
        let depth = level.depth.map_or("9 and more".to_string(), |depth| depth.to_string());
        let found = format!("{} of {}", level.found, level.asked);
        let share = f64::from(level.found) / f64::from(level.asked.max(1));
        html! { (row(&depth, [&found, &format!("{:.1}", level.by_chance)])) td { (bar(share)) } }
    });
    let table = table(&heads, rows)?;
    Some(html! { p { (diagnosis.sight_words().unwrap_or_default()) } (table) })
}

/// A bar of a share from 0 to 1; the numbers beside it say the same.
fn bar(share: f64) -> Markup {
    let width = (120.0 * share.clamp(0.0, 1.0)).round();
    html! {
        svg .share viewBox="0 0 120 12" aria-hidden="true" {
            rect .all width="120" height="12" {}
            rect .part width=(width) height="12" {}
        }
    }
}

fn strength(diagnosis: &Diagnosis) -> Option<Markup> {
    let rows = diagnosis.results.iter().map(|count| {
        let name = match count.opponent {
            OpponentKind::Plain(0) => "random moves".to_string(),
            OpponentKind::Plain(depth) => format!("plain minimax, depth {depth}"),
            OpponentKind::Defender | OpponentKind::Other => "others".to_string(),
        };
        let counts = [count.won, count.drawn, count.lost, count.forfeited];
        row(&name, counts.map(|count| count.to_string()).each_ref().map(|s| &**s))
    });
    let table = table(&["against", "won", "drawn", "lost", "of them forfeited"], rows)?;
    Some(html! {
        @if let Some(strength) = diagnosis.strength {
            p {
                "By " (strength.games) " games it is " (strength.words())
                ". Forfeited games do not count here."
            }
        }
        (table)
    })
}

fn endings(diagnosis: &Diagnosis, links: GameLinks) -> Option<Markup> {
    let all = &diagnosis.endings;
    let won = all.iter().filter(|ending| ending.end == AgentEnd::Won).count();
    let rows = all.iter().map(|ending| {
        let end = visible::line(&end_words(&ending.end)).into_owned();
        html! {
            (row(&ending.name, [&end, &ending.plies.to_string()]))
            td { (links.text(&format!("game {}, ply 0", ending.game))) }
        }
    });
    let table = table(&["pieces", "result", "plies", "see"], rows)?;
    Some(html! { p { "It won " (won) " of " (all.len()) "." } (table) })
}

fn mean_seconds(slice: &TimeSlice) -> f64 {
    slice.seconds / f64::from(slice.moves.max(1))
}

fn time(diagnosis: &Diagnosis) -> Option<Markup> {
    let time = diagnosis.time.as_ref()?;
    let longest = time.slices.iter().map(mean_seconds).fold(f64::MIN_POSITIVE, f64::max);
    let rows = time.slices.iter().map(|slice| {
        let moves = match slice.last {
            Some(last) => format!("{} to {last}", slice.first),
            None => format!("from {}", slice.first),
        };
        let mean = mean_seconds(slice);
        html! {
            (row(&moves, [&slice.moves.to_string(), &format!("{mean:.3}")]))
            td { (bar(mean / longest)) }
        }
    });
    let used = format!(
        "It used {:.2} s of {} s in a game on average, {:.2} s at most; its slowest move took {:.3} s.",
        time.mean, time.clock, time.most, time.slowest,
    );
    Some(html! { p { (used) } (table(&["its moves", "played", "mean seconds", ""], rows)?) })
}

fn how(diagnosis: &Diagnosis) -> Markup {
    html! {
        details .how {
            summary { "How this was counted" }
            p {
                "A " em { "mistake" } " is a move that lost 10 % of the point or more by a search of \
                 our player, in " (diagnosis.games.len()) " whole games. Its kind and the plies that \
                 are needed to see it come from a plain search that counts pieces and follows jumps \
                 to their end, as " code { "reference --depth" } " does. What a kind of mistake cost \
                 is, in each game, the sum of its losses, but at most the points that the agent did \
                 not get there; a game may count for several kinds."
            }
            p {
                "The positions have one or few moves that win or keep a piece; " em { "by chance" }
                " is what a choice at random finds. The strength is the likeliest by the results, \
                 with an interval of 95 %. The endings are won by the endgame tables, and a strong \
                 player defends them. All numbers are in " code { "diagnosis.json" } "."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_become_links_and_nothing_else_does() {
        let text = "<game 3, ply 14 (9 %), game 4: x\u{202e}, game 5, ply";
        let html = GameLinks::OnThisPage.text(text).0;
        assert_eq!(
            html,
            "&lt;<a href=\"#game=3&amp;ply=14\">game 3, ply 14</a> (9 %), game 4: x\\u{202e}, game 5, \
             ply"
        );
        assert!(!GameLinks::Elsewhere.text(text).0.contains("<a"));
    }
}
