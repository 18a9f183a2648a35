//! The fourth stage: a Swiss tournament of all agents that passed.
//!
//! The pairings of a round follow from the results of the rounds before, which are in the journal:
//! a tournament that was broken off goes on where it was. With as many rounds as there are possible
//! opponents everybody meets everybody instead. Draws are counted as the scheme says, and players
//! with equal points and tie-breaks share a place.

use crate::agent::Entrant;
use crate::class::error::ClassError;
use crate::class::games::{ClassGames, half_points, journal};
use crate::class::scheme::DrawRule;
use crate::class::settings::Stages;
use crate::class::standings::{Place, Standings};
use crate::contest::Series;
use crate::record::{Journal, Records};
use crate::result::ContestReport;
use crate::schedule::{Contest, GameId, OpeningIndex, Pairs, PlayerIndex, ScheduledGame, schedule};
use games::board::Side;
use progress::Progress;
use std::ops::ControlFlow;
use tournament::{Format, HalfPoints, MeetingResult, Player, Round, RoundResult, next_round};

/// The tournament's end.
#[derive(Debug, Default)]
pub(super) struct Swiss {
    /// All games.
    pub(super) records: Records,
    /// Everybody's place, in the order of the players.
    pub(super) places: Vec<Place>,
}

/// Plays all games that are missing. The first player is taken for the strongest.
///
/// # Errors
/// The referee cannot go on.
pub(super) fn play_swiss(
    stages: &Stages<'_>,
    games: &ClassGames,
    players: &[Entrant],
) -> Result<Swiss, ClassError> {
    let scheme = &stages.scheme().swiss;
    if scheme.rounds == 0 || players.is_empty() {
        return Ok(Swiss::default());
    }
    let pairs = Pairs::for_games(scheme.games);
    let Some(format) = format(scheme.rounds, players.len()) else {
        let places = Standings::of(players.len(), &[], pairs).places();
        return Ok(Swiss { records: Records::new(), places });
    };
    let folder = stages.folder("swiss")?;
    let key = games.key(stages, players, &(scheme.rounds, scheme.games));
    let journal = journal(&folder, &key)?;
    let rounds = SwissRounds {
        series: games.series(stages, players, &folder),
        openings: openings(games, scheme.rounds, pairs),
        pairs,
        rule: stages.scheme().games.draws,
        cores: &stages.settings.cores,
        format,
    };
    let (journal, results) = rounds.play(journal)?;
    let report = ContestReport { records: journal.records(), gate: None };
    report.write_files(&folder)?;
    let places = Standings::of(players.len(), &results, pairs).places();
    Ok(Swiss { records: journal.records().clone(), places })
}

/// The format for so many players; `None` if nobody can meet anybody.
const fn format(rounds: usize, players: usize) -> Option<Format> {
    if players < 2 {
        None
    } else if rounds + 1 >= players {
        Some(Format::RoundRobin)
    } else {
        // With more rounds two might have to meet again.
        let most = players.div_ceil(2);
        Some(Format::Swiss { rounds: if rounds < most { rounds } else { most } })
    }
}

/// The opening of each pair of games, round by round.
fn openings(games: &ClassGames, rounds: usize, pairs: Pairs) -> Vec<OpeningIndex> {
    let all = Pairs::for_games(pairs.games() * rounds.max(1));
    let list = schedule(Contest::Match, games.openings.size(), all, games.conditions.seed);
    list.chunks(2).map(|pair| pair[0].opening).collect()
}

struct SwissRounds<'a> {
    series: Series<'a>,
    openings: Vec<OpeningIndex>,
    pairs: Pairs,
    rule: DrawRule,
    cores: &'a [usize],
    format: Format,
}

