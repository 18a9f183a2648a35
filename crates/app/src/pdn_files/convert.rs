//! `crownhead pdn convert`.

use crate::error::AppError;
use crate::pdn_files::reading::Files;
use crate::pdn_files::writing::{Output, OutputArgs, WriteArgs};
use clap::{Args, ValueEnum};

/// Writes games as strict PDN 3.0, or their positions in FEN
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    files: Files,
    /// What to write
    #[arg(long, value_enum, default_value = "pdn", value_name = "FORM")]
    to: Form,
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Games
    Pdn,
    /// The first position of each game
    StartFen,
    /// The last position of each game
    FinalFen,
    /// Every position of each game
    EveryFen,
}

/// Writes all games that can be read.
pub fn run(args: &ConvertArgs) -> Result<(), AppError> {
    let (mut output, style) = (Output::open(&args.output)?, args.write.style());
    let wrong = args.files.for_each(&mut |game| match args.to {
        Form::Pdn => output.game(&game, style),
        Form::StartFen => output.fen(&game.start),
        Form::FinalFen => game.positions().last().map_or(Ok(()), |last| output.fen(last)),
        Form::EveryFen => game.positions().iter().try_for_each(|position| output.fen(position)),
    })?;
    output.finish()?;
    AppError::left_out(wrong)
}
