//! The law: any game that was written is read back.

use formats::pdn::{
    self, GameType, PdnGame, PdnLine, PdnResult, PdnStyle, Squares, Terminator, Turn, move_of,
    short_text,
};
use games::checkers::Position;
use games::{Game as _, Walker};
use proptest::prelude::*;

/// Words that comments and values are made of.
const WORDS: [&str; 8] =
    ["good", "\"quoted\"", "back\\slash", "ä", "11-15", "[%emt", "(!)", "$5;%*."];

fn words(walker: &mut Walker) -> String {
    let count = walker.below(4);
    (0..count).map(|_| WORDS[walker.below(WORDS.len())]).collect::<Vec<_>>().join(" ")
}

fn comments(walker: &mut Walker) -> Vec<String> {
    (0..walker.below(6).saturating_sub(3)).map(|_| words(walker)).collect()
}

/// A random line of at most `most` moves from `here`, with variations `depth` deep.
fn line(walker: &mut Walker, mut here: Position, most: usize, depth: usize) -> PdnLine {
    let mut line = PdnLine { comments: comments(walker), turns: Vec::new() };
    for _ in 0..most {
        let moves = here.move_list();
        let Some(&mv) = moves.get(walker.below(moves.len().max(1))) else { break };
        let mut turn = Turn::plain(mv);
        turn.comments = comments(walker);
        turn.annotations = (0..walker.below(5).saturating_sub(3)).map(|n| 7 * n as u8).collect();
        if depth > 0 && walker.below(6) == 0 {
            turn.variations = vec![self::line(walker, here, 3, depth - 1)];
        }
        line.turns.push(turn);
        here = here.play(mv);
    }
    line
}

fn game(seed: u64) -> PdnGame {
    let mut walker = Walker::new(seed);
    let starts = walker.game(Position::start(), 60);
    let start = match walker.below(3) {
        0 => Position::start(),
        1 => Position::start().mirrored(),
        _ => starts[walker.below(starts.len())],
    };
    let outcomes = [None, Some(PdnResult::Drawn), PdnResult::read("1-0"), PdnResult::read("0-1")];
    let mut game = PdnGame { end: outcomes[walker.below(4)], ..PdnGame::starting_at(start) };
    let mut names = vec!["Event", "Black", "White", "Site", "Red", "MyTag", "Event", "Round"];
    for _ in 0..walker.below(9) {
        let name = names.swap_remove(walker.below(names.len()));
        game.tags.push((name.to_string(), words(&mut walker)));
    }
    let most = walker.below(80);
    game.line = line(&mut walker, start, most, 2);
    game
}

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
                let games = [game(seed), game(seed ^ 1)];
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
