//! A position as a picture, with arrows: the same pieces and colors as the boards of the pages
//! (`board.js`, `pieces.js`), without a script.

use games::board::Side;
use games::checkers::{PieceKind, Position, Square};

/// The crown of a king, as in `pieces.js`.
const CROWN: &str = "M-22 16 L-27 -14 L-12 -1 L0 -22 L12 -1 L27 -14 L22 16 Z";

/// An arrow along the squares of a move.
#[derive(Clone, Copy, Debug)]
pub enum BoardArrow<'a> {
    /// What was played.
    Played(&'a [String]),
    /// What was better.
    Better(&'a [String]),
}

/// The picture; `label` says in words what it shows.
pub fn picture(position: &Position, arrows: &[BoardArrow<'_>], label: &str) -> String {
    let label = crate::diagnosis_page::markup::escaped(label);
    let mut svg = format!(
        "<svg class=\"board game-checkers\" viewBox=\"-46 -14 860 860\" role=\"img\" aria-label=\"{label}\">"
    );
    svg += "<rect class=\"frame\" x=\"-6\" y=\"-6\" width=\"812\" height=\"812\" rx=\"4\"/>";
    for row in 0..8 {
        for column in 0..8 {
            let shade = if (row + column) % 2 == 1 { "dark" } else { "light" };
            let (x, y) = (column * 100, row * 100);
            svg += &format!(
                "<rect class=\"square {shade}\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"/>"
            );
        }
    }
    svg += &coordinates();
    for square in Square::all() {
        svg += &position.at(square).map(|piece| piece_at(square, piece)).unwrap_or_default();
    }
    svg += &arrows.iter().map(|&arrow| arrow_along(arrow)).collect::<String>();
    svg + "</svg>"
}

fn coordinates() -> String {
    let text = |x: i32, y: i32, text: char| {
        format!("<text class=\"coordinate\" x=\"{x}\" y=\"{y}\">{text}</text>")
    };
    let files = ('a'..='h').zip(0..).map(|(file, n)| text(n * 100 + 50, 838, file));
    let ranks = ('1'..='8').zip(0..).map(|(rank, n)| text(-26, 760 - n * 100, rank));
    files.chain(ranks).collect()
}

/// The middle of a square.
fn middle(square: Square) -> (i32, i32) {
    (square.file() * 100 + 50, 750 - square.rank() * 100)
}

fn piece_at(square: Square, (side, kind): (Side, PieceKind)) -> String {
    let (x, y) = middle(square);
    let (color, inner) = match side {
        Side::Black => ("black", "<circle class=\"ring\" r=\"27\"/>"),
        Side::White => ("white", "<circle class=\"center\" r=\"14\"/>"),
    };
    let shapes = match kind {
        PieceKind::Man => format!("<circle class=\"disc\" r=\"39\"/>{inner}"),
        PieceKind::King => format!(
            "<circle class=\"disc\" cy=\"6\" r=\"37\"/><circle class=\"disc\" cy=\"-4\" r=\"37\"/>\
             <path class=\"figure\" d=\"{CROWN}\" transform=\"translate(0 -3)\"/>"
        ),
    };
    format!("<g class=\"piece {color}\" transform=\"translate({x} {y})\">{shapes}</g>")
}

fn arrow_along(arrow: BoardArrow<'_>) -> String {
    let (class, squares) = match arrow {
        BoardArrow::Played(squares) => ("arrow played", squares),
        BoardArrow::Better(squares) => ("arrow better", squares),
    };
    let points: Vec<(i32, i32)> =
        squares.iter().filter_map(|name| Square::from_name(name)).map(middle).collect();
    let [.., before, end] = points[..] else { return String::new() };
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    let angle = f64::from(end.1 - before.1).atan2(f64::from(end.0 - before.0)).to_degrees();
    format!(
        "<g class=\"{class}\"><path class=\"shaft\" d=\"M{}\"/><path class=\"head\" d=\"M14 0 L-30 24 \
         L-30 -24 Z\" transform=\"translate({} {}) rotate({angle:.0})\"/></g>",
        path.join(" L"),
        end.0,
        end.1
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;

    #[test]
    fn a_picture_has_all_pieces_and_an_arrow_for_each_move() {
        let moves = [["c3".to_string(), "d4".to_string()]];
        let arrows = [BoardArrow::Played(&moves[0]), BoardArrow::Better(&[])];
        let svg = picture(&Position::start(), &arrows, "the \"start\"");
        assert_eq!(svg.matches("piece black").count(), 12);
        assert_eq!(svg.matches("class=\"arrow").count(), 1, "an empty move has no arrow");
        assert!(svg.contains("M250 550 L350 450") && svg.contains("the &quot;start&quot;"));
        let king = Position::from_fen("W:WK32:B1").expect("a position");
        assert_eq!(picture(&king, &[], "").matches("figure").count(), 1);
    }
}
