//! The law: any game that was written is read back.

use formats::pdn::{
    self, GameType, PdnGame, PdnLine, PdnResult, PdnStyle, Squares, Terminator, move_of,
    random_game, short_text,
};
use games::checkers::Position;
use games::{Game as _, Walker};
use proptest::prelude::*;

/// What files are made of, whole and broken.
const PIECES: [&str; 32] = [
    "1.",
    "2...",
    "11-15",
    "23-19",
    "8-11",
    "22-17",
    "11-16",
    "24-20",
    "9-13",
    "c3-d4",
    "15x22",
    "25 x 18",
    "12 - 16",
    "21-17",
    "9-14",
    "(",
    ")",
    "{a } {b",
    "} ",
    "{ {c) (d } ",
    "; so\n",
    "!?",
    "$7",
    "*",
    "1-0",
    "\n[Event \"a \\ b\"]\n",
    "\n[Result \"1/2-1/2\"]\n",
    "\n[Winner \"White\"]\n",
    "\n[GameType \"21,W,8,8,N0,0\"]\n",
    "\n[FEN \"W:WK3,22-32:B1-9\"]\n",
    "\n% no\n",
    "\n\n",
];

/// What is the same before and after. Tags keep their order; only those that a game must have may
/// come between them.
fn meaning(game: &PdnGame) -> (Position, &PdnLine, Option<PdnResult>) {
    (game.start, &game.line, game.outcome())
}

fn tags_are_kept(read: &PdnGame, written: &PdnGame) -> bool {
    let mut rest = read.tags.iter();
    written.tags.iter().all(|tag| rest.any(|found| found == tag))
}

proptest! {
    #[test]
    fn what_is_written_is_read(seed in any::<u64>()) {
        for squares in [Squares::Numbers, Squares::Names] {
            for terminator in [Terminator::Star, Terminator::Result] {
                let games = [seed, seed ^ 1].map(|seed| random_game(&mut Walker::new(seed)));
                let texts = games.each_ref().map(|game| pdn::write(game, PdnStyle { squares, terminator }));
                prop_assert!(texts[0].lines().all(|line| line.chars().count() < 80 || line.starts_with('[')));
                let text = texts.concat();
                let read: Vec<_> = pdn::read(&text).collect::<Result<_, _>>().map_err(|error| {
                    TestCaseError::fail(format!("{error}\n{text}"))
                })?;
                prop_assert_eq!(read.len(), 2);
                for (read, written) in read.iter().zip(&games) {
                    prop_assert_eq!(meaning(read), meaning(written));
                    prop_assert!(tags_are_kept(read, written), "{}", text);
                }
            }
        }
    }

    #[test]
    fn every_legal_move_is_read_as_it_is_written(seed in any::<u64>()) {
        for position in Walker::new(seed).game(Position::start(), 80) {
            for mv in position.move_list() {
                let read = move_of(&position, &short_text(&position, mv), &GameType::USUAL);
                prop_assert_eq!(read, Ok(mv));
            }
        }
    }

    #[test]
    fn what_is_read_has_one_written_form(pieces in proptest::collection::vec(0..PIECES.len(), 0..60)) {
        let text: Vec<_> = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        for game in pdn::read(&text.join(" ")).flatten() {
            let written = pdn::write(&game, PdnStyle::default());
            let again: Vec<_> = pdn::read(&written).collect();
            let [Ok(again)] = &again[..] else {
                return Err(TestCaseError::fail(format!("{written}\n{again:?}")));
            };
            prop_assert_eq!(again.positions(), game.positions(), "{}", written);
            prop_assert_eq!(pdn::write(again, PdnStyle::default()), written);
        }
    }

    #[test]
    fn no_text_is_too_much(text in "[\\[\\]{}()!?*.;%$\"0-9a-hx:\\- \n\\\\Kö]{0,200}") {
        prop_assert!(pdn::read(&text).count() <= text.len());
    }

    #[test]
    fn no_bytes_are_too_much(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let text = pdn::decode(&bytes);
        prop_assert!(pdn::read(&text).count() <= text.len());
    }
}
