//! `crownhead play GAME`: a person against our player.

use crate::client::{Program, crownhead};
use serde_json::Value;
use std::net::TcpListener;

const GAMES: [&str; 4] = ["checkers", "loa", "tablut", "amazons"];

fn turns(view: &Value) -> usize {
    view["turns"].as_array().map_or(0, Vec::len)
}

#[test]
fn in_each_game_the_player_answers_and_the_page_ends_the_program() {
    for game in GAMES {
        for side in ["black", "white"] {
            let args = ["play", game, "--as", side, "--no-open", "--move-time", "0.1"];
            let mut program = Program::start(&mut crownhead(args));
            let mut events = program.events();
            let view = events.until(|view| view["moves"].as_array().is_some_and(|m| !m.is_empty()));
            assert_eq!((&view["game"], &view["to_move"]), (&Value::from(game), &Value::from(side)));
            let played = turns(&view);
            let mv = view["moves"][0]["text"].as_str().expect("a move");
            assert_eq!(program.command(mv)["error"], Value::Null);
            events.until(|view| turns(view) == played + 2);
            assert!(program.get("game.txt").1.contains(mv));
            assert_eq!(program.command("undo")["error"], Value::Null);
            events.until(|view| turns(view) == played);
            assert_eq!(program.command("quit")["error"], Value::Null);
            assert_eq!(program.exit_code(), Some(0), "{game}");
        }
    }
}

#[test]
fn without_a_page_there_is_one_sentence_and_exit_code_2() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    for words in [vec!["play", "loa", "--no-open", "--port", &port], vec!["play", "loa"]] {
        let mut command = crownhead(words);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("BROWSER");
        let output = command.output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{told}");
    }
}
