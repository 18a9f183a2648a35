//! The examples of `training --help`, `bench --help` and of each subcommand's. A test parses every
//! line.

pub const TRAINING: &str = "\
Examples:
  training tables --pieces 5 --quiet-turns 50     solves endings
  training selfplay --shards 30 --nodes 100       plays games to learn from
  training fit --passes 3 --out net               trains a network on them
  training match net network --pairs 200          is it stronger?

`training COMMAND --help` explains a command; docs/TRAINING.md explains them all.";

pub const TABLES: &str = "\
Examples:
  training tables --pieces 4                      in seconds
  training tables --pieces 6 --quiet-turns 50     what is compiled in is made from these";

pub const PACK: &str = "\
Examples:
  training pack --pieces 5 --quiet-turns 50 --dtc dtc-5
  training pack --pieces 6 --quiet-turns 50 --wdl wdl-6 --check wdl-6";

pub const SELFPLAY: &str = "\
Examples:
  training selfplay --shards 30 --nodes 100
  training selfplay --shards 1000 --nodes 1500 --seed 40 --folder g5";

pub const FIT: &str = "\
Examples:
  training fit --passes 3 --out net
  training fit g5 g4 g3 --passes 10 --out net     the new folder first
  training fit k5 --from network --solved tables-work";

pub const ASKED: &str = "\
Examples:
  training asked --games 20 --nodes 1000 --score-nodes 10000";

pub const ERRORS: &str = "\
Examples:
  training errors network hand-crafted
  training errors net network --positions asked.txt";

pub const MATCH: &str = "\
Examples:
  training match net hand-crafted --pairs 20
  training match network hand-crafted --pairs 250 --seed 5";

pub const MISTAKES: &str = "\
Examples:
  training mistakes candidates.txt --out mistakes.txt";

pub const SOLVE: &str = "\
Examples:
  training solve network --suite crates/evaluation/src/problems/mistakes.txt
  training solve network --suite slides.txt --nodes 600000 --margin threat=30000
  training solve net network --suite endings.txt --move-time 0.02";

pub const ENDINGS: &str = "\
Examples:
  training endings --out endings.txt
  training endings games.fen --out endings.txt    from positions of other games";

pub const BOOK: &str = "\
Examples:
  training book --positions 1000 --nodes 5000
  training book --positions 2000 --nodes 5000     goes on with the same work";

pub const OPENINGS: &str = "\
Examples:
  training openings loa --out loa.txt
  training openings amazons --count 50 --nodes 20000 --out amazons.txt";

pub const TUNE: &str = "\
Examples:
  training tune --pairs 96 --nodes 500
  training tune --verify 500                   are the numbers found so far better?";

pub const BENCH: &str = "\
Examples:
  bench perft checkers 8
  bench signature                                 must not change where the play must not
  bench speed checkers";

pub const PERFT: &str = "\
Examples:
  bench perft checkers 8
  bench perft loa 4 --divide                      by the first move";

pub const SIGNATURE: &str = "\
Examples:
  bench signature
  bench signature tablut --depth 5";

pub const SPEED: &str = "\
Examples:
  bench speed checkers";

pub const DEPTHS: &str = "\
Examples:
  bench depths --move-time 0.05";

pub const POSITIONS: &str = "\
Examples:
  bench positions amazons 16 --plies 40";

#[cfg(test)]
mod tests {
    use crate::Training;
    use crate::bench::Bench;
    use clap::CommandFactory;

    fn every_example_parses<P: CommandFactory>() {
        let command = P::command();
        let program = command.get_name().to_string();
        let texts = command.get_subcommands().map(|its| (its.get_name(), its.get_after_help()));
        for (name, text) in texts.chain([(program.as_str(), command.get_after_help())]) {
            let text = text.unwrap_or_else(|| panic!("{name} has no examples")).to_string();
            let lines: Vec<_> =
                text.lines().filter(|line| line.starts_with(&format!("  {program} "))).collect();
            assert!(!lines.is_empty(), "{program} {name}");
            for line in lines {
                // After the command come two blanks and what it does.
                let command = line.trim_start().split("  ").next().unwrap_or(line);
                let parsed = P::command().try_get_matches_from(command.split(' '));
                parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
            }
        }
    }

    #[test]
    fn every_command_has_examples_and_each_of_them_parses() {
        every_example_parses::<Training>();
        every_example_parses::<Bench>();
    }
}
