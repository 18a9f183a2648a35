//! The cells of a page beside those of the standing, and those whose columns are rounds, as in
//! tables of Swiss tournaments: `12w1` is a win with White against the agent at place 12.
//!
//! The results are the course's: `1`, `½`, `0`. The title of a cell spells them out. Where the plan
//! does not assign games to rounds, the first round of an agent is its first pair of games, and so
//! on.

use cli::visible;
use games::board::Side;
use maud::{Markup, html};
use referee::results::{Crosstable, PlanFacts, TableGame};
use statistics::GameScore;
use std::collections::{BTreeMap, HashMap};

/// The most characters of a name in a cell.
const LONGEST_NAME: usize = 40;
/// The most cells of a page: browsers handle no more, and a journal from elsewhere may have as many
/// columns as games.
const MOST_CELLS: usize = 1_000_000;
/// More games of a round against one opponent are shown as their sum.
const MOST_GAMES: usize = 4;

/// The cells of a table beside those of the standing.
#[derive(Debug, Default)]
pub struct Cells {
    /// The meaning of the cells, as a sentence.
    pub legend: &'static str,
    pub header: Vec<Markup>,
    pub rows: Vec<Vec<Markup>>,
}

impl Cells {
    /// What replaces more than [`MOST_CELLS`] cells, which no page can hold.
    pub fn instead_of(rows: usize, columns: usize) -> Option<Self> {
        let rows = (rows.saturating_mul(columns) > MOST_CELLS).then(|| vec![Vec::new(); rows])?;
        let legend = "The results of agents against each other are left out: they would be more \
                      than 1,000,000 cells. games.csv has every game.";
        Some(Cells { legend, header: Vec::new(), rows })
    }
}

/// The CSS class of a cell by the share of the points, from `a` (all) to `e` (none).
pub fn class_of(share: f64) -> char {
    match share {
        0.875.. => 'a',
        0.625.. => 'b',
        0.375.. => 'c',
        0.125.. => 'd',
        _ => 'e',
    }
}

/// A name as the text of a cell: what is hidden in it is shown, and it is cut if it is long.
pub fn brief(name: &str) -> String {
    visible::cut(name, LONGEST_NAME)
}

/// One game, as a player sees it.
#[derive(Clone, Copy)]
struct RoundGame {
    opponent: usize,
    side: Side,
    board: GameScore,
    course: GameScore,
}

/// The rounds of one player, from 1, each with its games.
type PlayerRounds = BTreeMap<u32, Vec<RoundGame>>;

pub fn of_rounds(table: &Crosstable, plan: Option<&PlanFacts>) -> Cells {
    let rounds = rounds(table, plan);
    let mut byes: HashMap<(&str, u32), f64> = HashMap::new();
    for bye in plan.iter().flat_map(|plan| &plan.byes) {
        *byes.entry((bye.agent.as_str(), bye.round)).or_default() += bye.points;
    }
    let planned = plan.and_then(|plan| plan.round).map_or(0, |round| round.number);
    let played = rounds.iter().filter_map(|rounds| rounds.keys().next_back().copied());
    let last = played.max().unwrap_or(0).max(planned);
    if let Some(cells) = Cells::instead_of(table.rows.len(), last as usize) {
        return cells;
    }
    let rows = (0..table.rows.len()).map(|player| {
        let cells = (1..=last).map(|round| match rounds[player].get(&round) {
            Some(games) => games_cell(table, player, round, games),
            None => bye_cell(byes.get(&(table.rows[player].name.as_str(), round)).copied()),
        });
        cells.collect()
    });
    Cells {
        legend: "The cells: 12w1 is a game with White (w) against the agent at place 12, won by the \
                 course's count.",
        header: (1..=last).map(|round| html! { th { (round) } }).collect(),
        rows: rows.collect(),
    }
}

fn rounds(table: &Crosstable, plan: Option<&PlanFacts>) -> Vec<PlayerRounds> {
    let mut rounds = vec![PlayerRounds::new(); table.rows.len()];
    let mut last_pair: Vec<Option<(u32, u32)>> = vec![None; table.rows.len()];
    for TableGame { id, pair, scored } in &table.games {
        for (index, side) in Side::ALL.into_iter().enumerate() {
            let player = scored.players[index];
            let round = plan.and_then(|plan| plan.round_of(*id)).unwrap_or_else(|| {
                // The games of a pair need not be adjacent.
                match last_pair[player] {
                    Some((last, round)) if last == *pair => round,
                    Some((_, round)) => round + 1,
                    None => 1,
                }
            });
            last_pair[player] = Some((*pair, round));
            let [board, course] = match side {
                Side::Black => [scored.board, scored.course],
                Side::White => [scored.board, scored.course].map(GameScore::reversed),
            };
            let opponent = scored.players[1 - index];
            let game = RoundGame { opponent, side, board, course };
            rounds[player].entry(round).or_default().push(game);
        }
    }
    rounds
}

fn games_cell(table: &Crosstable, player: usize, round: u32, games: &[RoundGame]) -> Markup {
    let mut by_opponent: BTreeMap<usize, Vec<RoundGame>> = BTreeMap::new();
    for game in games {
        by_opponent.entry(game.opponent).or_default().push(*game);
    }
    let short: Vec<String> =
        by_opponent.iter().map(|(&place, games)| short(place, games)).collect();
    let words: Vec<String> = by_opponent
        .iter()
        .map(|(&opponent, games)| {
            let results: Vec<String> = games.iter().map(words).collect();
            let shown = if games.len() > MOST_GAMES {
                format!("{} course points of {} games", points_of(games), games.len())
            } else {
                results.join(", ")
            };
            format!("{}: {shown}", brief(&table.rows[opponent].name))
        })
        .collect();
    let title =
        format!("{}, round {round}, against {}", brief(&table.rows[player].name), words.join("; "));
    let class = class_of(points_of(games) / games.len().max(1) as f64);
    html! { td class=(class) title=(title) { (short.join(" ")) } }
}

fn points_of(games: &[RoundGame]) -> f64 {
    games.iter().map(|game| game.course.points()).sum()
}

fn short(opponent: usize, games: &[RoundGame]) -> String {
    if games.len() > MOST_GAMES {
        return format!("{} ({}/{})", opponent + 1, points_of(games), games.len());
    }
    let mut text = (opponent + 1).to_string();
    for game in games {
        text.push(if game.side == Side::Black { 'b' } else { 'w' });
        text.push(match game.course {
            GameScore::Win => '1',
            GameScore::Draw => '½',
            GameScore::Loss => '0',
        });
    }
    text
}

fn words(game: &RoundGame) -> String {
    let result = match (game.board, game.course) {
        (GameScore::Win, _) => "won",
        (GameScore::Loss, _) => "lost",
        (GameScore::Draw, GameScore::Win) => "drawn with more time left",
        (GameScore::Draw, GameScore::Loss) => "drawn with less time left",
        (GameScore::Draw, GameScore::Draw) => "drawn with the same time left",
    };
    format!("{result} as {}", game.side)
}

fn bye_cell(points: Option<f64>) -> Markup {
    let title = points
        .filter(|&points| points > 0.0)
        .map(|points| format!("no opponent in this round: {points} course points"));
    html! { td title=[title.as_ref()] { @if title.is_some() { "bye" } } }
}
