//! How much of a sandbox the system grants.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// From less to more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum SandboxLevel {
    /// No sandbox; agents run with your permissions.
    None,
    /// What the system allows of it.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NamespaceMaker {
    /// The referee creates them.
    Own,
    /// The program `bwrap` creates them.
    Bwrap,
    /// No namespaces.
    None,
}
