//! The games of text programs as games that are refereed: Lines of Action, Tablut, Amazons. Their
//! rules are those of `games`; here stands how a game by them ends.

use crate::rules::refereed::{DrawnGame, PieceReach, Refereed};
use games::{amazons, loa, tablut};

impl Refereed for loa::Position {
    const DRAWN: DrawnGame = DrawnGame::Shared;
    const REACH: Option<PieceReach> = Some(PieceReach::PiecesOnLine);
}

impl Refereed for tablut::Position {
    const DRAWN: DrawnGame = DrawnGame::Shared;
    const REACH: Option<PieceReach> = Some(PieceReach::RookAndThrone);
}

impl Refereed for amazons::Position {
    const DRAWN: DrawnGame = DrawnGame::Shared;
    const REACH: Option<PieceReach> = Some(PieceReach::Queen);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::asking::AskingMode;
    use crate::rules::ending::{EndFault, Ending, TurnSide};
    use crate::rules::game_in_play::GameInPlay;
    use crate::rules::game_loop::{FinishedGame, GameLoop};
    use crate::rules::game_player::{CheckedReply, Conclusion, GamePlayer, TurnQuestion};
    use crate::rules::profile::{GameLimits, Profile, ReplyRules, Timing};
    use crate::rules::state::GameState;
    use games::board::Side;
    use games::{Game, Notation, Walker, checkers};
    use std::time::Duration;

    const COST: Duration = Duration::from_millis(10);
    const CLOCK: Duration = Duration::from_secs(100);
    const LIMITS: GameLimits =
        GameLimits { replies: ReplyRules::of(Profile::Spec), quiet_turns: 50, plies: 1_000 };

    /// Plays random moves, and notes what it hears.
    struct RandomPlayer {
        walker: Walker,
        seen: usize,
        heard: Vec<Option<Side>>,
        fault: Option<EndFault>,
    }

    impl<G: Refereed> GamePlayer<G> for RandomPlayer {
        fn play(&mut self, question: &TurnQuestion<'_, G>) -> CheckedReply<G::Move> {
            let mv = self.walker.step(question.state.position());
            let left = question.remaining() - COST;
            CheckedReply {
                charge: COST,
                left,
                mv: Ok(mv.expect("the game goes on")),
                remark: None,
                flaw: None,
            }
        }

        fn see(&mut self, _: &G, _: G::Move) {
            self.seen += 1;
        }

        fn conclude(&mut self, conclusion: &Conclusion<'_, G>) -> Result<(), EndFault> {
            self.heard.push(conclusion.winner);
            self.fault.map_or(Ok(()), Err)
        }
    }

    fn random(seed: u64) -> RandomPlayer {
        RandomPlayer { walker: Walker::new(seed), seen: 0, heard: Vec::new(), fault: None }
    }

    fn play<G: Refereed>(
        state: GameState<G>,
        players: &mut [RandomPlayer; 2],
    ) -> (FinishedGame<G>, Side) {
        let mut last = Side::Black;
        let mut watcher =
            |state: &GameState<G>, _: &[Duration; 2]| last = state.position().side_to_move();
        let game = GameInPlay::new(state, AskingMode::game(Timing::Clocks), [CLOCK; 2]);
        let [black, white] = players;
        let finished = GameLoop::new(game, &mut watcher).play([black, white]);
        (finished, last)
    }

    fn ends_by_its_rules<G: Refereed>(endings: &[Ending]) {
        for seed in 0..60 {
            let mut players = [random(seed), random(seed + 1_000)];
            let (finished, to_move) = play(GameState::new(G::start(), LIMITS), &mut players);
            assert!(endings.contains(&finished.ending), "{:?}", finished.ending);
            let spent: Duration = finished.left.iter().map(|&left| CLOCK - left).sum();
            assert_eq!(spent, COST * finished.turns.len() as u32, "every turn is charged");
            for player in &players {
                assert_eq!(player.seen, finished.turns.len(), "every move is told");
                assert_eq!(player.heard, [finished.ending.winner(to_move)], "and the result");
            }
        }
    }

    #[test]
    fn random_games_of_all_four_end_by_their_rules() {
        let drawn = [Ending::Repetition, Ending::QuietTurns];
        let lost = [Ending::NoPieces, Ending::NoMoves];
        ends_by_its_rules::<checkers::Position>(&[&drawn[..], &lost[..]].concat());
        let connected = [TurnSide::ToMove, TurnSide::Waiting].map(Ending::Connected);
        ends_by_its_rules::<loa::Position>(&[Ending::MoveLimit, connected[0], connected[1]]);
        ends_by_its_rules::<tablut::Position>(&[
            Ending::KingEscaped,
            Ending::KingCaptured,
            Ending::Repeated,
            Ending::NoMoves,
        ]);
        ends_by_its_rules::<amazons::Position>(&[Ending::NoMoves]);
    }

    #[test]
    fn of_two_connected_sides_the_one_that_has_moved_wins() {
        let (black, white) = (Side::Black, Side::White);
        let mover = end([(black, "a1"), (black, "b2"), (white, "h1"), (white, "h8")]);
        assert_eq!(mover, (Ending::Connected(TurnSide::Waiting), Some(black)));
        let both = end([(black, "a1"), (black, "b2"), (white, "h1"), (white, "h2")]);
        assert_eq!(both, mover);
        let other = end([(black, "a1"), (black, "b8"), (white, "h1"), (white, "h2")]);
        assert_eq!(other, (Ending::Connected(TurnSide::ToMove), Some(white)));
    }

    fn end(pieces: [(Side, &str); 4]) -> (Ending, Option<Side>) {
        // Black has just moved: it is White's turn.
        let position = loa::Position::new(
            pieces.map(|(side, name)| (side, loa::Square::from_name(name).expect("a square"))),
            Side::White,
        );
        let ending = GameState::new(position, LIMITS).ended().expect("a side is connected");
        (ending, ending.winner(Side::White))
    }

    #[test]
    fn the_opening_counts_for_the_rules_and_not_for_the_limit_of_plies() {
        let mut walker = Walker::new(4);
        let mut position = loa::Position::start();
        let mut opening = Vec::new();
        for _ in 0..6 {
            let mv = walker.step(&position).expect("the game goes on");
            opening.push(mv);
            position = position.play(mv);
        }
        let limits = GameLimits { plies: 4, ..LIMITS };
        let state = GameState::<loa::Position>::after(&opening, limits);
        let (finished, _) = play(state, &mut [random(5), random(6)]);
        assert_eq!((finished.ending, finished.turns.len()), (Ending::MaxPlies, 4));
        let mut state = GameState::<tablut::Position>::after(&[], LIMITS);
        for text in ["d9-c", "e7-f", "c9-d", "f7-e"] {
            assert_eq!(state.ended(), None);
            let mv = state.position().read_move(text).expect("legal");
            state.play(mv);
        }
        let ending = state.ended().expect("the start has come again");
        assert_eq!(ending.winner(state.position().side_to_move()), Some(Side::Black), "not White");
    }

    #[test]
    fn whoever_announces_a_wrong_result_has_forfeited() {
        for liar in Side::ALL {
            for fault in [EndFault::Result, EndFault::Dump] {
                let mut players = [random(1), random(2)];
                players[liar.index()].fault = Some(fault);
                let state = GameState::new(amazons::Position::start(), LIMITS);
                let (finished, to_move) = play(state, &mut players);
                assert_eq!(finished.ending.loser(to_move), Some(liar), "{:?}", finished.ending);
            }
        }
    }
}
