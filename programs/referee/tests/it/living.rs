//! Text programs that live as long as a game: our own against themselves, and toys that misbehave.

use crate::support::{Arena, toy};
use games::GameName;
use referee::journal::{RecordedGame, StoredPlayer};
use referee::rules::Ending;
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
    let printed = result.out.rsplit("\n\n").next().unwrap_or_default().to_string();
    let evidence = arena.path("out/evidence/game/conversation.txt");
    if result.code == Some(3) {
        let kept = fs::read_to_string(evidence).expect("kept");
        assert!(kept.starts_with("> manual black\n"), "{kept}");
        assert!(printed.contains("referee replay"), "{printed}");
    }
    assert!(arena.leftovers().is_empty());
    (printed + &result.err, result.code)
}

#[test]
fn every_fault_of_a_living_program_is_an_ending_with_a_sentence() {
    for (early, trick, sentence) in [
        ("echo '* b8-b6'", ":", "played out of turn; it announced \"* b8-b6\""),
        ("echo '* White wins.'", ":", "result announced before the end; it announced"),
        (":", "echo '* White wins.'", "result announced before the end; it announced"),
        (":", "echo '* a1-a2'", "illegal move: the rules do not allow it here: a1-a2"),
        (":", "echo '* hello'", "output that the rules forbid: line 12 of its output is `* hello`"),
        (":", "while :; do echo b; done", "forbid: it printed more than 3000 lines"),
        (":", "printf '* c1'; exec 1>&-; sleep 9", "line 12 of its output is `* c1`"),
        (":", "head -c 200000 /dev/zero; sleep 9", "is longer than 65536 bytes"),
        (":", "exec 1>&-; sleep 98765", "ended or closed its output in mid-game"),
        (":", "exit 0", "ended or closed its output in mid-game"),
        (":", "echo oh >&2; exit 3", "exit code 3; it printed \"oh\""),
        (":", "kill -9 $$", "ended by signal 9"),
        (":", "while :; do :; done", "time used up in mid-move; it took 5"),
        (":", "while :; do :; done", "s of CPU time for this move; 5.00 s of its clock were left"),
        ("dump() { echo '==='; echo x; echo '==='; }", ":", "wrong dump; line 1 of its dump is"),
        ("exit 0", ":", "ended or closed its output in mid-game"),
    ] {
        let (printed, code) = played(&tricky(early, trick), &[]);
        assert_eq!(code, Some(3), "{printed}");
        assert!(printed.contains("White (") && printed.contains(sentence), "{trick}: {printed}");
    }
    let (printed, code) = played("/dev/null", &[]);
    assert_eq!(code, Some(2), "{printed}");
}

/// It costs half a minute, in which nothing happens.
#[test]
fn a_program_that_says_nothing_is_hung() {
    let (printed, code) = played(&tricky(":", "printf '* b8-b6'; sleep 98764"), &[]);
    assert_eq!(code, Some(3), "{printed}");
    assert!(
        printed.contains("hung; it did not end the line of its answer and used no time"),
        "{printed}"
    );
}

#[test]
fn nothing_of_a_program_is_left() {
    let trick = "sleep 98763 & sleep 98763 & echo '* hello'";
    for more in [&[][..], &["--no-sandbox"]] {
        let (printed, code) = played(&tricky(":", trick), more);
        assert_eq!(code, Some(3), "{printed}");
    }
}

fn records(game: &str, agents: [&str; 2], more: &[&str]) -> Vec<RecordedGame> {
    let arena = Arena::new();
    let out = arena.path("out").display().to_string();
    let words = ["match", "--game", game, agents[0], agents[1], "--games", "2", "--out", &out];
    let result = arena.referee(&[&words[..], more].concat());
    let records: Vec<_> = arena.records("out").into_values().collect();
    assert!(arena.path("out/games.txt").is_file() && arena.path("out/games.csv").is_file());
    let replayed = arena.succeeds(&["replay", &out, "--game", "2"]);
    assert!(replayed.out.contains(&records[1].result_text()), "{}", replayed.out);
    let reported = arena.referee(&["report", &out]);
    assert_eq!(reported.code, result.code, "{}", reported.err);
    records
}

#[test]
fn our_own_programs_play_each_game_by_the_rules() {
    for game in GameName::ALL.into_iter().filter(|game| *game != GameName::Checkers) {
        let program = testing::program(game.text()).display().to_string();
        let agent = format!("{program} --plain 1");
        let games = records(game.text(), [&agent, &agent], &["--max-plies", "30"]);
        assert_eq!(games.len(), 2);
        for record in games {
            assert_eq!(record.game, game);
            assert_eq!(record.forfeiter(), None, "{}", record.result_text());
            let charged: f64 = record.turns.iter().map(|turn| turn.charged).sum();
            assert!((charged - spent(&record.black) - spent(&record.white)).abs() < 1e-6);
        }
    }
}

#[test]
fn our_own_programs_keep_the_clock_that_they_are_told() {
    for game in ["loa", "tablut", "amazons"] {
        let program = testing::program(game).display().to_string();
        for record in records(game, [&program, &program], &["--seconds", "1"]) {
            assert_eq!(record.forfeiter(), None, "{}", record.result_text());
            for player in [&record.black, &record.white] {
                assert!(spent(player) < 1.0, "{game}: {}", spent(player));
            }
        }
    }
}

