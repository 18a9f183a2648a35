//! Questions of a page, and their answers.

#![allow(clippy::unwrap_used, reason = "tests")]

mod any_question;
mod boards;
mod document;
mod files;
mod lines;
mod searches;
mod support;
