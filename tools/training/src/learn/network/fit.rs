//! The command `training fit`: trains a network on examples and writes it in integers.
//!
//! What a position should predict is said in [`targets`](crate::learn::network::targets). After
//! each pass over the examples the *quantized* network is measured on the validation set; the best
//! one is written.

use crate::error::TrainingError;
use crate::learn::network::adam::{Adam, BATCH};
use crate::learn::network::dataset::{Dataset, Example};
use crate::learn::network::logistic::{loss, sigmoid};
use crate::learn::network::model::{FloatNetwork, logit};
use crate::learn::network::targets::{TargetOptions, Targets};
use crate::learn::playing::players::{EvaluatorChoice, LoadedEvaluator};
use crate::output::{print_above, print_line};
use cli::{ProgressLine, file, pool};
use evaluation::checkers::network::{Accumulator, Network, PHASES, Pieces, phase};
use games::Game;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::path::PathBuf;

/// The examples, how to learn from them, and where to write the network.
#[derive(Debug, clap::Args)]
pub struct FitArgs {
    /// Folders of examples
    #[arg(default_value = "selfplay-work", value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Write the network to this file
    #[arg(long, default_value = "net", value_name = "FILE")]
    out: PathBuf,
    /// Use at most N examples, chosen at random: shows what more of them bring
    #[arg(long, value_name = "N")]
    at_most: Option<usize>,
    #[command(flatten)]
    target: TargetOptions,
    /// Go on from this network instead of random parameters: network (the one that is compiled in)
    /// or a file
    #[arg(long, value_name = "NETWORK")]
    from: Option<EvaluatorChoice>,
    /// Passes over the examples
    #[arg(long, default_value_t = 20, value_name = "N")]
    passes: usize,
    /// The learning rate of the first steps
    #[arg(long, default_value_t = 0.01, value_name = "SIZE")]
    rate: f32,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// The learning rate of the last steps, as a share of the first; it falls exponentially.
const LAST_RATE: f32 = 0.01;

#[derive(Debug)]
struct FitReport {
    examples: usize,
    /// On the validation set.
    phases: PhaseLosses,
}

/// For each phase the number of examples and their mean loss.
type PhaseLosses = [(usize, f64); PHASES];

impl fmt::Display for FitReport {
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

pub fn run(options: &FitArgs) -> Result<(), TrainingError> {
    let targets = Targets::scaled(&options.target, &options.folders)?;
    print_line(format_args!("one logit of winning is {:.1} units of the search", targets.scale()))?;
    let mut data = Dataset::read(&options.folders, &targets)?;
    if let Some(most) = options.at_most {
        data.training.shuffle(&mut ChaCha8Rng::seed_from_u64(options.seed));
        data.training.truncate(most);
    }
    print_line(format_args!(
        "{} examples to learn from, {} to check by; {} were repeated",
        data.training.len(),
        data.validation.len(),
        data.repeated
    ))?;
    let (phases, best) = train(options, options.first_model()?, &data)?;
    file::replace(&options.out, best.to_bytes())?;
    print_line(FitReport { examples: data.training.len(), phases })?;
    print_line(format_args!("{}: written", options.out.display()))
}

impl FitArgs {
    fn first_model(&self) -> Result<FloatNetwork, TrainingError> {
        let Some(choice) = &self.from else { return Ok(FloatNetwork::random(self.seed)) };
        match choice.load()? {
            LoadedEvaluator::Network(network) => Ok(FloatNetwork::of(&network)),
            LoadedEvaluator::HandCrafted => Err(TrainingError::Failed(
 "--from hand-crafted: a fit can go on from a network only; give its file, or network".to_string(),
)),
        }
    }
}

fn measured(model: &FloatNetwork, data: &Dataset) -> (PhaseLosses, Network) {
    let network = model.quantized();
    (losses_by_phase(&network, &data.validation), network)
}

/// The best network of all passes, with its losses on the validation set.
fn train(
    options: &FitArgs,
    model: FloatNetwork,
    data: &Dataset,
) -> Result<(PhaseLosses, Network), TrainingError> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut adam = Adam::new(model, pool::threads(options.threads));
    let mut order: Vec<&Example> = data.training.iter().collect();
    let steps = options.passes * order.len().div_ceil(BATCH);
    let progress = ProgressLine::new(steps as u64, "steps");
    let mut best: Option<(PhaseLosses, Network)> = None;
    if options.from.is_some() {
        let before = mean(&measured(&adam.model, data).0);
        print_above(&progress, format_args!("before:   loss {before:.5}"))?;
    }
    let mut step = 0;
    for pass in 1..=options.passes {
        order.shuffle(&mut rng);
        for batch in order.chunks(BATCH) {
            let rate = options.rate * LAST_RATE.powf(step as f32 / steps as f32);
            adam.step(batch, rate);
            step += 1;
            progress.add(1);
        }
        let (phases, network) = measured(&adam.model, data);
        let loss = mean(&phases);
        print_above(&progress, format_args!("pass {pass:>3}: loss {loss:.5}"))?;
        if best.as_ref().is_none_or(|(least, _)| loss < mean(least)) {
            best = Some((phases, network));
        }
    }
    progress.finish();
    Ok(best.unwrap_or_else(|| measured(&adam.model, data)))
}

fn mean(phases: &PhaseLosses) -> f64 {
    let all: usize = phases.iter().map(|(count, _)| count).sum();
    phases.iter().map(|(count, loss)| *count as f64 * loss).sum::<f64>() / all.max(1) as f64
}

/// The losses of a network on some examples. All of them are positions that the agent evaluates
/// with the network (see `selfplay.rs`).
fn losses_by_phase(network: &Network, examples: &[Example]) -> PhaseLosses {
    let mut sums = [(0, 0.0); PHASES];
    for example in examples {
        let position = example.packed.position();
        let pieces = Pieces::of(&position);
        let output =
            Accumulator::refreshed(network, pieces).output(network, position.side_to_move());
        let (count, sum) = &mut sums[phase(&pieces)];
        *count += 1;
        *sum += loss(sigmoid(logit(output)), example.target);
    }
    sums.map(|(count, sum)| (count, sum / count.max(1) as f64))
}
