//! A person against an agent: whole games, verdicts, takebacks, and what is left at the end.

mod games;
mod leftovers;
mod stage;
mod text_programs;
mod verdicts;