impl SwissRounds<'_> {
    /// Plays all rounds that are missing.
    fn play(&self, mut journal: Journal) -> Result<(Journal, Vec<RoundResult>), ClassError> {
        let players = self.series.entrants.len();
        let rounds = self.format.rounds(players)?;
        let per_round = match self.format {
            Format::RoundRobin => players * (players - 1) / 2,
            _ => players / 2,
        };
        let total = rounds * per_round * self.pairs.games();
        let progress = Progress::new(total as u64, "games of the tournament");
        progress.skip(journal.records().len() as u64);
        let mut results: Vec<RoundResult> = Vec::new();
        let mut first = 1;
        while let Some(round) = next_round(self.format, players, &results)? {
            progress.note(format!("round {} of {rounds}", results.len() + 1));
            let games = self.games(&round, results.len(), first);
            first += games.len();
            // A game that the referee failed in is played again only in the last round that was
            // begun: its result may not change the pairings of rounds that were played.
            if journal.records().keys().next_back().is_none_or(|&last| (last as usize) < first) {
                let on_game = |_: &Journal| {
                    progress.add(1);
                    ControlFlow::Continue(())
                };
                journal = self.series.play(&games, journal, self.cores, &on_game)?;
            }
            results.push(self.result(&round, &games, journal.records()));
        }
        progress.finish();
        Ok((journal, results))
    }

    /// The games of a round; their numbers begin with `first`.
    fn games(&self, round: &Round, number: usize, first: usize) -> Vec<ScheduledGame> {
        let pairs = self.pairs.games() / 2;
        let openings = (0..pairs).map(|pair| self.openings[number * pairs + pair]);
        let meetings =
            openings.flat_map(|opening| round.pairings.iter().map(move |one| (opening, one)));
        let games = meetings.flat_map(|(opening, pairing)| {
            let [one, other] = [pairing.first, pairing.second].map(|Player(n)| n);
            [(one, other), (other, one)].map(|(black, white)| (opening, black, white))
        });
        let numbered = (first..).filter_map(GameId::from_number).zip(games);
        let game = |(id, (opening, black, white))| ScheduledGame {
            id,
            opening,
            black: PlayerIndex::of_number(black),
            white: PlayerIndex::of_number(white),
        };
        numbered.map(game).collect()
    }

    /// What the pairing of the next round needs to know of this one.
    fn result(&self, round: &Round, games: &[ScheduledGame], records: &Records) -> RoundResult {
        let meeting = |players: [Player; 2]| {
            let mut points = [0, 0];
            for game in games {
                let sides = [(game.black, Side::Black), (game.white, Side::White)];
                let is_of = |(player, _): &(PlayerIndex, Side)| {
                    players.iter().any(|&Player(one)| one == player.number())
                };
                if !sides.iter().all(is_of) {
                    continue;
                }
                let Some(record) = records.get(&(game.id.number() as u32)) else { continue };
                for (player, side) in sides {
                    let own = usize::from(players[1] == Player(player.number()));
                    points[own] += half_points(record, side, self.rule);
                }
            }
            let blacks = [self.pairs.games() as u32 / 2; 2];
            // Time decides nothing here: two runs of the same agents must give the same grades.
            MeetingResult { players, points: points.map(HalfPoints), blacks, micros: [0, 0] }
        };
        let meetings = round.pairings.iter().map(|one| meeting([one.first, one.second]));
        RoundResult { meetings: meetings.collect(), byes: round.byes.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_players_all_meet_and_many_play_as_many_rounds_as_they_can() {
        let of = |players| [1, 3, 7].map(|rounds| format(rounds, players));
        let swiss = |rounds| Some(Format::Swiss { rounds });
        assert_eq!(of(1), [None; 3]);
        assert_eq!(of(2), [Some(Format::RoundRobin); 3]);
        assert_eq!(of(4), [swiss(1), Some(Format::RoundRobin), Some(Format::RoundRobin)]);
        assert_eq!(of(12), [swiss(1), swiss(3), swiss(6)]);
        assert_eq!(of(500), [swiss(1), swiss(3), swiss(7)]);
        for (rounds, players) in (1..9).flat_map(|r| (2..40).map(move |p| (r, p))) {
            let format = format(rounds, players).expect("two can meet");
            assert!(format.rounds(players).is_ok(), "{rounds} rounds of {players}");
        }
    }
}
