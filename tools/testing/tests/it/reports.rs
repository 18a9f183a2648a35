//! What the referee makes of journals that do not change, those of `fixtures/journals`: nothing is
//! masked here.

use crate::golden;
use crate::place::Place;

/// A tournament of checkers in which one of three agents forfeits its games: exit code 3.
#[test]
fn a_tournament_of_checkers_has_the_same_report_and_the_same_files() {
    let place = Place::new();
    place.copy("journals/checkers", "games");
    let told = |args: &[&str]| {
        let printed = place.run("referee", args);
        assert_eq!((printed.code, &*printed.err), (Some(3), ""), "{}", printed.out);
        printed.out
    };
    let (text, json) = (told(&["report", "games"]), told(&["report", "games", "--json"]));
    let replayed = place.run("referee", &["replay", "games/journal.jsonl", "--game", "12"]);
    let html = ["report", "games", "--html", "page.html", "--nodes", "10"];
    let lines = place.run("crownhead", &html).text();
    assert!(lines.contains("\ngames/crosstable.html: 12 games, "), "{lines}");
    golden::check_all(&[
        ("report/checkers.txt", text),
        ("report/checkers.json", json),
        ("report/checkers.pdn", place.read("games/games.pdn")),
        ("report/checkers.games.csv", place.read("games/games.csv")),
        ("report/checkers.standings.csv", place.read("games/standings.csv")),
        ("report/checkers.crosstable.html", place.read("games/crosstable.html")),
        ("report/checkers.replay.txt", replayed.text()),
    ]);
}

#[test]
fn a_match_of_a_text_game_has_the_same_report_and_the_same_files() {
    let place = Place::new();
    place.copy("journals/loa", "games");
    let text = place.run("referee", &["report", "games"]).text();
    let json = place.run("referee", &["report", "games", "--json"]).text();
    golden::check_all(&[
        ("report/loa.txt", text),
        ("report/loa.json", json),
        ("report/loa.games.txt", place.read("games/games.txt")),
        ("report/loa.games.csv", place.read("games/games.csv")),
        ("report/loa.standings.csv", place.read("games/standings.csv")),
    ]);
}
