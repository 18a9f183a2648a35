//! Answers requests, one a line on standard input: the last part of each answer, without times.
//! `scripts/page-test.sh` compares the answers with those of the engine in a page, which begins
//! with the tables that are named here and without a book:
//!
//! ```text
//! cargo run -p crownhead-analysis --example ask -- WDL DTC < QUESTIONS
//! ```

#![allow(clippy::unwrap_used, reason = "a tool of the tests")]

use analysis::Resources;
use analysis::api::{Caller, respond};
use evaluation::checkers::book::Book;
use evaluation::checkers::endgame::{CursedTables, Tablebases};
use std::time::Instant;

struct LastPart {
    begun: Instant,
    part: String,
}

impl Caller for LastPart {
    fn milliseconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1_000.0
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn send(&mut self, part: String) {
        self.part = part;
    }
}

fn main() {
    let files = std::env::args().skip(1).map(|path| std::fs::read(path).expect("a file").leak());
    let files: Vec<&'static [u8]> = files.map(|bytes| &*bytes).collect();
    let resources = match files[..] {
        [wdl, dtc] => Resources {
            tables: Tablebases::from_bytes(wdl, dtc).expect("tables"),
            cursed: CursedTables::default(),
            book: Book::from_bytes(&[]),
        },
        _ => Resources::default(),
    };
    for request in std::io::stdin().lines() {
        let mut caller = LastPart { begun: Instant::now(), part: String::new() };
        respond(&resources, &request.expect("a line"), &mut caller);
        let mut part: serde_json::Map<_, _> = serde_json::from_str(&caller.part).expect("JSON");
        part.remove("milliseconds");
        println!("{}", serde_json::Value::Object(part));
    }
}
