//! Tests of the data behind the page of a match: random games as journals, with and without a
//! referee that plays.

use crate::report::tests::shown_boards;
use crate::shown_game::ShownGame;
use crate::watch::site::WatchSite;
use crate::watch::watched_match::WatchedMatch;
use crate::watch::{WatchArgs, check_folder};
use games::board::Side;
use games::checkers::Position;
use games::{Game, GameName, Walker, with_game};
use pages::{MatchState, Site, WatchView};
use referee::journal::{Journal, LIVE_FILE, LiveGame, LiveMatch, RecordedGame};
use referee::rules::{DrawnGame, Ending, EndingKind, RuleViolation};
use referee::schedule::board_text;
use referee::testing::random_record_of;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const HOSTILE: &str = "<script>alert(1)</script>";

fn random_record(id: u32, ending: Ending) -> RecordedGame {
    record_of::<Position>(id, ending)
}

fn record_of<G: ShownGame>(id: u32, ending: Ending) -> RecordedGame {
    let names = if id % 2 == 1 { ["beta", HOSTILE] } else { [HOSTILE, "beta"] };
    random_record_of::<G>(id, (id % 30) as usize, names, ending)
}

const ENDINGS: [Ending; 8] = [
    Ending::NoMoves,
    Ending::Repetition,
    Ending::Malformed,
    Ending::Illegal(RuleViolation::MissedJump),
    Ending::RefereeFault,
    Ending::MaxPlies,
    Ending::TableWin(Side::White),
    Ending::TableDraw,
];

fn ending(id: u32) -> Ending {
    ENDINGS[(id * id) as usize % ENDINGS.len()]
}

/// A folder with a journal of games 1 to `games`; it is in use as long as the journal is.
fn folder(games: u32) -> (TempDir, Journal) {
    let dir = tempfile::tempdir().expect("a folder");
    let mut journal = Journal::open(&dir.path().join("journal.jsonl")).expect("a new journal");
    for id in 1..=games {
        journal.append(&random_record(id, ending(id))).expect("written");
    }
    (dir, journal)
}

fn watched(dir: &Path) -> (WatchedMatch, WatchView) {
    let mut watched = WatchedMatch::new(dir, None);
    watched.look();
    let view = watched.view();
    (watched, view)
}

fn live_game(id: u32) -> LiveGame {
    let position = Walker::new(5).game(Position::start(), 9).pop().expect("a board");
    LiveGame {
        id,
        pair: id.div_ceil(2),
        opening: HOSTILE.to_string(),
        names: [HOSTILE.to_string(), "beta".to_string()],
        board: position.rows_text('/'),
        to_move: Side::Black,
        turn: 10,
        asked: 5.0,
        left: [3.5, 2.0],
        last_move: Some("22x15x8".to_string()),
    }
}

#[test]
fn the_view_counts_every_game_of_random_journals_once() {
    for games in [0, 1, 2, 7, 50, 200] {
        let (dir, journal) = folder(games);
        let (_, view) = watched(dir.path());
        let [void, forfeited] = [EndingKind::Void, EndingKind::Forfeited]
            .map(|kind| (1..=games).filter(|&id| ending(id).kind() == kind).count());
        assert_eq!((view.done, view.void.len()), (games as usize - void, void));
        assert_eq!(view.standings.iter().map(|row| row.points).sum::<f64>(), view.done as f64);
        let forfeits = view.forfeits.iter().map(|forfeit| forfeit.count).sum::<usize>();
        assert_eq!(forfeits, forfeited);
        let ids: Vec<u32> = view.latest.iter().map(|game| game.id).collect();
        assert!(ids.iter().copied().eq((1..=games).rev().take(40)), "{ids:?}");
        let expected = if games == 0 { MatchState::Waiting } else { MatchState::Unknown };
        assert_eq!((view.state, view.planned, &view.message), (expected, None, &None));
        drop(journal);
    }
}

#[test]
fn only_what_has_changed_makes_a_new_view() {
    let (dir, mut journal) = folder(3);
    let (mut watched, _) = watched(dir.path());
    assert_eq!(watched.look(), None, "nothing has changed");
    journal.append(&random_record(4, Ending::NoMoves)).expect("written");
    assert_eq!(watched.look().map(|view| view.latest[0].id), Some(4));
    LiveMatch::begin(GameName::Checkers, 10, 4).write(dir.path()).expect("written");
    let view = watched.look().expect("a file that is new");
    assert_eq!((view.state, view.planned), (MatchState::Playing, Some(10)));
    assert_eq!(watched.look(), None);
    drop(journal);
    let view = watched.look().expect("nobody has the journal open any more");
    assert_eq!(view.state, MatchState::Interrupted);
}

#[test]
fn games_in_play_are_shown_until_the_journal_has_them() {
    let (dir, journal) = folder(3);
    let mut live = LiveMatch::begin(GameName::Checkers, 10, 3);
    live.games = vec![live_game(3), live_game(4), LiveGame { board: "x/y".into(), ..live_game(5) }];
    live.seconds_left = Some(60.0);
    live.write(dir.path()).expect("written");
    let (_, view) = watched(dir.path());
    let ids: Vec<u32> = view.boards.iter().map(|board| board.id).collect();
    assert_eq!(ids, [4], "3 is finished, and the board of 5 is none");
    let board = &view.boards[0];
    assert_eq!((board.letters.len(), board.left, board.last.len()), (64, [3.5, 2.0], 3));
    assert_eq!(view.ends, Some(live.written + 60.0));
    live.is_finished = true;
    live.write(dir.path()).expect("written");
    let (_, view) = watched(dir.path());
    assert_eq!((view.state, view.boards.len(), view.ends), (MatchState::Finished, 0, None));
    drop(journal);
}

