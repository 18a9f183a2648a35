//! A whole class, one submission alone, or an agent that is built on demand: one stage after the
//! other.

mod before_builds;
pub mod built_agent;
pub mod class_run;
pub mod one_run;
