//! The examples of `workshop --help`, `bench --help` and of each subcommand's. A test parses every
//! line.

pub const WORKSHOP: &str = "\
Examples:
  workshop tables --pieces 5 --quiet-turns 50     solves endings
  workshop selfplay --shards 30 --nodes 100       plays games to learn from
  workshop fit --passes 3 --out net               trains a network on them
  workshop match net network --pairs 200          is it stronger?

`workshop COMMAND --help` explains a command; docs/TRAINING.md explains them all.";

pub const TABLES: &str = "\
Examples:
  workshop tables --pieces 4                      in seconds
  workshop tables --pieces 6 --quiet-turns 50     what is compiled in is made from these";

pub const PACK: &str = "\
Examples:
  workshop pack --pieces 5 --quiet-turns 50 --dtc dtc-5
  workshop pack --pieces 6 --quiet-turns 50 --wdl wdl-6 --check wdl-6";

pub const SELFPLAY: &str = "\
Examples:
  workshop selfplay --shards 30 --nodes 100
  workshop selfplay --shards 1000 --nodes 1500 --seed 40 --folder g5";

pub const FIT: &str = "\
Examples:
  workshop fit --passes 3 --out net
  workshop fit g5 g4 g3 --passes 10 --out net     the new folder first
  workshop fit k5 --from network --solved tables-work";

pub const ASKED: &str = "\
Examples:
  workshop asked --games 20 --nodes 1000 --score-nodes 10000";

pub const ERRORS: &str = "\
Examples:
  workshop errors network hand-crafted
  workshop errors net network --positions asked.txt";

pub const MATCH: &str = "\
Examples:
  workshop match net hand-crafted --pairs 20
  workshop match network hand-crafted --pairs 250 --seed 5";

pub const MISTAKES: &str = "\
Examples:
  workshop mistakes candidates.txt --out mistakes.txt";

pub const SOLVE: &str = "\
Examples:
  workshop solve network --suite crates/evaluation/src/problems/mistakes.txt
  workshop solve net network --suite endings.txt --time 0.02";

pub const ENDINGS: &str = "\
Examples:
  workshop endings --out endings.txt
  workshop endings games.fen --out endings.txt    from positions of other games";

pub const BOOK: &str = "\
Examples:
  workshop book --positions 1000 --nodes 5000
  workshop book --positions 2000 --nodes 5000     goes on with the same work";

pub const OPENINGS: &str = "\
Examples:
  workshop openings loa --out loa.txt
  workshop openings amazons --count 50 --nodes 20000 --out amazons.txt";

pub const TUNE: &str = "\
Examples:
  workshop tune --pairs 96 --nodes 500
  workshop tune --try-found 500                   are the numbers found so far better?";

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
  bench depths --time 0.05";

pub const POSITIONS: &str = "\
Examples:
  bench positions amazons 16 --plies 40";

#[cfg(test)]
mod tests {
    use crate::Workshop;
    use crate::bench::Bench;
    use clap::CommandFactory;

    fn every_example_parses<P: CommandFactory>() {
        let command = P::command();
        let program = command.get_name().to_string();
        let texts = command.get_subcommands().map(|its| (its.get_name(), its.get_after_help()));
        for (name, text) in texts.chain([(program.as_str(), command.get_after_help())]) {
            let text = text.unwrap_or_else(|| panic!("{name} has no examples")).to_string();
            let is_example = |line: &&str| line.starts_with(&format!("  {program} "));
            let lines: Vec<_> = text.lines().filter(is_example).collect();
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
        every_example_parses::<Workshop>();
        every_example_parses::<Bench>();
    }
}
