//! The `referee` program as its users run it: options in; tables, files and exit codes out.

mod broken_agents;
mod carried;
mod ctrl_c;
mod details;
mod hidden_names;
mod interruptions;
mod namespaces;
mod repeats;
mod strangers;
mod subcommands;
mod watching;
