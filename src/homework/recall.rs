//! What we know of the game from our last move, and what we leave for the next.
//!
//! `playdata.txt` is believed only if it fits the rules: each of its boards must follow from the
//! one before by a legal move that neither captures nor crowns, and today's board from the last
//! one by any legal move of the opponent. Otherwise it belongs to another game, or to nobody, and
//! is set aside.

use crate::game::{Finality, Game as Rules};
use crate::games::checkers::{Move, Position};
use crate::homework::complaint::complain;
use crate::search;
use crate::wire::{MEMORY_FILE, Memory, Play, Request, Turn, file, memory};
use std::path::Path;
use std::time::Duration;

/// The game so far, as far as it matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The positions since the last capture or crowning; today's is the last.
    positions: Vec<Position>,
    /// What each move between them was to the draw rules.
    finalities: Vec<Finality>,
    /// Our clock at earlier moves.
    turns: Vec<Turn>,
    /// Seconds left today.
    left: f64,
}

/// How many of the latest moves tell how the judge counts.
const TURNS_THAT_TELL: usize = 8;

impl Game {
    /// A game that begins today.
    fn beginning(request: &Request) -> Self {
        Game {
            positions: vec![request.position],
            finalities: Vec::new(),
            turns: Vec::new(),
            left: request.remaining.as_secs_f64(),
        }
    }

    /// The game that `memory` tells of, if today's position follows from it.
    fn continued(memory: Memory, request: &Request) -> Option<Self> {
        let today = request.position;
        if memory.side != today.side_to_move() {
            return None;
        }
        let mut positions = memory.positions;
        let mut finalities = Vec::with_capacity(positions.len());
        for pair in positions.windows(2) {
            finalities.push(link(&pair[0], &pair[1]).filter(|&f| f != Finality::Resetting)?);
        }
        match link(positions.last()?, &today)? {
            Finality::Resetting => {
                positions.clear();
                finalities.clear();
            }
            quiet => finalities.push(quiet),
        }
        positions.push(today);
        let left = request.remaining.as_secs_f64();
        Some(Game { positions, finalities, turns: memory.turns, left })
    }

    /// The positions in the form the search needs.
    pub fn path(&self) -> search::Path {
        let mut path = search::Path::starting_at(&self.positions[0], 0);
        for (next, &finality) in self.positions[1..].iter().zip(&self.finalities) {
            path.played(next, finality);
        }
        path
    }

    /// The most that the judge has lately charged for a move beyond what we measured ourselves.
    pub fn overhead(&self) -> Duration {
        let latest = &self.turns[self.turns.len().saturating_sub(TURNS_THAT_TELL)..];
        let left_after = latest.iter().skip(1).map(|turn| turn.left).chain([self.left]);
        let beyond = latest.iter().zip(left_after).map(|(turn, left)| turn.left - left - turn.used);
        let most = beyond.fold(0.0, f64::max);
        Duration::try_from_secs_f64(most).unwrap_or_default()
    }
}

/// The move that leads from one position to the other, as the draw rules see it; none if there is
/// no such legal move.
fn link(from: &Position, to: &Position) -> Option<Finality> {
    let mut moves = Vec::new();
    from.legal_moves(&mut moves);
    let mv = moves.into_iter().find(|&mv| from.play(mv) == *to)?;
    Some(from.finality(mv))
}

/// The game as `playdata.txt` in `dir` tells it, or one that begins today. A single move has no
/// past and leaves none.
pub fn recall(dir: &Path, request: &Request) -> Game {
    if request.play == Play::Single {
        return Game::beginning(request);
    }
    let told = file::read(&dir.join(MEMORY_FILE), memory::SIZE_LIMIT)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            text.map(|text| Memory::parse(&text)).transpose().map_err(|e| e.to_string())
        })
        .and_then(|memory| match memory {
            None => Ok(Game::beginning(request)),
            Some(memory) => Game::continued(memory, request).ok_or_else(|| {
                format!("{MEMORY_FILE} tells of another game; this board does not follow from it")
            }),
        });
    told.unwrap_or_else(|error| {
        complain(&format!("{error}; going on without it"));
        Game::beginning(request)
    })
}

/// Writes what the next move needs to know, now that we play `mv` and have `used` so much time.
pub fn remember(dir: &Path, game: Game, request: &Request, mv: Move, used: Duration) {
    let today = request.position;
    let mut positions = game.positions;
    if today.finality(mv) == Finality::Resetting {
        positions.clear();
    }
    positions.push(today.play(mv));
    let mut turns = game.turns;
    turns.push(Turn { left: game.left, used: used.as_secs_f64() });
    let memory = Memory { side: today.side_to_move(), positions, turns };
    let written = memory
        .text()
        .map_err(|error| error.to_string())
        .and_then(|text| file::replace(&dir.join(MEMORY_FILE), &text).map_err(|e| e.to_string()));
    if let Err(error) = written {
        complain(&format!("{error}; the next move will not know of this one"));
    }
}
