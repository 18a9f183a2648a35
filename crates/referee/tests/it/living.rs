//! Text programs that live as long as a game: our own against themselves, and toys that misbehave.

use crate::support::{Arena, toy};
use referee::game::Ending;
use referee::record::{RecordedGame, StoredPlayer};
use std::fs;

/// Shows the board at the start of Lines of Action, and does `TRICK` when it is to play.
const SHOWS_START: &str = r#"
dump() {
    echo '==='
    echo '    - b b b b b b -'
    for row in 7 6 5 4 3 2; do echo '    w - - - - - - w'; done
    echo '    - b b b b b b -'
    echo 'Next move: black'
    echo '==='
}
while read -r line; do
    case "$line" in
    dump) dump ;;
    'manual white') early ;;
    'auto black') trick ;;
    quit) exit 0 ;;
    esac
done
"#;

/// A toy with something to do in its turn and, before, when it is told who plays White.
fn tricky(early: &str, trick: &str) -> String {
    toy(&format!("early() {{ {early}\n}}; trick() {{ {trick}\n}}; {SHOWS_START}"))
}

/// What the referee says of a game of two of these, in which Black moves first, and its exit code.
fn played(agent: &str, more: &[&str]) -> (String, Option<i32>) {
    let arena = Arena::new();
    let out = arena.path("out").display().to_string();
    let words = ["game", "--game", "loa", agent, agent, "--seconds", "5", "--out", &out];
    let result = arena.referee(&[&words[..], more].concat());
    let told = result.out.rsplit("\n\n").next().unwrap_or_default().to_string();
    let evidence = arena.path("out/evidence/game/conversation.txt");
    if result.code == Some(3) {
        let kept = fs::read_to_string(evidence).expect("kept");
        assert!(kept.starts_with("> manual black\n"), "{kept}");
        assert!(told.contains("referee replay"), "{told}");
    }
    assert!(arena.leftovers().is_empty());
    (told + &result.err, result.code)
}

#[test]
fn every_fault_of_a_living_program_is_an_ending_with_a_sentence() {
    for (early, trick, sentence) in [
        ("echo '* b8-b6'", ":", "played out of turn; it announced \"* b8-b6\""),
        ("echo '* White wins.'", ":", "wrong result announced; it announced"),
        (":", "echo '* White wins.'", "wrong result announced; it announced"),
        (":", "echo '* a1-a2'", "illegal move: the rules do not allow it here: a1-a2"),
        (":", "echo '* hello'", "output that the rules forbid: line 12 of its output is `* hello`"),
        (":", "while :; do echo b; done", "forbid: it printed more than 3000 lines"),
        (":", "printf '* c1'; exec 1>&-; sleep 9", "line 12 of its output is `* c1`"),
        (":", "head -c 200000 /dev/zero; sleep 9", "is longer than 65536 bytes"),
        (":", "exec 1>&-; sleep 98765", "ended or closed its output in mid-game"),
        (":", "exit 0", "ended or closed its output in mid-game"),
        (":", "echo oh >&2; exit 3", "exit code 3; it printed \"oh\""),
        (":", "kill -9 $$", "ended by signal 9"),
        (":", "while :; do :; done", "time used up in mid-move"),
        ("dump() { echo '==='; echo x; echo '==='; }", ":", "wrong dump; line 1 of its dump is"),
        ("exit 0", ":", "ended or closed its output in mid-game"),
    ] {
        let (told, code) = played(&tricky(early, trick), &[]);
        assert_eq!(code, Some(3), "{told}");
        assert!(told.contains("White (") && told.contains(sentence), "{trick}: {told}");
    }
    let (told, code) = played("/dev/null", &[]);
    assert_eq!(code, Some(2), "{told}");
}

/// It costs half a minute, in which nothing happens.
#[test]
fn a_program_that_says_nothing_is_hung() {
    let (told, code) = played(&tricky(":", "printf '* b8-b6'; sleep 98764"), &[]);
    assert_eq!(code, Some(3), "{told}");
    assert!(told.contains("hung without using time"), "{told}");
}

#[test]
fn nothing_of_a_program_is_left() {
    let trick = "sleep 98763 & sleep 98763 & echo '* hello'";
    for more in [&[][..], &["--no-sandbox"]] {
        let (told, code) = played(&tricky(":", trick), more);
        assert_eq!(code, Some(3), "{told}");
    }
}

fn records(game: &str, agents: [&str; 2], more: &[&str]) -> Vec<RecordedGame> {
    let arena = Arena::new();
    let out = arena.path("out").display().to_string();
    let words = ["match", "--game", game, agents[0], agents[1], "--games", "2", "--out", &out];
    let result = arena.referee(&[&words[..], more].concat());
    let records: Vec<_> = arena.records("out").into_values().collect();
    assert!(arena.path("out/games.txt").is_file() && arena.path("out/games.csv").is_file());
    let replayed = arena.referee(&["replay", &out, "--game", "2"]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
    assert!(replayed.out.contains(&records[1].result_text()), "{}", replayed.out);
    let reported = arena.referee(&["report", &out]);
    assert_eq!(reported.code, result.code, "{}", reported.err);
    records
}

#[test]
fn our_own_programs_play_each_game_by_the_rules() {
    for game in ["loa", "tablut", "amazons"] {
        let program = testing::program(game).display().to_string();
        let agent = format!("{program} --plain 1");
        let games = records(game, [&agent, &agent], &["--max-plies", "30"]);
        assert_eq!(games.len(), 2);
        for record in games {
            assert_eq!(record.game.text(), game);
            assert_eq!(record.forfeiter(), None, "{}", record.result_text());
            let charged: f64 = record.turns.iter().map(|turn| turn.charged).sum();
            let spent = |player: &StoredPlayer| player.seconds - player.left;
            assert!((charged - spent(&record.black) - spent(&record.white)).abs() < 1e-6);
        }
    }
}

/// The program plays on, and what it says of the result is turned round.
#[test]
fn who_announces_a_wrong_result_at_the_end_has_forfeited() {
    let program = testing::program("tablut").display().to_string();
    let honest = format!("{program} --plain 1");
    let turned = "s/White wins/Red wins/; s/Black wins/White wins/; s/Red wins/Black wins/";
    let liar = toy(&format!("{honest} | sed -u '{turned}'"));
    for record in records("tablut", [&liar, &honest], &["--no-sandbox"]) {
        assert!(matches!(record.ending, Ending::WrongResult(_)), "{}", record.result_text());
        let loser = record.forfeiter().expect("one has");
        assert!(record.player(loser).command.contains("sed"), "{}", record.result_text());
        assert!(record.detail.is_some_and(|detail| detail.contains("it announced")));
    }
}
