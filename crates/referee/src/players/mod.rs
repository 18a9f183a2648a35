//! The players of a game: which program plays, and how it is requested to move.
//!
//! | to learn | read |
//! |---|---|
//! | which program plays, and which files belong to it | [`program`] |
//! | the files of the assignment in its directory | `agent_files.rs` |
//! | how a run becomes the reply to a request | `file_player.rs` |
//! | a program that lives as long as a game | [`text`] |
//! | how long an agent may be idle | `idle_time.rs` |
//! | why a program that is there does not start | `interpreter.rs` |
//! | what exactly was wrong with a run | `detail.rs`, `shown_board.rs` |

mod agent_files;
mod calibration;
mod detail;
mod file_player;
mod idle_time;
mod interpreter;
mod participant;
pub mod program;
mod room;
mod shown_board;
pub mod text;

pub use crate::players::agent_files::{AGENT_FILES, PLAYDATA_BEFORE};
pub use crate::players::calibration::{CALIBRATION_TIME, CalibrationResult};
pub use crate::players::detail::{
    PrintedCause, answer_detail, detail, detail_of, in_one_line, path_hint, quoted,
};
pub use crate::players::file_player::FilePlayer;
pub use crate::players::participant::Participant;
pub use crate::players::program::{
    Agent, Carry, HOMEWORK, missing_file_hint, read_name, still_there, with_different_names,
};
pub use crate::players::room::{can_start_programs, has_room, has_room_to_begin};
pub use crate::players::shown_board::shows;
pub use crate::players::text::{
    CONVERSATION_FILE, DialoguePlace, GivenTime, TextChannel, TextPlayer, Transcript, text_game,
};
