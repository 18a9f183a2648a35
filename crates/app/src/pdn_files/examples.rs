//! The examples of the subcommands of `crownhead pdn`.

pub const COUNT: &str = "\
Examples:
  crownhead pdn count *.pdn                          games, results, errors and warnings of each file
  crownhead pdn count games.pdn --strict             what is doubtful, with line and column";

pub const CONVERT: &str = "\
Examples:
  crownhead pdn convert old.pdn > strict.pdn         PDN 3.0 that other programs read
  crownhead pdn convert games.pdn --to final-fen     the last position of each game
  crownhead pdn convert positions.fen > set-up.pdn   and back: games that begin there";

pub const FILTER: &str = "\
Examples:
  crownhead pdn filter games.pdn --player tinsley --result draw --opening \"double cross\"
  crownhead pdn filter games.pdn --position B:W18,25:B1,2   games in which it occurs";

pub const SPLIT: &str = "\
Examples:
  crownhead pdn split games.pdn --out folder         a file for each game";

pub const DEDUPE: &str = "\
Examples:
  crownhead pdn dedupe a.pdn b.pdn --out both.pdn    without games that occur twice";

pub const STATS: &str = "\
Examples:
  crownhead pdn stats games.pdn                      results by opening and by ending";
