//! The one door: a question comes in as text, answers go to the host.

use crate::api::host::Host;
use crate::api::line_answer::line_answer;
use crate::api::part_sender::PartSender;
use crate::api::question::PageQuestion;
use crate::api::questions::about::about;
use crate::api::questions::analyze::analyze;
use crate::api::questions::choose::choose;
use crate::api::questions::edit::edit;
use crate::api::questions::knowledge_answer::knowledge_answer;
use crate::api::questions::measure::measure;
use crate::api::questions::problems::problems;
use crate::api::questions::review::review;
use crate::api::read::read;
use crate::api::read::read_pair;
use crate::api::refusal::Refusal;
use crate::api::write::write;
use crate::values::knowledge::Knowledge;
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
