//! The program `crownhead` through its pages, as a browser asks for them, and through the lines of
//! another program.
//!
//! Tests hold on any machine and at any load: waiting has no deadline but a very late one.

#![cfg(target_os = "linux")]

mod analyze;
mod analyze_damage;
mod analyze_files;
mod analyze_other_games;
mod api;
mod client;
mod diagnosis;
mod hub;
mod hub_pydraughts;
mod pdn_files;
mod play_agent;
mod play_own_player;
