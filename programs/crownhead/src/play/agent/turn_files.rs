//! What an agent was given for one move and left behind, for a person to read: files, or what a
//! text program received and sent.
//!
//! All of it comes from an untrusted program: it is text, never markup, and of each file the first
//! [`SHOWN`] bytes are kept.

use cli::visible;
use formats::{OUTPUT_FILE, PLAYDATA_FILE};
use referee::players::{FilePlayer, TextChannel};
use referee::rules::{CheckedReply, Ending, FormFlaw, Profile, Refereed, Reply};
use runner::{STDERR_FILE, STDOUT_FILE};
use serde::{Serialize, Serializer};
use std::time::Duration;

const SHOWN: usize = 32 << 10;

/// The files and figures of one run, as headings with texts. As JSON it is an object in this order;
/// `null` stands for a file that is not there.
#[derive(Clone, Debug)]
pub struct TurnFiles(Vec<(&'static str, Option<String>)>);

impl TurnFiles {
    /// The files of the last run of `run`, whose reply was `reply`.
    pub fn of_agent(run: &FilePlayer, reply: &Reply, profile: Profile) -> Self {
        let [output, stderr, stdout, playdata] =
            [OUTPUT_FILE, STDERR_FILE, STDOUT_FILE, PLAYDATA_FILE]
                .map(|name| run.dir().read(name).as_deref().map(shown));
        TurnFiles(vec![
            ("The run", Some(facts(reply, profile).join("\n"))),
            ("input.txt", Some(shown(run.asked().as_bytes()))),
            ("output.txt", output),
            ("Standard error", stderr),
            ("Standard output", stdout),
            ("playdata.txt before", run.playdata_before().map(shown)),
            ("playdata.txt after", playdata),
        ])
    }

    /// What was said in the last turn of a text program, in which `before` bytes had been said
    /// before it.
    pub fn of_program<G: Refereed>(
        channel: &TextChannel,
        before: usize,
        checked: &CheckedReply<G::Move>,
    ) -> Self {
        let said = channel.conversation().text();
        let said = said.get(before..).unwrap_or_default();
        let end = match checked.mv {
            Ok(_) => "a legal move".to_string(),
            Err(ending) => ending.with_detail(channel.fault().as_deref()),
        };
        let charged = format!("charged: {} (CPU time)", seconds(checked.charge));
        TurnFiles(vec![
            ("The turn", Some([end, charged].join("\n"))),
            ("Sent and printed", Some(shown(said.as_bytes()))),
            ("Standard error", channel.dir().read(STDERR_FILE).as_deref().map(shown)),
        ])
    }

    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "null".into())
    }
}

impl Serialize for TurnFiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, text)| (name, text)))
    }
}

/// The text of a file, with everything shown that is hidden in it. Bytes that are not UTF-8 become
/// replacement characters.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]);
    let text = visible::lines(&text);
    match bytes.len() {
        0 => "(empty)".into(),
        length if length > SHOWN => {
            format!("{text}\n(The file has {length} bytes; the first {SHOWN} are shown.)")
        }
        _ => text.into_owned(),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

fn facts(reply: &Reply, profile: Profile) -> Vec<String> {
    let cost = reply.cost;
    let charged = match profile {
        Profile::Spec => "user and system time",
        Profile::Course => "user time in hundredths, or the wall time",
    };
    let flaw = reply.answer.as_deref().ok().and_then(FormFlaw::of);
    vec![
        end(reply) + &flaw.map(|flaw| format!("; {flaw}")).unwrap_or_default(),
        format!("CPU time: {} user, {} system", seconds(cost.user), seconds(cost.system)),
        format!("wall time: {}", seconds(cost.wall)),
        format!("charged: {} ({charged})", seconds(profile.charge(cost))),
    ]
}

fn end(reply: &Reply) -> String {
    match (reply.answer.as_ref(), reply.remark) {
        (Ok(_), None) => "exit code 0".into(),
        (Ok(_), Some(remark)) => remark.to_string(),
        (Err(ending @ (Ending::NoOutput | Ending::EmptyOutput | Ending::Malformed)), _) => {
            format!("exit code 0; {ending}")
        }
        (Err(ending), _) => ending.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_text_and_bounded() {
        let long = shown(&vec![b'<'; SHOWN + 1]);
        assert!(long.ends_with("(The file has 32769 bytes; the first 32768 are shown.)"));
        assert_eq!(shown(b"\xff"), "\u{fffd}");
        assert_eq!(shown("E\t\u{1b}c\n\u{202e}".as_bytes()), "E\t\\u{1b}c\n\\u{202e}");
        let files = TurnFiles(vec![("output.txt", None), ("input.txt", Some("</pre>".into()))]);
        assert_eq!(files.json(), r#"{"output.txt":null,"input.txt":"</pre>"}"#, "in this order");
    }
}
