//! The one door: a question comes in as text, answers go to the host.

use crate::about::about;
use crate::analyze::analyze;
use crate::choose::choose;
use crate::edit::edit;
use crate::host::Host;
use crate::knowledge_answer::knowledge_answer;
use crate::line_answer::line_answer;
use crate::measure::measure;
use crate::part_sender::PartSender;
use crate::problems::problems;
use crate::question::PageQuestion;
use crate::read::{read, read_pair};
use crate::refusal::Refusal;
use crate::review::review;
use crate::write::write;
use analysis::Knowledge;
use games::with_game;
use serde::Serialize;

/// Answers a question, which is an object of JSON. The host gets one answer, or the parts of one;
/// the last of them has `done` or `error`.
pub fn answer(knowledge: &Knowledge, question: &str, host: &mut dyn Host) {
    if let Err(refusal) = try_answer(knowledge, question, host) {
        PartSender::new(host).finish(&RefusedAnswer { error: refusal.to_string() });
    }
}

#[derive(Serialize)]
struct RefusedAnswer {
    error: String,
}

fn try_answer(knowledge: &Knowledge, text: &str, host: &mut dyn Host) -> Result<(), Refusal> {
    let question: PageQuestion = serde_json::from_str(text)
        .map_err(|error| Refusal::new(format!("this question cannot be read: {error}")))?;
    let mut parts = PartSender::new(host);
    match question {
        PageQuestion::Line(line) => {
            let answer = with_game!(line.game, Position => line_answer::<Position>(&line))?;
            parts.finish(&answer);
        }
        PageQuestion::Knowledge(line) => {
            let answer =
                with_game!(line.game, Position => knowledge_answer::<Position>(knowledge, &line))?;
            parts.finish(&answer);
        }
        PageQuestion::Analyze(asked) => {
            with_game!(asked.line.game, Position => analyze::<Position>(knowledge, &asked, parts))?;
        }
        PageQuestion::Choose(asked) => {
            with_game!(asked.line.game, Position => choose::<Position>(knowledge, &asked, parts))?;
        }
        PageQuestion::Edit(asked) => {
            parts.finish(&with_game!(asked.game, Position => edit::<Position>(&asked)));
        }
        PageQuestion::Problems => parts.finish(&problems()),
        PageQuestion::About => parts.finish(&about(knowledge)),
        PageQuestion::Review(asked) => {
            with_game!(asked.line.game, Position => review::<Position>(knowledge, &asked, parts))?;
        }
        PageQuestion::Read(asked) => parts.finish(&read(asked.name.as_deref(), &asked.text)?),
        PageQuestion::ReadPair(asked) => parts.finish(&read_pair(&asked.input, &asked.output)?),
        PageQuestion::Measure(asked) => {
            with_game!(asked.line.game, Position => measure::<Position>(knowledge, &asked, parts))?;
        }
        PageQuestion::Write(asked) => parts.finish(&write(&asked)?),
    }
    Ok(())
}
