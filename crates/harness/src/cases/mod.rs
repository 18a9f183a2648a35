//! Which scripts are tests, and how they went.

pub mod collect;
pub mod script_folder;
pub mod summary;
pub mod test_case;
