//! The cells of a page whose columns are rounds, as in tables of Swiss tournaments: `12w1` is a win
//! with White against the agent at place 12.
//!
//! The results are the course's: `1`, `½`, `0`. The title of a cell spells them out. Where the plan
//! does not assign games to rounds, the first round of an agent is its first pair of games, and so
//! on.

use crate::crosstable::cells::{Cells, brief, class_of};
use games::board::Side;
use referee::results::{Crosstable, PlanFacts, TableGame, share};
use statistics::GameScore;
use std::collections::{BTreeMap, HashMap};

/// More games of a round against one opponent are shown as their sum.
const MOST_GAMES: usize = 4;

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

pub fn cells(table: &Crosstable, plan: Option<&PlanFacts>) -> Cells {
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
    let row = |player: usize| {
        let cell = |round: u32| match rounds[player].get(&round) {
            Some(games) => games_cell(table, player, round, games),
            None => bye_cell(byes.get(&(table.rows[player].name.as_str(), round)).copied()),
        };
        (1..=last).map(cell).collect()
    };
    Cells {
        legend: "The cells: 12w1 is a game with White (w) against the agent at place 12, won by the \
                 course's count.",
        header: (1..=last).map(|round| format!("<th>{round}")).collect(),
        rows: (0..table.rows.len()).map(row).collect(),
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

fn games_cell(table: &Crosstable, player: usize, round: u32, games: &[RoundGame]) -> String {
    let mut by_opponent: BTreeMap<usize, Vec<RoundGame>> = BTreeMap::new();
    for game in games {
        by_opponent.entry(game.opponent).or_default().push(*game);
    }
    let points: f64 = games.iter().map(|game| share(game.course)).sum();
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
    format!(
        "<td class={} title=\"{}, round {round}, against {}\">{}",
        class_of(points / games.len().max(1) as f64),
        brief(&table.rows[player].name),
        words.join("; "),
        short.join(" "),
    )
}

fn points_of(games: &[RoundGame]) -> f64 {
    games.iter().map(|game| share(game.course)).sum()
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

fn bye_cell(points: Option<f64>) -> String {
    match points {
        Some(points) if points > 0.0 => {
            format!("<td title=\"no opponent in this round: {points} course points\">bye")
        }
        _ => "<td>".to_string(),
    }
}
