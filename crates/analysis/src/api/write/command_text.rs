//! A game of Lines of Action, Tablut or Amazons as commands: what its text program loads, and what
//! `crownhead analyze` and the page read. Another start is a board; variations have no form.

use crate::api::AskedGame;
use crate::api::question::WriteQuestion;
use crate::api::refusal::Refusal;
use cli::visible;
use games::board::Side;

/// Writes the game of a question.
pub fn command_text<G: AskedGame>(question: &WriteQuestion) -> Result<String, Refusal> {
    let played = question.line.whole::<G>()?;
    let start = &played.positions()[0];
    let name = |side: Side| question.tags.get(&side.to_string()).map_or("?", String::as_str);
    let (black, white) = (name(Side::Black), name(Side::White));
    let mut lines = vec![format!("# game 1: {black} (Black) against {white} (White)")];
    if *start == G::start() {
        lines.extend(["new", "manual black", "manual white"].map(str::to_string));
    } else {
        lines.extend([start.side_to_move().to_string(), "===".to_string()]);
        lines.extend([start.board_text(), "===".to_string()]);
    }
    let comment = |lines: &mut Vec<String>, ply: usize| {
        lines.extend(question.comments.0.get(&ply).map(|text| format!("# {}", one_line(text))));
    };
    comment(&mut lines, 0);
    for (index, &mv) in played.moves().iter().enumerate() {
        if !G::path(mv).is_empty() {
            lines.push(played.positions()[index].move_text(mv)); // a pass is no command
        }
        comment(&mut lines, index + 1);
    }
    lines.extend(match question.result.as_deref() {
        Some("1-0") => Some(format!("# Black ({black}) wins: by the record")),
        Some("0-1") => Some(format!("# White ({white}) wins: by the record")),
        Some("1/2-1/2") => Some("# drawn (by the record)".to_string()),
        _ => None,
    });
    let shown = lines.iter().flat_map(|line| line.lines());
    Ok(shown.map(|line| visible::line(line).into_owned() + "\n").collect())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
