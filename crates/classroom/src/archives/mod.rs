//! The files of a submission: unpacked from archives, and listed. Everything is bounded, and
//! nothing leaves its folder.

mod entries;
pub mod listed;
pub mod unpack;
pub mod unpacked_folder;
