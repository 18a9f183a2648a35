//! The command `workshop fit`: learns a network from examples and writes it down in integers.
//!
//! An example's target is a mixture of what its games came to and of what the search thought of it. How
//! likely a score wins is found out first, from all examples. After each pass over the examples the
//! network *in integers* is tried on those it has not learned from; the best one is written.

use crate::error::WorkshopError;
use crate::learn::dataset::{Dataset, Example};
use crate::learn::descent::{BATCH, Descent, loss, sigmoid};
use crate::learn::model::{Model, logit};
use crate::output::say;
use crate::progress::Progress;
use crate::threads;
use evaluation::checkers::network::{Accumulator, Network, PHASES, Pieces, phase};
use formats::file;
use games::Game;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::path::PathBuf;

/// What to learn from and where to write the result.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Folders of examples
    #[arg(default_value = "selfplay-work", value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,
    /// Write the network to this file
    #[arg(long, default_value = "net", value_name = "FILE")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) how: How,
}

/// How to learn.
#[derive(Clone, Debug, clap::Args)]
pub struct How {
    /// Learn from so many examples at most, taken by chance: to see what more of them bring
    #[arg(long, value_name = "N")]
    at_most: Option<usize>,
    /// The share of the search's score in a target, the rest is the game's result
    #[arg(long, default_value_t = 0.4, value_name = "SHARE")]
    mix: f32,
    /// Passes over the examples
    #[arg(long, default_value_t = 20, value_name = "N")]
    passes: usize,
    /// The size of the first steps
    #[arg(long, default_value_t = 0.002, value_name = "SIZE")]
    rate: f32,
    /// What chance depends on
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Threads [default: all processors]
    #[arg(long)]
    pub(super) threads: Option<usize>,
}

/// The size of the last steps, as a share of the first.
const LAST_RATE: f32 = 0.01;

/// What was learned.
#[derive(Debug)]
pub struct Fitted {
    examples: usize,
    /// Of the examples to check by.
    phases: Phases,
}

/// For each phase the number of examples and their mean loss.
type Phases = [(usize, f64); PHASES];

impl fmt::Display for Fitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loss = mean(&self.phases);
        write!(
            f,
            "learned from {} examples: loss {loss:.5}; by the number of pieces:",
            self.examples
        )?;
        for (nth, (count, loss)) in self.phases.iter().enumerate().filter(|(_, (n, _))| *n > 0) {
            write!(f, "\n{:>2} to {:>2}: {loss:.5} ({count})", 3 * nth + 1, 3 * nth + 3)?;
        }
        Ok(())
    }
}

/// Learns and tells how well.
///
/// # Errors
/// There is nothing to learn from, or a file cannot be read or written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    say(fitted(options)?)?;
    say(format_args!("{}: written", options.out.display()))
}

/// Learns, and writes the network.
///
/// # Errors
/// As [`run`].
pub fn fitted(options: &Options) -> Result<Fitted, WorkshopError> {
    let mut data = Dataset::read(&options.folders)?;
    let how = &options.how;
    if let Some(most) = how.at_most {
        data.training.shuffle(&mut ChaCha8Rng::seed_from_u64(how.seed));
        data.training.truncate(most);
    }
    say(format_args!(
        "{} examples to learn from, {} to check by; {} were met again",
        data.training.len(),
        data.checking.len(),
        data.repeated
    ))?;
    let scale = scale_of(&data.training);
    say(format_args!("a logit of winning is worth {scale:.1} units of the search"))?;
    let mix = how.mix;
    let target = move |example: &Example| {
        mix * sigmoid(f32::from(example.score) / scale) + (1.0 - mix) * example.points
    };
    let (phases, best) = learn(how, &data, &target)?;
    file::replace(&options.out, best.written())?;
    Ok(Fitted { examples: data.training.len(), phases })
}

/// The best network of all passes, with its losses.
fn learn(
    how: &How,
    data: &Dataset,
    target: &(impl Fn(&Example) -> f32 + Sync),
) -> Result<(Phases, Network), WorkshopError> {
    let mut random = ChaCha8Rng::seed_from_u64(how.seed);
    let mut descent = Descent::from(Model::by_chance(how.seed), threads::number(how.threads));
    let mut order: Vec<&Example> = data.training.iter().collect();
    let steps = how.passes * order.len().div_ceil(BATCH);
    let progress = Progress::of(steps as u64, "steps");
    let tried = |model: &Model| {
        let net = model.rounded();
        (by_phase(&net, &data.checking, target), net)
    };
    let mut best: Option<(Phases, Network)> = None;
    let mut step = 0;
    for pass in 1..=how.passes {
        order.shuffle(&mut random);
        for batch in order.chunks(BATCH) {
            let rate = how.rate * LAST_RATE.powf(step as f32 / steps as f32);
            descent.step(batch, rate, target);
            step += 1;
            progress.add(1);
        }
        let (phases, net) = tried(&descent.model);
        let loss = mean(&phases);
        say(format_args!("pass {pass:>3}: loss {loss:.5}"))?;
        if best.as_ref().is_none_or(|(least, _)| loss < mean(least)) {
            best = Some((phases, net));
        }
    }
    progress.close();
    Ok(best.unwrap_or_else(|| tried(&descent.model)))
}

/// How many units of score make a logit of winning: the scale by which scores predict results best,
/// by golden section.
fn scale_of(examples: &[Example]) -> f32 {
    let some: Vec<_> = examples.iter().step_by((examples.len() / 200_000).max(1)).collect();
    let loss_of = |scale: f32| -> f64 {
        some.iter().map(|e| loss(sigmoid(f32::from(e.score) / scale), e.points)).sum()
    };
    let golden = (5f32.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (5.0, 1_000.0);
    while high - low > 0.1 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if loss_of(left) < loss_of(right) { high = right } else { low = left }
    }
    (low + high) / 2.0
}

fn mean(phases: &Phases) -> f64 {
    let all: usize = phases.iter().map(|(count, _)| count).sum();
    phases.iter().map(|(count, loss)| *count as f64 * loss).sum::<f64>() / all.max(1) as f64
}

fn by_phase(net: &Network, examples: &[Example], target: &impl Fn(&Example) -> f32) -> Phases {
    let mut sums = [(0, 0.0); PHASES];
    for example in examples {
        let position = example.packed.position();
        let pieces = Pieces::of(&position);
        let output = Accumulator::of(net, pieces).output(net, position.side_to_move());
        let (count, sum) = &mut sums[phase(&pieces)];
        *count += 1;
        *sum += loss(sigmoid(logit(output)), target(example));
    }
    sums.map(|(count, sum)| (count, sum / count.max(1) as f64))
}
