//! The referee with real processes: its program, its checks, and agents that misbehave.
//!
//! Tests hold on any machine and at any load: limits are CPU time, and waiting has no deadline but
//! a very late one.

#![cfg(target_os = "linux")]

mod calibrations;
mod check;
mod class;
mod class_stages;
mod commands;
mod diagnose;
mod fifth_game;
mod grade;
mod handed_in;
#[cfg(target_os = "linux")]
mod hostile;
mod installer;
mod living;
mod packaging;
mod pairing;
mod plans;
mod pydraughts;
mod support;
mod text_checks;
mod text_class;
