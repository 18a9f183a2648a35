//! Who moves for a side: a search within a time, or the plain opponent.

pub mod auto_player;
pub mod plain_player;
pub mod search_opinion;
pub mod search_player;
pub mod search_thread;
pub mod seeded;
