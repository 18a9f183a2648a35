//! How much of a sandbox the system grants.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// From less to more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum SandboxLevel {
    /// Nothing: agents may do what the referee may.
    None,
    /// A part of it, because the system refuses the rest.
    Partial,
    /// Namespaces, Landlock and the system call filter.
    Full,
}

impl fmt::Display for SandboxLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SandboxLevel::None => "none",
            SandboxLevel::Partial => "partial",
            SandboxLevel::Full => "full",
        })
    }
}

/// Who makes the namespaces of a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NamespaceMaker {
    /// The referee itself.
    Own,
    /// The program `bwrap`.
    Bwrap,
    /// Nobody: they are refused.
    None,
}
