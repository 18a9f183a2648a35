//! Who moves for a side: a search within a time, or the plain opponent.

pub mod auto_player;
pub mod considered;
pub mod plain_player;
pub mod search_player;
pub mod seeded;
pub mod thinker;
