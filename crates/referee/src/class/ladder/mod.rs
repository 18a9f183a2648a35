//! A ladder: every submission that comes plays some of those that came before, and a page shows
//! where all of them stand.
//!
//! | to learn | read |
//! |---|---|
//! | what happens when a submission comes | `ladder_run.rs` |
//! | what lies in the folder of a ladder | `ladder_folder.rs` |
//! | who stands where | `ladder_table.rs` |
//! | the page | `ladder_page.rs`, `ladder_page.js`, `ladder_page.css`; the games in it: `ladder_game.rs` |
//! | names that nobody knows | `hidden_names.rs` |

pub(super) mod hidden_names;
mod ladder_folder;
mod ladder_game;
pub(super) mod ladder_of_class;
mod ladder_page;
pub(super) mod ladder_run;
mod ladder_table;
