//! The pages of the programs in a real browser, used as a person uses them.

mod accessibility;
mod agents;
mod board_evenings;
mod board_faults;
mod board_kept;
mod board_notes;
mod board_page;
mod board_play;
mod board_save;
mod browser;
mod chrome_command;
#[cfg(unix)]
mod class_pages;
mod commands;
mod driver;
mod host;
mod jumps;
mod latency;
mod marking;
mod pdn_round_trip;
mod person;
mod pictures;
mod play_list;
mod play_page;
mod program;
mod report;
mod report_feedback;
mod report_figures;
mod report_game;
mod server;
mod static_host;
mod table;
mod watching;
mod whole_games;
mod windows;
