//! Sentences of the three assignments about what is printed and read, for all three games.
//! docs/TEXT-GAMES.md lists them.

use crate::setting::told;
use formats::commands::GameHistory;
use games::{amazons, loa, tablut};
use std::io::{BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use testing::LONGEST_WAIT;
use text::Dialect;

struct TextGame {
    program: &'static str,
    /// The side to move first, and the other one.
    sides: [&'static str; 2],
    prompts: &'static [&'static str],
    /// The first moves of a game.
    moves: [&'static str; 2],
    illegal: &'static str,
    has_limit: bool,
}

const GAMES: [TextGame; 3] = [
    TextGame {
        program: env!("CARGO_BIN_EXE_loa"),
        sides: ["black", "white"],
        prompts: &["b> ", "w> ", "-> "],
        moves: ["b8-b6", "a5-c5"],
        illegal: "b8-b7",
        has_limit: true,
    },
    TextGame {
        program: env!("CARGO_BIN_EXE_tablut"),
        sides: ["black", "white"],
        prompts: &["> "],
        moves: ["a4-3", "e4-h"],
        illegal: "a4-5",
        has_limit: true,
    },
    TextGame {
        program: env!("CARGO_BIN_EXE_amazons"),
        sides: ["white", "black"],
        prompts: &["> "],
        moves: ["d1-d7(g7)", "a7-a8(b8)"],
        illegal: "d1-e3(e4)",
        has_limit: false,
    },
];

impl TextGame {
    /// The lines of an output, each without the prompts before it.
    fn lines<'a>(&self, out: &'a str) -> Vec<&'a str> {
        let bare = out.lines().map(|line| {
            let mut rest = line;
            while let Some(after) = self.prompts.iter().find_map(|one| rest.strip_prefix(one)) {
                rest = after;
            }
            rest
        });
        bare.filter(|line| !line.is_empty()).collect()
    }

    /// The moves and results that a script is answered with.
    fn announced(&self, script: &str) -> Vec<String> {
        let (out, err) = told(self.program, script);
        assert_eq!(err, "", "{script}");
        let lines = self.lines(&out).into_iter().filter(|line| line.starts_with('*'));
        lines.map(str::to_string).collect()
    }
}

/// Each line of a whole game is a legal move in its exact form, and only the last one the result.
fn is_printed_exactly<G: Dialect>(game: &TextGame) {
    let (out, err) = told(game.program, &format!("auto {}\n", game.sides[0]));
    assert_eq!(err, "");
    let lines = game.lines(&out);
    let (result, moves) = lines.split_last().expect("a game");
    let mut played = GameHistory::<G>::default();
    for line in moves {
        let text = line.strip_prefix("* ").unwrap_or_else(|| panic!("{line}"));
        played.play_text(text).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(played.last_turn().expect("a move").text(), text);
        while let Some(pass) = played.to_move().and_then(|_| played.position().forced_pass()) {
            played.play(pass);
        }
    }
    let end = played.end().unwrap_or_else(|| panic!("{result} comes too early"));
    let winner = end.winner.map_or("Tie game".to_string(), |side| format!("{side} wins"));
    assert_eq!(*result, format!("* {winner}."));
}

#[test]
fn automatic_moves_are_legal_and_printed_exactly() {
    is_printed_exactly::<loa::Position>(&GAMES[0]);
    is_printed_exactly::<tablut::Position>(&GAMES[1]);
    is_printed_exactly::<amazons::Position>(&GAMES[2]);
}

/// What a program prints that is sent a line only when it has printed a prompt.
fn conversation(program: &str, lines: &[&str]) -> String {
    let mut command = Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let (sender, printed) = channel();
    let mut stdout = BufReader::new(child.stdout.take().expect("piped")).bytes();
    thread::spawn(move || while stdout.next().is_some_and(|byte| sender.send(byte).is_ok()) {});
    let mut stdin = child.stdin.take().expect("piped");
    let mut said = String::new();
    for line in lines {
        let begin = said.len();
        while !said[begin..].ends_with("> ") {
            let byte = printed.recv_timeout(LONGEST_WAIT).expect("a prompt").expect("a byte");
            said.push(char::from(byte));
        }
        writeln!(stdin, "{line}").expect("it reads");
    }
    assert!(child.wait().expect("it ends").success(), "with its input still open");
    said
}