#[test]
fn a_program_is_told_its_clock() {
    let said = "$CROWNHEAD_SECONDS,$CROWNHEAD_MOVE_TIME,{seconds},{move-time}";
    let agent = tricky(":", &format!("echo {said} >&2; exit 3"));
    for (more, told) in [
        (&[][..], "5,,5,5"),
        (&["--no-sandbox"], "5,,5,5"),
        (&["--move-time", "0.5"], "5,0.5,5,0.5"),
    ] {
        let (printed, _) = played(&agent, more);
        assert!(printed.contains(&format!("it printed \"{told}\"")), "{more:?}: {printed}");
    }
}

fn spent(player: &StoredPlayer) -> f64 {
    player.seconds - player.left
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

/// A program whose second board, the first one in mid-game, lacks a piece.
#[test]
fn a_wrong_board_in_mid_game_is_a_forfeit_with_both_boards() {
    let honest = format!("{} --plain 1", testing::program("amazons").display());
    let tampering = "n=0; while IFS= read -r line; do [[ $line == *===* ]] && ((n++)); \
                     ((n == 3)) && line=${line/ S/ -}; printf '%s\\n' \"$line\"; done";
    let liar = toy(&format!("{honest} | {{ {tampering}; }}"));
    let arena = Arena::new();
    let out = arena.path("out").display().to_string();
    let words = ["match", "--game", "amazons", &liar, &honest, "--games", "2", "--no-sandbox"];
    arena.referee(&[&words[..], &["--openings", "start", "--out", &out]].concat());
    for record in arena.records("out").into_values() {
        assert_eq!(record.ending, Ending::WrongDump, "{}", record.result_text());
        let liar = record.forfeiter().expect("one has");
        assert!(record.player(liar).command.contains("line"), "{}", record.result_text());
        assert!((3..30).contains(&record.turns.len()), "{} turns", record.turns.len());
        let boards = arena.path("out").join(format!("evidence/game-{}/boards.txt", record.id));
        let boards = fs::read_to_string(boards).expect("kept");
        let (truth, shown) = boards.split_once("its dump:").expect("two boards");
        assert!(spears(truth) > spears(shown), "{boards}");
    }
}

fn spears(board: &str) -> usize {
    board.matches('S').count()
}

#[test]
fn sleep_is_free_on_the_cpu_clock_and_counts_on_the_wall_clock() {
    let sleeper = tricky(":", "sleep 2; echo '* b8-b6'");
    let (printed, _) = played(&sleeper, &[]);
    assert!(
        printed.contains("Black (") && printed.contains("wrong dump"),
        "White's comes next: {printed}"
    );
    let (printed, code) = played(&sleeper, &["--clock", "wall", "--move-time", "1"]);
    assert!(
        printed.contains("White (") && printed.contains("s of wall time for this move; 1 s are")
    );
    assert_eq!(code, Some(3), "{printed}");
    let (printed, _) = played(&tricky(":", "sleep 98762"), &["--clock", "wall"]);
    assert!(
        printed.contains("White (") && printed.contains("time used up in mid-move"),
        "{printed}"
    );
    let spinner = tricky(":", "while :; do :; done");
    let (printed, _) = played(&spinner, &["--move-time", "0.5"]);
    assert!(printed.contains("s of CPU time for this move; 0.5 s are allowed"), "{printed}");
}

/// Its three busy processes would use ten seconds while the other side thinks.
#[test]
fn nobody_computes_in_the_turn_of_the_other_side() {
    let program = testing::program("loa").display().to_string();
    let spin = "while :; do :; done &";
    let ponderer = toy(&format!("{spin} {spin} {spin} {program} --plain 1; kill $(jobs -p)"));
    let thinker = format!("{program} --move-time 1");
    let more = ["--seconds", "100", "--no-sandbox", "--openings", "start", "--max-plies", "10"];
    for record in records("loa", [&ponderer, &thinker], &more) {
        assert_eq!(record.ending, Ending::MaxPlies, "{}", record.result_text());
        let players = [&record.black, &record.white];
        let ponders = players.into_iter().find(|one| one.command.contains("jobs")).expect("one");
        assert!(ponders.left > 96.0, "{}", ponders.left);
    }
}

#[test]
fn the_clock_is_named_in_records_and_plans_and_merged() {
    let agent = format!("{} --plain 1", testing::program("loa").display());
    let arena = Arena::new();
    let clock = ["--clock", "wall", "--move-time", "9"];
    let plan = ["plan", "--game", "loa", &agent, &agent, "--games", "2", "--out", "plan.jsonl"];
    run(&arena, &[&plan[..], &clock].concat());
    run(&arena, &["play", "plan.jsonl", "--out", "slice"]);
    run(&arena, &["merge", "plan.jsonl", "slice", "--out", "out"]);
    let printed = run(&arena, &["report", "out"]);
    let line = "60 s of wall time a side, at most 9 s a move, 241 openings (balanced)";
    assert!(printed.contains(line) && printed.contains("wall s a game"), "{printed}");
    for record in arena.records("out").into_values() {
        let time = record.time.expect("a clock");
        assert_eq!(time.to_string(), "of wall time a side, at most 9 s a move");
    }
    let checkers = ["match", &agent, &agent, "--clock", "wall"];
    let refused = arena.referee(&checkers);
    assert!(refused.err.contains("--clock wall is for programs that live"), "{}", refused.err);
    let refused = arena.referee(&[&plan[..], &["--openings", "none"]].concat());
    assert!(refused.err.contains("neither a file nor one of the openings"), "{}", refused.err);
}

fn run(arena: &Arena, words: &[&str]) -> String {
    arena.succeeds(words).out
}
