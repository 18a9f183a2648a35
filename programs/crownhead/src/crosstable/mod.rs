//! `crosstable.html`: all agents and their meetings on one page, for a browser. The page is
//! self-contained: no script, no other file.
//!
//! Where most agents met (a round robin) the columns are the opponents, and colors show the share
//! of the points. Otherwise (a Swiss tournament) the columns are the rounds, and each cell names
//! the opponent. The numbers say all that the colors say. The title of a cell is the whole result.
//!
//! Names come from outside: they are escaped, what is hidden in them is shown, and their direction
//! of writing stays their own. Every pair of 500 agents has its cell in less than 12 MB, because
//! many agents are named by their places. Beyond a million cells there are none.

mod cells;

use cells::{Cells, brief, class_of};
use cli::visible;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pages::PAGE_STYLE;
use referee::results::{
    Crosstable, MOST_RATED, Meeting, Meetings, PlanFacts, PlayerRow, meeting, rating_text,
    seconds_text,
};
use statistics::Ratings;

/// What this page has besides [`PAGE_STYLE`]: transparent tints for results, and sticky heads.
const STYLE: &str = include_str!("crosstable.css");
/// With more agents, a cell of the matrix names them by their places, which keeps the page small.
const MOST_NAMED: usize = 100;
/// The name of the page, in the folder of the contest.
pub const CROSSTABLE: &str = "crosstable.html";

pub fn text(
    table: &Crosstable,
    meetings: &Meetings,
    ratings: &Ratings,
    plan: Option<&PlanFacts>,
) -> String {
    let count = table.rows.len();
    let has_rounds = plan.is_some_and(|plan| plan.round.is_some());
    let cells = if has_rounds || is_sparse(count, meetings) {
        cells::of_rounds(table, plan)
    } else {
        matrix(table, meetings)
    };
    let played = table.games.len();
    let title = format!("{count} agents, {}", cli::counted(played, "game"));
    let policy = "default-src 'none'; style-src 'unsafe-inline'";
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(PAGE_STYLE)) (PreEscaped(STYLE)) }
            }
            body { main {
                h1 { (title) }
                @if let Some(plan) = plan { pre { (visible::lines(&plan.text(played))) } }
                p {
                    "course: points, where a draw is a win for the side with more time left. \
                     + = −: games won, drawn and lost on the board. rating: Elo with its 95 % \
                     interval, for at most " (MOST_RATED) " agents. " (cells.legend)
                    " Rest the pointer on a cell for more."
                }
                div .wide role="region" aria-label="Table" tabindex="0" {
                    (table_of(table, ratings, &cells))
                }
            } }
        }
    };
    page.0 + "\n"
}

fn table_of(table: &Crosstable, ratings: &Ratings, cells: &Cells) -> Markup {
    html! {
        table {
            thead { tr {
                th .p { "#" }
                th .n { "agent" }
                @for head in ["course", "games", "+ = −", "rating", table.clock().unit()] {
                    th { (head) }
                }
                @for head in &cells.header { (head) }
            } }
            tbody {
                @for (row, cells) in cells.rows.iter().enumerate() {
                    "\n"
                    tr { (standing(table, ratings, row)) @for cell in cells { (cell) } }
                }
            }
        }
    }
}

/// True if fewer than half of all pairs of players have met.
fn is_sparse(players: usize, meetings: &Meetings) -> bool {
    4 * meetings.len() < players * players.saturating_sub(1)
}

/// The cells of one agent before those of its games.
fn standing(table: &Crosstable, ratings: &Ratings, row: usize) -> Markup {
    let player = &table.rows[row];
    let PlayerRow { wins, draws, losses, .. } = player;
    let name = visible::line(&player.name);
    html! {
        th .p { (row + 1) }
        th .n title=(name) { bdi { (name) } }
        td { (table.points[row].course) }
        td { (player.games()) }
        td { (wins) " " (draws) " " (losses) }
        td { (rating_text(ratings.players[row], ratings.components)) }
        td { (seconds_text(player)) }
    }
}

