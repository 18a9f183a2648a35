//! The numbering of positions: a table is an array, and a position's number is its place in it.
//!
//! Positions are sorted by *material* (`material.rs`): how many men and kings each side has. Each
//! material is an array of its own. Within it a position is four sets of squares, those of the own
//! men, enemy men, own kings and enemy kings, each with a number (`subset.rs`). Together they make
//! the index (`table_index.rs`); `order.rs` lets them count in another order, which packs better.

pub mod material;
pub mod order;
pub mod subset;
pub mod table_index;

pub use material::{MAX_PIECES, Material, SideMaterial};
pub use table_index::{IndexDecoder, SidePieces, TableIndex};
