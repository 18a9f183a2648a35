//! How the games of a student have ended: what was played out on the board, and what a forfeit has
//! decided. A page tells the two apart: a game that the opponent forfeits shows no strength.

use crate::stages::games::side_of;
use cli::counted;
use referee::journal::{DrawRule, GameResult};
use referee::rules::DrawnGame;

/// Numbers of games that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardResults {
    /// Decided on the board, or by the rule for draws.
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// Forfeited by the student.
    pub forfeited: usize,
    /// Forfeited by opponents, and so won.
    pub gifts: usize,
}

impl BoardResults {
    /// Of the games of a student; others and void ones are in no number.
    pub fn of<'a>(games: impl Iterator<Item = &'a GameResult>, name: &str, rule: DrawRule) -> Self {
        let mut found = BoardResults::default();
        for game in games {
            let score = side_of(game, name).and_then(|side| game.score(side, rule));
            let Some(half_points) = score.map(|score| score.half_points()) else { continue };
            let number = match (half_points, game.forfeiter().is_some()) {
                (2, true) => &mut found.gifts,
                (2, false) => &mut found.won,
                (1, _) => &mut found.drawn,
                (_, true) => &mut found.forfeited,
                (_, false) => &mut found.lost,
            };
            *number += 1;
        }
        found
    }

    pub const fn played(self) -> usize {
        self.won + self.drawn + self.lost + self.forfeited + self.gifts
    }

    /// A win is a point, a draw half of one.
    pub const fn points(self) -> f64 {
        (self.won + self.gifts) as f64 + self.drawn as f64 / 2.0
    }

    /// `1 won, 1 drawn, 0 lost`; with a forfeit `1 won, 1 drawn, 0 lost on the board; 2 games that
    /// the opponent forfeited`. A game that has no ties names none.
    pub fn sentence(self, drawn: DrawnGame) -> String {
        let ties = match (drawn, self.drawn) {
            (DrawnGame::Shared, 0) => String::new(),
            (_, ties) => format!("{ties} {}, ", drawn.word()),
        };
        let board = if self.forfeited + self.gifts > 0 { " on the board" } else { "" };
        let mut text = format!("{} won, {ties}{} lost{board}", self.won, self.lost);
        if self.forfeited > 0 {
            text += &format!("; {} forfeited", counted(self.forfeited, "game"));
        }
        if self.gifts > 0 {
            text += &format!("; {} that the opponent forfeited", counted(self.gifts, "game"));
        }
        text
    }
}

pub fn is_forfeit_of(result: &GameResult, name: &str) -> bool {
    result.forfeiter().is_some_and(|side| *result.player(side).name == *name)
}

/// `1 point in 2 games`.
pub fn points_in(points: f64, games: usize) -> String {
    let unit = if points == 1.0 { "point" } else { "points" };
    format!("{points} {unit} in {}", counted(games, "game"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Side;
    use referee::rules::Ending;
    use referee::testing::random_record;

    /// Games of Anna; in those with `true` she is to move at the end.
    fn results(endings: &[(Ending, bool)]) -> BoardResults {
        let records = (1..).zip(endings).map(|(number, &(ending, is_to_move))| {
            let mut record = random_record(number, ending);
            let own = if is_to_move { record.to_move() } else { !record.to_move() };
            let player = match own {
                Side::Black => &mut record.black,
                Side::White => &mut record.white,
            };
            player.name = "anna".into();
            record.result()
        });
        let records: Vec<_> = records.collect();
        BoardResults::of(records.iter(), "anna", DrawRule::Half)
    }

    #[test]
    fn gifts_of_opponents_are_not_own_points() {
        let found = results(&[
            (Ending::NoMoves, false),
            (Ending::NoMoves, true),
            (Ending::MaxPlies, true),
            (Ending::Malformed, true),
            (Ending::NoOutput, false),
            (Ending::ExitCode(1), false),
            (Ending::RefereeFault, true),
        ]);
        let expected = BoardResults { won: 1, drawn: 1, lost: 1, forfeited: 1, gifts: 2 };
        assert_eq!((found, found.played(), found.points()), (expected, 6, 3.5));
        assert_eq!(
            found.sentence(DrawnGame::ToMoreTime),
            "1 won, 1 drawn, 1 lost on the board; 1 game forfeited; 2 games that the opponent \
             forfeited"
        );
    }

    #[test]
    fn a_game_without_ties_names_none() {
        let found = results(&[(Ending::NoMoves, false)]);
        assert_eq!(found.sentence(DrawnGame::Shared), "1 won, 0 lost");
        assert_eq!(found.sentence(DrawnGame::ToMoreTime), "1 won, 0 drawn, 0 lost");
        let tie = results(&[(Ending::MaxPlies, false)]);
        assert_eq!(tie.sentence(DrawnGame::Shared), "0 won, 1 tied, 0 lost");
        assert_eq!(
            points_in(1.0, 1) + ", " + &points_in(0.5, 2),
            "1 point in 1 game, 0.5 points in 2 games"
        );
    }
}
