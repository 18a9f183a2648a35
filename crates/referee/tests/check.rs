//! The checks tell defects apart: each toy agent fails those that are meant for it, and no other.
//!
//! A toy is some lines of bash around the reference agent, or in its place. Our own agent passes
//! all checks.

use referee::agent::Agent;
use referee::check::{Finding, Findings, Outcome, check, check_some, list};
use referee::contestant::Shutting;
use referee::estate::Estate;
use referee::sandbox::Sandbox;
use std::path::PathBuf;

/// Answers legally and at once, without a memory; `$0` in every toy.
const REFERENCE: &str = env!("CARGO_BIN_EXE_reference");

/// What the toys are made of: a legal answer in `output.txt`, or the end.
const ANSWER: &str = r#""$0" --depth 1 --seed 7 || exit"#;

/// Checks with a sequence of two jumps and more.
const CHAINS: [&str; 8] = [
    "example-double-jump",
    "example-king",
    "example-triple-jump",
    "long-chain",
    "king-goes-round",
    "same-square-twice",
    "crowning-ends-the-turn",
    "exact-lines",
];

/// Checks in which a program that writes nonsense has nothing to write.
const NO_ANSWER: [&str; 2] = ["no-legal-move", "read-only-home"];

/// Bash that reads the script given as a word: there is no file that could be busy.
fn toy(script: &str) -> Agent {
    Agent {
        name: "toy".to_string(),
        program: PathBuf::from("/bin/bash"),
        files: Vec::new(),
        words: ["-c", script, REFERENCE].map(str::to_string).to_vec(),
        calibrate: None,
        sha256: String::new(),
    }
}

fn best_shutting() -> Shutting {
    if Sandbox::available() { Shutting::Sandboxed } else { Shutting::Open }
}

/// The findings of all checks; toys are not shut in, because their parts lie apart.
fn findings(agent: &Agent) -> Findings {
    let estate = Estate::new().expect("an estate");
    check(agent, &estate, Shutting::Open, &mut |_| {}).expect("the referee can work")
}

/// The findings of some checks.
fn findings_of(agent: &Agent, shutting: Shutting, names: &[&str]) -> Vec<Finding> {
    let estate = Estate::new().expect("an estate");
    let found =
        check_some(agent, &estate, shutting, &|check| names.contains(&check.name), &mut |_| {});
    found.expect("the referee can work").findings
}

fn reason(finding: &Finding) -> &str {
    match &finding.outcome {
        Outcome::Passed => "",
        Outcome::Failed { reason } | Outcome::Skipped { reason } => reason,
    }
}

/// The toy fails these checks, as far as they can be made here, and no other; each reason holds one
/// of `words`.
#[track_caller]
fn fails_exactly(script: &str, names: &[&str], words: &[&str]) {
    let findings = findings(&toy(script));
    let failed = |finding: &&Finding| matches!(finding.outcome, Outcome::Failed { .. });
    let skipped = |finding: &&Finding| matches!(finding.outcome, Outcome::Skipped { .. });
    let skipped: Vec<_> = findings.findings.iter().filter(skipped).map(|f| f.name).collect();
    let expected = list().map(|check| check.name).filter(|name| names.contains(name));
    let expected: Vec<_> = expected.filter(|name| !skipped.contains(name)).collect();
    let failed: Vec<_> = findings.findings.iter().filter(failed).collect();
    assert_eq!(failed.iter().map(|f| f.name).collect::<Vec<_>>(), expected, "{findings}");
    for finding in failed {
        assert!(words.iter().any(|word| reason(finding).contains(word)), "{finding}");
    }
}

/// All checks in which a legal move is asked for.
fn all_moves() -> Vec<&'static str> {
    let moves = list().map(|check| check.name).filter(|name| !NO_ANSWER.contains(name));
    moves.filter(|&name| name != "calibrate").collect()
}

