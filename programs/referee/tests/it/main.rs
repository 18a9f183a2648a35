//! The program `referee` with real agents: matches, checks, classes.
//!
//! Tests hold on any machine and at any load: limits are CPU time, and waiting has no deadline but
//! a very late one.

#![cfg(target_os = "linux")]

mod adjudication;
mod after_the_answer;
mod answer_forms;
mod beginnings;
mod calibrations;
mod check;
mod class;
mod class_stages;
mod class_term;
mod commands;
mod diagnose;
mod disputes;
mod grade;
mod handed_in;
mod installer;
mod libraries;
mod living;
mod match_options;
mod not_graded;
mod packaging;
mod plans;
mod pydraughts;
mod support;
mod text_checks;
mod text_class;
mod text_mistakes;
mod text_words;
