//! Tables of many players for tests. The player with the lower number wins more.

use crate::results::tables::crosstable::{Crosstable, TableGame};
use crate::results::tables::player_row::PlayerRow;
use crate::results::tables::points::ScoredGame;
use statistics::GameScore;

/// Each two players meet once with each color.
pub fn round_robin(players: usize) -> Crosstable {
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other]));
    table(players, pairs)
}

/// In each round a player meets one that is some places away.
pub fn rounds(players: usize, rounds: usize) -> Crosstable {
    let round = |round: usize| {
        let step = 1 << (round % 6);
        (0..players)
            .filter(move |one| (one / step).is_multiple_of(2) && one + step < players)
            .map(move |one| [one, one + step])
    };
    table(players, (0..rounds).flat_map(round))
}

/// The first player meets each other one.
pub fn gauntlet(players: usize) -> Crosstable {
    table(players, (1..players).map(|other| [0, other]))
}

fn table(players: usize, pairs: impl Iterator<Item = [usize; 2]>) -> Crosstable {
    let mut rows: Vec<PlayerRow> =
        (1..=players).map(|number| PlayerRow::new(&format!("agent-{number:03}"))).collect();
    let mut games = Vec::new();
    for (pair, [one, other]) in pairs.enumerate() {
        for (leg, players) in [[one, other], [other, one]].into_iter().enumerate() {
            let id = 2 * pair + leg;
            let [board, course] = match (id * 7 + one) % 5 {
                0 => [GameScore::Draw, GameScore::Loss],
                1 => [GameScore::Draw, GameScore::Win],
                _ if leg == 0 => [GameScore::Win; 2],
                _ => [GameScore::Loss; 2],
            };
            let scored = ScoredGame { players, board, course };
            games.push(TableGame { id: id as u32, pair: pair as u32, scored });
            let of_white = [board, course].map(GameScore::reversed);
            for (index, scores) in [[board, course], of_white].into_iter().enumerate() {
                let row = &mut rows[players[index]];
                match scores {
                    [GameScore::Win, _] => row.wins += 1,
                    [GameScore::Loss, _] => row.losses += 1,
                    [GameScore::Draw, course] => {
                        row.draws += 1;
                        row.draws_won_on_time += u64::from(course == GameScore::Win);
                        row.draws_lost_on_time += u64::from(course == GameScore::Loss);
                    }
                }
                row.cpu_seconds += players[index] as f64 / 10.0;
                row.timed_games += 1;
            }
        }
    }
    Crosstable::ordered(rows, games, &[])
}
