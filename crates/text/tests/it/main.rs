//! The three text programs from outside: their options, and the scripts that a grader would run.

mod display;
mod page;
mod scripts;
mod seeds;
mod setting;
mod shell;
#[cfg(unix)]
mod streams;
mod texts;
mod wins;
