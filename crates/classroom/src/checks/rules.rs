//! The rules that agents break. On each board, an agent that breaks the rule finds no legal move.
//!
//! Of the illegal moves in the course's games, half were missed jumps and a fifth unfinished ones.
//!
//! They are asked as single moves: a game of the assignment begins at the start, with no
//! `playdata.txt`, so an agent may take its first move of a game for the start.

use crate::checks::case::{
    Check, CheckGroup, CheckQuestion, CheckTask, CheckTurn, Expect, QuestionClock, Spelling,
};
use crate::checks::inputs::SINGLE_CLOCK;
use formats::Play;
use games::board::Side;

/// A board with one legal move, a step.
const FORCED: CheckQuestion = question(
    Play::Game,
    QuestionClock::Binding("10.0"),
    Side::White,
    ".b.b.b../b...b.../.....b../......../......../w......./.....b../B.....B.",
);

/// A board with a single man that is blocked.
const LOST: CheckQuestion = question(
    Play::Game,
    QuestionClock::Binding("2.0"),
    Side::White,
    "......../......../......../......../.....b../......b./.......w/........",
);

/// A king that can jump four men in a circle and ends where it began.
const ROUND: &str = ".b....../......../...b.b../......../...b.b../....W.../......../........";

/// One for each rule.
pub const RULES: [Check; 10] = [
    Check::asking(
        CheckGroup::Single,
        "must-jump",
        "There are many steps and one jump: where there is a jump, a jump must be played.",
        &[white(".b.b.b.b/b.b.b.b./.....b.b/b.b...../.w....../w...w.w./.w.w.w.w/w.w.w.w.")],
    ),
    Check::asking(
        CheckGroup::Single,
        "men-jump-forward",
        "Enemies stand behind a man, with empty squares behind them: men jump forward only.",
        &[white("......../......../......../....w.../...b.b../......../......../........")],
    ),
    Check::asking(
        CheckGroup::Single,
        "long-chain",
        "A king has six jumps to make and no other way: a sequence is played to its end.",
        &[white("......../......../...b.b../......../.b...b../......../.b...b../......W.")],
    ),
    Check::asking(
        CheckGroup::Robust,
        "king-goes-round",
        "A king jumps four men and ends where it began: the square it came from is empty, and each man \
         can be jumped once.",
        &[white(ROUND)],
    ),
    Check::asking(
        CheckGroup::Robust,
        "same-square-twice",
        "A king passes one square twice on its way: only a piece on a square can block it.",
        &[white(".b....../......../...b.b../......../...b.b../......../.....b../......W.")],
    ),
    Check::asking(
        CheckGroup::Single,
        "crowning-ends-the-turn",
        "A man is crowned by its second jump and could jump on as a king: the turn is over.",
        &[white(".b...b.b/b.b.b.b./.......b/w...b.b./...w..../w.....w./.w.w...w/w.w.w.w.")],
    ),
    Check::asking(
        CheckGroup::Single,
        "kings-move-backward",
        "A king stands on its last row, so that every move it has leads backward.",
        &[white("...W..../......../......../b......./......../......../......../........")],
    ),
    Check::asking(
        CheckGroup::Robust,
        "many-kings",
        "All pieces are kings, twelve on each side: there are many moves, and the clock holds.",
        &[white(".B.B.B.B/B.B.B.B./.B.B.B.B/......../......../W.W.W.W./.W.W.W.W/W.W.W.W.")],
    ),
    Check {
        name: "only-one-move",
        group: CheckGroup::Robust,
        asks: "There is one legal move in the middle of a game of which no playdata.txt is left: it needs \
               no thinking, and the time is needed later.",
        task: CheckTask::Move(&[CheckTurn::asking(FORCED)], Expect::QuickMove),
    },
    Check {
        name: "no-legal-move",
        group: CheckGroup::Robust,
        asks: "The side to move is blocked and has lost: whether an answer is written or not, the \
               program ends by itself.",
        task: CheckTask::End(CheckTurn { setup: &[], question: Some(LOST) }),
    },
];

