//! What a text program leaves in files, and a board of which nothing is asked.

use crate::checks::text::text_fault::TextFault;
use harness::{Limits, OutputItem, OutputParser, Reading};
use referee::players::{TextChannel, quoted};
use referee::rules::Refereed;
use std::time::Duration;

/// CPU time for a dump.
const PATIENCE: Duration = Duration::from_secs(20);

/// Asks for the board; the lines of the dump, whatever was announced before.
pub fn any_board(channel: &mut TextChannel) -> Result<Vec<String>, TextFault> {
    channel.send("dump");
    let lines = channel.timed(PATIENCE, |it| {
        loop {
            if let OutputItem::Dump(lines) = it.next_item(PATIENCE)? {
                return Ok(lines);
            }
        }
    });
    lines.map_err(|ending| TextFault::of(ending, channel))
}

/// A file has lines in which these words stand, in this order.
pub fn holds(channel: &TextChannel, name: &str, words: &[&str]) -> Result<(), TextFault> {
    let text = file(channel, name)?;
    let mut lines = text.lines();
    match words.iter().find(|&&word| !lines.any(|line| line.contains(word))) {
        None => Ok(()),
        Some(word) => {
            let text = quoted(text.trim_end());
            Err(format!("{name} lacks {word} or has it too early; it is {text}").into())
        }
    }
}

/// A file has a dump that shows this position.
pub fn output<G: Refereed>(
    channel: &mut TextChannel,
    position: &G,
    name: &str,
) -> Result<(), TextFault> {
    let text = file(channel, name)?;
    let mut parser = OutputParser::new(None, Limits::default(), Reading::Strict);
    for line in text.lines() {
        let item = parser.line(line.as_bytes()).map_err(|error| error.to_string())?;
        if let Some(OutputItem::Dump(lines)) = item {
            let compared = channel.compare(position, &lines);
            return compared.map_err(|ending| TextFault::of(ending, channel));
        }
    }
    Err(format!("there is no dump in {name}; it is {}", quoted(text.trim_end())).into())
}

fn file(channel: &TextChannel, name: &str) -> Result<String, TextFault> {
    let bytes = channel.dir().read(name);
    let bytes = bytes.ok_or_else(|| format!("it left no file {name} in its directory"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
