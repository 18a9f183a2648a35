//! Questions of a page, and their answers.

mod any_request;
mod boards;
mod document;
mod files;
mod lines;
mod pdn_round_trip;
mod searches;
mod support;