const fn white(board: &'static str) -> CheckTurn {
    CheckTurn::asking(question(Play::Single, SINGLE_CLOCK, Side::White, board))
}

const fn question(
    play: Play,
    clock: QuestionClock,
    side: Side,
    board: &'static str,
) -> CheckQuestion {
    CheckQuestion { play, side, clock, board, spelling: Spelling::Plain }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::checkers::{Move, Position, Square};

    /// The board of a check and its legal moves.
    fn board(name: &str) -> (Position, Vec<Move>) {
        let check = RULES.iter().find(|check| check.name == name).expect("a name of the table");
        let (CheckTask::Move([turn], _) | CheckTask::End(turn)) = &check.task else {
            panic!("two turns")
        };
        let Some(question) = turn.question else { panic!("it asks nothing") };
        let position = question.position().expect("a board");
        (position, legal_moves(&position))
    }

    fn legal_moves(position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves
    }

    /// The same board with all men crowned, the same side to move.
    fn crowned(position: &Position) -> Position {
        let letters = position.rows_text('/').replace('w', "W").replace('b', "B");
        Position::from_rows(letters.split('/'), position.side_to_move()).expect("a board")
    }

    #[test]
    fn where_a_jump_must_be_played_there_are_steps_too() {
        let (position, legal) = board("must-jump");
        assert!(legal.len() == 1 && legal[0].is_jump());
        let is_free =
            |file, rank| Square::at(file, rank).is_some_and(|to| position.empty().has(to));
        let steps = Square::all().filter(|&square| position.own().has(square)).flat_map(|from| {
            [-1, 1].into_iter().filter(move |side| is_free(from.file() + side, from.rank() + 1))
        });
        assert!(steps.count() >= 6);
    }

    #[test]
    fn a_man_that_jumped_backward_would_break_the_rules() {
        let (position, legal) = board("men-jump-forward");
        assert!(legal.iter().all(|mv| !mv.is_jump()));
        assert!(legal_moves(&crowned(&position)).iter().all(|mv| mv.is_jump()));
    }

    #[test]
    fn chains_and_rounds_leave_no_other_move() {
        let (_, legal) = board("long-chain");
        assert_eq!(legal.iter().map(|mv| mv.captured().count()).collect::<Vec<_>>(), [6]);
        let (_, legal) = board("king-goes-round");
        assert!(legal.len() == 2 && legal.iter().all(|mv| mv.from() == mv.to()));
        let (_, legal) = board("same-square-twice");
        let passes_twice = |mv: &Move| {
            let squares = mv.squares();
            (1..squares.len()).any(|at| squares[..at].contains(&squares[at]))
        };
        assert!(!legal.is_empty() && legal.iter().all(passes_twice));
        assert!(legal.iter().all(|mv| mv.from() != mv.to()));
    }

    #[test]
    fn the_crowned_man_could_go_on_as_a_king() {
        let (position, legal) = board("crowning-ends-the-turn");
        let [mv] = legal[..] else { panic!("{legal:?}") };
        assert!(position.crowns(mv) && mv.captured().count() == 2);
        let longer = |king: &Move| king.squares().starts_with(&mv.squares()[..]) && *king != mv;
        assert!(legal_moves(&crowned(&position)).iter().any(longer));
    }

    #[test]
    fn the_king_on_its_last_row_moves_backward_only() {
        let (_, legal) = board("kings-move-backward");
        assert!(!legal.is_empty() && legal.iter().all(|mv| mv.to().rank() < mv.from().rank()));
    }

    #[test]
    fn the_only_move_is_one_and_the_side_that_has_lost_has_none() {
        assert_eq!(board("only-one-move").1.len(), 1);
        let (position, legal) = board("no-legal-move");
        assert!(legal.is_empty() && position.own().any());
    }
}
