//! Answers questions, one a line on standard input: the last part of each answer, without times.
//! `scripts/page-test.sh` compares the answers with those of the engine in a page, which begins
//! with the tables that are named here and without a book:
//!
//! ```text
//! cargo run -p crownhead-analysis --example ask -- WDL DTC < QUESTIONS
//! ```

#![allow(clippy::unwrap_used, reason = "a tool of the tests")]

use analysis::Knowledge;
use analysis::api::{Host, answer};
use evaluation::checkers::book::Book;
use evaluation::checkers::endgame::Tablebases;
use std::time::Instant;

struct LastPart {
    begun: Instant,
    part: String,
}

impl Host for LastPart {
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
    let knowledge = match files[..] {
        [wdl, dtc] => Knowledge {
            tables: Tablebases::from_bytes(wdl, dtc).expect("tables"),
            book: Book::from_bytes(&[]),
        },
        _ => Knowledge::default(),
    };
    for question in std::io::stdin().lines() {
        let mut host = LastPart { begun: Instant::now(), part: String::new() };
        answer(&knowledge, &question.expect("a line"), &mut host);
        let mut part: serde_json::Map<_, _> = serde_json::from_str(&host.part).expect("JSON");
        part.remove("milliseconds");
        println!("{}", serde_json::Value::Object(part));
    }
}
