//! The `referee` program as its users run it: options in; tables, files and exit codes out.

mod interruptions;
mod repeats;
mod subcommands;
mod watching;
