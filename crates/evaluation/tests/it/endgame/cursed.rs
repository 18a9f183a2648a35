//! Wins that need more than 50 quiet turns: known without the rule, drawn under it, and won in
//! play.

use super::{TABLES, result};
use evaluation::checkers::endgame::{CursedTables, DrawCounts, Tablebases, best_move};
use games::checkers::Position;
use games::{Game, GameLine, Outcome};

/// The First Position and others of the textbooks that a player knows by heart.
pub const TEXTBOOK_WINS: [&str; 8] = [
    "B:WK10,29:BK8,K31",
    "W:WK1,K23:BK2,4",
    "W:W10,31:B1,3",
    "W:W22,K29:B4,6",
    "B:W10,29:B5,K13",
    "B:WK1,29:B2,K18",
    "B:W25,29:B1,19",
    "W:WK2,K21:B3,K26",
];

fn without_limit() -> Tablebases<'static> {
    Tablebases::built_in().without_limit(CursedTables::built_in())
}

#[test]
fn the_wins_of_the_textbooks_are_known_and_played_to_the_end() {
    for fen in TEXTBOOK_WINS {
        let position = Position::from_fen(fen).expect(fen);
        assert_eq!(result(&position), Some(Outcome::Draw), "under the rule: {fen}");
        assert_eq!(without_limit().probe(&position), Some(Outcome::Win), "{fen}");
        assert!(plies_of_win(position).is_some(), "{fen}");
    }
}

/// Both sides play by the tables; `None` if the win is given away or comes no nearer.
fn plies_of_win(start: Position) -> Option<usize> {
    let tables = without_limit();
    let mut game = GameLine::starting_at(start).limited_to(None);
    while game.moves().len() < 500 {
        let occurred = |key| game.positions().iter().filter(|at| at.key() == key).count();
        let counts = DrawCounts { turns_left: None, occurred };
        let Some(mv) = best_move(tables, game.position(), &counts) else {
            return (!game.position().can_move()).then_some(game.moves().len());
        };
        game.play(mv);
    }
    None
}

#[test]
fn without_their_tables_a_draw_under_the_rule_says_nothing() {
    let tables = TABLES.without_limit(CursedTables::default());
    let first = Position::from_fen(TEXTBOOK_WINS[0]).expect("a position");
    assert_eq!(tables.probe(&first), None);
    let three = Position::from_fen("W:WK1,K5:BK32").expect("a position");
    assert_eq!(tables.probe(&three), result(&three), "no win of three pieces is so long");
    let [known, ruled] = [tables, *TABLES].map(|tables| {
        let mut probe = tables.dtc_probe();
        probe.plies_to_conversion_when_won(&three)
    });
    assert!(known == ruled && known > Some(10), "{known:?}");
}
