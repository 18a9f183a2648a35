//! The `referee` command as its users run it: words in, tables, files and exit codes out.

mod commands;
mod interruptions;
mod repeats;
mod support;
