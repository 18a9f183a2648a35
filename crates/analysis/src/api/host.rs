//! What a question needs from outside: a clock, the wish to stop, and somebody who takes the
//! answers.

/// Whoever has asked.
pub trait Host {
    /// Milliseconds since any moment.
    fn milliseconds(&self) -> f64;

    /// True if nobody waits for the answer any more. A search then ends at once.
    fn is_stopped(&self) -> bool;

    /// True if another question waits for the end of this one. A search without a limit then ends.
    fn others_wait(&self) -> bool {
        false
    }

    /// Takes an answer, or the next part of one: an object of JSON in one line.
    fn send(&mut self, part: String);
}