#[test]
fn our_own_agent_passes_all_checks() {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_homework"));
    let calibrate = Some(PathBuf::from(env!("CARGO_BIN_EXE_calibrate")));
    let ours = Agent { program, calibrate, words: Vec::new(), ..toy("") };
    let estate = Estate::new().expect("an estate");
    let shutting = best_shutting();
    let mut told = Vec::new();
    let mut tell = |finding: &Finding| told.push(finding.clone());
    let findings = check(&ours, &estate, shutting, &mut tell).expect("the referee can work");
    println!("{findings}");
    assert_eq!(findings.findings, told, "each finding is told when it is made");
    assert_eq!(told.len(), list().count());
    assert_eq!(findings.count().failed, 0, "{findings}");
    if shutting == Shutting::Sandboxed {
        assert_eq!(findings.count().skipped, 0, "{findings}");
    }
}

#[test]
fn an_honest_toy_passes() {
    fails_exactly(ANSWER, &[], &[]);
}

/// Reads the board, looks for the first man or king that can step, and has never heard of jumps.
#[test]
fn who_steps_and_never_jumps_fails_where_a_jump_must_be_played() {
    let script = r#"
        mapfile -t lines < <(tr -d '\r ' < input.txt)
        rows=("${lines[@]:3:8}")
        case ${lines[1]} in BLACK) own=bB forward=1 ;; WHITE) own=wW forward=-1 ;; esac
        try() { # row, column, step down, step right
            local row=$(($1 + $3)) column=$(($2 + $4)) files=abcdefgh
            ((row >= 0 && row < 8 && column >= 0 && column < 8)) || return
            [[ ${rows[row]:column:1} = . ]] || return
            echo "E ${files:$2:1}$((8 - $1)) ${files:column:1}$((8 - row))" > output.txt
            exit 0
        }
        for row in {0..7}; do for column in {0..7}; do
            piece=${rows[row]:column:1}
            case $piece in
            [$own]) try $row $column $forward -1; try $row $column $forward 1 ;;&
            [BW]) [[ $own = *$piece* ]] || continue
                try $row $column $((-forward)) -1; try $row $column $((-forward)) 1 ;;
            esac
        done; done"#;
    let names = [&CHAINS[..], &["must-jump"]].concat();
    fails_exactly(script, &names, &["a jump was compulsory", "no output.txt"]);
}

#[test]
fn who_stops_after_the_first_jump_fails_where_there_is_a_second() {
    let script = format!("{ANSWER}; read -r first < output.txt; echo \"$first\" > output.txt");
    fails_exactly(&script, &CHAINS, &["the jumps could go on"]);
}

#[test]
fn who_stumbles_over_line_ends_fails_by_those_alone() {
    let script = format!("read -r play < input.txt; [[ $play = *$'\\r' ]] && exit 1; {ANSWER}");
    fails_exactly(&script, &["crlf-line-ends"], &["exit code 1"]);
    let script = format!("mapfile lines < input.txt; ((${{#lines[@]}} > 11)) && exit 1; {ANSWER}");
    fails_exactly(&script, &["trailing-blanks"], &["exit code 1"]);
    let script = format!("[[ $(tail -c 1 input.txt) ]] && exit 1; {ANSWER}");
    fails_exactly(&script, &["no-final-line-end"], &["exit code 1"]);
}

#[test]
fn who_writes_garbage_fails_every_move() {
    let script = "echo 'I like b6 to a5' > output.txt; head -c 200 /dev/urandom >> output.txt";
    fails_exactly(script, &all_moves(), &["malformed output.txt: \"I like b6"]);
    let script = format!("{ANSWER}; echo >> output.txt");
    fails_exactly(&script, &all_moves(), &["malformed output.txt"]);
    let words = ["no output.txt; it printed \"oops\"", "illegal move: the piece cannot go there"];
    fails_exactly("echo oops >&2", &all_moves(), &words);
}

