//! Why a move of a text program is illegal, in one sentence for the student: the first rule that
//! it breaks, in the order piece, line, length, way, target, spear.

use cli::counted;
use games::BoardGame;
use games::board::Side;
use referee::rules::{PieceReach, Refereed};

/// A square, file and row counted from 0.
type Place = (usize, usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFault {
    pub rule: MoveRule,
    /// Names the squares.
    pub sentence: String,
}

/// What a move must have; each game has its own rule for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRule {
    /// A piece of the own side on its first square.
    Piece,
    /// A row, column or diagonal.
    Line,
    Length,
    /// No piece in the way.
    Way,
    /// A square on which the piece may land.
    Target,
    /// All of these for its spear.
    Spear,
}

impl MoveRule {
    const fn broken(self, sentence: String) -> MoveFault {
        MoveFault { rule: self, sentence }
    }
}

/// The rule that a move breaks; `None` if the text does not name its squares
/// or the game has no sentences for them.
pub fn why_illegal<G: Refereed>(position: &G, mv: &str) -> Option<MoveFault> {
    fault_of_path(position, &G::squares_of_text(mv))
}

fn fault_of_path<G: Refereed>(position: &G, path: &[String]) -> Option<MoveFault> {
    let reach = G::REACH?;
    let [from, to, spear @ ..] = path else { return None };
    let [from_place, to_place] = [G::square_named(from)?, G::square_named(to)?];
    let piece = letter(position, from_place);
    if let Some(fault) = piece_fault(position, from, piece) {
        return Some(MoveRule::Piece.broken(fault));
    }
    let way = Way { names: [from, to], ends: [from_place, to_place], left: None, reach };
    way.fault(position, piece).or_else(|| {
        let spear = spear.first()?;
        let ends = [to_place, G::square_named(spear)?];
        let thrown = Way { names: [to, spear], ends, left: Some(from_place), reach };
        let fault = thrown.fault(position, piece)?;
        Some(MoveRule::Spear.broken(format!("its spear: {}", fault.sentence)))
    })
}

fn letter<G: BoardGame>(position: &G, (file, row): Place) -> char {
    position.letter_at(file, row)
}

fn piece_fault<G: BoardGame>(position: &G, square: &str, piece: char) -> Option<String> {
    let own = position.side_to_move();
    match piece {
        '.' => Some(format!("there is no piece on {square}")),
        'x' => Some(format!("on {square} is a spear")),
        _ if !is_of(piece, own) => Some(format!("the piece on {square} belongs to {}", !own)),
        _ => None,
    }
}

fn is_of(piece: char, side: Side) -> bool {
    match side {
        Side::Black => piece == 'b',
        Side::White => matches!(piece, 'w' | 'k'),
    }
}

/// From one square to another, as a piece moves or a spear flies.
struct Way<'a> {
    names: [&'a str; 2],
    ends: [Place; 2],
    /// The square that the piece has left, which is empty for its spear.
    left: Option<Place>,
    reach: PieceReach,
}

impl Way<'_> {
    fn fault<G: Refereed>(&self, position: &G, piece: char) -> Option<MoveFault> {
        let [from, to] = self.names;
        let diagonals = self.reach != PieceReach::RookAndThrone;
        let Some(squares) = self.squares(diagonals) else {
            let lines = if diagonals { "row, column or diagonal" } else { "row or column" };
            return Some(MoveRule::Line.broken(format!("no {lines} leads from {from} to {to}")));
        };
        if self.reach == PieceReach::PiecesOnLine {
            return self.fault_of_line(position, &squares);
        }
        if let Some(&place) = squares.iter().find(|&&place| self.is_taken(position, place)) {
            return Some(self.blocked(place));
        }
        let throne = (G::SIZE / 2, G::SIZE / 2);
        let lands = !diagonals && self.ends[1] == throne && piece != 'k';
        lands
            .then(|| MoveRule::Target.broken(format!("only the king may land on the throne, {to}")))
    }

    /// In Lines of Action a piece jumps over its own side and as far as its line has pieces.
    fn fault_of_line<G: BoardGame>(&self, position: &G, squares: &[Place]) -> Option<MoveFault> {
        let [from, to] = self.names;
        let pieces = self.pieces_on_line(position);
        if pieces != squares.len() {
            let far = squares.len();
            return Some(MoveRule::Length.broken(format!(
                "its line from {from} to {to} has {}, so it moves {} there, not {far}",
                counted(pieces, "piece"),
                counted(pieces, "square")
            )));
        }
        let own = position.side_to_move();
        let (&end, between) = squares.split_last()?;
        let blocked = between.iter().find(|&&place| is_of(letter(position, place), !own));
        if let Some(&place) = blocked {
            return Some(self.blocked(place));
        }
        is_of(letter(position, end), own)
            .then(|| MoveRule::Target.broken(format!("{to} holds a piece of its own side")))
    }

    fn blocked(&self, (file, row): Place) -> MoveFault {
        let ([from, to], on) = (self.names, games::square_name(file, row));
        MoveRule::Way.broken(format!("the way from {from} to {to} is blocked on {on}"))
    }

    fn pieces_on_line<G: BoardGame>(&self, position: &G) -> usize {
        let [from, _] = self.ends;
        let (file, row) = self.step();
        let back = walk(from, (-file, -row), G::SIZE);
        let line = back.chain([from]).chain(walk(from, (file, row), G::SIZE));
        line.filter(|&place| letter(position, place) != '.').count()
    }

    fn is_taken<G: BoardGame>(&self, position: &G, place: Place) -> bool {
        letter(position, place) != '.' && self.left != Some(place)
    }

    fn distances(&self) -> (isize, isize) {
        let [from, to] = self.ends.map(|(file, row)| (file as isize, row as isize));
        (to.0 - from.0, to.1 - from.1)
    }

    fn step(&self) -> (isize, isize) {
        let (files, rows) = self.distances();
        (files.signum(), rows.signum())
    }

    /// The squares after the first, up to the last; `None` if they are not on one line.
    fn squares(&self, diagonals: bool) -> Option<Vec<Place>> {
        let (files, rows) = self.distances();
        let far = files.abs().max(rows.abs()).unsigned_abs();
        let straight = (files == 0) != (rows == 0);
        let slanted = diagonals && far > 0 && files.abs() == rows.abs();
        let walked = || walk(self.ends[0], self.step(), usize::MAX).take(far).collect();
        (straight || slanted).then(walked)
    }
}

