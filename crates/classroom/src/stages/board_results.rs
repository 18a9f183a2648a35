//! How the games of a student have ended: what was played out on the board, and what a forfeit has
//! decided. A page tells the two apart: a game that the opponent forfeits shows no strength.

use crate::stages::games::side_of;
use cli::counted;
use referee::journal::{DrawRule, GameResult};
use referee::rules::DrawnGame;

/// Numbers of games that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardResults {
    /// Decided on the board.
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// Drawn on the board and decided by the time that was left.
    pub won_on_time: usize,
    pub lost_on_time: usize,
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
            let Some(side) = side_of(game, name) else { continue };
            let Some(counted) = game.score(side, rule) else { continue };
            let on_board = game.score(side, DrawRule::Half);
            let is_draw = on_board.is_some_and(|score| score.half_points() == 1);
            let number = match (counted.half_points(), is_draw, game.forfeiter().is_some()) {
                (2, true, _) => &mut found.won_on_time,
                (0, true, _) => &mut found.lost_on_time,
                (2, _, true) => &mut found.gifts,
                (2, ..) => &mut found.won,
                (1, ..) => &mut found.drawn,
                (_, _, true) => &mut found.forfeited,
                _ => &mut found.lost,
            };
            *number += 1;
        }
        found
    }

    pub const fn played(self) -> usize {
        let on_time = self.won_on_time + self.lost_on_time;
        self.won + self.drawn + self.lost + on_time + self.forfeited + self.gifts
    }

    /// A win is a point, a draw half of one.
    pub const fn points(self) -> f64 {
        (self.won + self.won_on_time + self.gifts) as f64 + self.drawn as f64 / 2.0
    }

    /// `1 won, 1 drawn, 0 lost`; with a forfeit `1 won, 1 drawn, 0 lost on the board; 2 games that
    /// the opponent forfeited`. A game that has no ties names none.
    pub fn sentence(self, drawn: DrawnGame) -> String {
        let ties = match (drawn, self.drawn) {
            (DrawnGame::Shared, 0) => String::new(),
            (_, ties) => format!("{ties} {}, ", drawn.word()),
        };
        let others = [
            (self.won_on_time, "drawn game", "won on time"),
            (self.lost_on_time, "drawn game", "lost on time"),
            (self.forfeited, "game", "forfeited"),
            (self.gifts, "game", "that the opponent forfeited"),
        ];
        let others = others.into_iter().filter(|(count, ..)| *count > 0);
        let others: String =
            others.map(|(count, game, how)| format!("; {} {how}", counted(count, game))).collect();
        let board = if others.is_empty() { "" } else { " on the board" };
        format!("{} won, {ties}{} lost{board}{others}", self.won, self.lost)
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
        let expected = BoardResults {
            won: 1,
            drawn: 1,
            lost: 1,
            forfeited: 1,
            gifts: 2,
            ..BoardResults::default()
        };
        assert_eq!((found, found.played(), found.points()), (expected, 6, 3.5));
        assert_eq!(
            found.sentence(DrawnGame::ToMoreTime),
            "1 won, 1 drawn, 1 lost on the board; 1 game forfeited; 2 games that the opponent \
             forfeited"
        );
    }

    #[test]
    fn a_draw_that_the_time_decides_is_no_win_on_the_board() {
        let records = (1..9).map(|number| random_record(number, Ending::MaxPlies).result());
        let records: Vec<_> = records.collect();
        let name = records[0].player(Side::Black).name.to_string();
        let found = BoardResults::of(records.iter(), &name, DrawRule::Time);
        assert_eq!((found.won, found.lost), (0, 0));
        assert_eq!(found.played(), found.drawn + found.won_on_time + found.lost_on_time);
        let decided = BoardResults { won_on_time: 1, lost_on_time: 2, ..BoardResults::default() };
        assert_eq!(
            decided.sentence(DrawnGame::ToMoreTime),
            "0 won, 0 drawn, 0 lost on the board; 1 drawn game won on time; 2 drawn games lost on \
             time"
        );
        assert_eq!(decided.points(), 1.0);
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