#[test]
fn who_crashes_over_a_strange_memory_fails_by_it() {
    let script = format!(
        "if [ -e playdata.txt ]; then
            [ \"$(tr '\\0' x < playdata.txt)\" = 'move 1' ] || kill -SEGV $$
        fi
        {ANSWER}; echo 'move 1' > playdata.txt"
    );
    let names = list()
        .map(|check| check.name)
        .filter(|name| name.starts_with("playdata-") && *name != "playdata-of-another-game");
    fails_exactly(&script, &names.collect::<Vec<_>>(), &["ended by signal 11"]);
}

#[test]
fn who_believes_every_memory_fails_by_another_games() {
    let script = format!(
        "read -r color < <(sed -n 2p input.txt)
        if [[ -f playdata.txt && -s playdata.txt && -r playdata.txt ]]; then
            read -r old < playdata.txt
            [ \"$old\" = \"$color\" ] || exit 9
        fi
        {ANSWER}; {{ echo \"$color\" > playdata.txt; }} 2> /dev/null; exit 0"
    );
    let names = ["of-another-game", "cut-off", "garbage", "binary", "huge"]
        .map(|what| format!("playdata-{what}"));
    fails_exactly(&script, &names.each_ref().map(String::as_str), &["exit code 9"]);
}

#[test]
fn who_needs_a_calibration_fails_without_a_good_one() {
    let script = format!("[ -e calibration.txt ] && exit 7; {ANSWER}");
    let names = ["cut-off", "empty", "huge", "binary", "unreadable"];
    let names = names.map(|what| format!("calibration-{what}"));
    fails_exactly(&script, &names.each_ref().map(String::as_str), &["exit code 7"]);
}

#[test]
fn what_is_called_unreadable_cannot_be_read() {
    let script = "{ mapfile lines < calibration.txt; } 2> /dev/null && exit 3; exit 4";
    let names = ["calibration-unreadable", "calibration-cut-off"];
    let findings = findings_of(&toy(script), best_shutting(), &names);
    assert_eq!(reason(&findings[0]), "exit code 3", "{}", findings[0]);
    match &findings[1].outcome {
        Outcome::Skipped { reason } => println!("not tested: {reason}"),
        _ => assert_eq!(reason(&findings[1]), "exit code 4", "{}", findings[1]),
    }
}

#[test]
fn who_leaves_other_files_or_old_answers_fails_by_that() {
    let script = format!("{ANSWER}; mkdir -p cache; touch cache/known");
    fails_exactly(&script, &["no-other-file"], &["it left \"cache\""]);
    let script =
        format!("mv output.txt old; {ANSWER}; cat old output.txt > new; mv new output.txt");
    fails_exactly(&format!("{script}; rm -f old"), &["old-answer"], &["malformed"]);
    let script = format!("[ -e output.txt ] && exit 0; {ANSWER}");
    fails_exactly(&script, &["old-answer"], &["illegal move"]);
}

#[test]
fn who_does_not_end_is_ended_and_told_how() {
    let names = ["no-legal-move", "clock-of-10-ms"];
    let spins = findings_of(&toy("while :; do :; done"), Shutting::Open, &names);
    let sleeps = findings_of(&toy("sleep 600"), Shutting::Open, &names[..1]);
    for (findings, words) in [(&spins, "time used up in mid-move"), (&sleeps, "it still ran after")]
    {
        assert!(!findings.is_empty());
        for finding in findings {
            assert!(reason(finding).starts_with(words), "{finding}");
        }
    }
    let stubborn = toy("until : > output.txt; do :; done; echo 'E b6 a5' > output.txt");
    for finding in findings_of(&stubborn, best_shutting(), &["read-only-home", "crlf-line-ends"]) {
        match (finding.name, &finding.outcome) {
            ("crlf-line-ends", outcome) => assert_eq!(outcome, &Outcome::Passed, "{finding}"),
            (_, Outcome::Skipped { reason }) => println!("not tested: {reason}"),
            _ => assert_eq!(reason(&finding), "time used up in mid-move", "{finding}"),
        }
    }
}

#[test]
fn who_thinks_where_there_is_nothing_to_think_about_fails_and_lateness_is_remarked() {
    let script = format!("for ((i = 0; i < 900000; i++)); do :; done; {ANSWER}");
    let findings = findings_of(&toy(&script), Shutting::Open, &["only-one-move", "must-jump"]);
    assert_eq!(findings[0].outcome, Outcome::Passed, "{}", findings[0]);
    assert!(reason(&findings[1]).contains("on the only legal move"), "{}", findings[1]);
    let script = format!("for ((i = 0; i < 30000; i++)); do :; done; {ANSWER}");
    let findings = findings_of(&toy(&script), Shutting::Open, &["clock-of-10-ms"]);
    assert_eq!(findings[0].outcome, Outcome::Passed, "{}", findings[0]);
    let remark = findings[0].remark.as_deref();
    assert_eq!(remark, Some("legal, but after the end of its time"));
}
