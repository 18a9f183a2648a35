//! The counts of a diagnosis as tables of HTML.

use crate::diagnosis_page::markup::{GameLinks, escaped};
use analysis::MistakeMark;
use analysis::diagnosis::{
    AgentEnd, Diagnosis, GamePart, MistakeKind, OpponentKind, SightCount, TimeSlice, end_words,
};

/// All tables, each below its heading; what was not counted is left out.
pub fn all(diagnosis: &Diagnosis, links: GameLinks) -> String {
    let parts = [
        ("Mistakes by kind", mistakes(diagnosis, links)),
        ("Mistakes by part of the game", parts_of_game(diagnosis)),
        ("What it sees", sight(diagnosis)),
        ("Strength", strength(diagnosis)),
        ("Won endings, played out", endings(diagnosis, links)),
        ("How it spends its time", time(diagnosis)),
    ];
    let shown = parts.into_iter().filter(|(_, html)| !html.is_empty());
    let tables: String = shown
        .map(|(title, html)| format!("<div class=\"counted\"><h3>{title}</h3>{html}</div>"))
        .collect();
    format!("<div class=\"counts\">{tables}</div>{}", how(diagnosis))
}

fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let head: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().enumerate().map(|(nth, cell)| match nth {
            0 => format!("<th scope=\"row\">{cell}</th>"),
            _ => format!("<td>{cell}</td>"),
        });
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let rows: String = rows.iter().map(row).collect();
    format!("<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
}

fn mistakes(diagnosis: &Diagnosis, links: GameLinks) -> String {
    if diagnosis.mistakes.is_empty() {
        return String::new();
    }
    let row = |kind: MistakeKind| {
        let of_kind: Vec<_> = diagnosis.mistakes.iter().filter(|one| one.kind == kind).collect();
        let mut games: Vec<u32> = of_kind.iter().map(|mistake| mistake.game).collect();
        games.sort_unstable();
        games.dedup();
        let worst = of_kind.first().map_or(String::new(), |worst| {
            links.text(&format!("game {}, ply {}", worst.game, worst.ply))
        });
        vec![escaped(kind.words()), of_kind.len().to_string(), games.len().to_string(), worst]
    };
    let rows: Vec<_> = MistakeKind::ALL.into_iter().map(row).collect();
    table(&["it ...", "times", "games", "the worst"], &rows)
}

fn parts_of_game(diagnosis: &Diagnosis) -> String {
    let row = |part: GamePart| {
        let choices = diagnosis.choices.0.get(&part)?;
        let marked = |mark: MistakeMark| {
            let found = diagnosis.mistakes.iter();
            found.filter(|one| one.part == part && one.mark == mark).count().to_string()
        };
        let mut cells = vec![part.words().to_string(), choices.moves.to_string()];
        cells.extend(MistakeMark::ALL.map(marked));
        cells.push(format!("{:.1}", f64::from(choices.loss) / f64::from(choices.moves.max(1))));
        Some(cells)
    };
    let rows: Vec<_> = GamePart::ALL.into_iter().filter_map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let heads = [
        "part",
        "moves with a choice",
        "?! from 10 %",
        "? from 20 %",
        "?? from 30 %",
        "mean loss, % of the point",
    ];
    table(&heads, &rows)
}

fn sight(diagnosis: &Diagnosis) -> String {
    if diagnosis.sight.is_empty() {
        return String::new();
    }
    let row = |level: &SightCount| {
        let depth = level.depth.map_or("9 and more".to_string(), |depth| depth.to_string());
        let share = f64::from(level.found) / f64::from(level.asked.max(1));
        vec![
            depth,
            format!("{} of {}", level.found, level.asked),
            format!("{:.1}", level.by_chance),
            bar(share),
        ]
    };
    let rows: Vec<_> = diagnosis.sight.iter().map(row).collect();
    let sees = diagnosis.sight_words().unwrap_or_default();
    let heads = ["plies that a plain search needs", "found", "by chance", ""];
    format!("<p>{sees}</p>{}", table(&heads, &rows))
}

