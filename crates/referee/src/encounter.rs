//! One game between two players: seats are taken, the game is played, the seats are given back
//! with what they know of how it ended.

use crate::agent::Agent;
use crate::arbiter::{Arbiter, Limits};
use crate::contestant::{Fault, Seat, Shutting};
use crate::duel::{Clocks, Duel, Finished};
use crate::ending::Kind;
use crate::estate::Estate;
use crate::openings::Seed;
use crate::profile::Profile;
use crate::record::Player;
use crate::reproducer;
use games::board::Side;
use games::checkers::Position;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A player with all that belongs to it for the match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The program.
    pub agent: Agent,
    /// Its `calibration.txt`, if it has made one.
    pub calibration: Option<PathBuf>,
    /// Time for each game.
    pub clock: Duration,
}

impl Entrant {
    /// Gives the player a fresh home.
    ///
    /// # Errors
    /// The home or the sandbox cannot be made.
    pub fn seat(
        &self,
        estate: &Estate,
        shutting: Shutting,
        cores: Option<Vec<usize>>,
    ) -> Result<Seat, Fault> {
        Seat::take(&self.agent, self.calibration.as_deref(), estate, shutting, cores)
    }

    /// The player as a record names it, with the time it has left.
    pub fn player(&self, left: Duration) -> Player {
        Player {
            name: self.agent.name.clone(),
            command: self.agent.command(),
            sha256: self.agent.sha256.clone(),
            seconds: self.clock.as_secs_f64(),
            left: left.as_secs_f64(),
        }
    }
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// The judge and its limits.
    pub limits: Limits,
    /// Whether agents are shut in.
    pub shutting: Shutting,
    /// The seed of the schedule.
    pub seed: Seed,
}

/// A game to be played.
#[derive(Debug)]
pub struct Encounter<'a> {
    /// Black, then White.
    pub players: [&'a Entrant; 2],
    /// Where it begins.
    pub start: Position,
    /// How it is played.
    pub conditions: Conditions,
    /// Where homes are made.
    pub estate: &'a Estate,
    /// The cores the agents may run on; all if none.
    pub cores: Option<Vec<usize>>,
}

/// A game that has been played.
#[derive(Debug)]
pub struct Played {
    /// How it went.
    pub finished: Finished,
    /// The seats as the players left them, Black's first.
    pub seats: [Seat; 2],
}

impl Encounter<'_> {
    /// Plays it; `watcher` is shown every board with the time left.
    ///
    /// # Errors
    /// A seat cannot be made. What fails later ends the game as the referee's own fault.
    pub fn play(&self, watcher: &mut dyn FnMut(&Arbiter, &Clocks)) -> Result<Played, Fault> {
        let grace = self.conditions.limits.profile.grace();
        let seat = |player: &Entrant| {
            let seat = player.seat(self.estate, self.conditions.shutting, self.cores.clone());
            seat.map(|seat| seat.with_grace(grace))
        };
        let mut seats = [seat(self.players[0])?, seat(self.players[1])?];
        let limits = self.conditions.limits;
        let clocks = self.players.map(|player| player.clock);
        let arbiter = Arbiter::new(self.start, limits);
        let [black, white] = &mut seats;
        let duel = Duel::new(arbiter, limits.profile, clocks, watcher);
        Ok(Played { finished: duel.play([black, white]), seats })
    }
}

impl Played {
    /// Keeps the files of a forfeit in `folder` and returns what `referee replay` takes; of a fault
    /// of our own returns what it was; of other endings nothing. `to_move` was to move at the end.
    pub fn evidence(&self, to_move: Side, profile: Profile, folder: &Path) -> Option<String> {
        let seat = &self.seats[to_move.index()];
        let ending = self.finished.ending;
        match ending.kind() {
            Kind::Void => seat.fault().map(ToString::to_string),
            Kind::LostOnBoard | Kind::Drawn => None,
            Kind::Forfeited => Some(match reproducer::keep(folder, seat, profile, ending) {
                Ok(file) => file.display().to_string(),
                Err(error) => format!("not kept: {error}"),
            }),
        }
    }
}
