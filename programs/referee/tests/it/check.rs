//! The checks tell defects apart: each toy agent fails the checks that are meant for it, and no
//! other.
//!
//! A toy is some lines of bash around the reference agent, or instead of it. Our own agent passes
//! all checks.

use crate::support::{HOMEWORK, REFERENCE, SPIN_UNTIL};
use classroom::checks::{
    ASSIGNMENT, CheckJob, CheckOptions, CheckTitle, SINGLE, TestOutcome, TestResult, check_game,
    titles,
};
use games::GameName;
use referee::players::{Agent, Carry};
use referee::rules::{Profile, ReplyRules};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::path::PathBuf;

/// A legal answer in `output.txt`, or the end. `$0` is the reference agent, which answers at once
/// and keeps no `playdata.txt`.
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

/// Checks in which no answer is possible.
const NO_ANSWER: [&str; 2] = ["no-legal-move", "read-only-directory"];

/// Bash that runs the script given as an argument: there is no file that could be busy.
fn toy(script: &str) -> Agent {
    Agent {
        name: "toy".to_string(),
        program: PathBuf::from("/bin/bash"),
        files: Vec::new(),
        args: ["-c", script, REFERENCE].map(str::to_string).to_vec(),
        calibrate: None,
        directory: None,
        carry: Carry::Nothing,
        sha256: String::new(),
    }
}

/// By the assignment's text.
const fn options(temp_root: &TempRoot, sandbox_mode: SandboxMode) -> CheckOptions<'_> {
    CheckOptions {
        temp_root,
        sandbox_mode,
        replies: ReplyRules::of(Profile::Spec),
        keep: None,
        named: None,
        libraries: &[],
    }
}

fn run(
    agent: &Agent,
    sandbox_mode: SandboxMode,
    wanted: &dyn Fn(CheckTitle) -> bool,
) -> Vec<TestResult> {
    let temp_root = TempRoot::new().expect("a folder");
    let options = options(&temp_root, sandbox_mode);
    let job = CheckJob { agent, options, scripts: None, wanted };
    let mut reported = Vec::new();
    let report = check_game(GameName::Checkers, job, &mut |one| reported.push(one.clone()));
    assert_eq!(
        report.expect("the referee can work").findings,
        reported,
        "each is reported at once"
    );
    reported
}

/// The results of all checks; toys run without a sandbox, because the reference agent is in another
/// folder.
fn findings(agent: &Agent) -> Vec<TestResult> {
    run(agent, SandboxMode::Off, &|_| true)
}

fn findings_of(agent: &Agent, sandbox_mode: SandboxMode, names: &[&str]) -> Vec<TestResult> {
    run(agent, sandbox_mode, &|title| names.contains(&title.name))
}

fn list() -> impl Iterator<Item = CheckTitle> {
    titles(GameName::Checkers).into_iter()
}

fn names_of(results: &[TestResult], outcome: TestOutcome) -> Vec<&str> {
    let own = results.iter().filter(|result| result.outcome == outcome);
    own.map(|result| result.name.as_str()).collect()
}

/// The toy fails these checks, except those that cannot be run here, and no other; each reason
/// contains one of `parts`.
#[track_caller]
fn fails_exactly(script: &str, names: &[&str], parts: &[&str]) {
    let results = findings(&toy(script));
    let skipped = names_of(&results, TestOutcome::Skipped);
    let expected = list().map(|check| check.name).filter(|name| names.contains(name));
    let expected: Vec<_> = expected.filter(|name| !skipped.contains(name)).collect();
    assert_eq!(names_of(&results, TestOutcome::Failed), expected, "{results:?}");
    for failed in results.iter().filter(|result| result.outcome == TestOutcome::Failed) {
        assert!(parts.iter().any(|part| failed.reason.contains(part)), "{failed}");
    }
}

/// All checks in which a legal move is asked for.
fn all_moves() -> Vec<&'static str> {
    let moves = list().map(|check| check.name).filter(|name| !NO_ANSWER.contains(name));
    moves.filter(|&name| name != "calibrate").collect()
}