/// A bar of a share from 0 to 1; the numbers beside it say the same.
fn bar(share: f64) -> String {
    let width = (120.0 * share.clamp(0.0, 1.0)).round();
    format!(
        "<svg class=\"share\" viewBox=\"0 0 120 12\" aria-hidden=\"true\"><rect class=\"all\" \
         width=\"120\" height=\"12\"/><rect class=\"part\" width=\"{width}\" height=\"12\"/></svg>"
    )
}

fn strength(diagnosis: &Diagnosis) -> String {
    if diagnosis.results.is_empty() {
        return String::new();
    }
    let name = |opponent: OpponentKind| match opponent {
        OpponentKind::Plain(0) => "random moves".to_string(),
        OpponentKind::Plain(depth) => format!("plain minimax, depth {depth}"),
        OpponentKind::Defender | OpponentKind::Other => "others".to_string(),
    };
    let rows = diagnosis.results.iter().map(|count| {
        vec![
            name(count.opponent),
            count.won.to_string(),
            count.drawn.to_string(),
            count.lost.to_string(),
            count.forfeited.to_string(),
        ]
    });
    let words = diagnosis.strength.map_or_else(String::new, |strength| {
        format!(
            "<p>By {} games it is {}. Forfeited games do not \
             count here.</p>",
            strength.games,
            strength.words()
        )
    });
    let heads = ["against", "won", "drawn", "lost", "of them forfeited"];
    format!("{words}{}", table(&heads, &rows.collect::<Vec<_>>()))
}

fn endings(diagnosis: &Diagnosis, links: GameLinks) -> String {
    let all = &diagnosis.endings;
    if all.is_empty() {
        return String::new();
    }
    let won = all.iter().filter(|ending| ending.end == AgentEnd::Won).count();
    let rows = all.iter().map(|ending| {
        vec![
            escaped(&ending.name),
            escaped(&end_words(&ending.end)),
            ending.plies.to_string(),
            links.text(&format!("game {}, ply 0", ending.game)),
        ]
    });
    format!(
        "<p>It won {won} of {}.</p>{}",
        all.len(),
        table(&["pieces", "result", "plies", "see"], &rows.collect::<Vec<_>>())
    )
}

fn time(diagnosis: &Diagnosis) -> String {
    let Some(time) = &diagnosis.time else { return String::new() };
    let mean = |slice: &TimeSlice| slice.seconds / f64::from(slice.moves.max(1));
    let longest = time.slices.iter().map(mean).fold(f64::MIN_POSITIVE, f64::max);
    let rows = time.slices.iter().map(|slice| {
        let moves = match slice.last {
            Some(last) => format!("{} to {last}", slice.first),
            None => format!("from {}", slice.first),
        };
        let (moves_played, mean) = (slice.moves.to_string(), mean(slice));
        vec![moves, moves_played, format!("{mean:.3}"), bar(mean / longest)]
    });
    format!(
        "<p>It used {:.2} s of {} s in a game on average, {:.2} s at most; its slowest move took \
         {:.3} s.</p>{}",
        time.mean,
        time.clock,
        time.most,
        time.slowest,
        table(&["its moves", "played", "mean seconds", ""], &rows.collect::<Vec<_>>())
    )
}

/// How it was counted.
fn how(diagnosis: &Diagnosis) -> String {
    let games = diagnosis.games.len();
    format!(
        "<details class=\"how\"><summary>How this was counted</summary>\
         <p>A <em>mistake</em> is a move that lost 10 % of the point or more by a search of our \
         player, in {games} whole games. Its kind and the plies that are needed to see it come from \
         a plain search that counts pieces and follows jumps to their end, as \
         <code>reference --depth</code> does. What a kind of mistake cost is, in each game, the sum \
         of its losses, but at most the points that the agent did not get there; a game may count \
         for several kinds.</p><p>The positions have one or few moves that win or keep a piece; \
         <em>by chance</em> is what a choice at random finds. The strength is the likeliest by the \
         results, with an interval of 95 %. The endings are won by the endgame tables, and a strong \
         player defends them. All numbers are in <code>diagnosis.json</code>.</p></details>"
    )
}
