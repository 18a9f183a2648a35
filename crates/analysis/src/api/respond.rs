//! The one entry: a request comes in as text, responses go to the caller.

use crate::api::caller::{ApiError, Caller, PartSender};
use crate::api::line_response::line_response;
use crate::api::read::{read, read_pair};
use crate::api::request::ApiRequest;
use crate::api::requests::about::about;
use crate::api::requests::analyze::{analyze, measure};
use crate::api::requests::ballot::ballot;
use crate::api::requests::choose::choose;
use crate::api::requests::edit::edit;
use crate::api::requests::knowledge::knowledge;
use crate::api::requests::problems::problems;
use crate::api::requests::review::review;
use crate::api::requests::step::step;
use crate::api::write::write;
use crate::values::resources::Resources;
use games::with_game;
use serde::Serialize;

/// Answers a request, which is an object of JSON. The caller gets one response, or the parts of
/// one; the last of them has `done` or `error`.
pub fn respond(resources: &Resources, request: &str, caller: &mut dyn Caller) {
    if let Err(error) = try_respond(resources, request, caller) {
        PartSender::new(caller).finish(&ErrorResponse { error: error.to_string() });
    }
}

#[derive(Serialize)]
struct ErrorResponse {
    error: String,
}

fn try_respond(resources: &Resources, text: &str, caller: &mut dyn Caller) -> Result<(), ApiError> {
    let request: ApiRequest = serde_json::from_str(text)
        .map_err(|error| ApiError::new(format!("this request cannot be read: {error}")))?;
    let mut parts = PartSender::new(caller);
    match request {
        ApiRequest::Line(line) => {
            let response = with_game!(line.game, Position => line_response::<Position>(&line))?;
            parts.finish(&response);
        }
        ApiRequest::Step(line) => {
            parts.finish(&with_game!(line.game, Position => step::<Position>(&line))?);
        }
        ApiRequest::Stop => parts.finish(&serde_json::json!({ "done": true })),
        ApiRequest::Knowledge(line) => {
            let response =
                with_game!(line.game, Position => knowledge::<Position>(resources, &line))?;
            parts.finish(&response);
        }
        ApiRequest::Analyze(request) => {
            with_game!(request.line.game, Position => analyze::<Position>(resources, &request, parts))?;
        }
        ApiRequest::Choose(request) => {
            with_game!(request.line.game, Position => choose::<Position>(resources, &request, parts))?;
        }
        ApiRequest::Edit(request) => {
            parts.finish(&with_game!(request.game, Position => edit::<Position>(&request)));
        }
        ApiRequest::Problems => parts.finish(&problems()),
        ApiRequest::About => parts.finish(&about(resources)),
        ApiRequest::Review(request) => {
            with_game!(request.line.game, Position => review::<Position>(resources, &request, parts))?;
        }
        ApiRequest::Read(request) => parts.finish(&read(request.name.as_deref(), &request.text)?),
        ApiRequest::ReadPair(request) => parts.finish(&read_pair(&request.input, &request.output)?),
        ApiRequest::Measure(request) => {
            with_game!(request.line.game, Position => measure::<Position>(resources, &request, parts))?;
        }
        ApiRequest::Ballot { seed } => parts.finish(&ballot(seed)?),
        ApiRequest::Write(request) => parts.finish(&write(&request)?),
    }
    Ok(())
}
