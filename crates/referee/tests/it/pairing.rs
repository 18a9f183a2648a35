//! Laws of every tournament, over whole tournaments whose games are decided by given strengths.

use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use referee::pairing::{
    Format, HalfPoints, MeetingResult, Pairing, Player, Round, RoundResult, next_round,
};
use std::collections::{BTreeMap, BTreeSet};

/// A stream of numbers that is the same on every machine.
struct Stream(u64);

impl Stream {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Plays a meeting: the lower a player's number, the more often it wins.
fn play(pairing: &Pairing, games: u32, stream: &mut Stream) -> MeetingResult {
    let players = [pairing.first, pairing.second];
    let strength = players.map(|player| 1_000 / (player.0 as u64 + 3) + 20);
    let points = (0..games).map(|_| {
        let drawn = stream.below(3) == 0;
        let first = stream.below(strength[0] + strength[1]) < strength[0];
        if drawn { 1 } else { u32::from(first) * 2 }
    });
    let points = points.sum();
    MeetingResult {
        players,
        points: [HalfPoints(points), HalfPoints(games * 2 - points)],
        blacks: [games.div_ceil(2), games / 2],
        micros: [stream.below(9), stream.below(9)],
    }
}

fn tournament(format: Format, players: usize, games: u32, seed: u64) -> Vec<RoundResult> {
    let mut stream = Stream(seed);
    let mut finished: Vec<RoundResult> = Vec::new();
    while let Some(round) = next_round(format, players, &finished).expect("a possible format") {
        let again = next_round(format, players, &finished).expect("enough players");
        assert_eq!(again, Some(round.clone()));
        let Round { pairings, byes } = round;
        let meetings = pairings.iter().map(|pairing| play(pairing, games, &mut stream)).collect();
        finished.push(RoundResult { meetings, byes });
    }
    finished
}

fn balances(finished: &[RoundResult]) -> BTreeMap<Player, (i64, usize)> {
    let mut balances: BTreeMap<Player, (i64, usize)> = BTreeMap::new();
    for round in finished {
        for meeting in &round.meetings {
            let [one, other] = meeting.blacks.map(i64::from);
            balances.entry(meeting.players[0]).or_default().0 += one - other;
            balances.entry(meeting.players[1]).or_default().0 += other - one;
        }
        for &bye in &round.byes {
            balances.entry(bye).or_default().1 += 1;
        }
    }
    balances
}

proptest! {
    #[test]
    fn in_a_swiss_all_play_each_round_nobody_meets_twice_and_a_bye_comes_once(
        players in 2_usize..40, rounds in 1_usize..12, games in 1_u32..4, seed in any::<u64>(),
    ) {
        let rounds = rounds.min(players.div_ceil(2));
        let finished = tournament(Format::Swiss { rounds }, players, games, seed);
        prop_assert_eq!(finished.len(), rounds);
        let mut met = BTreeSet::new();
        for round in &finished {
            let pairs: Vec<_> = round.meetings.iter().map(|meeting| meeting.players).collect();
            let all: BTreeSet<_> = pairs.iter().flatten().chain(&round.byes).collect();
            prop_assert_eq!(all.len(), players);
            prop_assert_eq!(pairs.len() * 2 + round.byes.len(), players);
            for [one, other] in pairs {
                prop_assert!(met.insert((one.min(other), one.max(other))), "{one:?} {other:?}");
            }
        }
        prop_assert!(balances(&finished).values().all(|&(_, byes)| byes <= 1));
    }

    /// There are enough players that each finds one who prefers the other color.
    #[test]
    fn in_a_swiss_of_single_games_colors_stay_in_balance(
        players in 16_usize..60, seed in any::<u64>(),
    ) {
        let finished = tournament(Format::Swiss { rounds: 7 }, players, 1, seed);
        let balances = balances(&finished);
        prop_assert!(balances.values().all(|&(colors, _)| colors.abs() <= 2), "{balances:?}");
    }
}

#[test]
fn the_first_round_of_a_swiss_pairs_the_upper_half_against_the_lower() {
    let round = next_round(Format::Swiss { rounds: 3 }, 8, &[]).expect("possible").expect("first");
    let met: Vec<_> = round.pairings.iter().map(|p| (p.first.0, p.second.0)).collect();
    assert_eq!(met, [(0, 4), (1, 5), (2, 6), (3, 7)]);
    let odd = next_round(Format::Swiss { rounds: 3 }, 7, &[]).expect("possible").expect("first");
    assert_eq!((odd.pairings.len(), odd.byes), (3, vec![Player(6)]));
}

#[test]
fn players_of_equal_points_meet() {
    let finished = tournament(Format::Swiss { rounds: 4 }, 64, 2, 5);
    let mut points: BTreeMap<Player, u32> = BTreeMap::new();
    for (number, round) in finished.iter().enumerate() {
        for meeting in &round.meetings {
            let [one, other] =
                meeting.players.map(|player| points.get(&player).copied().unwrap_or(0));
            assert!(one.abs_diff(other) <= 2, "round {}: {meeting:?}", number + 1);
        }
        for meeting in &round.meetings {
            for side in 0..2 {
                *points.entry(meeting.players[side]).or_default() += meeting.points[side].0;
            }
        }
    }
}

/// Each round is found at once, though 124,750 pairings are possible.
#[test]
fn five_hundred_players_play_eleven_rounds() {
    let finished = tournament(Format::Swiss { rounds: 11 }, 500, 2, 1);
    assert_eq!(finished.iter().map(|round| round.meetings.len()).sum::<usize>(), 11 * 250);
}

#[test]
fn one_round_holds_a_round_robin_and_a_gauntlet() {
    for (format, meetings) in [(Format::RoundRobin, 15), (Format::Gauntlet, 5)] {
        let finished = tournament(format, 6, 2, 1);
        let found = finished.iter().map(|round| round.meetings.len()).collect::<Vec<_>>();
        assert_eq!(found, [meetings]);
    }
}

#[test]
fn fewer_players_play_no_more_rounds_than_they_can() {
    for players in 2..30 {
        let format = Format::Swiss { rounds: 11 }.for_players(players);
        assert_eq!(format.rounds(players).expect("enough players"), players.div_ceil(2).min(11));
    }
    assert_eq!(Format::KnockOut.for_players(3), Format::KnockOut);
}

#[test]
fn a_tournament_that_cannot_be_played_is_refused() {
    assert!(message(Format::RoundRobin, 1).starts_with("a tournament needs two agents"));
    let most = message(Format::Swiss { rounds: 5 }, 8);
    assert!(most.starts_with("a Swiss tournament of 8 agents has 1 to 4 rounds"), "{most}");
    assert!(message(Format::Swiss { rounds: 0 }, 8).contains("1 to 4 rounds"));
}

fn message(format: Format, players: usize) -> String {
    next_round(format, players, &[]).expect_err("no").to_string()
}
