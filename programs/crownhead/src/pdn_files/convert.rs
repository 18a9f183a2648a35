//! `crownhead pdn convert`: the same games in another form, or their positions.

use crate::error::left_out;
use crate::pdn_files::reading::Files;
use crate::pdn_files::writing::{GameOutput, OutputArgs};
use crate::pdn_style::StyleArgs;
use clap::{Args, ValueEnum};
use cli::ProgramError;

/// Writes games as strict PDN 3.0, or their positions in FEN
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    files: Files,
    /// Output format
    #[arg(long = "format", alias = "to", value_enum, default_value = "pdn", value_name = "FORM")]
    to: ConvertTo,
    #[command(flatten)]
    write: StyleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ConvertTo {
    /// Games
    Pdn,
    /// The first position of each game
    StartFen,
    /// The last position of each game
    FinalFen,
    /// Every position of each game
    EveryFen,
}

pub fn convert(args: &ConvertArgs) -> Result<(), ProgramError> {
    let (mut output, style) = (GameOutput::open(&args.output)?, args.write.style());
    let wrong = args.files.for_each(&mut |game| match args.to {
        ConvertTo::Pdn => output.game(&game, style),
        ConvertTo::StartFen => output.fen(&game.start),
        ConvertTo::FinalFen => game.positions().last().map_or(Ok(()), |last| output.fen(last)),
        ConvertTo::EveryFen => {
            game.positions().iter().try_for_each(|position| output.fen(position))
        }
    })?;
    output.finish()?;
    left_out(wrong)
}
