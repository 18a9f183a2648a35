//! What a program prints: read from its pipe, parsed, and waited for.

pub mod announcement;
pub mod near_form;
pub mod output_parser;
pub mod output_queue;
pub mod output_reader;
