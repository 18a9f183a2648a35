//! The `referee` program as its users run it: options in; tables, files and exit codes out.

mod broken_agents;
mod ctrl_c;
mod details;
mod interruptions;
mod strangers;
mod subcommands;
mod surroundings;
mod watching;
