//! Games between players of given strengths, without processes: to see how a tournament orders its
//! players, and how large a tournament the referee can plan, join, rate and report.
//!
//! A result depends on the seed and the game's number alone, so it does not matter who asks for it
//! or when. The players' chances are those of the model that the ratings assume (Davidson 1970). A
//! simulated game has one random move or none: just what makes the right side lose.

use crate::game::Ending;
use crate::plan::contest::Contest;
use crate::record::{Color, PlayerRecord, RecordedGame, RecordedTurn, VERSION};
use crate::schedule::{Opening, ScheduledGame};
use games::board::Side;
use games::{Game, Notation, Walker};
use statistics::DrawRate;
use tournament::Player;

/// The share of draws between equal players: about that of the course's agents.
const DRAWS: f64 = 0.35;
/// The standard deviation of random strengths, in Elo: about that of the course's agents.
const DEVIATION: f64 = 300.0;

/// Players with their strengths.
#[derive(Clone, Debug)]
pub struct Simulation<'a> {
    /// The contest.
    pub contest: Contest<'a>,
    /// The strength of each player in Elo.
    pub strengths: &'a [f64],
    /// The day, as records have it.
    pub date: &'a str,
}

/// Strengths of so many players in Elo, the strongest first: random, as if many small things added
/// up.
pub fn random_strengths(players: usize, seed: u64) -> Vec<f64> {
    let mut walker = Walker::new(seed);
    // The sum of twelve numbers between 0 and 1 has the standard deviation 1.
    let mut strength = || ((0..12).map(|_| unit(&mut walker)).sum::<f64>() - 6.0) * DEVIATION;
    let mut strengths: Vec<f64> = (0..players).map(|_| strength()).collect();
    strengths.sort_by(|one, other| other.total_cmp(one));
    strengths
}

/// A number from 0 to 1.
fn unit(walker: &mut Walker) -> f64 {
    const STEPS: usize = 1 << 30;
    walker.below(STEPS) as f64 / STEPS as f64
}

impl Simulation<'_> {
    /// The record of a game; `None` if its opening is not in the list.
    pub fn play(&self, game: &ScheduledGame) -> Option<RecordedGame> {
        let opening = self.contest.openings.get(game.opening)?;
        let seed = self.contest.rules.seed ^ (game.id.number() as u64).wrapping_mul(0x9E37_79B9);
        let mut walker = Walker::new(seed);
        let (loser, ending) = self.result(game, &mut walker);
        let turns = loser.map_or(Vec::new(), |loser| turns(opening, loser, &mut walker));
        let mut player = |player: Player| self.player(player, &mut walker);
        let (black, white) = (player(game.black), player(game.white));
        let rules = self.contest.rules;
        Some(RecordedGame {
            version: VERSION,
            id: game.number(),
            pair: game.id.pair() as u32,
            round: game.round,
            date: Some(self.date.to_string()),
            opening: opening.name.clone(),
            board: opening.position.rows_text('/'),
            begins: Color::from(opening.position.side_to_move()),
            black,
            white,
            profile: rules.profile,
            quiet_turns: rules.quiet_turns,
            max_plies: rules.max_plies,
            sandboxed: rules.sandboxed,
            sandbox: None,
            untimed: false,
            seed: rules.seed,
            turns,
            ending,
            last_charge: None,
            detail: None,
            evidence: None,
        })
    }

    /// The side that has lost, if any, and how.
    fn result(&self, game: &ScheduledGame, walker: &mut Walker) -> (Option<Side>, Ending) {
        let [black, white] = [game.black, game.white].map(|player| self.strengths[player.0]);
        let outcome = DrawRate::of_equal_players(DRAWS).outcome(black - white);
        let drawn = unit(walker);
        if drawn < outcome.draw {
            return (None, Ending::Repetition);
        }
        let black_wins = drawn - outcome.draw < outcome.win;
        (Some(if black_wins { Side::White } else { Side::Black }), Ending::NoMoves)
    }

    /// A player who has used a random part of its time.
    fn player(&self, player: Player, walker: &mut Walker) -> PlayerRecord {
        let contender = self.contest.contender(player);
        let seconds = contender.clock.as_secs_f64();
        PlayerRecord {
            name: contender.name.clone(),
            command: "simulated".to_string(),
            sha256: contender.sha256.clone(),
            seconds,
            left: seconds * unit(walker),
        }
    }
}

/// One move or none, so that the loser is to move.
fn turns(opening: &Opening, loser: Side, walker: &mut Walker) -> Vec<RecordedTurn> {
    if opening.position.side_to_move() == loser {
        return Vec::new();
    }
    let mv = walker.step(&opening.position);
    let turn = mv.map(|mv| RecordedTurn { mv: opening.position.move_text(mv), charged: 0.0 });
    turn.into_iter().collect()
}
