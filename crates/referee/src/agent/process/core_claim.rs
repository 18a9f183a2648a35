//! Whether a core is free for the games of this process, or another referee plays on it.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreClaim {
    Ours,
    /// Another referee of this machine plays on it, or this process has claimed it before.
    Taken,
}
