//! The `referee` program as its users run it: options in; tables, files and exit codes out.

mod carried;
mod hidden_names;
mod interruptions;
mod repeats;
mod subcommands;
mod watching;
