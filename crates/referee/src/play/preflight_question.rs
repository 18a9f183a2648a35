//! The questions by which an agent is tried before the first game.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreflightQuestion {
    FirstMove,
    DoubleJump,
}

impl PreflightQuestion {
    pub const fn name(self) -> &'static str {
        match self {
            PreflightQuestion::FirstMove => "first move",
            PreflightQuestion::DoubleJump => "double jump",
        }
    }
}
