//! Questions of a page, and their answers.

#![allow(clippy::unwrap_used, reason = "tests")]

mod any_question;
mod boards;
mod files;
mod lines;
mod searches;
mod support;
