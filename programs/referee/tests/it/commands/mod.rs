//! The `referee` program as its users run it: options in; tables, files and exit codes out.

mod broken_agents;
mod ctrl_c;
mod details;
mod hostile_files;
mod interruptions;
mod subcommands;
mod surroundings;
mod watching;