#[test]
fn our_own_agent_passes_all_checks() {
    let program = PathBuf::from(&*HOMEWORK);
    let calibrate = Some(testing::program("calibrate"));
    let ours = Agent { program, calibrate, args: Vec::new(), ..toy("") };
    let sandbox_mode = SandboxMode::best();
    let results = run(&ours, sandbox_mode, &|_| true);
    let none: [&str; 0] = [];
    assert_eq!(results.len(), list().count());
    assert_eq!(names_of(&results, TestOutcome::Failed), none, "{results:?}");
    if sandbox_mode == SandboxMode::On {
        assert_eq!(names_of(&results, TestOutcome::Skipped), none, "{results:?}");
    }
}

#[test]
fn an_honest_toy_passes() {
    fails_exactly(ANSWER, &[], &[]);
}

/// Reads the board, looks for the first man or king that can step, and knows no jumps.
#[test]
fn an_agent_that_never_jumps_fails_where_a_jump_must_be_played() {
    let script = r#"
        lines=()
        while read -r line || [[ -n $line ]]; do lines+=("$line"); done < <(tr -d '\r ' < input.txt)
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
            [[ $own = *$piece* ]] || continue
            try $row $column $forward -1; try $row $column $forward 1
            [[ $piece = [BW] ]] || continue
            try $row $column $((-forward)) -1; try $row $column $((-forward)) 1
        done; done"#;
    let names = [&CHAINS[..], &["must-jump"]].concat();
    fails_exactly(script, &names, &["a jump was compulsory", "no output.txt"]);
}

#[test]
fn an_agent_that_stops_after_the_first_jump_fails_where_there_is_a_second() {
    let script = format!("{ANSWER}; read -r first < output.txt; echo \"$first\" > output.txt");
    fails_exactly(&script, &CHAINS, &["the jumps could go on"]);
}

#[test]
fn an_agent_that_expects_certain_line_ends_fails_there() {
    let script = format!("read -r play < input.txt; [[ $play = *$'\\r' ]] && exit 1; {ANSWER}");
    fails_exactly(&script, &["crlf-line-ends"], &["exit code 1"]);
    let script = format!("[[ $(wc -l < input.txt) -gt 11 ]] && exit 1; {ANSWER}");
    fails_exactly(&script, &["trailing-blanks"], &["exit code 1"]);
    let script = format!("[[ $(tail -c 1 input.txt) ]] && exit 1; {ANSWER}");
    fails_exactly(&script, &["no-final-line-end"], &["exit code 1"]);
}

#[test]
fn an_agent_that_writes_garbage_fails_every_move() {
    let script = "echo 'I like b6 to a5' > output.txt; head -c 200 /dev/urandom >> output.txt";
    fails_exactly(script, &all_moves(), &["malformed output.txt: line 1: \"I like b6"]);
    let script = format!("{ANSWER}; echo END >> output.txt");
    fails_exactly(&script, &all_moves(), &["malformed output.txt"]);
    let parts = ["no output.txt; it printed \"oops\"", "illegal move: the piece cannot go there"];
    fails_exactly("echo oops >&2", &all_moves(), &parts);
}