/// A game in play, and a finished one, of each game.
fn is_shown<G: ShownGame>() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut journal = Journal::open(&dir.path().join("journal.jsonl")).expect("new");
    let finished = record_of::<G>(7, Ending::MaxPlies);
    journal.append(&finished).expect("written");
    let mut walker = Walker::new(5);
    let mut position = G::start();
    let mut last = (Vec::new(), String::new());
    for _ in 0..9 {
        let mv = walker.step(&position).expect("it goes on");
        last = (G::path(mv), position.move_text(mv));
        position = position.play(mv);
    }
    let mut live = LiveMatch::begin(G::NAME, 10, 1);
    let (board, to_move) = (board_text(&position), position.side_to_move());
    live.games = vec![LiveGame { board, to_move, last_move: Some(last.1), ..live_game(8) }];
    live.write(dir.path()).expect("written");
    let (watched, view) = watched(dir.path());
    let board = &view.boards[0];
    assert_eq!((board.game, &board.letters), (G::NAME, &position.letters()));
    assert_eq!(board.last, last.0, "the squares of the last move");
    let is_course = DrawnGame::of(G::NAME) == DrawnGame::ToMoreTime;
    assert_eq!(view.draws_go_to_time, is_course);
    let data = finished_game(&WatchSite::new(watched), 7);
    let positions = finished.positions::<G>().expect("legal");
    let boards: Vec<String> = positions.iter().map(G::letters).collect();
    let entry = &data["games"][0];
    assert_eq!((&entry["game"], boards.len()), (&G::NAME.text().into(), 8));
    assert_eq!(shown_boards(&data, entry, positions[0].clone()), boards);
}

/// The data of a report of one game.
fn finished_game(site: &WatchSite, id: u32) -> Value {
    let body = site.get(&format!("games/{id}.json")).expect("a finished game").body;
    serde_json::from_slice(&body).expect("JSON")
}

fn turns(data: &Value) -> usize {
    data["games"][0]["moves"].as_str().expect("a text").split_whitespace().count()
}

#[test]
fn all_games_are_shown_in_play_and_at_their_end() {
    for game in GameName::ALL {
        with_game!(game, Position => is_shown::<Position>());
    }
}

#[test]
fn the_page_of_a_referee_waits_for_its_own_file() {
    let (dir, _journal) = folder(2);
    LiveMatch::begin(GameName::Checkers, 10, 2).write(dir.path()).expect("written");
    let mut other = WatchedMatch::new(dir.path(), Some(std::process::id() + 1));
    other.look();
    assert_eq!((other.view().state, other.view().planned), (MatchState::Waiting, None));
    let mut own = WatchedMatch::new(dir.path(), Some(std::process::id()));
    own.look();
    assert_eq!(own.view().state, MatchState::Playing);
}

#[test]
fn files_that_no_referee_has_written_are_a_message() {
    let (dir, journal) = folder(2);
    fs::write(dir.path().join(LIVE_FILE), "{\"version\": 7}").expect("written");
    let (_, view) = watched(dir.path());
    assert!(view.message.expect("a message").contains("live.json: version 7; this program"));
    assert_eq!(view.latest.len(), 2, "the rest is shown");
    drop(journal);
    fs::write(dir.path().join("journal.jsonl"), "[1, 2]\n").expect("written");
    let (mut watched, view) = watched(dir.path());
    assert!(view.message.expect("a message").contains("journal.jsonl, line 1: "));
    assert_eq!(watched.look(), None, "it is told once");
}

#[test]
fn the_site_has_the_page_its_files_and_finished_games_and_nothing_else() {
    let (dir, _journal) = folder(29);
    let site = WatchSite::new(WatchedMatch::new(dir.path(), None));
    for path in ["", "watch.js", "match.css", "board.js", "style.css"] {
        assert!(site.get(path).is_some(), "{path}");
    }
    for path in ["journal.jsonl", "games/99.json", "games/0.json", "games/-1.json", "games/x"] {
        assert!(site.get(path).is_none(), "{path}");
    }
    assert!(site.post("command", "quit").is_none());
    for id in 1..=29 {
        let data = finished_game(&site, id);
        assert_eq!((&data["games"][0]["id"], turns(&data)), (&id.into(), id as usize % 30));
    }
}

fn args(dir: &Path) -> WatchArgs {
    WatchArgs { dir: dir.to_path_buf(), no_open: true, port: None, until_exit_of: None }
}

fn refused(dir: &Path) -> String {
    check_folder(&args(dir)).expect_err("no match").to_string()
}

/// A match may begin after the page; another folder is a mistake, and what lies in it a hint.
#[test]
fn a_folder_without_a_match_is_refused_and_an_empty_one_is_not() {
    let dir = tempfile::tempdir().expect("a folder");
    check_folder(&args(dir.path())).expect("a match may come");
    let inner = dir.path().join("spring");
    fs::create_dir(&inner).expect("made");
    assert!(refused(dir.path()).contains("holds no match"));
    fs::write(inner.join("journal.jsonl"), "").expect("written");
    assert!(refused(dir.path()).contains("spring"), "it says where one is");
    check_folder(&args(&inner)).expect("a match");
    assert!(refused(&dir.path().join("nowhere")).contains("there is no folder"));
}