/// The squares from one on, without it, to the edge of a board.
fn walk(from: Place, step: (isize, isize), size: usize) -> impl Iterator<Item = Place> {
    std::iter::successors(place_after(from, step, size), move |&place| {
        place_after(place, step, size)
    })
}

fn place_after((file, row): Place, step: (isize, isize), size: usize) -> Option<Place> {
    let place = (file.checked_add_signed(step.0)?, row.checked_add_signed(step.1)?);
    (place.0 < size && place.1 < size).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Walker, amazons, loa, tablut};

    fn names<G: BoardGame>() -> Vec<String> {
        let places = (0..G::SIZE).flat_map(|file| (0..G::SIZE).map(move |row| (file, row)));
        places.map(|(file, row)| games::square_name(file, row)).collect()
    }

    /// What is legal has no fault, and what is not has one.
    fn faults_are_those_of_the_rules<G: Refereed>() {
        for position in Walker::new(7).game(G::start(), 12) {
            let legal: Vec<Vec<String>> = position.move_list().into_iter().map(G::path).collect();
            for from in names::<G>() {
                for to in names::<G>() {
                    let path = [from.clone(), to];
                    let is_legal = legal.iter().any(|one| one.starts_with(&path));
                    let fault = fault_of_path(&position, &path);
                    assert_eq!(fault.is_none(), is_legal, "{path:?}: {fault:?}");
                }
            }
            for path in legal.iter().filter(|path| path.len() == 3).take(50) {
                for spear in names::<G>() {
                    let thrown = [path[0].clone(), path[1].clone(), spear];
                    let fault = fault_of_path(&position, &thrown);
                    let is_legal = legal.iter().any(|one| one.as_slice() == thrown);
                    assert_eq!(fault.is_none(), is_legal, "{thrown:?}: {fault:?}");
                }
            }
        }
    }

    #[test]
    fn a_move_has_a_fault_exactly_if_it_is_illegal() {
        faults_are_those_of_the_rules::<loa::Position>();
        faults_are_those_of_the_rules::<tablut::Position>();
        faults_are_those_of_the_rules::<amazons::Position>();
    }

    fn why<G: Refereed>(mv: &str) -> String {
        why_illegal(&G::start(), mv).map(|fault| fault.sentence).unwrap_or_default()
    }

    #[test]
    fn the_sentence_names_the_squares() {
        let far = "its line from b8 to b7 has 2 pieces, so it moves 2 squares there, not 1";
        for (mv, part) in [
            ("d4-d5", "there is no piece on d4"),
            ("h5-h4", "the piece on h5 belongs to White"),
            ("b8-b7", far),
            ("b8-c6", "no row, column or diagonal leads from b8 to c6"),
            ("nonsense", ""),
        ] {
            assert_eq!(why::<loa::Position>(mv), part, "{mv}");
        }
        assert_eq!(why::<tablut::Position>("d9-e"), "the way from d9 to e9 is blocked on e9");
        let spear = "its spear: the way from d7 to d10 is blocked on d10";
        assert_eq!(why::<amazons::Position>("d1-d7(d10)"), spear);
    }
}
