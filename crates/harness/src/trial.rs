//! One test: a script with its program, or two scripts whose programs play each other.

use crate::channel::{Channel, Ears};
use crate::command::CommandLine;
use crate::dialect::Dialect;
use crate::echo::{Echo, Seat, Volume};
use crate::failure::{Failure, Place, Reason};
use crate::interrupt::Stop;
use crate::limits::Limits;
use crate::mailbox::Mailbox;
use crate::play::Player;
use crate::script::Script;
use crate::standard;
use crate::standard::{Comparison, Standard};
use crate::transcript::Transcript;
use std::io;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Under which conditions tests are run.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// How long and how much.
    pub limits: Limits,
    /// Programs to be run in place of those that the scripts name: none, one for all scripts, or one
    /// for each seat.
    pub programs: Vec<CommandLine>,
    /// Whether all is shown.
    pub volume: Volume,
    /// What becomes of differences.
    pub standard: Standard,
    /// Whether the user wants an end.
    pub stop: Stop,
}

/// One test.
#[derive(Clone, Debug)]
pub struct Trial {
    /// One or two.
    scripts: Vec<Script>,
}

/// How one script went.
#[derive(Debug)]
pub struct Part {
    /// The script.
    pub path: PathBuf,
    /// The failure of its program, or how its output compares.
    pub result: Result<Comparison, Failure>,
}

/// How a test went.
#[derive(Debug)]
pub struct Report {
    /// For each script, in order.
    pub parts: Vec<Part>,
    /// How long it took.
    pub time: Duration,
}

impl Report {
    /// Whether nothing failed and nothing differs.
    pub fn passed(&self) -> bool {
        let is_fine = |part: &Part| !matches!(part.result, Err(_) | Ok(Comparison::Different(_)));
        self.parts.iter().all(is_fine)
    }
}

/// A `.std` file that can be neither read nor written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct StandardError {
    /// Which.
    pub path: PathBuf,
    /// The cause.
    pub source: io::Error,
}

impl Trial {
    /// A script alone.
    pub fn alone(script: Script) -> Self {
        Trial { scripts: vec![script] }
    }

    /// Two scripts whose programs hear each other.
    pub fn paired(first: Script, second: Script) -> Self {
        Trial { scripts: vec![first, second] }
    }

    /// Its scripts, one or two.
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// Runs it. When this returns, the programs have ended, and what they have started is killed.
    ///
    /// # Errors
    /// A `.std` file that cannot be read or written.
    pub fn run(&self, conditions: &Conditions) -> Result<Report, StandardError> {
        let begun = Instant::now();
        let mut results = match self.scripts.as_slice() {
            [first, second] => versus([first, second], conditions).into(),
            scripts => scripts.iter().map(|script| alone(script, conditions)).collect::<Vec<_>>(),
        };
        let time = begun.elapsed();
        blame(&mut results);
        let all_played = results.iter().all(Result::is_ok);
        // What is seen in a test that failed is not what should be expected from now on.
        let standard = if all_played { conditions.standard } else { Standard::Checked };
        let mut parts = Vec::new();
        for (script, played) in self.scripts.iter().zip(results) {
            let path = standard::path_for(&script.path);
            let result = match played {
                Ok(seen) => Ok(standard::settle(&path, &seen, standard)
                    .map_err(|source| StandardError { path, source })?),
                Err(failure) => Err(failure),
            };
            parts.push(Part { path: script.path.clone(), result });
        }
        Ok(Report { parts, time })
    }
}

type Played = Result<Vec<String>, Failure>;

fn alone(script: &Script, conditions: &Conditions) -> Played {
    let own = Arc::new(mailbox(conditions));
    open(script, Seat::First, Ears { own, other: None }, conditions)?.play()
}

fn mailbox(conditions: &Conditions) -> Mailbox {
    Mailbox::new(conditions.limits.unread, conditions.stop.clone())
}

fn open<'a>(
    script: &'a Script,
    seat: Seat,
    ears: Ears,
    conditions: &Conditions,
) -> Result<Player<'a>, Failure> {
    let Conditions { limits, programs, volume, .. } = conditions;
    let replacement = programs.get(seat.index()).or_else(|| programs.first());
    let command = replacement.unwrap_or(&script.command);
    let transcript = Transcript::new(script.game(), *limits);
    let echo = Echo { volume: *volume, seat };
    echo.starts(&command.to_string());
    let mailbox = Arc::clone(&ears.own);
    let opened = Channel::open(command, transcript, ears, echo);
    let channel = opened.map_err(|source| {
        let dialect = replacement.is_none().then_some(script.dialect);
        let (command, remedy) = (command.to_string(), remedy(dialect));
        let reason = Reason::Start { command, remedy, source };
        Failure { place: Place::Start, reason, last_words: Vec::new() }
    })?;
    Ok(Player::new(script, channel, mailbox, *limits))
}

/// What to do about a program that cannot be started, named by a script of this dialect or by the
/// user. A first line that was not meant as a command is taken for one.
const fn remedy(dialect: Option<Dialect>) -> &'static str {
    match dialect {
        None => "build it, or name another one with --program",
        Some(Dialect::Hash) => "build it, or name another program with --program",
        Some(Dialect::Star) => {
            "build it, name another program with --program, or, if the script's first line is no \
             command, write `#* COMMAND` above it"
        }
    }
}

/// Both are started before either is told anything, so that none waits for one that cannot start.
fn versus(scripts: [&Script; 2], conditions: &Conditions) -> [Played; 2] {
    let [first, second] = [0, 1].map(|_| Arc::new(mailbox(conditions)));
    let ears = |own: &Arc<Mailbox>, other: &Arc<Mailbox>| Ears {
        own: Arc::clone(own),
        other: Some(Arc::clone(other)),
    };
    let players = [
        open(scripts[0], Seat::First, ears(&first, &second), conditions),
        open(scripts[1], Seat::Second, ears(&second, &first), conditions),
    ];
    if players.iter().any(Result::is_err) {
        first.halt();
        second.halt();
    }
    let [one, two] = players;
    thread::scope(|scope| {
        let first_of_two = scope.spawn(|| play_against(one, &second));
        let last = play_against(two, &first);
        [first_of_two.join().unwrap_or_else(|panic| resume_unwind(panic)), last]
    })
}

/// A failure that has its cause here ends the other program's play too.
fn play_against(player: Result<Player<'_>, Failure>, other: &Mailbox) -> Played {
    let played = player.and_then(Player::play);
    if played.as_ref().is_err_and(|failure| !failure.reason.is_second_hand()) {
        other.halt();
    }
    played
}

/// Of two failures, one is often the other's shadow: it is told only where nothing better is known.
fn blame(results: &mut [Played]) {
    let [Err(one), Err(two)] = results else { return };
    let both_disagree =
        [&*one, &*two].iter().all(|failure| matches!(failure.reason, Reason::Disagree { .. }));
    let (good, shadow) = if one.reason.is_second_hand() { (two, one) } else { (one, two) };
    if both_disagree {
        shadow.reason = Reason::Halted;
    }
    if !good.reason.is_second_hand() && shadow.reason.is_second_hand() {
        shadow.reason = Reason::Halted;
        shadow.last_words.clear();
    }
}
