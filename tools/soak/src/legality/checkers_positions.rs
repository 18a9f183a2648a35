//! Checkers positions with their moves, as lines for other programs.
//!
//! A line: the side to move, the board, how many moves there are as the search counts them, then
//! for each move its squares and the board after it: `BLACK .b.b.../... 1 e3-d2=.b.b.../...`. Half
//! of the positions are from random games, the others are random placements.

use games::Game;
use games::board::Side;
use games::checkers::{Move, PieceKind, Position, Square};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::{self, Write};

pub const CHUNK: u64 = 1_000;
/// A random game that lasts longer is cut.
const MOST_PLIES: usize = 200;
const MOST_PIECES: usize = 12;

/// Prints the positions of a chunk, which follow from the seed and the chunk's number alone.
pub fn print(seed: u64, chunk: u64, out: &mut impl Write) -> io::Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(chunk);
    for number in 0..CHUNK {
        let is_played = number % 2 == 0;
        let position = if is_played { played(&mut random) } else { placed(&mut random) };
        writeln!(out, "{}", line(&position))?;
    }
    out.flush()
}

/// A position of a random game: each of them is as likely as the others, the last one included.
fn played(random: &mut ChaCha8Rng) -> Position {
    let mut positions = vec![Position::start()];
    while let Some(last) = positions.last().filter(|_| positions.len() <= MOST_PLIES) {
        let moves = moves(last);
        if moves.is_empty() {
            break;
        }
        let next = last.play(moves[random.random_range(0..moves.len())]);
        positions.push(next);
    }
    positions[random.random_range(0..positions.len())]
}

/// Up to twelve pieces of each side, at least one. Men do not stand where they would be crowned.
/// From board to board, the share of kings is different.
fn placed(random: &mut ChaCha8Rng) -> Position {
    let mut free: Vec<Square> = Square::all().collect();
    let mut pieces = Vec::new();
    let kings: f64 = random.random_range(0.0..=1.0);
    for side in Side::ALL {
        for _ in 0..random.random_range(1..=MOST_PIECES) {
            let square = free.swap_remove(random.random_range(0..free.len()));
            let crowning_rank = if side == Side::Black { 0 } else { 7 };
            let is_king = square.rank() == crowning_rank || random.random_bool(kings);
            pieces.push((side, if is_king { PieceKind::King } else { PieceKind::Man }, square));
        }
    }
    let side = Side::ALL[random.random_range(0..2)];
    Position::new(pieces, side)
}

fn moves(position: &Position) -> Vec<Move> {
    position.move_list()
}

fn line(position: &Position) -> String {
    let side = position.side_to_move().to_string().to_uppercase();
    let count = position.count_moves();
    let mut line = format!("{side} {} {count}", position.rows_text('/'));
    for mv in moves(position) {
        let squares: Vec<String> = mv.squares().iter().map(ToString::to_string).collect();
        line += &format!(" {}={}", squares.join("-"), position.play(mv).rows_text('/'));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(seed: u64, chunk: u64) -> String {
        let mut out = Vec::new();
        print(seed, chunk, &mut out).expect("memory");
        String::from_utf8(out).expect("letters")
    }

    #[test]
    fn a_chunk_follows_from_seed_and_number() {
        let text = chunk(1, 2);
        assert_eq!(text, chunk(1, 2));
        assert_eq!(text.lines().count() as u64, CHUNK);
        assert!(text != chunk(1, 3) && text != chunk(2, 2));
    }

    #[test]
    fn a_line_has_the_route_and_the_board_of_every_move() {
        let rows = ".b...b../..b.b.b./...b...b/..b...../.....w../w.b.w.w./.w.....w/w...w...";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        let text = line(&position);
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!(words[..2], ["WHITE", rows]);
        let moves = &words[3..];
        assert_eq!(words[2], moves.len().to_string());
        let after = ".b.W.b../....b.b./...b...b/......../.....w../w...w.w./.......w/w...w...";
        assert!(moves.contains(&format!("b2-d4-b6-d8={after}").as_str()), "{text}");
    }
}