#[test]
fn an_agent_that_crashes_over_unknown_playdata_fails_there() {
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
fn an_agent_that_trusts_any_playdata_fails_with_that_of_another_game() {
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
fn an_agent_that_needs_a_good_calibration_fails_without() {
    let script = format!("[ -e calibration.txt ] && exit 7; {ANSWER}");
    let names = ["cut-off", "empty", "huge", "binary", "unreadable"];
    let names = names.map(|what| format!("calibration-{what}"));
    fails_exactly(&script, &names.each_ref().map(String::as_str), &["exit code 7"]);
}

#[test]
fn an_unreadable_file_cannot_be_read() {
    let script = "cat calibration.txt > /dev/null 2>&1 && exit 3; exit 4";
    let names = ["calibration-unreadable", "calibration-cut-off"];
    let findings = findings_of(&toy(script), SandboxMode::best(), &names);
    assert_eq!(findings[0].reason, "exit code 3", "{}", findings[0]);
    if findings[1].outcome == TestOutcome::Skipped {
        println!("not tested: {}", findings[1].reason);
    } else {
        assert_eq!(findings[1].reason, "exit code 4", "{}", findings[1]);
    }
}

#[test]
fn an_agent_that_leaves_other_files_or_old_answers_fails_there() {
    let script = format!("{ANSWER}; mkdir -p cache; touch cache/known");
    fails_exactly(&script, &["no-other-file"], &["it left \"cache\""]);
    let script =
        format!("mv output.txt old; {ANSWER}; cat old output.txt > new; mv new output.txt");
    fails_exactly(&format!("{script}; rm -f old"), &["old-answer"], &["malformed"]);
    let script = format!("[ -e output.txt ] && exit 0; {ANSWER}");
    fails_exactly(&script, &["old-answer"], &["illegal move"]);
}

#[test]
fn an_agent_that_does_not_end_is_killed_and_the_finding_says_why() {
    let names = ["no-legal-move", "clock-of-10-ms"];
    let spins = findings_of(&toy("while :; do :; done"), SandboxMode::Off, &names);
    let sleeps = findings_of(&toy("sleep 600"), SandboxMode::Off, &names[..1]);
    for (findings, start) in [(&spins, "time used up in mid-move"), (&sleeps, "it still ran after")]
    {
        assert!(!findings.is_empty());
        for finding in findings {
            assert!(finding.reason.starts_with(start), "{finding}");
        }
    }
    let stubborn = toy("until : > output.txt; do :; done; echo 'E b6 a5' > output.txt");
    for finding in
        findings_of(&stubborn, SandboxMode::best(), &["read-only-directory", "crlf-line-ends"])
    {
        match (finding.name.as_str(), finding.outcome) {
            ("crlf-line-ends", outcome) => assert_eq!(outcome, TestOutcome::Passed, "{finding}"),
            (_, TestOutcome::Skipped) => println!("not tested: {}", finding.reason),
            _ => assert_eq!(finding.reason, "time used up in mid-move", "{finding}"),
        }
    }
}

#[test]
fn thinking_about_a_forced_move_fails_and_a_late_answer_is_remarked() {
    let script = format!("{SPIN_UNTIL} spin_until 1100; {ANSWER}");
    let findings = findings_of(&toy(&script), SandboxMode::Off, &["only-one-move", "must-jump"]);
    assert_eq!(findings[0].outcome, TestOutcome::Passed, "{}", findings[0]);
    assert!(findings[1].reason.contains("for the only legal move"), "{}", findings[1]);
    let script = format!("{SPIN_UNTIL} spin_until 20; {ANSWER}");
    let findings = findings_of(&toy(&script), SandboxMode::Off, &["clock-of-10-ms"]);
    assert_eq!(findings[0].outcome, TestOutcome::Late, "{}", findings[0]);
    assert!(findings[0].reason.starts_with("legal, but late: it used"), "{}", findings[0]);
}

/// Its own opening reply is illegal in every other position, but it has none without `GAME`.
#[test]
fn an_agent_with_an_opening_of_its_own_passes_what_the_assignment_asks() {
    let script = format!(
        "read -r play < input.txt
        if [[ $play = GAME* && ! -e playdata.txt ]]; then
            grep -q BLACK input.txt && echo 'E b6 a5' > output.txt || echo 'E a3 b4' > output.txt
            echo begun > playdata.txt; exit 0
        fi
        {ANSWER}"
    );
    let findings = findings(&toy(&script));
    let groups = [SINGLE, ASSIGNMENT];
    let asked = list().filter(|check| check.group.is_some_and(|group| groups.contains(&group)));
    let failed = names_of(&findings, TestOutcome::Failed);
    assert!(asked.into_iter().all(|check| !failed.contains(&check.name)), "{failed:?}");
}

#[test]
fn a_program_that_never_plays_has_not_passed_by_ending() {
    let findings = findings_of(&toy("exit 1"), SandboxMode::best(), &NO_ANSWER);
    for finding in findings {
        assert_eq!(finding.outcome, TestOutcome::Skipped, "{finding}");
    }
}

#[test]
fn a_failure_shows_the_board_the_legal_moves_and_the_line() {
    let script = format!("{ANSWER}; sed -i '2s/.*/x/' output.txt");
    let findings = findings_of(&toy(&script), SandboxMode::Off, &["example-double-jump"]);
    let text = findings[0].to_string();
    for part in
        ["asked: SINGLE, BLACK to move, 6.6 s", "legal: only J f6 d4, J d4 f2", "line 2: \"x\" is"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}
