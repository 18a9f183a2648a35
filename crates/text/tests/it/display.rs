//! `--display`: a program with its page, by way of its address, as two windows and a terminal see
//! it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, Command, Stdio};

struct Shown {
    child: Child,
    input: Option<ChildStdin>,
    host: String,
    root: String,
}

struct Window(BufReader<TcpStream>);

impl Shown {
    fn start(program: &str) -> Self {
        Shown::start_with(program, &[])
    }

    fn start_with(program: &str, words: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(["--display", "--no-open", "--move-time", "1000", "--game-time", "100000"])
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let stderr = child.stderr.take().expect("piped");
        BufReader::new(stderr).read_line(&mut line).expect("a line");
        let address = line.trim().split("http://").nth(1).expect("an address");
        let (host, root) = address.split_once('/').expect("a token");
        let (host, root) = (host.to_string(), format!("/{root}"));
        Shown { input: child.stdin.take(), child, host, root }
    }

    fn write(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("open"), "{line}").expect("written");
    }

    fn request(&self, method: &str, path: &str, body: &str) -> BufReader<TcpStream> {
        let Shown { host, root, .. } = self;
        let mut stream = TcpStream::connect(host).expect("a server");
        let length = body.len();
        write!(
            stream,
            "{method} {root}{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Type: text/plain\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("sent");
        BufReader::new(stream)
    }

    fn command(&self, text: &str) -> Value {
        let mut answer = String::new();
        self.request("POST", "command", text).read_to_string(&mut answer).expect("an answer");
        let body = answer.split("\r\n\r\n").nth(1).expect("a body");
        serde_json::from_str(body).expect("JSON")
    }

    fn window(&self) -> Window {
        Window(self.request("GET", "events", ""))
    }

    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let mut printed = String::new();
        let mut output = self.child.stdout.take().expect("piped");
        output.read_to_string(&mut printed).expect("text");
        (self.child.wait().expect("it ends").code(), printed)
    }
}

impl Window {
    fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).expect("a line") > 0, "the events have ended");
            let view = line.strip_prefix("data: ").map(serde_json::from_str::<Value>);
            if let Some(view) = view.map(|view| view.expect("JSON")).filter(&wanted) {
                return view;
            }
        }
    }
}

fn count(view: &Value) -> usize {
    view["turns"].as_array().map_or(0, Vec::len)
}

#[test]
fn two_windows_and_the_terminal_have_one_game() {
    let mut shown = Shown::start(env!("CARGO_BIN_EXE_loa"));
    let mut windows = [shown.window(), shown.window()];
    assert_eq!(shown.command("manual white")["error"], Value::Null);
    shown.write("b8-b6");
    for window in &mut windows {
        window.wait(|view| count(view) == 1);
    }
    assert_eq!(shown.command("a5-c5")["error"], Value::Null);
    let [one, other] = windows.each_mut().map(|window| window.wait(|view| count(view) == 2));
    assert_eq!(one, other);
    assert_eq!(shown.window().wait(|view| !view.is_null()), one, "a reload loses nothing");
    shown.write("undo 2");
    let views = windows.each_mut().map(|window| window.wait(|view| count(view) == 0));
    assert!(views.iter().all(|view| view["version"].as_u64() > one["version"].as_u64()));
    let (code, printed) = shown.end();
    assert_eq!(code, Some(0), "the end of the input is quit");
    assert!(!printed.contains('*'), "only automatic players' moves are announced: {printed}");
    assert!(printed.contains("in the page: a5-c5"), "{printed}");
}

#[test]
fn the_page_changes_players_while_the_program_thinks_and_ends_it() {
    let shown = Shown::start(env!("CARGO_BIN_EXE_amazons"));
    let mut window = shown.window();
    shown.command("d1-d7(g7)");
    window.wait(|view| view["is_thinking"] == true);
    shown.command("manual black");
    let view = window.wait(|view| view["is_thinking"] == false && count(view) == 1);
    assert!(view["moves"].as_array().is_some_and(|moves| moves.len() > 1_000));
    assert_eq!(shown.command("quit")["error"], Value::Null);
    window.wait(|view| view["controls"] == Value::Array(Vec::new()));
    assert_eq!(shown.end().0, Some(0));
}

/// What the page has changed is in the log: a program that reads it gets to the same board.
#[test]
fn the_log_holds_the_commands_of_the_page() {
    let dir = tempfile::tempdir().expect("a folder");
    let log = dir.path().join("log.txt");
    let words = ["--log", log.to_str().expect("a name")];
    let mut shown = Shown::start_with(env!("CARGO_BIN_EXE_loa"), &words);
    let record = "new\nb8-b6\na5-c5\n";
    let commands = ["manual white", "b8-b6", "a5-c5", "undo 1", "auto white", "new", "limit 40"];
    for command in commands {
        assert_eq!(shown.command(command)["error"], Value::Null, "{command}");
    }
    let mut window = shown.window();
    shown.write("seed 3");
    shown.write("b8-b6");
    window.wait(|view| count(view) == 2);
    assert_eq!(shown.command("undo")["error"], Value::Null);
    window.wait(|view| count(view) == 0);
    assert!(shown.command("save page.txt")["error"].is_string());
    assert_eq!(shown.command(&format!("load\n{record}"))["error"], Value::Null);
    let game = window.wait(|view| count(view) == 2);
    assert_eq!(shown.command("quit")["error"], Value::Null);
    assert_eq!(shown.end().0, Some(0));
    let logged = std::fs::read_to_string(&log).expect("a log");
    let lines: Vec<_> = logged.lines().filter(|line| !line.starts_with('#')).collect();
    let rest = ["seed 3", "b8-b6", "undo", "manual white", "new", "b8-b6", "a5-c5", "auto white"];
    let players = ["manual black", "auto white"];
    assert_eq!(lines, [&players[..], &commands, &rest, &["quit"]].concat(), "{logged}");
    let replay = dir.path().join("replay.txt");
    std::fs::write(&replay, logged.replace("quit", "dump\nquit")).expect("written");
    let again = Command::new(env!("CARGO_BIN_EXE_loa")).arg(&replay).output().expect("it runs");
    assert!(again.stderr.is_empty(), "{}", String::from_utf8_lossy(&again.stderr));
    let dump = String::from_utf8(again.stdout).expect("text");
    let rows = dump.split("===").nth(1).expect("a dump").replace([' ', '\n'], "");
    let letters = game["letters"].as_str().expect("a board").replace('.', "-");
    assert_eq!(rows, format!("{letters}Nextmove:black"));
}