/// The course's points of each agent against each other.
fn matrix(table: &Crosstable, meetings: &Meetings) -> Cells {
    let count = table.rows.len();
    if let Some(cells) = Cells::instead_of(count, count) {
        return cells;
    }
    let header = table.rows.iter().enumerate();
    let header =
        header.map(|(place, row)| html! { th title=(brief(&row.name)) { (place + 1) } }).collect();
    let rows = (0..count).map(|row| {
        let cells = (0..count).map(|column| match meeting(meetings, row, column) {
            Some(meeting) => result_cell(table, &meeting, row, column),
            None => html! { td {} },
        });
        cells.collect()
    });
    let legend = "The cells: course points of the agent of the line against that of the column.";
    Cells { legend, header, rows: rows.collect() }
}

fn result_cell(table: &Crosstable, meeting: &Meeting, row: usize, column: usize) -> Markup {
    let Meeting { wins, draws, losses, course } = meeting;
    let class = class_of(course / meeting.games().max(1) as f64);
    let title = if table.rows.len() > MOST_NAMED {
        format!("{}-{} +{wins} ={draws} -{losses}", row + 1, column + 1)
    } else {
        let [name, other] = [row, column].map(|player| brief(&table.rows[player].name));
        format!(
            "{name} against {other}: won {wins}, drawn {draws}, lost {losses} on the board; \
             {course} of {} course points",
            meeting.games()
        )
    };
    html! { td class=(class) title=(title) { (course) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::results::Bye;
    use referee::testing::{example_plan, gauntlet, round_robin, rounds};

    fn page(table: &Crosstable, plan: Option<&PlanFacts>) -> String {
        let meetings = table.meetings();
        text(table, &meetings, &table.ratings(&meetings), plan)
    }

    #[test]
    fn a_page_of_every_pair_of_500_agents_stays_small() {
        let page = page(&round_robin(500), None);
        assert_eq!(page.matches("<td class=").count(), 500 * 499);
        assert!(page.len() < 12_000_000, "{} bytes", page.len());
        assert_eq!(page.matches("\n<tr>").count(), 500);
    }

    #[test]
    fn a_sparse_contest_has_a_column_for_each_round() {
        let table = rounds(64, 4);
        let sparse = page(&table, None);
        assert!(sparse.contains("<th>4</th></tr></thead>"), "{sparse}");
        assert_eq!(sparse.matches(", round 4, against ").count(), 64);
        let dense = page(&round_robin(5), None);
        assert!(dense.contains("agent-001 against agent-002: won "), "{dense}");
    }

    /// The agent that meets all others has as many rounds as there are agents.
    #[test]
    fn cells_beyond_a_million_are_left_out_and_the_page_says_so() {
        for table in [gauntlet(1_400), round_robin(1_001)] {
            let page = page(&table, None);
            assert!(page.contains("left out: they would be more than 1,000,000 cells"));
            assert!(page.len() < 1_000_000, "{} bytes", page.len());
            assert_eq!(page.matches("\n<tr>").count(), table.rows.len());
        }
        assert!(!page(&gauntlet(40), None).contains("left out"));
    }

    #[test]
    fn a_bye_and_the_plan_are_shown() {
        let mut plan = example_plan();
        plan.agents.clear();
        plan.first_games = vec![0, 9_999];
        let mut table = round_robin(3);
        table.rows[2].name = "gamma".to_string();
        plan.byes = vec![Bye { agent: "gamma".to_string(), round: 2, points: 2.0 }];
        let page = page(&table, Some(&plan));
        assert!(page.contains("NOT FINISHED: 6 of 12 games"), "{page}");
        assert_eq!(page.matches(">bye").count(), 1);
    }

    #[test]
    fn a_name_stays_text() {
        let mut table = round_robin(4);
        table.rows[0].name =
            "</td><script>alert('1')</script>\" onclick=\"x&\u{202e}\u{9b}".to_string();
        let mut plan = example_plan();
        plan.left_out[0].reason = table.rows[0].name.clone();
        plan.openings.name = plan.left_out[0].reason.clone();
        for rows in [table.clone(), Crosstable { games: Vec::new(), ..table }] {
            let page = page(&rows, Some(&plan));
            assert!(!page.contains("<script") && !page.contains("\" onclick"), "{page}");
            assert!(page.matches("&lt;script&gt;alert('1')").count() > 3, "{page}");
            assert!(
                page.contains("\\u{202e}\\u{9b}") && cli::visible::lines(&page) == page,
                "{page}"
            );
        }
    }
}