#[test]
fn each_line_is_asked_for_by_a_prompt_also_after_an_error() {
    for game in &GAMES {
        let manual = format!("manual {}", game.sides[1]);
        let [first, second] = game.moves;
        let wrong = ["castle", game.illegal, "auto", "auto green", "manual", "seed", "seed x", "+"];
        let mut script = vec![manual.as_str(), first];
        script.extend(wrong);
        script.extend([second, "quit"]);
        let said = conversation(game.program, &script);
        let expected = match game.prompts {
            [black, white, _] => [black.repeat(2), white.repeat(9), black.to_string()].concat(),
            _ => game.prompts[0].repeat(12),
        };
        assert_eq!(said, expected);
        let (out, err) = told(game.program, &script.join("\n"));
        assert_eq!((out.trim_end(), err.lines().count()), (said.trim_end(), wrong.len()), "{err}");
    }
}

#[test]
fn the_signs_of_prompts_announcements_and_dumps_stand_nowhere_else() {
    for game in &GAMES {
        let ([one, other], [first, second]) = (game.sides, game.moves);
        let wrong = "* c1-c3\n> x\n===\nset * > ===\nload ===\nauto *\nseed >\nlimit *\n";
        let asked = "help\nh\n?\nmoves\neval\nhint\ndump\n";
        // Two automatic sides that may move once each; a game of Amazons knows no limit.
        let short = if game.has_limit { "new\nlimit 1\nauto white\nauto black\n" } else { "" };
        let script = format!(
            "manual {other}\nseed 1\n{asked}{wrong}{first}\n{second}\nundo\nundo 9\n\
             set e5 - {one}\n{asked}new\nauto {one}\nundo\n{short}{asked}{wrong}undo\n"
        );
        let (out, _) = told(game.program, &script);
        let lines = game.lines(&out);
        assert_eq!(lines.iter().filter(|line| **line == "===").count(), 6, "{out}");
        for line in lines {
            let bare = line.strip_prefix("* ").unwrap_or(line);
            assert!(!bare.contains(['*', '>']), "{line}");
            assert!(line == "===" || !line.contains("==="), "{line}");
        }
    }
}

#[test]
fn blanks_and_the_case_of_colors_change_nothing() {
    for game in &GAMES {
        let ([one, other], [first, second]) = (game.sides, game.moves);
        let limit = if game.has_limit { "limit 9\n" } else { "" };
        let plain = format!(
            "new\nmanual {other}\n{limit}seed -9223372036854775808\n{first}\ndump\n{second}\n\
             auto {one}\nmanual {one}\nauto {other}\nset e5 - {other}\ndump\n{first}\nquit\n"
        );
        let is_loa = game.prompts.len() > 1;
        let decorated = plain.lines().map(|line| {
            let mut words: Vec<_> = line.split(' ').map(str::to_string).collect();
            let upper = words.iter_mut().filter(|word| game.sides.contains(&word.as_str()));
            upper.for_each(|word| *word = word.to_uppercase());
            let behind = if is_loa { " \t and more words " } else { "" };
            format!(" \t  {}{behind}\n", words.join("  \t"))
        });
        let decorated: String = decorated.collect();
        assert_eq!(told(game.program, &decorated), told(game.program, &plain), "{decorated}");
    }
}

#[test]
fn dumps_comments_and_empty_lines_change_nothing() {
    for game in &GAMES {
        let [first, second] = game.moves;
        let other = game.sides[1];
        let lines = format!(
            "seed 3\n{first}\nundo\nmanual {other}\n{first}\n{second}\nundo 1\nauto {other}\n"
        );
        let quiet = game.announced(&lines);
        assert_eq!(quiet.len(), 2, "{quiet:?}");
        assert_eq!(game.announced(&lines.replace('\n', "\ndump\n \n\n \t# undo\n#undo\n")), quiet);
    }
}

/// Moves without a seed, another seed, a hint: nothing of them is left behind.
#[test]
fn after_the_same_seed_the_same_moves_come_whatever_was_before() {
    for game in &GAMES {
        let first = game.moves[0];
        let seeded = format!("seed 42\n{first}\nundo\n{first}\n");
        let expected = game.announced(&seeded);
        assert_eq!(expected.len(), 2);
        let other = game.announced(&format!("{first}\nundo\nseed 7\n{first}\nhint\nnew\n{seeded}"));
        assert_eq!(other[2..], expected);
    }
}

#[test]
fn thirty_moves_each_are_a_tie_in_loa_if_no_limit_was_set() {
    let game = &GAMES[0];
    let begin = "manual white\n".to_string();
    let round = ["g1-g3", "a2-c2", "g3-g1", "c2-a2"];
    let moves: Vec<_> = round.into_iter().cycle().take(60).collect();
    assert_eq!(game.announced(&(begin.clone() + &moves[..59].join("\n"))), [""; 0]);
    let whole = begin + &moves.join("\n") + "\n";
    assert_eq!(game.announced(&whole), ["* Tie game."]);
    assert_eq!(game.announced(&format!("limit 29\nnew\n{whole}")), ["* Tie game."]);
}
