//! The opponent that the assignment describes: plain minimax without pruning, jumps followed to
//! their end, a random choice among equal moves. It reads and writes the same files as `homework`:
//! a referee can play the two against each other.

use crate::minimax;
use clap::Parser;
use cli::{ProgramError, file};
use formats::{INPUT_FILE, OUTPUT_FILE, Request, answer, request};
use games::checkers::{Move, Position};
use games::{Game, Walker};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::time::Duration;

/// Plays one move of checkers by plain minimax: reads input.txt, writes output.txt
///
/// This is the opponent that the assignment describes: no pruning, jumps followed to their end, a
/// man worth 10 plus its rows of advance, a king worth 50, and a random choice among equal moves.
#[derive(Debug, Parser)]
#[command(name = "reference", version)]
pub struct Reference {
    /// Search depth in plies [default: 4, or 3, 2 or 1 with less than 100, 10 or 2 seconds left]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: Option<u32>,
    /// Play a random legal move, without a search
    #[arg(long, conflicts_with = "depth")]
    random: bool,
    /// Seed of the random choice: the same board gets the same answer
    #[arg(long)]
    seed: Option<u64>,
}

impl Reference {
    /// Answers the request in `dir`. The exit codes are those of `homework`.
    pub fn run(&self, dir: &Path) -> Result<(), ProgramError> {
        let text = file::read(&dir.join(INPUT_FILE), request::SIZE_LIMIT)
            .map_err(ProgramError::usage)?
            .ok_or_else(|| ProgramError::usage(request::MISSING))?;
        let request = Request::parse(&text).map_err(ProgramError::usage)?;
        let side = request.position.side_to_move();
        let mv = self.choose(&request).ok_or_else(|| {
            let what = "has no legal move and has lost; there is no answer";
            ProgramError::NotReady(format!("{side} {what}"))
        })?;
        file::replace_or_overwrite(&dir.join(OUTPUT_FILE), answer::text(mv))
            .map_err(ProgramError::failed)
    }

    /// One of the best moves, or with `--random` any legal one; `None` if there is no legal move.
    fn choose(&self, request: &Request) -> Option<Move> {
        let mut candidates = if self.random {
            minimax::legal_moves(&request.position)
        } else {
            let depth = self.depth.unwrap_or_else(|| usual_depth(request.remaining));
            minimax::best_moves(&request.position, depth)
        };
        if candidates.is_empty() {
            return None;
        }
        let mut walker = Walker::new(self.seed_for(&request.position));
        Some(candidates.swap_remove(walker.below(candidates.len())))
    }

    /// The given seed, made different for each board, or a random one.
    fn seed_for(&self, position: &Position) -> u64 {
        match self.seed {
            Some(seed) => seed ^ position.key().bits(),
            None => RandomState::new().build_hasher().finish(),
        }
    }
}

/// The search depth of the course's reference agent in plies, by the time it had left.
fn usual_depth(remaining: Duration) -> u32 {
    match remaining.as_secs() {
        100.. => 4,
        10..=99 => 3,
        2..=9 => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(options: &[&str]) -> Reference {
        Reference::try_parse_from([&["reference"], options].concat()).expect("good options")
    }

    fn request() -> Request {
        let position = Position::start();
        let remaining = Duration::from_secs(100);
        Request { play: formats::Play::Game, remaining, position }
    }

    #[test]
    fn the_same_seed_gives_the_same_answer_and_other_seeds_others() {
        assert_eq!(
            answer_with(&["--random", "--seed", "5"]),
            answer_with(&["--random", "--seed", "5"])
        );
        let all: std::collections::HashSet<_> = (0..50)
            .filter_map(|seed| answer_with(&["--random", "--seed", &seed.to_string()]))
            .collect();
        assert_eq!(all.len(), 7, "every opening move is chosen");
    }

    fn answer_with(options: &[&str]) -> Option<Move> {
        reference(options).choose(&request())
    }

    #[test]
    fn the_depth_falls_with_the_time_left() {
        let depths = [300, 100, 99, 10, 9, 2, 1, 0].map(Duration::from_secs).map(usual_depth);
        assert_eq!(depths, [4, 4, 3, 3, 2, 2, 1, 1]);
    }
}
